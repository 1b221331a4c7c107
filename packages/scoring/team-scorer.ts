import { LINES } from "@first-bounce/rules/player";
import {
	type LineupRows,
	USE_CAPTAIN,
	USE_CAPTAIN_OFF_FIELD,
	USE_EMERGENCY,
	USE_ON_FIELD,
	USES_PER_PLAYER,
} from "./lineup-rows.ts";
import { MAX_PLAYERS } from "./player-index.ts";
import { DID_NOT_PLAY_SCORE, MAX_TEAM_POINTS, type PlayerTable } from "./player-table.ts";
import { CAPTAIN_WORD, ROW_WORDS, type RowLayout, VICE_CAPTAIN_WORD } from "./row-layout.ts";

/** Computes the points of every team of a round (docs/game-rules.md#points). */
export interface TeamScorer {
	/** Replaces the players' scores and positions. Index 0 is the empty slot and scores 0. */
	setPlayers(table: PlayerTable): void;
	/** Writes the points of every row into `points`, which must be long enough. */
	score(lineups: LineupRows, points: Int32Array): void;
}

/*
 * The points of a team's field and captain are added up in one number. From the lowest bit: 17 bits for the points plus
 * MAX_TEAM_POINTS, three bits per line that count vacancies (slots whose players did not play), and one bit that is set if
 * the captain did not play.
 */
const POINTS_BITS = 17;
const VACANCY_BITS = 3;
const encodeVacancy = (line: number): number => 1 << (POINTS_BITS + VACANCY_BITS * line);
const VACANCY_COMBINATIONS = 1 << (VACANCY_BITS * LINES.length);
const CAPTAIN_OUT_BIT = POINTS_BITS + VACANCY_BITS * LINES.length;
const CAPTAIN_OUT = 1 << CAPTAIN_OUT_BIT;

const decodeVacancies = (sum: number): number => (sum >>> POINTS_BITS) & (VACANCY_COMBINATIONS - 1);
const countVacanciesInLine = (vacancies: number, line: number): number =>
	(vacancies >>> (VACANCY_BITS * line)) & ((1 << VACANCY_BITS) - 1);

/** For each combination of vacancies, the line of each vacancy. */
const VACANT_LINES = Array.from({ length: VACANCY_COMBINATIONS }, (_, vacancies) =>
	LINES.flatMap((_, line) => Array<number>(countVacanciesInLine(vacancies, line)).fill(line)),
);
const FIRST_VACANT = Uint8Array.from(VACANT_LINES, ([line = 0]) => line);
const SECOND_VACANT = Uint8Array.from(VACANT_LINES, ([, line = 0]) => line);
const THIRD_VACANT = Uint8Array.from(VACANT_LINES, ([, , line = 0]) => line);
/** Rows are grouped by number of vacancies; rows with four or more are in one group. */
const FOUR_OR_MORE = 4;
const VACANCY_COUNT = Uint8Array.from(VACANT_LINES, ({ length }) => Math.min(length, FOUR_OR_MORE));

/**
 * The value of an emergency in a vacancy that she fits is COVER_VALUE + her points, so that filling one more vacancy
 * counts more than any number of points. The lower 16 bits are the points, as a signed number.
 */
const COVER_VALUE = 1 << 16;
const decodeCoverPoints = (value: number): number => (value << 16) >> 16;

/** Math.max for integers without a branch, which would often be mispredicted. */
const computeMaxWithoutBranch = (a: number, b: number): number => a - ((a - b) & ((a - b) >> 31));

/** Teams are scored in blocks, so that their rows are still in the CPU cache when vacancies are covered. */
const BLOCK_ROWS = 512;
/** This many slots are added in an unrolled loop; any further slots on field are added one by one. */
const UNROLLED_SLOTS = 16;

