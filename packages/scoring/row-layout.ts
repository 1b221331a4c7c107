import { LINES, sumLines } from "@first-bounce/rules/player";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import {
	MAX_BENCH_SLOTS,
	MAX_LINE_SLOTS,
	MAX_TEAM_SLOTS,
} from "@first-bounce/rules/season-rules/validate-season-rules";

/** Player index of the captain; 0 for none. The words (Uint16) before it are the slots. */
export const CAPTAIN_WORD = MAX_TEAM_SLOTS;
export const VICE_CAPTAIN_WORD = CAPTAIN_WORD + 1;
/** Bit k is set if the player in bench slot k is an emergency. The highest two bits are the flags below. */
export const FLAGS_WORD = VICE_CAPTAIN_WORD + 1;
/** Length of a line-up's row in words. */
export const ROW_WORDS = FLAGS_WORD + 1;
/** In FLAGS_WORD: the team takes part in the round. Without it, a row gets no points and no rank. */
export const PRESENT_BIT = 1 << 14;
/** In FLAGS_WORD: the captain or vice captain is not on field. */
export const ROLE_OFF_FIELD_BIT = 1 << 15;

/** Where a team's slots are in a row: field, then bench, each by line in the order of LINES, then the utility. */
export interface RowLayout {
	/** Line (0 to 3) of each slot on field; the slots are words 0, 1, … */
	readonly fieldLines: readonly number[];
	/** First word of the bench. */
	readonly benchStart: number;
	readonly benchSlots: number;
	/** Word of the utility. */
	readonly utility: number;
	readonly slotCount: number;
	readonly captainFactor: number;
}

export type LayoutRules = Pick<SeasonRules, "field" | "bench" | "captainFactor">;

/**
 * The row layout of a season. RangeError if it does not fit: more than 21 slots with the utility,
 * more than 7 on the bench or in one line on field, or a captain's factor that is not a whole number ≥ 1.
 */
export function buildRowLayout(rules: LayoutRules): RowLayout {
	const fieldLines = LINES.flatMap((line, index) => Array<number>(rules.field[line]).fill(index));
	const benchSlots = sumLines(rules.bench);
	const slotCount = fieldLines.length + benchSlots + 1;
	if (slotCount > MAX_TEAM_SLOTS)
		throw new RangeError(`A line-up of ${slotCount} slots does not fit in ${MAX_TEAM_SLOTS}`);
	if (benchSlots > MAX_BENCH_SLOTS) throw new RangeError(`A bench of ${benchSlots} is more than ${MAX_BENCH_SLOTS}`);
	for (const line of LINES) {
		if (rules.field[line] > MAX_LINE_SLOTS) {
			throw new RangeError(`${rules.field[line]} ${line} on field are more than ${MAX_LINE_SLOTS}`);
		}
	}
	if (!Number.isInteger(rules.captainFactor) || rules.captainFactor < 1) {
		throw new RangeError(`A captain's factor of ${rules.captainFactor} is not a whole number of at least 1`);
	}
	return {
		fieldLines,
		benchStart: fieldLines.length,
		benchSlots,
		utility: slotCount - 1,
		slotCount,
		captainFactor: rules.captainFactor,
	};
}

/** The number of rows after storing this many words from row `first` on. RangeError for incomplete rows and gaps. */
export function countRowsAfter(rows: number, first: number, words: number): number {
	const count = words / ROW_WORDS;
	if (!Number.isInteger(count)) throw new RangeError(`${words} words are not whole rows`);
	if (!Number.isInteger(first) || first < 0 || first > rows)
		throw new RangeError(`Row ${first} would leave a gap after row ${rows}`);
	return Math.max(rows, first + count);
}
