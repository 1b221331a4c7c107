import type { PlayerId } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listSlotIds } from "@first-bounce/rules/lineup/slots";
import type { PlayerIndex } from "./player-index.ts";
import {
	CAPTAIN_WORD,
	type LayoutRules,
	MARKS_WORD,
	PRESENT_BIT,
	ROLE_OFF_FIELD_BIT,
	ROW_WORDS,
	type RowLayout,
	VICE_CAPTAIN_WORD,
} from "./row-layout.ts";

/**
 * Writes a line-up into the ROW_WORDS words from `at` on; null, a team that takes no part, as zeros. Players the index
 * does not know are added to it. Legality is not checked, save that nobody stands in two places (RangeError).
 */
export function packLineup(
	lineup: Lineup | null,
	index: PlayerIndex,
	layout: RowLayout,
	rules: LayoutRules,
	rows: Uint16Array,
	at: number,
): void {
	rows.fill(0, at, at + ROW_WORDS);
	if (lineup === null) return;
	const ids = listSlotIds(lineup, rules);
	for (const [place, id] of ids.entries()) {
		if (id !== 0 && ids.indexOf(id) !== place) throw new RangeError(`Player ${id} stands in two places`);
		rows[at + place] = index.indexOf(id);
	}
	const onField = ids.slice(0, layout.bench);
	const emergencies = ids
		.slice(layout.bench, layout.utility)
		.reduce((bits, id, place) => bits | (lineup.emergency.includes(id) ? 1 << place : 0), 0);
	const strays = (id: PlayerId): boolean => id !== 0 && !onField.includes(id);
	const offField = strays(lineup.captainId) || strays(lineup.viceCaptainId);
	rows[at + CAPTAIN_WORD] = index.indexOf(lineup.captainId);
	rows[at + VICE_CAPTAIN_WORD] = index.indexOf(lineup.viceCaptainId);
	rows[at + MARKS_WORD] = PRESENT_BIT | emergencies | (offField ? ROLE_OFF_FIELD_BIT : 0);
}
