import { LINES } from "@first-bounce/rules/player";
import type { LineupColumns } from "./lineup-columns.ts";
import { DID_NOT_PLAY_SCORE, MAX_PLAYERS, MAX_TEAM_POINTS, type PlayerTable } from "./player-table.ts";
import { CAPTAIN_WORD, MARKS_WORD, ROLE_OFF_FIELD, type RowLayout, VICE_CAPTAIN_WORD } from "./row-layout.ts";

/** Points of every team of a round, by the rules in docs/game-rules.md#scoring-a-round. */
export interface TeamScorer {
	/** Replaces what is known of the players. Index 0 is the empty place and scores 0. */
	setPlayers(table: PlayerTable): void;
	/** Writes the points of every row into `points`, which holds at least as many. */
	score(lineups: LineupColumns, points: Int32Array): void;
}

/*
 * Adding up a team's field and captain gives one number, its sum: 17 bits of points above MAX_TEAM_POINTS, three bits
 * of vacancies (players who did not play) a line, and a bit that is set if the captain did not play.
 */
const POINTS_BITS = 17;
const VACANCY_BITS = 3;
const vacancyIn = (line: number): number => 1 << (POINTS_BITS + VACANCY_BITS * line);
const VACANCY_COMBINATIONS = 1 << (VACANCY_BITS * LINES.length);
const CAPTAIN_OUT = 1 << (POINTS_BITS + VACANCY_BITS * LINES.length);

const pointsOf = (sum: number): number => (sum & ((1 << POINTS_BITS) - 1)) - MAX_TEAM_POINTS;
const vacanciesOf = (sum: number): number => (sum >>> POINTS_BITS) & (VACANCY_COMBINATIONS - 1);

/** The lines of each combination's vacancies; NO_LINE where there are fewer. */
const NO_LINE = LINES.length;
const VACANT_LINES = Array.from({ length: VACANCY_COMBINATIONS }, (_, vacancies) =>
	LINES.flatMap((_, line) => Array<number>((vacancies >>> (VACANCY_BITS * line)) & 7).fill(line)),
);
const VACANCY_COUNT = Uint8Array.from(VACANT_LINES, ({ length }) => length);
const FIRST_VACANT = Uint8Array.from(VACANT_LINES, ([line = NO_LINE]) => line);
const SECOND_VACANT = Uint8Array.from(VACANT_LINES, ([, line = NO_LINE]) => line);

/**
 * What an emergency is worth in a vacancy she fits: COVER_VALUE and her points, so that filling one more vacancy counts
 * for more than any points. Five values a player, one a line and 0 for NO_LINE; the points are the lower 16 bits.
 */
const COVER_VALUE = 1 << 16;
const COVER_STRIDE = 8;
const pointsOfCover = (value: number): number => (value << 16) >> 16;

/** Teams are scored in blocks, so that a block's sums stay in the processor's cache while columns are added to it. */
const BLOCK_ROWS = 2_048;
/** Columns added at once: a pass over the sums costs as much as a column. */
const COLUMNS_AT_ONCE = 4;
/** Up to this many bench places, and two vacancies, are covered without a search. */
const MAX_DIRECT_BENCH = 4;

