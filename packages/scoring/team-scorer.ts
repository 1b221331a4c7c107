import { LINES } from "@first-bounce/rules/player";
import {
	type LineupRows,
	USE_CAPTAIN,
	USE_CAPTAIN_OFF_FIELD,
	USE_EMERGENCY,
	USE_ON_FIELD,
	USES_PER_PLAYER,
} from "./lineup-rows.ts";
import { DID_NOT_PLAY_SCORE, MAX_PLAYERS, MAX_TEAM_POINTS, type PlayerTable } from "./player-table.ts";
import { CAPTAIN_WORD, ROW_WORDS, type RowLayout, VICE_CAPTAIN_WORD } from "./row-layout.ts";

/** Points of every team of a round, by the rules in docs/game-rules.md#points. */
export interface TeamScorer {
	/** Replaces what is known of the players. Index 0 is the empty place and scores 0. */
	setPlayers(table: PlayerTable): void;
	/** Writes the points of every row into `points`, which holds at least as many. */
	score(lineups: LineupRows, points: Int32Array): void;
}

/*
 * Adding up a team's field and captain gives one number, its sum: 17 bits of points above MAX_TEAM_POINTS, three bits
 * of vacancies (players who did not play) a line, and a bit that is set if the captain did not play.
 */
const POINTS_BITS = 17;
const VACANCY_BITS = 3;
const vacancyIn = (line: number): number => 1 << (POINTS_BITS + VACANCY_BITS * line);
const VACANCY_COMBINATIONS = 1 << (VACANCY_BITS * LINES.length);
const CAPTAIN_OUT_BIT = POINTS_BITS + VACANCY_BITS * LINES.length;
const CAPTAIN_OUT = 1 << CAPTAIN_OUT_BIT;

const vacanciesOf = (sum: number): number => (sum >>> POINTS_BITS) & (VACANCY_COMBINATIONS - 1);
const vacanciesInLine = (vacancies: number, line: number): number => (vacancies >>> (VACANCY_BITS * line)) & 7;

/** The lines of each combination's vacancies. */
const VACANT_LINES = Array.from({ length: VACANCY_COMBINATIONS }, (_, vacancies) =>
	LINES.flatMap((_, line) => Array<number>(vacanciesInLine(vacancies, line)).fill(line)),
);
const FIRST_VACANT = Uint8Array.from(VACANT_LINES, ([line = 0]) => line);
const SECOND_VACANT = Uint8Array.from(VACANT_LINES, ([, line = 0]) => line);
const THIRD_VACANT = Uint8Array.from(VACANT_LINES, ([, , line = 0]) => line);
/** Rows are listed by number of vacancies; this many or more together. */
const MORE = 4;
const VACANCY_COUNT = Uint8Array.from(VACANT_LINES, ({ length }) => Math.min(length, MORE));

/**
 * What an emergency is worth in a vacancy she fits: COVER_VALUE and her points, so that filling one more vacancy counts
 * for more than any points. The points are the lower 16 bits.
 */
const COVER_VALUE = 1 << 16;
const pointsOfCover = (value: number): number => (value << 16) >> 16;

/** Math.max of whole numbers without a branch, which the processor would guess wrong for every other team. */
const greater = (a: number, b: number): number => a - ((a - b) & ((a - b) >> 31));

/** Teams are scored in blocks, so that their rows are still in the processor's cache when vacancies are covered. */
const BLOCK_ROWS = 512;
/** So many places are added at once; more on field, in seasons that have them, one by one. */
const PLACES_AT_ONCE = 16;

