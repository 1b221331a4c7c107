import { LINES } from "@first-bounce/rules/player";
import {
	createCovers,
	decodeCoverPoints,
	encodeVacancy,
	UTILITY_LINE,
	VACANCIES_BITS,
	VACANT_LINES,
} from "./covers.ts";
import {
	type LineupRows,
	USE_CAPTAIN,
	USE_CAPTAIN_OFF_FIELD,
	USE_ON_FIELD,
	USE_UTILITY,
	USES_PER_PLAYER,
} from "./lineup-rows.ts";
import { INDEX_COUNT } from "./player-index.ts";
import { DID_NOT_PLAY_SCORE, MAX_TEAM_POINTS, type PlayerTable } from "./player-table.ts";
import { CAPTAIN_WORD, ROW_WORDS, type RowLayout, VICE_CAPTAIN_WORD } from "./row-layout.ts";

/*
 * The points of a team's field and captain are added up in one number. From the lowest bit: 17 bits for the points plus
 * MAX_TEAM_POINTS, the vacancies (covers.ts), and one bit that is set if the captain did not play.
 */
const POINTS_BITS = 17;
const CAPTAIN_OUT_BIT = POINTS_BITS + VACANCIES_BITS;
const CAPTAIN_OUT = 1 << CAPTAIN_OUT_BIT;

const VACANCIES_MASK = (1 << VACANCIES_BITS) - 1;
const decodeVacancies = (sum: number): number => (sum >>> POINTS_BITS) & VACANCIES_MASK;
/** Rows are grouped by number of vacancies; rows with four or more are in one group. */
const FOUR_OR_MORE = 4;
/** For each combination of vacancies, the group. Not imported, because V8 does not know that an import is constant. */
const VACANCY_COUNT = Uint8Array.from(VACANT_LINES, ({ length }) => Math.min(length, FOUR_OR_MORE));

/** Teams are scored in blocks, so that their rows are still in the CPU cache when vacancies are covered. */
const BLOCK_ROWS = 512;
/** This many slots are added in an unrolled loop; any further slots on field are added one by one. */
const UNROLLED_SLOTS = 16;

/** Computes the points of every team of a round (docs/game-rules.md#points). */
export interface TeamScorer {
	/** Replaces the players' scores and positions. Index 0 is the empty slot and scores 0. */
	setPlayers(table: PlayerTable): void;
	/** Writes the points of every row into `points`, which must be long enough. */
	score(lineups: LineupRows, points: Int32Array): void;
}

/** Creates the table of what each player adds to her team's sum. */
function createSumTable({ captainFactor }: RowLayout) {
	/**
	 * By index × USES_PER_PLAYER + use, like the words of `LineupRows`. Sized for the maximum number of players, so that
	 * no look-up is out of bounds.
	 */
	const table = new Int32Array(INDEX_COUNT * USES_PER_PLAYER);

	function setPlayer(player: number, score: number, captainScore: number): void {
		const offset = player * USES_PER_PLAYER;
		const isOut = score === DID_NOT_PLAY_SCORE;
		const points = score < DID_NOT_PLAY_SCORE ? score : 0;
		for (const line of LINES.keys())
			table[offset + USE_ON_FIELD + line] = isOut ? encodeVacancy(line) << POINTS_BITS : points;
		table[offset + USE_UTILITY] = isOut ? encodeVacancy(UTILITY_LINE) << POINTS_BITS : points;
		// Her points are already part of the sum, because she is on field, so they are subtracted.
		const asCaptain = score < DID_NOT_PLAY_SCORE ? captainScore : 0;
		table[offset + USE_CAPTAIN] = isOut ? CAPTAIN_OUT : asCaptain * captainFactor - points;
		table[offset + USE_CAPTAIN_OFF_FIELD] = isOut ? CAPTAIN_OUT : 0;
	}

	/** The empty slot adds nothing on field. */
	function setEmptySlot(): void {
		setPlayer(0, DID_NOT_PLAY_SCORE, 0);
		table.fill(0, USE_ON_FIELD, USE_CAPTAIN);
		table[USE_UTILITY] = 0;
	}
	return { table, setPlayer, setEmptySlot };
}

/** Adds up field and captains of the rows of a block with the table of `createSumTable`. */
function createFieldScorer(layout: RowLayout, sumTable: ReturnType<typeof createSumTable>) {
	const { table } = sumTable;
	const { benchStart } = layout;
	const sums = new Int32Array(BLOCK_ROWS);
	/** Rows of the block grouped by number of vacancies, and the size of each group. */
	const rowsByVacancies = new Int32Array((FOUR_OR_MORE + 1) * BLOCK_ROWS);
	const rowCounts = new Int32Array(FOUR_OR_MORE + 1);
	const rowsWithoutCaptain = new Int32Array(BLOCK_ROWS + 1);

	/**
	 * Adds up field and captain of each row of a block and writes the points. Groups the rows by their number of
	 * vacancies, collects those whose captain did not play, and returns how many these are.
	 */
	function addFieldAndCaptain(entries: Uint16Array, points: Int32Array, start: number, rows: number): number {
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

	/** Adds the vice captain's bonus in the first `count` rows of `rowsWithoutCaptain`, unless she did not play. */
	function addViceCaptains(entries: Uint16Array, points: Int32Array, start: number, count: number): void {
		for (let item = 0; item < count; item++) {
			const row = start + (rowsWithoutCaptain[item] ?? 0);
			const counted = table[entries[row * ROW_WORDS + VICE_CAPTAIN_WORD] ?? 0] ?? 0;
			if (counted !== CAPTAIN_OUT) points[row] = (points[row] ?? 0) + counted;
		}
	}

	return { addFieldAndCaptain, addViceCaptains, sums, rowsByVacancies, rowCounts };
}

export function createTeamScorer(layout: RowLayout): TeamScorer {
	const { setPlayerCover, computeCoverOfOne, computeCoverOfTwo, computeCoverOfThree, searchCover } =
		createCovers(layout);
	const sumTable = createSumTable(layout);
	const field = createFieldScorer(layout, sumTable);
	const { sums, rowsByVacancies, rowCounts } = field;
	/** How many players the tables have entries for; the next `setPlayers` overwrites all, even with fewer players. */
	let filledPlayers = INDEX_COUNT;

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
								: searchCover(entries, offset, vacancies);
				points[row] = (points[row] ?? 0) + decodeCoverPoints(cover);
			}
		}
	}

	return {
		setPlayers({ scores, positions, captainScores = scores }) {
			const players = Math.max(filledPlayers, scores.length);
			for (let player = 1; player < players; player++) {
				const score = scores[player] ?? DID_NOT_PLAY_SCORE;
				sumTable.setPlayer(player, score, captainScores[player] ?? 0);
				setPlayerCover(player, score, positions[player] ?? 0);
			}
			sumTable.setEmptySlot();
			filledPlayers = scores.length;
		},
		score({ count, entries }, points) {
			for (let start = 0; start < count; start += BLOCK_ROWS) {
				const rows = Math.min(BLOCK_ROWS, count - start);
				const captainOutCount = field.addFieldAndCaptain(entries, points, start, rows);
				field.addViceCaptains(entries, points, start, captainOutCount);
				addCovers(entries, points, start);
			}
		},
	};
}