export function createTeamScorer({ fieldLines, bench, benchPlaces, captainFactor }: RowLayout): TeamScorer {
	// By player index. Every index has an entry, so that no look-up leaves the arrays.
	const scores = new Int32Array(MAX_PLAYERS).fill(DID_NOT_PLAY_SCORE);
	const fieldTables = LINES.map((_, line) => new Int32Array(MAX_PLAYERS).fill(vacancyIn(line)));
	const captainTable = new Int32Array(MAX_PLAYERS).fill(CAPTAIN_OUT);
	const covers = new Int32Array(MAX_PLAYERS * COVER_STRIDE);
	const noTable = new Int32Array(MAX_PLAYERS);
	let knownPlayers = MAX_PLAYERS;

	const sums = new Int32Array(BLOCK_ROWS);
	const unsettled = new Int32Array(BLOCK_ROWS + 1);

	function setPlayer(player: number, score: number, positions: number): void {
		const isOut = score === DID_NOT_PLAY_SCORE;
		const points = score < DID_NOT_PLAY_SCORE ? score : 0;
		scores[player] = score;
		captainTable[player] = isOut ? CAPTAIN_OUT : points * (captainFactor - 1);
		for (const [line, table] of fieldTables.entries()) {
			const fits = score < DID_NOT_PLAY_SCORE && ((positions >> line) & 1) === 1;
			table[player] = isOut ? vacancyIn(line) : points;
			covers[player * COVER_STRIDE + line] = fits ? COVER_VALUE + points : 0;
		}
	}

	/** The armband's points where a plain sum does not have them: the captain is out, or a role stands off the field. */
	function armbandPoints(lineups: LineupColumns, row: number): number {
		const isOffFieldPossible = ((lineups.column(MARKS_WORD)[row] ?? 0) & ROLE_OFF_FIELD) !== 0;
		for (const word of [CAPTAIN_WORD, VICE_CAPTAIN_WORD]) {
			const player = lineups.column(word)[row] ?? 0;
			const score = scores[player] ?? DID_NOT_PLAY_SCORE;
			if (player === 0 || score === DID_NOT_PLAY_SCORE) continue;
			if (isOffFieldPossible && !fieldLines.some((_, place) => lineups.column(place)[row] === player)) return 0;
			return score < DID_NOT_PLAY_SCORE ? score * (captainFactor - 1) : 0;
		}
		return 0;
	}

	/** Where in `covers` the bench players of the row being searched have their values; index 0 for no emergency. */
	const benchCovers = new Int32Array(benchPlaces);

	/** The best cover of the vacant lines from `next` on by the bench players not yet used, as bits. */
	function searchCover(lines: readonly number[], next: number, used: number): number {
		const line = lines[next];
		if (line === undefined) return 0;
		let best = searchCover(lines, next + 1, used);
		for (let place = 0; place < benchPlaces; place++) {
			const value = covers[(benchCovers[place] ?? 0) + line] ?? 0;
			if (value === 0 || ((used >> place) & 1) === 1) continue;
			best = Math.max(best, value + searchCover(lines, next + 1, used | (1 << place)));
		}
		return best;
	}

	/** Adds what the sums leave out: covers, a vice captain who doubles, roles off the field. */
	function settle(lineups: LineupColumns, points: Int32Array, first: number, count: number): void {
		const marks = lineups.column(MARKS_WORD);
		const captains = lineups.column(CAPTAIN_WORD);
		const [bench0, bench1, bench2, bench3] = [0, 1, 2, 3].map((place) => lineups.column(bench + place));
		if (!bench0 || !bench1 || !bench2 || !bench3) return;
		for (let item = 0; item < count; item++) {
			const block = unsettled[item] ?? 0;
			const row = first + block;
			const sum = sums[block] ?? 0;
			const mark = marks[row] ?? 0;
			if ((sum & CAPTAIN_OUT) !== 0) points[row] = (points[row] ?? 0) + armbandPoints(lineups, row);
			else if ((mark & ROLE_OFF_FIELD) !== 0) {
				const counted = captainTable[captains[row] ?? 0] ?? 0;
				points[row] = (points[row] ?? 0) - counted + armbandPoints(lineups, row);
			}
			const vacancies = vacanciesOf(sum);
			if (vacancies === 0) continue;
			let cover = 0;
			if (benchPlaces > MAX_DIRECT_BENCH || (VACANCY_COUNT[vacancies] ?? 0) > 2) {
				for (let place = 0; place < benchPlaces; place++) {
					benchCovers[place] = ((mark >> place) & 1) * (lineups.column(bench + place)[row] ?? 0) * COVER_STRIDE;
				}
				cover = searchCover(VACANT_LINES[vacancies] ?? [], 0, 0);
			} else {
				// A bench player who is no emergency stands as index 0, whose values are 0.
				const [line, second] = [FIRST_VACANT[vacancies] ?? 0, SECOND_VACANT[vacancies] ?? 0];
				const at0 = (mark & 1) * (bench0[row] ?? 0) * COVER_STRIDE;
				const at1 = ((mark >> 1) & 1) * (bench1[row] ?? 0) * COVER_STRIDE;
				const at2 = ((mark >> 2) & 1) * (bench2[row] ?? 0) * COVER_STRIDE;
				const at3 = ((mark >> 3) & 1) * (bench3[row] ?? 0) * COVER_STRIDE;
				const a0 = covers[at0 + line] ?? 0;
				const a1 = covers[at1 + line] ?? 0;
				const a2 = covers[at2 + line] ?? 0;
				const a3 = covers[at3 + line] ?? 0;
				if (second === NO_LINE) cover = Math.max(a0, a1, a2, a3);
				else {
					const b0 = covers[at0 + second] ?? 0;
					const b1 = covers[at1 + second] ?? 0;
					const b2 = covers[at2 + second] ?? 0;
					const b3 = covers[at3 + second] ?? 0;
					cover = Math.max(
						a0 + Math.max(b1, b2, b3),
						a1 + Math.max(b0, b2, b3),
						a2 + Math.max(b0, b1, b3),
						a3 + Math.max(b0, b1, b2),
					);
				}
			}
			points[row] = (points[row] ?? 0) + pointsOfCover(cover);
		}
	}

	/** Adds four columns' players to the sums of a block; together, as each pass over the sums costs as much again. */
	function addColumns(lineups: LineupColumns, places: number, first: number, rows: number): void {
		const [columnA, columnB, columnC, columnD] = [0, 1, 2, 3].map((next) => lineups.column(places + next));
		const [tableA, tableB, tableC, tableD] = [0, 1, 2, 3].map(
			(next) => fieldTables[fieldLines[places + next] ?? NO_LINE] ?? noTable,
		);
		if (!columnA || !columnB || !columnC || !columnD || !tableA || !tableB || !tableC || !tableD) return;
		for (let block = 0; block < rows; block++) {
			const row = first + block;
			sums[block] =
				(sums[block] ?? 0) +
				(tableA[columnA[row] ?? 0] ?? 0) +
				(tableB[columnB[row] ?? 0] ?? 0) +
				(tableC[columnC[row] ?? 0] ?? 0) +
				(tableD[columnD[row] ?? 0] ?? 0);
		}
	}

	/** Adds the captains, writes the points and lists the rows that `settle` has more to add to; returns how many. */
	function addCaptains(lineups: LineupColumns, points: Int32Array, first: number, rows: number): number {
		const captains = lineups.column(CAPTAIN_WORD);
		const marks = lineups.column(MARKS_WORD);
		let count = 0;
		for (let block = 0; block < rows; block++) {
			const row = first + block;
			const sum = (sums[block] ?? 0) + (captainTable[captains[row] ?? 0] ?? 0);
			sums[block] = sum;
			points[row] = pointsOf(sum);
			unsettled[count] = block;
			if (sum >>> POINTS_BITS !== 0 || ((marks[row] ?? 0) & ROLE_OFF_FIELD) !== 0) count++;
		}
		return count;
	}

	return {
		setPlayers({ scores: given, positions }) {
			const players = Math.max(knownPlayers, given.length);
			for (let player = 1; player < players; player++) {
				setPlayer(player, given[player] ?? DID_NOT_PLAY_SCORE, positions[player] ?? 0);
			}
			knownPlayers = given.length;
			scores[0] = 0;
			for (const table of fieldTables) table[0] = 0;
		},
		score(lineups, points) {
			for (let first = 0; first < lineups.count; first += BLOCK_ROWS) {
				const rows = Math.min(BLOCK_ROWS, lineups.count - first);
				sums.fill(MAX_TEAM_POINTS, 0, rows);
				for (let place = 0; place < bench; place += COLUMNS_AT_ONCE) addColumns(lineups, place, first, rows);
				settle(lineups, points, first, addCaptains(lineups, points, first, rows));
			}
		},
	};
}
