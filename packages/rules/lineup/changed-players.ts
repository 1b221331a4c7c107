import type { PlayerId } from "../ids.ts";
import { isEmpty, type Lineup } from "./lineup.ts";
import { type TeamShape, toSlotIds } from "./slots.ts";

/** Where each player stands and which marks she carries, in a word that can be compared. */
function standings(lineup: Lineup, shape: TeamShape): ReadonlyMap<PlayerId, string> {
	const words = new Map<PlayerId, string>();
	const note = (id: PlayerId, word: string) => {
		if (!isEmpty(id)) words.set(id, `${words.get(id) ?? ""} ${word}`);
	};
	toSlotIds(lineup, shape).forEach((id, place) => {
		note(id, String(place));
	});
	note(lineup.captainId, "captain");
	note(lineup.viceCaptainId, "vice captain");
	for (const id of new Set(lineup.emergency)) note(id, "emergency");
	return words;
}

/** Everyone who entered, left, or changed place, armband or emergency; the order of emergencies means nothing. */
export function changedPlayers(before: Lineup, after: Lineup, shape: TeamShape): readonly PlayerId[] {
	const was = standings(before, shape);
	const is = standings(after, shape);
	return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id));
}