export function createTeamScorer({ benchStart, benchSlots, captainFactor }: RowLayout): TeamScorer {
	/**
	 * What a player adds to her team's sum, by index × USES_PER_PLAYER + use, like the words of `LineupRows`. Sized for
	 * the maximum number of players, so that no look-up is out of bounds.
	 */
	const sumTable = new Int32Array(MAX_PLAYERS * USES_PER_PLAYER);
	/** The value of an emergency as a cover, by her word in `LineupRows` + the line of the vacancy. */
	const coverTable = new Int32Array(MAX_PLAYERS * USES_PER_PLAYER);
	/**
	 * How many players the tables have entries for, which the next `setPlayers` overwrites even if it has fewer
	 * players.
	 */
	let filledPlayers = MAX_PLAYERS;

	const sums = new Int32Array(BLOCK_ROWS);
	/** Rows of the block grouped by number of vacancies, and the size of each group. */
	const rowsByVacancies = new Int32Array((FOUR_OR_MORE + 1) * BLOCK_ROWS);
	const rowCounts = new Int32Array(FOUR_OR_MORE + 1);
	const rowsWithoutCaptain = new Int32Array(BLOCK_ROWS + 1);

	function setPlayer(player: number, score: number, positions: number, captainScore: number): void {
		const offset = player * USES_PER_PLAYER;
		const isOut = score === DID_NOT_PLAY_SCORE;
		const points = score < DID_NOT_PLAY_SCORE ? score : 0;
		for (const line of LINES.keys()) {
			const fits = score < DID_NOT_PLAY_SCORE && ((positions >> line) & 1) === 1;
			sumTable[offset + USE_ON_FIELD + line] = isOut ? encodeVacancy(line) : points;
			coverTable[offset + USE_EMERGENCY + line] = fits ? COVER_VALUE + points : 0;
		}
		// Her points are already part of the sum, because she is on field, so they are subtracted.
		const asCaptain = score < DID_NOT_PLAY_SCORE ? captainScore : 0;
		sumTable[offset + USE_CAPTAIN] = isOut ? CAPTAIN_OUT : asCaptain * captainFactor - points;
		sumTable[offset + USE_CAPTAIN_OFF_FIELD] = isOut ? CAPTAIN_OUT : 0;
	}

	/**
	 * Adds up field and captain of each row of a block and writes the points. Groups the rows by their number of
	 * vacancies, collects those whose captain did not play, and returns how many these are.
	 */
	function addFieldAndCaptain(entries: Uint16Array, points: Int32Array, start: number, rows: number): number {
		const table = sumTable;
		sums.fill(MAX_TEAM_POINTS, 0, rows);
		for (let slot = UNROLLED_SLOTS; slot < benchStart; slot++) {
			for (let block = 0; block < rows; block++) {
				const entry = entries[(start + block) * ROW_WORDS + slot] ?? 0;
				sums[block] = (sums[block] ?? 0) + (table[entry] ?? 0);
			}
		}
		rowCounts.fill(0);
		let captainOutCount = 0;
		// Unrolled, because a loop over the slots takes three times as long.
		for (let block = 0, offset = start * ROW_WORDS; block < rows; block++, offset += ROW_WORDS) {
			const sum =
				(sums[block] ?? 0) +
				(table[entries[offset + CAPTAIN_WORD] ?? 0] ?? 0) +
				(table[entries[offset] ?? 0] ?? 0) +
				(table[entries[offset + 1] ?? 0] ?? 0) +
				(table[entries[offset + 2] ?? 0] ?? 0) +
				(table[entries[offset + 3] ?? 0] ?? 0) +
				(table[entries[offset + 4] ?? 0] ?? 0) +
				(table[entries[offset + 5] ?? 0] ?? 0) +
				(table[entries[offset + 6] ?? 0] ?? 0) +
				(table[entries[offset + 7] ?? 0] ?? 0) +
				(table[entries[offset + 8] ?? 0] ?? 0) +
				(table[entries[offset + 9] ?? 0] ?? 0) +
				(table[entries[offset + 10] ?? 0] ?? 0) +
				(table[entries[offset + 11] ?? 0] ?? 0) +
				(table[entries[offset + 12] ?? 0] ?? 0) +
				(table[entries[offset + 13] ?? 0] ?? 0) +
				(table[entries[offset + 14] ?? 0] ?? 0) +
				(table[entries[offset + 15] ?? 0] ?? 0);
			sums[block] = sum;
			points[start + block] = (sum & ((1 << POINTS_BITS) - 1)) - MAX_TEAM_POINTS;
			const vacancyCount = VACANCY_COUNT[decodeVacancies(sum)] ?? 0;
			const count = rowCounts[vacancyCount] ?? 0;
			rowsByVacancies[vacancyCount * BLOCK_ROWS + count] = block;
			rowCounts[vacancyCount] = count + 1;
			// Without a branch: the next row overwrites this one unless the captain's bit, the highest of the sum, is
			// set.
			rowsWithoutCaptain[captainOutCount] = block;
			captainOutCount += sum >>> CAPTAIN_OUT_BIT;
		}
		return captainOutCount;
	}

	/**
	 * Adds the vice captain's bonus in the first `count` rows of `rowsWithoutCaptain`, unless she did not play either.
	 */
	function addViceCaptains(entries: Uint16Array, points: Int32Array, start: number, count: number): void {
		for (let item = 0; item < count; item++) {
			const row = start + (rowsWithoutCaptain[item] ?? 0);
			const counted = sumTable[entries[row * ROW_WORDS + VICE_CAPTAIN_WORD] ?? 0] ?? 0;
			if (counted !== CAPTAIN_OUT) points[row] = (points[row] ?? 0) + counted;
		}
	}

	/** The value of the best cover of a single vacancy by the bench, in the row at `offset`. */
	function computeCoverOfOne(entries: Uint16Array, offset: number, vacancies: number): number {
		const line = FIRST_VACANT[vacancies] ?? 0;
		let best = 0;
		for (let slot = benchStart; slot < benchStart + benchSlots; slot++)
			best = computeMaxWithoutBranch(best, coverTable[(entries[offset + slot] ?? 0) + line] ?? 0);
		return best;
	}

	/**
	 * The same for two vacancies: while going through the bench, it tracks the best value for each vacancy alone and
	 * for both.
	 */
	function computeCoverOfTwo(entries: Uint16Array, offset: number, vacancies: number): number {
		const [lineA, lineB] = [FIRST_VACANT[vacancies] ?? 0, SECOND_VACANT[vacancies] ?? 0];
		let [inA, inB, inBoth] = [0, 0, 0];
		for (let slot = benchStart; slot < benchStart + benchSlots; slot++) {
			const entry = entries[offset + slot] ?? 0;
			const a = coverTable[entry + lineA] ?? 0;
			const b = coverTable[entry + lineB] ?? 0;
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
		for (let slot = benchStart; slot < benchStart + benchSlots; slot++) {
			const entry = entries[offset + slot] ?? 0;
			const a = coverTable[entry + lineA] ?? 0;
			const b = coverTable[entry + lineB] ?? 0;
			const c = coverTable[entry + lineC] ?? 0;
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

	/**
	 * The value of the best cover of all vacancies by the emergencies from bench slot `slot` on; tries every
	 * assignment.
	 */
	function searchCover(entries: Uint16Array, offset: number, slot: number, vacancies: number): number {
		if (slot === benchSlots) return 0;
		let best = searchCover(entries, offset, slot + 1, vacancies);
		const entry = entries[offset + benchStart + slot] ?? 0;
		for (let line = 0; line < LINES.length; line++) {
			const value = coverTable[entry + line] ?? 0;
			if (value === 0 || countVacanciesInLine(vacancies, line) === 0) continue;
			best = Math.max(best, value + searchCover(entries, offset, slot + 1, vacancies - (1 << (VACANCY_BITS * line))));
		}
		return best;
	}

	/** Adds the points of covers. Rows with the same number of vacancies are grouped to keep branches predictable. */
	function addCovers(entries: Uint16Array, points: Int32Array, start: number): void {
		for (let count = 1; count <= FOUR_OR_MORE; count++) {
			const rows = rowCounts[count] ?? 0;
			for (let item = 0; item < rows; item++) {
				const block = rowsByVacancies[count * BLOCK_ROWS + item] ?? 0;
				const row = start + block;
				const offset = row * ROW_WORDS;
				const vacancies = decodeVacancies(sums[block] ?? 0);
				const cover =
					count === 1
						? computeCoverOfOne(entries, offset, vacancies)
						: count === 2
							? computeCoverOfTwo(entries, offset, vacancies)
							: count === 3
								? computeCoverOfThree(entries, offset, vacancies)
								: searchCover(entries, offset, 0, vacancies);
				points[row] = (points[row] ?? 0) + decodeCoverPoints(cover);
			}
		}
	}

	return {
		setPlayers({ scores, positions, captainScores = scores }) {
			const players = Math.max(filledPlayers, scores.length);
			setPlayer(0, DID_NOT_PLAY_SCORE, 0, 0);
			sumTable.fill(0, USE_ON_FIELD, USE_CAPTAIN);
			for (let player = 1; player < players; player++)
				setPlayer(player, scores[player] ?? DID_NOT_PLAY_SCORE, positions[player] ?? 0, captainScores[player] ?? 0);
			filledPlayers = scores.length;
		},
		score({ count, entries }, points) {
			for (let start = 0; start < count; start += BLOCK_ROWS) {
				const captainOutCount = addFieldAndCaptain(entries, points, start, Math.min(BLOCK_ROWS, count - start));
				addViceCaptains(entries, points, start, captainOutCount);
				addCovers(entries, points, start);
			}
		},
	};
}
