import { LINES } from "@first-bounce/rules/player";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";

/** Words (Uint16) of one line-up's row: its places from word 0, then the three below. */
export const ROW_WORDS = 24;
export const ROW_BYTES = ROW_WORDS * 2;
/** Player index of the captain; 0 for none. */
export const CAPTAIN_WORD = 21;
export const VICE_CAPTAIN_WORD = 22;
/** Bit k: the bench player in place k is an emergency. The two bits below are beside them. */
export const MARKS_WORD = 23;
/** In MARKS_WORD: the team takes part in the round. A row without it has no points and no rank. */
export const PRESENT_BIT = 1 << 14;
/** In MARKS_WORD: a captain or vice captain is named who is not on field. */
export const ROLE_OFF_FIELD_BIT = 1 << 15;

const MAX_PLACES = CAPTAIN_WORD;
const MAX_BENCH = 7;
const MAX_PER_LINE = 7;

/** Where a season's places are in a row: field, bench and utility, each by line, in the order of LINES. */
export interface RowLayout {
	/** Line (0 to 3) of each place on field; the places are words 0, 1, … */
	readonly fieldLines: readonly number[];
	/** First word of the bench. */
	readonly bench: number;
	readonly benchPlaces: number;
	readonly utility: number;
	/** Places in all. */
	readonly places: number;
	readonly captainFactor: number;
}

export type LayoutRules = Pick<SeasonRules, "field" | "bench" | "captainFactor">;

/**
 * The row layout of a season. Refuses (RangeError) what a row cannot hold: more than 21 places with the utility,
 * more than 7 on the bench or on field in one line, a captain's factor that is not a whole number ≥ 1.
 */
export function buildRowLayout(rules: LayoutRules): RowLayout {
	const fieldLines = LINES.flatMap((line, index) => Array<number>(rules.field[line]).fill(index));
	const benchPlaces = LINES.reduce((sum, line) => sum + rules.bench[line], 0);
	const places = fieldLines.length + benchPlaces + 1;
	if (places > MAX_PLACES) throw new RangeError(`A line-up of ${places} places does not fit in ${MAX_PLACES}`);
	if (benchPlaces > MAX_BENCH) throw new RangeError(`A bench of ${benchPlaces} is more than ${MAX_BENCH}`);
	for (const line of LINES) {
		if (rules.field[line] > MAX_PER_LINE) {
			throw new RangeError(`${rules.field[line]} ${line} on field are more than ${MAX_PER_LINE}`);
		}
	}
	if (!Number.isInteger(rules.captainFactor) || rules.captainFactor < 1) {
		throw new RangeError(`A captain's factor of ${rules.captainFactor} is not a whole number of at least 1`);
	}
	return {
		fieldLines,
		bench: fieldLines.length,
		benchPlaces,
		utility: places - 1,
		places,
		captainFactor: rules.captainFactor,
	};
}

/** How many rows there are once `words` of packed rows stand from row `first` on. RangeError for parts and gaps. */
export function countRowsAfter(rows: number, first: number, words: number): number {
	const count = words / ROW_WORDS;
	if (!Number.isInteger(count)) throw new RangeError(`${words} words are not whole rows`);
	if (!Number.isInteger(first) || first < 0 || first > rows) throw new RangeError(`Row ${first} of ${rows}: a gap`);
	return Math.max(rows, first + count);
}
