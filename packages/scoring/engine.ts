import { createLineupRows } from "./lineup-rows.ts";
import type { PlayerTable } from "./player-table.ts";
import { ROW_WORDS, type RowLayout } from "./row-layout.ts";
import { addPriors, rankOverall, rankRound } from "./standings/rank-rows.ts";
import { NOT_ENTERED } from "./standings/standings.ts";
import { createSharedStandings, createStandingsWriter, type SharedStandings } from "./standings/standings-buffers.ts";
import { createTeamScorer } from "./team-scorer.ts";

/** Re-scores and ranks every team of a round, in the calling thread. */
export interface Engine {
	/** Where the standings are published; another object once the rows have outgrown the last. */
	readonly standings: SharedStandings;
	/** Packed rows (`packLineup`) from row `first` on. Rows may be added at the end. */
	setLineups(first: number, packed: Uint16Array): void;
	/**
	 * Totals and highest single rounds before this one, from row `first` on, after the line-ups. NOT_ENTERED as the
	 * high of a team's first round. A row that is missing or takes no part keeps none.
	 */
	setPriors(first: number, totals: Int32Array, highs: Int32Array): void;
	/** Scores and ranks every row by what is known of the players; the version now served. */
	rescore(round: number, players: PlayerTable): number;
}

function growArray(values: Int32Array, length: number): Int32Array {
	const grown = new Int32Array(length).fill(NOT_ENTERED);
	grown.set(values);
	return grown;
}

/** An engine for a season's layout; `capacity` rows at first, growing by half as they are outgrown. */
export function createEngine(layout: RowLayout, capacity: number): Engine {
	const lineups = createLineupRows(layout, capacity);
	const scorer = createTeamScorer(layout);
	let standings = createSharedStandings(capacity);
	let writer = createStandingsWriter(standings);
	let totals = growArray(new Int32Array(0), capacity);
	let highs = growArray(new Int32Array(0), capacity);
	let keys = new Int32Array(capacity);
	let version = 0;

	const outgrow = (rows: number): void => {
		if (rows <= standings.capacity) return;
		const room = Math.max(rows, Math.ceil(standings.capacity * 1.5));
		standings = createSharedStandings(room);
		writer = createStandingsWriter(standings);
		totals = growArray(totals, room);
		highs = growArray(highs, room);
		keys = new Int32Array(room);
	};

	return {
		get standings() {
			return standings;
		},
		setLineups(first, packed) {
			lineups.set(first, packed);
			outgrow(lineups.count);
			for (let row = first; row < first + packed.length / ROW_WORDS; row++) {
				if (!lineups.isPresent(row)) totals[row] = highs[row] = NOT_ENTERED;
				else if (totals[row] === NOT_ENTERED) totals[row] = 0;
			}
		},
		setPriors(first, newTotals, newHighs) {
			for (const [item, total] of newTotals.entries()) {
				if (first + item >= lineups.count || !lineups.isPresent(first + item)) continue;
				totals[first + item] = total;
				highs[first + item] = newHighs[item] ?? NOT_ENTERED;
			}
		},
		rescore(round, players) {
			const rows = lineups.count;
			const into = writer.begin();
			scorer.setPlayers(players);
			scorer.score(lineups, into.points);
			addPriors({ totals, highs }, into, rows);
			const ranked = rankOverall(into, rows);
			rankRound(into, ranked, rows, keys);
			writer.publish({ version: ++version, round, rows, ranked });
			return version;
		},
	};
}