export function createTeamScorer({ bench, benchPlaces, captainFactor }: RowLayout): TeamScorer {
	// By entry (`USES`). Every player index has its entries, so that no look-up leaves the arrays.
	const sumTable = new Int32Array(MAX_PLAYERS * USES_PER_PLAYER);
	/** By an emergency's entry plus a line: what she is worth there. */
	const coverTable = new Int32Array(MAX_PLAYERS * USES_PER_PLAYER);
	let knownPlayers = MAX_PLAYERS;

	const sums = new Int32Array(BLOCK_ROWS);
	/** Rows of the block by number of vacancies, and how many there are of each. */
	const listed = new Int32Array((MORE + 1) * BLOCK_ROWS);
	const filled = new Int32Array(MORE + 1);
	const withoutCaptain = new Int32Array(BLOCK_ROWS + 1);

	function setPlayer(player: number, score: number, positions: number): void {
		const at = player * USES_PER_PLAYER;
		const isOut = score === DID_NOT_PLAY_SCORE;
		const points = score < DID_NOT_PLAY_SCORE ? score : 0;
		for (const line of LINES.keys()) {
			const fits = score < DID_NOT_PLAY_SCORE && ((positions >> line) & 1) === 1;
			sumTable[at + USE_ON_FIELD + line] = isOut ? vacancyIn(line) : points;
			coverTable[at + USE_EMERGENCY + line] = fits ? COVER_VALUE + points : 0;
		}
		sumTable[at + USE_CAPTAIN] = isOut ? CAPTAIN_OUT : points * (captainFactor - 1);
		sumTable[at + USE_CAPTAIN_OFF_FIELD] = isOut ? CAPTAIN_OUT : 0;
	}

	/**
	 * Adds up field and captain of each row of a block and writes the points. Lists the rows that covers add to, and those
	 * a vice captain adds to; returns how many of the latter.
	 */
	function addPlayers(entries: Uint16Array, points: Int32Array, start: number, rows: number): number {
		const table = sumTable;
		sums.fill(MAX_TEAM_POINTS, 0, rows);
		for (let place = PLACES_AT_ONCE; place < bench; place++) {
			for (let block = 0; block < rows; block++) {
				const entry = entries[(start + block) * ROW_WORDS + place] ?? 0;
				sums[block] = (sums[block] ?? 0) + (table[entry] ?? 0);
			}
		}
		filled.fill(0);
		let captainsOut = 0;
		// Written out: a loop over the places takes three times as long.
		for (let block = 0, at = start * ROW_WORDS; block < rows; block++, at += ROW_WORDS) {
			const sum =
				(sums[block] ?? 0) +
				(table[entries[at + CAPTAIN_WORD] ?? 0] ?? 0) +
				(table[entries[at] ?? 0] ?? 0) +
				(table[entries[at + 1] ?? 0] ?? 0) +
				(table[entries[at + 2] ?? 0] ?? 0) +
				(table[entries[at + 3] ?? 0] ?? 0) +
				(table[entries[at + 4] ?? 0] ?? 0) +
				(table[entries[at + 5] ?? 0] ?? 0) +
				(table[entries[at + 6] ?? 0] ?? 0) +
				(table[entries[at + 7] ?? 0] ?? 0) +
				(table[entries[at + 8] ?? 0] ?? 0) +
				(table[entries[at + 9] ?? 0] ?? 0) +
				(table[entries[at + 10] ?? 0] ?? 0) +
				(table[entries[at + 11] ?? 0] ?? 0) +
				(table[entries[at + 12] ?? 0] ?? 0) +
				(table[entries[at + 13] ?? 0] ?? 0) +
				(table[entries[at + 14] ?? 0] ?? 0) +
				(table[entries[at + 15] ?? 0] ?? 0);
			sums[block] = sum;
			points[start + block] = (sum & ((1 << POINTS_BITS) - 1)) - MAX_TEAM_POINTS;
			const vacant = VACANCY_COUNT[vacanciesOf(sum)] ?? 0;
			const next = filled[vacant] ?? 0;
			listed[vacant * BLOCK_ROWS + next] = block;
			filled[vacant] = next + 1;
			withoutCaptain[captainsOut] = block;
			captainsOut += sum >>> CAPTAIN_OUT_BIT;
		}
		return captainsOut;
	}

	function addViceCaptains(entries: Uint16Array, points: Int32Array, start: number, count: number): void {
		for (let item = 0; item < count; item++) {
			const row = start + (withoutCaptain[item] ?? 0);
			const counted = sumTable[entries[row * ROW_WORDS + VICE_CAPTAIN_WORD] ?? 0] ?? 0;
			if (counted !== CAPTAIN_OUT) points[row] = (points[row] ?? 0) + counted;
		}
	}

	/** The best that the bench in the row at `at` can do in one vacancy. */
	function coverOne(entries: Uint16Array, at: number, vacancies: number): number {
		const line = FIRST_VACANT[vacancies] ?? 0;
		let best = 0;
		for (let place = bench; place < bench + benchPlaces; place++)
			best = greater(best, coverTable[(entries[at + place] ?? 0) + line] ?? 0);
		return best;
	}

	/** The same for two vacancies: what the bench so far can do in either alone, then in both. */
	function coverTwo(entries: Uint16Array, at: number, vacancies: number): number {
		const [lineA, lineB] = [FIRST_VACANT[vacancies] ?? 0, SECOND_VACANT[vacancies] ?? 0];
		let [inA, inB, inBoth] = [0, 0, 0];
		for (let place = bench; place < bench + benchPlaces; place++) {
			const entry = entries[at + place] ?? 0;
			const a = coverTable[entry + lineA] ?? 0;
			const b = coverTable[entry + lineB] ?? 0;
			inBoth = greater(inBoth, greater(inA + b, inB + a));
			inA = greater(inA, a);
			inB = greater(inB, b);
		}
		return inBoth;
	}

	/** The same for three vacancies: alone, in pairs, then in all. */
	function coverThree(entries: Uint16Array, at: number, vacancies: number): number {
		const lineA = FIRST_VACANT[vacancies] ?? 0;
		const lineB = SECOND_VACANT[vacancies] ?? 0;
		const lineC = THIRD_VACANT[vacancies] ?? 0;
		let [inA, inB, inC, inAB, inAC, inBC, inAll] = [0, 0, 0, 0, 0, 0, 0];
		for (let place = bench; place < bench + benchPlaces; place++) {
			const entry = entries[at + place] ?? 0;
			const a = coverTable[entry + lineA] ?? 0;
			const b = coverTable[entry + lineB] ?? 0;
			const c = coverTable[entry + lineC] ?? 0;
			inAll = greater(greater(inAll, inAB + c), greater(inAC + b, inBC + a));
			inAB = greater(inAB, greater(inA + b, inB + a));
			inAC = greater(inAC, greater(inA + c, inC + a));
			inBC = greater(inBC, greater(inB + c, inC + b));
			inA = greater(inA, a);
			inB = greater(inB, b);
			inC = greater(inC, c);
		}
		return inAll;
	}

	/** The best cover of vacancies by the emergencies from `place` of the bench on, in the row at `at`. */
	function searchCover(entries: Uint16Array, at: number, place: number, vacancies: number): number {
		if (place === benchPlaces) return 0;
		let best = searchCover(entries, at, place + 1, vacancies);
		const entry = entries[at + bench + place] ?? 0;
		for (let line = 0; line < LINES.length; line++) {
			const value = coverTable[entry + line] ?? 0;
			if (value === 0 || vacanciesInLine(vacancies, line) === 0) continue;
			best = Math.max(best, value + searchCover(entries, at, place + 1, vacancies - (1 << (VACANCY_BITS * line))));
		}
		return best;
	}

	/** Adds what emergencies bring. Rows with as many vacancies come together: the processor guesses each branch right. */
	function addCovers(entries: Uint16Array, points: Int32Array, start: number): void {
		for (let count = 1; count <= MORE; count++) {
			const rows = filled[count] ?? 0;
			for (let item = 0; item < rows; item++) {
				const block = listed[count * BLOCK_ROWS + item] ?? 0;
				const row = start + block;
				const at = row * ROW_WORDS;
				const vacancies = vacanciesOf(sums[block] ?? 0);
				const cover =
					count === 1
						? coverOne(entries, at, vacancies)
						: count === 2
							? coverTwo(entries, at, vacancies)
							: count === 3
								? coverThree(entries, at, vacancies)
								: searchCover(entries, at, 0, vacancies);
				points[row] = (points[row] ?? 0) + pointsOfCover(cover);
			}
		}
	}

	return {
		setPlayers({ scores, positions }) {
			const players = Math.max(knownPlayers, scores.length);
			setPlayer(0, DID_NOT_PLAY_SCORE, 0);
			sumTable.fill(0, USE_ON_FIELD, USE_CAPTAIN);
			for (let player = 1; player < players; player++)
				setPlayer(player, scores[player] ?? DID_NOT_PLAY_SCORE, positions[player] ?? 0);
			knownPlayers = scores.length;
		},
		score({ count, entries }, points) {
			for (let start = 0; start < count; start += BLOCK_ROWS) {
				const captainsOut = addPlayers(entries, points, start, Math.min(BLOCK_ROWS, count - start));
				addViceCaptains(entries, points, start, captainsOut);
				addCovers(entries, points, start);
			}
		},
	};
}
