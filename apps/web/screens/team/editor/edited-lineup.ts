import { assignCaptain, type CaptainRole } from "@first-bounce/rules/captaincy/change-roles";
import { NOBODY, type PlayerId } from "@first-bounce/rules/ids";
import { applyDefaultRoles, type GetProjectedPoints } from "@first-bounce/rules/lineup/default-roles";
import { isNobody, type Lineup, type Slot } from "@first-bounce/rules/lineup/lineup";
import {
	buildLineupFromIds,
	getPlayerAt,
	isSameSlot,
	listSlotIds,
	listSlots,
	setPlayerAt,
} from "@first-bounce/rules/lineup/slots";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";

/** A role that the next player in an empty slot takes over from the previous one. */
interface PendingRole {
	readonly slot: Slot;
	readonly role: CaptainRole | "emergency";
}

/** A line-up being edited, which may have empty slots, and the roles that belong to them. */
export interface EditedLineup {
	readonly lineup: Lineup;
	readonly pendingRoles: readonly PendingRole[];
}

export const createEditedLineup = (lineup: Lineup): EditedLineup => ({ lineup, pendingRoles: [] });

/** A team that was never saved: its bench players become emergencies, as far as the season allows. */
export const createFirstLineup = (lineup: Lineup, rules: SeasonRules): EditedLineup => ({
	lineup,
	pendingRoles: listSlots(rules)
		.filter(({ area }) => area === "bench")
		.slice(0, rules.emergencies)
		.map((slot) => ({ slot, role: "emergency" })),
});

function listRoles(lineup: Lineup, id: PlayerId): readonly PendingRole["role"][] {
	if (isNobody(id)) return [];
	return [
		...(lineup.captainId === id ? (["captain"] as const) : []),
		...(lineup.viceCaptainId === id ? (["viceCaptain"] as const) : []),
		...(lineup.emergency.includes(id) ? (["emergency"] as const) : []),
	];
}

export function removePlayer(edited: EditedLineup, slot: Slot, rules: SeasonRules): EditedLineup {
	const roles = listRoles(edited.lineup, getPlayerAt(edited.lineup, slot));
	return {
		lineup: setPlayerAt(edited.lineup, slot, NOBODY, rules),
		pendingRoles: [...edited.pendingRoles, ...roles.map((role) => ({ slot, role }))],
	};
}

function applyRole(lineup: Lineup, role: PendingRole["role"], id: PlayerId, rules: SeasonRules): Lineup {
	if (role === "captain") return isNobody(lineup.captainId) ? { ...lineup, captainId: id } : lineup;
	if (role === "viceCaptain") return isNobody(lineup.viceCaptainId) ? { ...lineup, viceCaptainId: id } : lineup;
	return lineup.emergency.length < rules.emergencies ? { ...lineup, emergency: [...lineup.emergency, id] } : lineup;
}

/** Puts a player into an empty slot with the slot's pending roles. */
export function addPlayer(edited: EditedLineup, slot: Slot, id: PlayerId, rules: SeasonRules): EditedLineup {
	const slotRoles = edited.pendingRoles.filter((pending) => isSameSlot(pending.slot, slot));
	const placed = setPlayerAt(edited.lineup, slot, id, rules);
	return {
		lineup: slotRoles.reduce((lineup, { role }) => applyRole(lineup, role, id, rules), placed),
		pendingRoles: edited.pendingRoles.filter((pending) => !slotRoles.includes(pending)),
	};
}

/** Moves a player to an empty slot. Her roles stay with her old slot. */
export function movePlayer(edited: EditedLineup, from: Slot, to: Slot, rules: SeasonRules): EditedLineup {
	const id = getPlayerAt(edited.lineup, from);
	return addPlayer(removePlayer(edited, from, rules), to, id, rules);
}

export function setRole(edited: EditedLineup, role: CaptainRole, id: PlayerId): EditedLineup {
	return {
		lineup: assignCaptain(edited.lineup, role, id),
		pendingRoles: edited.pendingRoles.filter(({ role: pending }) => pending !== role),
	};
}

export function toggleEmergency(edited: EditedLineup, id: PlayerId): EditedLineup {
	const { emergency } = edited.lineup;
	const emergencies = emergency.includes(id) ? emergency.filter((other) => other !== id) : [...emergency, id];
	return { ...edited, lineup: { ...edited.lineup, emergency: emergencies } };
}

/** Removes everyone who is not locked. Emergency roles stay with their slots. */
export function clearUnlocked(
	{ lineup, pendingRoles }: EditedLineup,
	isLocked: (id: PlayerId) => boolean,
	rules: SeasonRules,
): EditedLineup {
	const keepLocked = (id: PlayerId) => (isLocked(id) ? id : NOBODY);
	const clearedSlots = listSlots(rules).filter((slot) => {
		const id = getPlayerAt(lineup, slot);
		return lineup.emergency.includes(id) && !isLocked(id);
	});
	return {
		lineup: buildLineupFromIds(listSlotIds(lineup, rules).map(keepLocked), rules, {
			captainId: keepLocked(lineup.captainId),
			viceCaptainId: keepLocked(lineup.viceCaptainId),
			emergency: lineup.emergency.filter(isLocked),
		}),
		pendingRoles: [
			...pendingRoles.filter(({ role }) => role === "emergency"),
			...clearedSlots.map((slot): PendingRole => ({ slot, role: "emergency" })),
		],
	};
}

export const listEmptySlots = ({ lineup }: EditedLineup, rules: SeasonRules): readonly Slot[] =>
	listSlots(rules).filter((slot) => isNobody(getPlayerAt(lineup, slot)));

/** The line-up to save. Open captaincies go to the best projected players. Emergencies are filled on the first save only. */
export function fillDefaultRoles(
	lineup: Lineup,
	rules: SeasonRules,
	getProjectedPoints: GetProjectedPoints,
	{ isFirstSave }: { readonly isFirstSave: boolean },
): Lineup {
	const fullLineup = applyDefaultRoles(lineup, rules, getProjectedPoints);
	return isFirstSave ? fullLineup : { ...fullLineup, emergency: lineup.emergency };
}
