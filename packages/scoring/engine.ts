import { createDraftLayout } from "./draft-rows.ts";
import { createLineupRows } from "./lineup-rows.ts";
import type { PlayerTable } from "./player-table.ts";
import { ROW_WORDS, type RowLayout } from "./row-layout.ts";
import { addPreviousTotals, rankOverall, rankRound } from "./standings/rank-rows.ts";
import { NOT_ENTERED } from "./standings/standings.ts";
import { createSharedStandings, createStandingsWriter, type SharedStandings } from "./standings/standings-buffers.ts";
import { createTeamScorer, type TeamScorer } from "./team-scorer.ts";

/** Re-scores and ranks every team of a round, in the calling thread. */
export interface Engine {
	/** The buffers that standings are published in; replaced by larger ones when rows are added beyond their capacity. */
	readonly standings: SharedStandings;
	/** Stores packed rows (`packLineup`) from row `first` on. Rows may be added at the end. */
	setLineups(first: number, packed: Uint16Array): void;
	/**
	 * Sets each team's total points before this round, and in `highs` its best single round, from row `first` on. Call
	 * it after `setLineups`. A team in its first round has NOT_ENTERED in `highs`. Rows without a team in this round
	 * are ignored.
	 */
	setPreviousTotals(first: number, totals: Int32Array, highs: Int32Array): void;
	/** Stores rows of draft teams (`buildDraftRow`) from row `first` on, which are numbered separately. */
	setDraftLineups(first: number, rows: Uint16Array): void;
	/** Scores and ranks every row and publishes the standings; returns their version. */
	rescore(round: number, players: PlayerTable): number;
	/** Computes the points of every draft team with these player scores, by row. */
	scoreDrafts(players: PlayerTable): Int32Array<ArrayBuffer>;
	/** Computes the total of each row with these scores; NOT_ENTERED in a row without a team. Publishes nothing. */
	project(players: PlayerTable): Int32Array<ArrayBuffer>;
}

function growArray(values: Int32Array, length: number): Int32Array {
	const grown = new Int32Array(length).fill(NOT_ENTERED);
	grown.set(values);
	return grown;
}

/** `capacity` is the initial number of rows, and grows by half when needed. */
export function createEngine(layout: RowLayout, capacity: number): Engine {
	const lineups = createLineupRows(layout, capacity);
	const scorer = createTeamScorer(layout);
	let standings = createSharedStandings(capacity);
	let writer = createStandingsWriter(standings);
	let totals = growArray(new Int32Array(0), capacity);
	let highs = growArray(new Int32Array(0), capacity);
	let sortKeys = new Int32Array(capacity);
	let version = 0;
	const draftLayout = createDraftLayout(layout.captainFactor);
	const draftLineups = createLineupRows(draftLayout, 0);
	/** Created with the first draft team. */
	let draftScorer: TeamScorer | null = null;

	const ensureCapacity = (rows: number): void => {
		if (rows <= standings.capacity) return;
		const newCapacity = Math.max(rows, Math.ceil(standings.capacity * 1.5));
		standings = createSharedStandings(newCapacity);
		writer = createStandingsWriter(standings);
		totals = growArray(totals, newCapacity);
		highs = growArray(highs, newCapacity);
		sortKeys = new Int32Array(newCapacity);
	};

	return {
		get standings() {
			return standings;
		},
		setLineups(first, packed) {
			lineups.set(first, packed);
			ensureCapacity(lineups.count);
			for (let row = first; row < first + packed.length / ROW_WORDS; row++) {
				if (!lineups.isPresent(row)) totals[row] = highs[row] = NOT_ENTERED;
				else if (totals[row] === NOT_ENTERED) totals[row] = 0;
			}
		},
		setPreviousTotals(first, newTotals, newHighs) {
			for (const [offset, total] of newTotals.entries()) {
				if (first + offset >= lineups.count || !lineups.isPresent(first + offset)) continue;
				totals[first + offset] = total;
				highs[first + offset] = newHighs[offset] ?? NOT_ENTERED;
			}
		},
		setDraftLineups(first, rows) {
			draftLineups.setEntries(first, rows);
			draftScorer ??= createTeamScorer(draftLayout);
		},
		scoreDrafts(players) {
			const points = new Int32Array(draftLineups.count);
			draftScorer?.setPlayers(players);
			draftScorer?.score(draftLineups, points);
			return points;
		},
		rescore(round, players) {
			const rows = lineups.count;
			const arrays = writer.begin();
			scorer.setPlayers(players);
			scorer.score(lineups, arrays.points);
			addPreviousTotals({ totals, highs }, arrays, rows);
			const rankedCount = rankOverall(arrays, rows);
			rankRound(arrays, rankedCount, rows, sortKeys);
			writer.publish({ version: ++version, round, rows, ranked: rankedCount });
			return version;
		},
		project(players) {
			const projected = new Int32Array(lineups.count);
			scorer.setPlayers(players);
			scorer.score(lineups, projected);
			for (let row = 0; row < projected.length; row++) {
				const total = totals[row] ?? NOT_ENTERED;
				projected[row] = total === NOT_ENTERED ? NOT_ENTERED : total + (projected[row] ?? 0);
			}
			return projected;
		},
	};
}
