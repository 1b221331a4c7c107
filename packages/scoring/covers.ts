import { LINES } from "@first-bounce/rules/player";
import { USE_EMERGENCY, USES_PER_PLAYER } from "./lineup-rows.ts";
import { INDEX_COUNT } from "./player-index.ts";
import { DID_NOT_PLAY_SCORE } from "./player-table.ts";
import type { RowLayout } from "./row-layout.ts";

/** The place of a draft team's utility among the lines: any emergency may cover it. */
export const UTILITY_LINE = LINES.length;
const LINE_COUNT = LINES.length + 1;

/*
 * Vacancies are slots that score whose players did not play. They are counted in one number, with three bits per line and
 * one for the utility.
 */
const VACANCY_BITS = 3;
export const VACANCIES_BITS = VACANCY_BITS * LINES.length + 1;
const COMBINATIONS = 1 << VACANCIES_BITS;
export const encodeVacancy = (line: number): number => 1 << (VACANCY_BITS * line);
const countInLine = (vacancies: number, line: number): number =>
	(vacancies >>> (VACANCY_BITS * line)) & ((1 << VACANCY_BITS) - 1);

/** For each combination of vacancies, the line of each vacancy. */
export const VACANT_LINES = Array.from({ length: COMBINATIONS }, (_, vacancies) =>
	Array.from({ length: LINE_COUNT }, (_, line) => Array<number>(countInLine(vacancies, line)).fill(line)).flat(),
);
const FIRST_VACANT = Uint8Array.from(VACANT_LINES, ([line = 0]) => line);
const SECOND_VACANT = Uint8Array.from(VACANT_LINES, ([, line = 0]) => line);
const THIRD_VACANT = Uint8Array.from(VACANT_LINES, ([, , line = 0]) => line);

/**
 * The value of an emergency in a vacancy that she fits is COVER_VALUE + her points, so that filling one more vacancy
 * counts more than any number of points. The lower 16 bits are the points, as a signed number.
 */
const COVER_VALUE = 1 << 16;
export const decodeCoverPoints = (value: number): number => (value << 16) >> 16;

/** Math.max for integers without a branch, which would often be mispredicted. */
const computeMaxWithoutBranch = (a: number, b: number): number => a - ((a - b) & ((a - b) >> 31));

/** Computes the best covers of vacancies by the emergencies of a bench. */
export function createCovers({ benchStart, benchSlots }: RowLayout) {
	const benchEnd = benchStart + benchSlots;
	/** The value of an emergency as a cover, by her word in `LineupRows` + the line of the vacancy. */
	const table = new Int32Array(INDEX_COUNT * USES_PER_PLAYER);

	function setPlayerCover(player: number, score: number, positions: number): void {
		for (let line = 0; line < LINE_COUNT; line++) {
			const plays = line === UTILITY_LINE || ((positions >> line) & 1) === 1;
			const fits = score < DID_NOT_PLAY_SCORE && plays;
			table[player * USES_PER_PLAYER + USE_EMERGENCY + line] = fits ? COVER_VALUE + score : 0;
		}
	}

	/** The value of the best cover of a single vacancy by the bench. */
	function computeCoverOfOne(entries: Uint16Array, offset: number, vacancies: number): number {
		const line = FIRST_VACANT[vacancies] ?? 0;
		let best = 0;
		for (let slot = benchStart; slot < benchEnd; slot++)
			best = computeMaxWithoutBranch(best, table[(entries[offset + slot] ?? 0) + line] ?? 0);
		return best;
	}

	/** The same for two vacancies: tracks the best value for each alone and for both while going through the bench. */
	function computeCoverOfTwo(entries: Uint16Array, offset: number, vacancies: number): number {
		const [lineA, lineB] = [FIRST_VACANT[vacancies] ?? 0, SECOND_VACANT[vacancies] ?? 0];
		let [inA, inB, inBoth] = [0, 0, 0];
		for (let slot = benchStart; slot < benchEnd; slot++) {
			const entry = entries[offset + slot] ?? 0;
			const a = table[entry + lineA] ?? 0;
			const b = table[entry + lineB] ?? 0;
			inBoth = computeMaxWithoutBranch(inBoth, computeMaxWithoutBranch(inA + b, inB + a));
			inA = computeMaxWithoutBranch(inA, a);
			inB = computeMaxWithoutBranch(inB, b);
		}
		return inBoth;
	}

	/** The same for three vacancies: it tracks the best value for each vacancy, each pair and all three. */
	function computeCoverOfThree(entries: Uint16Array, offset: number, vacancies: number): number {
		const lineA = FIRST_VACANT[vacancies] ?? 0;
		const lineB = SECOND_VACANT[vacancies] ?? 0;
		const lineC = THIRD_VACANT[vacancies] ?? 0;
		let [inA, inB, inC, inAB, inAC, inBC, inAll] = [0, 0, 0, 0, 0, 0, 0];
		for (let slot = benchStart; slot < benchEnd; slot++) {
			const entry = entries[offset + slot] ?? 0;
			const a = table[entry + lineA] ?? 0;
			const b = table[entry + lineB] ?? 0;
			const c = table[entry + lineC] ?? 0;
			inAll = computeMaxWithoutBranch(
				computeMaxWithoutBranch(inAll, inAB + c),
				computeMaxWithoutBranch(inAC + b, inBC + a),
			);
			inAB = computeMaxWithoutBranch(inAB, computeMaxWithoutBranch(inA + b, inB + a));
			inAC = computeMaxWithoutBranch(inAC, computeMaxWithoutBranch(inA + c, inC + a));
			inBC = computeMaxWithoutBranch(inBC, computeMaxWithoutBranch(inB + c, inC + b));
			inA = computeMaxWithoutBranch(inA, a);
			inB = computeMaxWithoutBranch(inB, b);
			inC = computeMaxWithoutBranch(inC, c);
		}
		return inAll;
	}

	/** The value of the best cover of any number of vacancies; tries every assignment of the emergencies from `slot` on. */
	function searchCover(entries: Uint16Array, offset: number, vacancies: number, slot = benchStart): number {
		if (slot === benchEnd) return 0;
		let best = searchCover(entries, offset, vacancies, slot + 1);
		const entry = entries[offset + slot] ?? 0;
		for (let line = 0; line < LINE_COUNT; line++) {
			const value = table[entry + line] ?? 0;
			if (value === 0 || countInLine(vacancies, line) === 0) continue;
			best = Math.max(best, value + searchCover(entries, offset, vacancies - encodeVacancy(line), slot + 1));
		}
		return best;
	}

	return { setPlayerCover, computeCoverOfOne, computeCoverOfTwo, computeCoverOfThree, searchCover };
}
