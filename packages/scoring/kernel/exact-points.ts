import { LINES } from "@first-bounce/rules/player";
import { CAPTAIN_WORD, MARKS_WORD, PRESENT, ROLE_OFF_FIELD, type RowLayout, VICE_CAPTAIN_WORD } from "../row-layout.ts";
import * as map from "./memory-map.ts";
import { DID_NOT_PLAY_SCORE, type PlayerTable } from "./player-table.ts";

/** Every set of lines as four bits of one of two Int32: the sets without FWD in the lower, those with it in the upper. */
const SETS_A_WORD = 8;
/** A set's four bits hold at most this many, as many as can be on a bench. */
const MOST = 7;
const EVERY_SET = 0x11111111;

/** Takers per set of lines: in every set that holds all lines she fits, a taker uses one vacancy up. */
const NEEDS = Array.from({ length: 1 << LINES.length }, (_, lines) =>
	[0, SETS_A_WORD].map((first) => {
		let bits = 0;
		for (let set = 0; set < SETS_A_WORD; set++) if (((first + set) & lines) === lines) bits |= 1 << (4 * set);
		return bits;
	}),
);
const NEEDS_LOWER = Int32Array.from(NEEDS, ([lower = 0]) => lower);
const NEEDS_UPPER = Int32Array.from(NEEDS, ([, upper = 0]) => upper);

/** Vacancies in each set of lines, by what a packed sum says of all four lines. */
const FREE = Array.from({ length: map.COMBINATIONS }, (_, combination) => {
	const open = LINES.map((_, line) => map.vacanciesOf(combination << map.POINTS_BITS, line));
	return [0, SETS_A_WORD].map((first) => {
		let bits = 0;
		for (let set = 0; set < SETS_A_WORD; set++) {
			const free = open.reduce((sum, count, line) => sum + (((first + set) >> line) & 1) * count, 0);
			bits |= Math.min(free, MOST) << (4 * set);
		}
		return bits;
	});
});
const FREE_LOWER = Int32Array.from(FREE, ([lower = 0]) => lower);
const FREE_UPPER = Int32Array.from(FREE, ([, upper = 0]) => upper);

/** No four bits that `needs` names are 0 in `free`. */
const suffices = (free: number, needs: number): boolean => ((free + MOST * EVERY_SET) & (needs << 3)) === needs << 3;

/**
 * The emergencies' points that go to a team's vacancies, the fewest left empty, then the highest total (decisions
 * §2.4). Greedy: the highest points first, each taken if all taken so far still find places. Sets that find places
 * form a matroid, so that is exact. By Hall's theorem they find places if no set of lines has fewer vacancies than
 * takers who fit nowhere else.
 */
function coverer(layout: RowLayout): (rows: Uint16Array, at: number, table: PlayerTable, sum: number) => number {
	// Each taker as points × 16 + lines, the most points first.
	const takers = new Int32Array(layout.benchPlaces);

	return (rows, at, { scores, positions }, sum) => {
		const combination = (sum >>> map.POINTS_BITS) & (map.COMBINATIONS - 1);
		let lower = FREE_LOWER[combination] ?? 0;
		let upper = FREE_UPPER[combination] ?? 0;
		if (combination === 0) return 0;
		const marks = rows[at + MARKS_WORD] ?? 0;
		let count = 0;
		for (let place = 0; place < layout.benchPlaces; place++) {
			const player = rows[at + layout.bench + place] ?? 0;
			const score = scores[player] ?? DID_NOT_PLAY_SCORE;
			const lines = positions[player] ?? 0;
			if (((marks >> place) & 1) === 0 || score >= DID_NOT_PLAY_SCORE || lines === 0) continue;
			const taker = score * 16 + lines;
			let rank = count++;
			for (; rank > 0 && (takers[rank - 1] ?? 0) < taker; rank--) takers[rank] = takers[rank - 1] ?? 0;
			takers[rank] = taker;
		}
		let points = 0;
		for (let rank = 0; rank < count; rank++) {
			const taker = takers[rank] ?? 0;
			const needsLower = NEEDS_LOWER[taker & 15] ?? 0;
			const needsUpper = NEEDS_UPPER[taker & 15] ?? 0;
			if (!suffices(lower, needsLower) || !suffices(upper, needsUpper)) continue;
			lower -= needsLower;
			upper -= needsUpper;
			points += taker >> 4;
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
