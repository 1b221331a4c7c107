import { LINES } from "@first-bounce/rules/player";
import { CAPTAIN_WORD, MARKS_WORD, PRESENT, ROLE_OFF_FIELD, type RowLayout, VICE_CAPTAIN_WORD } from "../row-layout.ts";
import * as map from "./memory-map.ts";
import { DID_NOT_PLAY_SCORE, type PlayerTable } from "./player-table.ts";

const LINE_SETS = 1 << LINES.length;

/**
 * The emergencies' points that go to a team's vacancies, the fewest left empty, then the highest total (decisions
 * §2.4). Greedy: the highest points first, each taken if all taken so far still find places. Sets that find places
 * form a matroid, so that is exact. By Hall's theorem they find places if no set of lines has fewer vacancies than
 * takers who fit nowhere else.
 */
function coverer(layout: RowLayout): (rows: Uint16Array, at: number, table: PlayerTable, sum: number) => number {
	const free = new Int32Array(LINE_SETS);
	const takerPoints = new Int32Array(layout.benchPlaces);
	const takerLines = new Int32Array(layout.benchPlaces);

	const take = (lines: number): boolean => {
		for (let set = lines; set < LINE_SETS; set = (set + 1) | lines) if (free[set] === 0) return false;
		for (let set = lines; set < LINE_SETS; set = (set + 1) | lines) free[set] = (free[set] ?? 0) - 1;
		return true;
	};

	const insertByPoints = (takers: number, points: number, lines: number): void => {
		let place = takers;
		for (; place > 0 && (takerPoints[place - 1] ?? 0) < points; place--) {
			takerPoints[place] = takerPoints[place - 1] ?? 0;
			takerLines[place] = takerLines[place - 1] ?? 0;
		}
		takerPoints[place] = points;
		takerLines[place] = lines;
	};

	return (rows, at, { scores, positions }, sum) => {
		for (let line = 0; line < LINES.length; line++) {
			const open = map.vacanciesOf(sum, line);
			for (let set = 0; set < 1 << line; set++) free[(1 << line) + set] = (free[set] ?? 0) + open;
		}
		const marks = rows[at + MARKS_WORD] ?? 0;
		let takers = 0;
		for (let place = 0; place < layout.benchPlaces; place++) {
			const player = rows[at + layout.bench + place] ?? 0;
			const score = scores[player] ?? DID_NOT_PLAY_SCORE;
			const lines = positions[player] ?? 0;
			if (((marks >> place) & 1) === 0 || score >= DID_NOT_PLAY_SCORE || lines === 0) continue;
			insertByPoints(takers++, score, lines);
		}
		let points = 0;
		for (let taker = 0; taker < takers; taker++) {
			if (take(takerLines[taker] ?? 0)) points += takerPoints[taker] ?? 0;
		}
		return points;
	};
}

/** Points of one row by every rule of decisions §2; `at` is its first word, `sum` what the kernel packed for it. */
export type ExactPoints = (rows: Uint16Array, at: number, table: PlayerTable, sum: number) => number;

/** The exact path, for what the kernel leaves: many vacancies, a captain out, a role off the field, no line-up. */
export function exactPoints(layout: RowLayout): ExactPoints {
	const cover = coverer(layout);
	const bonus = (rows: Uint16Array, at: number, word: number, { scores }: PlayerTable): number => {
		const score = scores[rows[at + word] ?? 0] ?? DID_NOT_PLAY_SCORE;
		return score < DID_NOT_PLAY_SCORE ? score * (layout.captainFactor - 1) : 0;
	};
	const offField = (rows: Uint16Array, at: number, word: number): boolean =>
		((rows[at + MARKS_WORD] ?? 0) & ROLE_OFF_FIELD) !== 0 &&
		!rows.subarray(at, at + layout.bench).includes(rows[at + word] ?? 0);
	return (rows, at, table, sum) => {
		if (((rows[at + MARKS_WORD] ?? 0) & PRESENT) === 0) return 0;
		const captainOut = (sum & map.CAPTAIN_OUT) !== 0;
		let points = map.pointsOf(sum) + cover(rows, at, table, sum);
		if (captainOut && !offField(rows, at, VICE_CAPTAIN_WORD)) points += bonus(rows, at, VICE_CAPTAIN_WORD, table);
		if (!captainOut && offField(rows, at, CAPTAIN_WORD)) points -= bonus(rows, at, CAPTAIN_WORD, table);
		return points;
	};
}
