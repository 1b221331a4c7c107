import type { PlayerId } from "../ids.ts";
import { isNobody, type Lineup } from "./lineup.ts";
import { listSlotIds, type TeamShape } from "./slots.ts";

const listRoleHolders = (lineup: Lineup): readonly PlayerId[] => [
	lineup.captainId,
	lineup.viceCaptainId,
	...lineup.emergency,
];

/** Players who entered, left, or changed slot or role; the order of emergencies does not matter. */
export function findChangedPlayers(before: Lineup, after: Lineup, shape: TeamShape): readonly PlayerId[] {
	const [slotsBefore, slotsAfter] = [listSlotIds(before, shape), listSlotIds(after, shape)];
	const changed = new Set<PlayerId>();
	const addIfDifferent = (from: PlayerId, to: PlayerId) => {
		if (from !== to) changed.add(from).add(to);
	};
	slotsBefore.forEach((id, index) => {
		addIfDifferent(id, slotsAfter[index] ?? id);
	});
	addIfDifferent(before.captainId, after.captainId);
	addIfDifferent(before.viceCaptainId, after.viceCaptainId);
	for (const id of before.emergency) if (!after.emergency.includes(id)) changed.add(id);
	for (const id of after.emergency) if (!before.emergency.includes(id)) changed.add(id);
	if (changed.size === 0) return [];
	const everyone = [...slotsBefore, ...listRoleHolders(before), ...slotsAfter, ...listRoleHolders(after)];
	return [...new Set(everyone)].filter((id) => changed.has(id) && !isNobody(id));
}
