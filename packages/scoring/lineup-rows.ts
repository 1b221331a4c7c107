import {
	CAPTAIN_WORD,
	countRowsAfter,
	MARKS_WORD,
	PRESENT_BIT,
	ROLE_OFF_FIELD_BIT,
	ROW_WORDS,
	type RowLayout,
	VICE_CAPTAIN_WORD,
} from "./row-layout.ts";

/** What a player may be to a team. The scorer's tables have an entry for each: `player * USES + use`. */
export const USES_PER_PLAYER = 8;
/** An emergency on the bench. The uses of a player on field follow, by line. */
export const USE_EMERGENCY = 0;
export const USE_ON_FIELD = 1;
export const USE_CAPTAIN = 5;
/** Captain or vice captain, but not on field. */
export const USE_CAPTAIN_OFF_FIELD = 6;

/** All line-ups of a round, in rows of ROW_WORDS words; each place, captain and vice captain is an entry (`USES`). */
export interface LineupRows {
	/** How many teams there are. */
	readonly count: number;
	/** Another array once the teams have outgrown it. */
	readonly entries: Uint16Array;
	/** Stores packed rows (`packLineup`) from row `first` on. RangeError for gaps and parts of rows. */
	set(first: number, packed: Uint16Array): void;
	/** Whether the team of a row takes part in the round. */
	isPresent(row: number): boolean;
}

/** Room for `capacity` teams at first, growing by half. 48 bytes a team. */
export function createLineupRows({ fieldLines, bench, benchPlaces }: RowLayout, capacity: number): LineupRows {
	let entries = new Uint16Array(capacity * ROW_WORDS);
	let count = 0;

	function grow(rows: number): void {
		const grown = new Uint16Array(Math.max(rows, Math.ceil(count * 1.5)) * ROW_WORDS);
		grown.set(entries);
		entries = grown;
	}

	function leaderEntry(packed: Uint16Array, from: number, word: number): number {
		const player = packed[from + word] ?? 0;
		const isOffFieldPossible = ((packed[from + MARKS_WORD] ?? 0) & ROLE_OFF_FIELD_BIT) !== 0;
		const isOnField = !isOffFieldPossible || fieldLines.some((_, place) => packed[from + place] === player);
		return player * USES_PER_PLAYER + (isOnField ? USE_CAPTAIN : USE_CAPTAIN_OFF_FIELD);
	}

	return {
		get count() {
			return count;
		},
		get entries() {
			return entries;
		},
		set(first, packed) {
			const rows = countRowsAfter(count, first, packed.length);
			if (rows * ROW_WORDS > entries.length) grow(rows);
			for (let from = 0, at = first * ROW_WORDS; from < packed.length; from += ROW_WORDS, at += ROW_WORDS) {
				const marks = packed[from + MARKS_WORD] ?? 0;
				entries.fill(0, at, at + ROW_WORDS);
				for (let place = 0; place < bench; place++)
					entries[at + place] = (packed[from + place] ?? 0) * USES_PER_PLAYER + USE_ON_FIELD + (fieldLines[place] ?? 0);
				for (let place = 0; place < benchPlaces; place++)
					if ((marks >> place) & 1)
						entries[at + bench + place] = (packed[from + bench + place] ?? 0) * USES_PER_PLAYER + USE_EMERGENCY;
				entries[at + CAPTAIN_WORD] = leaderEntry(packed, from, CAPTAIN_WORD);
				entries[at + VICE_CAPTAIN_WORD] = leaderEntry(packed, from, VICE_CAPTAIN_WORD);
				entries[at + MARKS_WORD] = marks & PRESENT_BIT;
			}
			count = rows;
		},
		isPresent: (row) => entries[row * ROW_WORDS + MARKS_WORD] === PRESENT_BIT,
	};
}
