import { MARKS_WORD, PRESENT, ROW_WORDS, rowsAfter } from "./row-layout.ts";

/** All line-ups of a round, one array a word of the packed rows: place 0 of every team, then place 1, and so on. */
export interface LineupColumns {
	/** How many teams there are. */
	readonly count: number;
	/** One word of every team; another array once the teams have outgrown it. */
	column(word: number): Uint16Array;
	/** Stores packed rows (`packLineup`) from row `first` on. RangeError for gaps and parts of rows. */
	set(first: number, packed: Uint16Array): void;
	/** Whether the team of a row takes part in the round. */
	isPresent(row: number): boolean;
}

/** Room for `capacity` teams at first, growing by half. 48 bytes a team. */
export function createLineupColumns(capacity: number): LineupColumns {
	let columns = Array.from({ length: ROW_WORDS }, () => new Uint16Array(capacity));
	let count = 0;

	function grow(rows: number): void {
		const length = Math.max(rows, Math.ceil(count * 1.5));
		columns = columns.map((column) => {
			const grown = new Uint16Array(length);
			grown.set(column);
			return grown;
		});
	}

	const column = (word: number): Uint16Array => columns[word] ?? new Uint16Array(0);
	return {
		get count() {
			return count;
		},
		column,
		set(first, packed) {
			const rows = rowsAfter(count, first, packed.length);
			if (rows > column(0).length) grow(rows);
			for (const [word, values] of columns.entries()) {
				for (let at = word, row = first; at < packed.length; at += ROW_WORDS, row++) values[row] = packed[at] ?? 0;
			}
			count = rows;
		},
		isPresent: (row) => ((column(MARKS_WORD)[row] ?? 0) & PRESENT) !== 0,
	};
}
