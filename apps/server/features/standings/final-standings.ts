import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { findRound } from "@first-bounce/rules/round/round";
import type { PlayerIndex } from "@first-bounce/scoring/player-index";
import { buildRowLayout, ROW_WORDS } from "@first-bounce/scoring/row-layout";
import type { StandingsArrays } from "@first-bounce/scoring/standings/standings";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { RowSource } from "./copy-queries.ts";
import type { LineupTable } from "./lineup-table.ts";
import { openScorer, type PreviousStandings, scoreRound } from "./score-round.ts";
import type { DraftPoints } from "./standings-queries.ts";

/** The standings of a round from its current stats, by row of `lineups`. */
export interface FinalStandings {
	readonly lineups: LineupTable;
	/** Maps player ids to the numbers that stand for them in the rows of `lineups`. */
	readonly playerIndex: PlayerIndex;
	readonly standings: StandingsArrays;
	readonly draftPoints: DraftPoints;
}

/** Computes a round's standings from the database in a worker, so that this process can answer requests. */
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
		const standings = await scoreRound(scorer, season, round);
		const { count, teamIds } = lineups.draft;
		const draftPoints = { count, teamIds, points: scorer.draftPoints() };
		return { lineups, playerIndex: scorer.players, standings, draftPoints };
	} finally {
		await scorer.close();
	}
}

/** Returns a function that computes the value of a row's team, in dollars, at these prices. */
export function createTeamValuation(
	{ lineups, playerIndex }: FinalStandings,
	season: SeasonSnapshot,
	prices: ReadonlyMap<PlayerId, Dollars>,
): (row: number) => Dollars {
	const { slotCount } = buildRowLayout(season.rules);
	const priceByIndex = Int32Array.from(
		{ length: playerIndex.size },
		(_, index) => prices.get(playerIndex.getId(index)) ?? 0,
	);
	return (row) => {
		let value = 0;
		const rowStart = row * ROW_WORDS;
		// The first words of a row are the indexes of the players in its slots.
		for (let slot = 0; slot < slotCount; slot++) value += priceByIndex[lineups.rows[rowStart + slot] ?? 0] ?? 0;
		return value;
	};
}
