import type { RoundId } from "@first-bounce/rules/ids";
import { roundById } from "@first-bounce/rules/round/rounds";
import { createEngine } from "@first-bounce/scoring/engine";
import { playerTable } from "@first-bounce/scoring/player-facts";
import { createPlayerIndex, type PlayerIndex } from "@first-bounce/scoring/player-index";
import { rowLayout } from "@first-bounce/scoring/row-layout";
import { cutToRows, type StandingsArrays } from "@first-bounce/scoring/standings/standings";
import { standingsReader } from "@first-bounce/scoring/standings/standings-buffers";
import type { Pool } from "pg";
import type { Game } from "../season/game.ts";
import { type LineupTable, packedRows, readLineups } from "./line-up-table.ts";
import { playerRounds } from "./player-rounds.ts";

/** A round's result for every team that plays it, by row of `lineups`. */
export interface FinalStandings {
	readonly lineups: LineupTable;
	/** What the rows of `lineups` number players by. */
	readonly index: PlayerIndex;
	readonly standings: StandingsArrays;
}

/**
 * A round's standings from the database and nothing else: what publication writes, and what a live view must equal.
 * On the caller's thread: well under a second for a million teams once they are read.
 */
export async function finalStandings(pool: Pool, game: Game, roundId: RoundId): Promise<FinalStandings> {
	const round = roundById(game.rounds, roundId);
	if (!round) throw new RangeError(`The season has no round ${roundId}`);
	const layout = rowLayout(game.rules);
	const index = createPlayerIndex(game.players.keys());
	const lineups = await readLineups(pool, { seasonId: game.seasonId, roundId, layout, index });
	const { count } = lineups;
	const engine = createEngine(layout, count);
	engine.setLineups(0, packedRows(lineups));
	engine.setPriors(0, lineups.priorTotals.subarray(0, count), lineups.priorHighs.subarray(0, count));
	const positions = new Map([...game.players].map(([id, { position }]) => [id, position]));
	engine.rescore(roundId, playerTable(index, playerRounds(game, round), positions, layout));
	return { lineups, index, standings: cutToRows(standingsReader(engine.standings).current(), count) };
}
