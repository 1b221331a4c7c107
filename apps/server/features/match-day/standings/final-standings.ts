import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import { createEngine } from "@first-bounce/scoring/engine";
import { createPlayerIndex, type PlayerIndex } from "@first-bounce/scoring/player-index";
import { buildPlayerTable } from "@first-bounce/scoring/player-table";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import { type StandingsArrays, sliceRows } from "@first-bounce/scoring/standings/standings";
import { createStandingsReader } from "@first-bounce/scoring/standings/standings-buffers";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { RowSource } from "./copy-queries.ts";
import { type LineupTable, loadLineups, packRows } from "./lineup-table.ts";
import { createPlayerRoundLookup, createPositionLookup } from "./player-rounds.ts";
import { buildTeamRows } from "./standings-view.ts";

/** A round's results by row of `lineups`. */
export interface FinalStandings {
	readonly lineups: LineupTable;
	/** The player indexes in the rows of `lineups`. */
	readonly index: PlayerIndex;
	readonly standings: StandingsArrays;
}

/** Standings of the previous round that replace the stored ones. */
export type PreviousStandings = Pick<FinalStandings, "lineups" | "standings">;

function applyPreviousStandings({ lineups: before, standings }: PreviousStandings, lineups: LineupTable): void {
	const { rowByTeam } = buildTeamRows(lineups.teams, lineups.count);
	for (let row = 0; row < before.count; row++) {
		const target = rowByTeam[before.teams[row] ?? 0] ?? -1;
		if (target < 0) continue;
		lineups.previousTotals[target] = standings.totals[row] ?? 0;
		lineups.previousHighs[target] = standings.highs[row] ?? 0;
	}
}

/**
 * Computes a round's standings from the database, on the caller's thread: well under a second for a million teams once
 * they are loaded. Publication saves them, and the live standings must match them.
 */
export async function computeFinalStandings(
	source: RowSource,
	season: SeasonSnapshot,
	roundId: RoundId,
	previous?: PreviousStandings,
): Promise<FinalStandings> {
	const round = findRound(season.rounds, roundId);
	if (!round) throw new RangeError(`The season has no round ${roundId}`);
	const layout = buildRowLayout(season.rules);
	const index = createPlayerIndex(season.players.keys());
	const lineups = await loadLineups(source, { seasonId: season.seasonId, roundId, layout, index });
	if (previous) applyPreviousStandings(previous, lineups);
	const { count } = lineups;
	const engine = createEngine(layout, count);
	engine.setLineups(0, packRows(lineups));
	engine.setPreviousTotals(0, lineups.previousTotals.subarray(0, count), lineups.previousHighs.subarray(0, count));
	const getPositions = createPositionLookup(season, roundId);
	const positions = new Map([...season.players.keys()].map((id) => [id, getPositions(id)]));
	engine.rescore(roundId, buildPlayerTable(index, createPlayerRoundLookup(season, round), positions, layout));
	return { lineups, index, standings: sliceRows(createStandingsReader(engine.standings).current(), count) };
}

/** Computes what each team's players are worth at the new prices, by row. */
export function computeTeamValues(
	{ lineups, index }: FinalStandings,
	season: SeasonSnapshot,
	prices: ReadonlyMap<PlayerId, Dollars>,
): Int32Array {
	const { slotCount } = buildRowLayout(season.rules);
	const priceAt = Int32Array.from({ length: index.size }, (_, at) => prices.get(index.idAt(at)) ?? 0);
	return Int32Array.from({ length: lineups.count }, (_, row) => {
		let value = 0;
		const first = row * ROW_WORDS;
		for (let word = first; word < first + slotCount; word++) value += priceAt[lineups.rows[word] ?? 0] ?? 0;
		return value;
	});
}
