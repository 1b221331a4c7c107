import {
	CAPTAIN_WORD,
	countRowsAfter,
	FLAGS_WORD,
	PRESENT_BIT,
	ROLE_OFF_FIELD_BIT,
	ROW_WORDS,
	type RowLayout,
	VICE_CAPTAIN_WORD,
} from "./row-layout.ts";

/** Entries per player in the scorer's tables: `player * USES_PER_PLAYER + use`. */
export const USES_PER_PLAYER = 8;
/** An emergency on the bench. */
export const USE_EMERGENCY = 0;
/** A player on field in the first line; the other lines follow, so that uses 1 to 4 are the four lines. */
export const USE_ON_FIELD = 1;
export const USE_CAPTAIN = 5;
/** Captain or vice captain, but not on field. */
export const USE_CAPTAIN_OFF_FIELD = 6;
/** The utility of a draft team whose utility scores. */
export const USE_UTILITY = 7;

/** All line-ups of a round, in rows of ROW_WORDS words. A word is a player's index × USES_PER_PLAYER + her use. */
export interface LineupRows {
	readonly count: number;
	/** Replaced by a larger array when teams are added beyond its length. */
	readonly entries: Uint16Array;
	/** Stores packed rows (`packLineup`) from row `first` on. Throws a RangeError for gaps and incomplete rows. */
	set(first: number, packed: Uint16Array): void;
	/** Stores rows of entries as they are, such as those of draft teams (`buildDraftRow`). */
	setEntries(first: number, entries: Uint16Array): void;
	/** Whether the team of a row takes part in the round. */
	isPresent(row: number): boolean;
}

/** Rows with an initial capacity in teams, which grows by half when needed. 48 bytes per team. */
export function createLineupRows({ fieldLines, benchStart, benchSlots }: RowLayout, capacity: number): LineupRows {
	let entries = new Uint16Array(capacity * ROW_WORDS);
	let count = 0;

	function grow(rows: number): void {
		const grown = new Uint16Array(Math.max(rows, Math.ceil(count * 1.5)) * ROW_WORDS);
		grown.set(entries);
		entries = grown;
	}

	function computeCaptainEntry(packed: Uint16Array, from: number, word: number): number {
		const player = packed[from + word] ?? 0;
		const mayBeOffField = ((packed[from + FLAGS_WORD] ?? 0) & ROLE_OFF_FIELD_BIT) !== 0;
		const isOnField = !mayBeOffField || fieldLines.some((_, slot) => packed[from + slot] === player);
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
			for (let from = 0, offset = first * ROW_WORDS; from < packed.length; from += ROW_WORDS, offset += ROW_WORDS) {
				const flags = packed[from + FLAGS_WORD] ?? 0;
				entries.fill(0, offset, offset + ROW_WORDS);
				for (let slot = 0; slot < benchStart; slot++)
					entries[offset + slot] =
						(packed[from + slot] ?? 0) * USES_PER_PLAYER + USE_ON_FIELD + (fieldLines[slot] ?? 0);
				for (let slot = 0; slot < benchSlots; slot++)
					if ((flags >> slot) & 1)
						entries[offset + benchStart + slot] =
							(packed[from + benchStart + slot] ?? 0) * USES_PER_PLAYER + USE_EMERGENCY;
				entries[offset + CAPTAIN_WORD] = computeCaptainEntry(packed, from, CAPTAIN_WORD);
				entries[offset + VICE_CAPTAIN_WORD] = computeCaptainEntry(packed, from, VICE_CAPTAIN_WORD);
				entries[offset + FLAGS_WORD] = flags & PRESENT_BIT;
			}
			count = rows;
		},
		setEntries(first, rowsOfEntries) {
			const rows = countRowsAfter(count, first, rowsOfEntries.length);
			if (rows * ROW_WORDS > entries.length) grow(rows);
			entries.set(rowsOfEntries, first * ROW_WORDS);
			count = rows;
		},
		isPresent: (row) => entries[row * ROW_WORDS + FLAGS_WORD] === PRESENT_BIT,
	};
}
