import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import type { PlayerIndex } from "@first-bounce/scoring/player-index";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import type { StandingsArrays } from "@first-bounce/scoring/standings/standings";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { RowSource } from "./copy-queries.ts";
import type { LineupTable } from "./lineup-table.ts";
import { openScorer, type PreviousStandings, scoreRound } from "./score-round.ts";

/** A round's results by row of `lineups`. */
export interface FinalStandings {
	readonly lineups: LineupTable;
	/** The player indexes in the rows of `lineups`. */
	readonly index: PlayerIndex;
	readonly standings: StandingsArrays;
}

/**
 * Computes a round's standings from the database, as the live standings do: in a worker, because this process answers
 * requests meanwhile. Publication saves them.
 */
export async function computeFinalStandings(
	source: RowSource,
	season: SeasonSnapshot,
	roundId: RoundId,
	previous?: PreviousStandings,
): Promise<FinalStandings> {
	const round = findRound(season.rounds, roundId);
	if (!round) throw new RangeError(`The season has no round ${roundId}`);
	const { scorer, lineups } = await openScorer(source, season, roundId, previous);
	try {
		return { lineups, index: scorer.players, standings: await scoreRound(scorer, season, round) };
	} finally {
		await scorer.close();
	}
}

/** Returns a function that computes what the players of a row's team are worth at these prices. */
export function createTeamValuation(
	{ lineups, index }: FinalStandings,
	season: SeasonSnapshot,
	prices: ReadonlyMap<PlayerId, Dollars>,
): (row: number) => Dollars {
	const { slotCount } = buildRowLayout(season.rules);
	const priceAt = Int32Array.from({ length: index.size }, (_, playerIndex) => prices.get(index.idAt(playerIndex)) ?? 0);
	return (row) => {
		let value = 0;
		const first = row * ROW_WORDS;
		for (let word = first; word < first + slotCount; word++) value += priceAt[lineups.rows[word] ?? 0] ?? 0;
		return value;
	};
}
