import { ROW_BYTES, ROW_WORDS, type RowLayout } from "../row-layout.ts";
import { exactPoints } from "./exact-points.ts";
import * as map from "./memory-map.ts";
import { type PlayerTable, writePlans, writePlayers } from "./player-table.ts";
import { rowKernel } from "./row-kernel.ts";

/** All line-ups of a round in one shared memory, and their points. Synchronous: the worker's thread owns it. */
export interface RowScorer {
	readonly count: number;
	/** ROW_WORDS words a row from row 0 on; taken anew after `grow`. */
	rows(): Uint16Array;
	/** Room for at least `count` rows; new ones take no part. */
	grow(count: number): void;
	/** What is known of the players from now on. Index 0 is the empty place and scores 0. */
	setPlayers(table: PlayerTable): void;
	/** Points of every row into `points`, which holds at least `count`. */
	score(points: Int32Array): void;
}

type Run = (row: number, end: number, points: number, exact: number) => number;

function instantiate(layout: RowLayout, memory: WebAssembly.Memory): Run {
	const { run } = new WebAssembly.Instance(new WebAssembly.Module(rowKernel(layout)), { env: { memory } }).exports;
	if (typeof run !== "function") throw new TypeError("The kernel exports no function");
	return run as Run;
}

/** A scorer for line-ups of `layout`. Memory: 48 bytes a row and 3 MB; at most 89 million rows. */
export function createRowScorer(layout: RowLayout): RowScorer {
	const initial = map.ROWS / map.PAGE_BYTES;
	const memory = new WebAssembly.Memory({ initial, maximum: map.MOST_PAGES, shared: true });
	const tables = new Int32Array(memory.buffer, 0, map.ROWS / 4);
	const blockPoints = new Int32Array(memory.buffer, map.POINTS_OUT, map.BLOCK_ROWS);
	const exactRows = new Int32Array(memory.buffer, map.EXACT_OUT, map.BLOCK_ROWS * 2);
	const run = instantiate(layout, memory);
	const exact = exactPoints(layout);
	let table: PlayerTable = { scores: new Int32Array(1), positions: new Uint8Array(1) };
	let rows = new Uint16Array(memory.buffer, map.ROWS);
	let count = 0;

	writePlans(memory.buffer, layout);
	writePlayers(tables, table, layout, map.MOST_PLAYERS);

	return {
		get count() {
			return count;
		},
		rows: () => rows,
		grow(atLeast) {
			const missing = map.ROWS + atLeast * ROW_BYTES - memory.buffer.byteLength;
			if (missing > 0) memory.grow(Math.ceil(missing / map.PAGE_BYTES));
			if (missing > 0) rows = new Uint16Array(memory.buffer, map.ROWS);
			count = Math.max(count, atLeast);
		},
		setPlayers(next) {
			writePlayers(tables, next, layout, Math.max(table.scores.length, next.scores.length));
			table = next;
		},
		score(points) {
			for (let first = 0; first < count; first += map.BLOCK_ROWS) {
				const size = Math.min(map.BLOCK_ROWS, count - first);
				const start = map.ROWS + first * ROW_BYTES;
				const listEnd = run(start, start + size * ROW_BYTES, map.POINTS_OUT, map.EXACT_OUT);
				points.set(size === map.BLOCK_ROWS ? blockPoints : blockPoints.subarray(0, size), first);
				for (let item = 0; item < (listEnd - map.EXACT_OUT) / 4; item += 2) {
					const row = (((exactRows[item] ?? 0) >>> 0) - map.ROWS) / ROW_BYTES;
					points[row] = exact(rows, row * ROW_WORDS, table, exactRows[item + 1] ?? 0);
				}
			}
		},
	};
}
