import { MAX_DRAFT_BENCH, MAX_DRAFT_FIELD, type SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { LINES } from "@first-bounce/rules/player";
import { USE_CAPTAIN, USE_EMERGENCY, USE_ON_FIELD, USE_UTILITY, USES_PER_PLAYER } from "./lineup-rows.ts";
import type { PlayerIndex } from "./player-index.ts";
import { CAPTAIN_WORD, FLAGS_WORD, PRESENT_BIT, ROW_WORDS, type RowLayout, VICE_CAPTAIN_WORD } from "./row-layout.ts";

/**
 * One layout for draft teams of every size: a word for each player who scores, then the bench. Which line a word is for
 * is not in the layout, but in its entry.
 */
export const createDraftLayout = (captainFactor: number): RowLayout => ({
	fieldLines: [],
	benchStart: MAX_DRAFT_FIELD,
	benchSlots: MAX_DRAFT_BENCH,
	utility: MAX_DRAFT_FIELD + MAX_DRAFT_BENCH,
	slotCount: MAX_DRAFT_FIELD + MAX_DRAFT_BENCH,
	captainFactor,
});

/**
 * Builds the row of a draft team: entries as in `LineupRows`, ROW_WORDS long. Empty slots add nothing. Players who are
 * missing from the index are added to it.
 *
 * @param hasCaptain whether the league doubles the captain's points
 */
export function buildDraftRow(
	lineup: Lineup,
	rules: SquadRules & { readonly hasCaptain: boolean },
	index: PlayerIndex,
): Uint16Array<ArrayBuffer> {
	const row = new Uint16Array(ROW_WORDS);
	const encode = (playerId: number, use: number) => index.add(playerId) * USES_PER_PLAYER + use;
	const scoring = LINES.flatMap((line, place) => lineup.field[line].map((id) => encode(id, USE_ON_FIELD + place)));
	if (rules.utilityScores) scoring.push(encode(lineup.utilityId, USE_UTILITY));
	const bench = LINES.flatMap((line) => lineup.bench[line]);
	row.set(scoring);
	for (const [slot, id] of bench.entries())
		if (lineup.emergency.includes(id)) row[MAX_DRAFT_FIELD + slot] = encode(id, USE_EMERGENCY);
	if (rules.hasCaptain) {
		row[CAPTAIN_WORD] = encode(lineup.captainId, USE_CAPTAIN);
		row[VICE_CAPTAIN_WORD] = encode(lineup.viceCaptainId, USE_CAPTAIN);
	}
	row[FLAGS_WORD] = PRESENT_BIT;
	return row;
}
