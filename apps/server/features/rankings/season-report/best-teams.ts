import type { BestTeam } from "@first-bounce/contract/stats/season-report";
import type { HindsightInput, HindsightPlayer } from "@first-bounce/rules/hindsight/hindsight-model";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { listPlayerIds } from "@first-bounce/rules/lineup/slots";
import { scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { getPositionsInRound } from "@first-bounce/rules/season-changes/positions";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { createPlayerRoundLookup, createPositionLookup } from "../../standings/player-rounds.ts";
import type { LineupRow } from "../../team/team-row.ts";
import { buildLineupView } from "../../team/team-view.ts";

const getRoundPrice = (season: SeasonSnapshot, id: number, round: SnapshotRound): number => {
	const player = season.players.get(id);
	return player?.prices.get(round.id) ?? player?.cost ?? 0;
};

/** Builds the players with their prices and results of a finished round. */
function buildPool(season: SeasonSnapshot, round: SnapshotRound, ids: readonly number[]): HindsightPlayer[] {
	const getPlayerRound = createPlayerRoundLookup(season, round);
	return ids.flatMap((id) => {
		const player = season.players.get(id);
		if (!player) return [];
		const { state, points } = getPlayerRound(id);
		const { name } = player;
		const squadId = getSquadInRound(player, round.id);
		const position = getPositionsInRound(player.positionHistory, round.id);
		return [
			{
				player: { id, name, squadId, position, cost: getRoundPrice(season, id, round) },
				points,
				hasPlayed: state === "played",
			},
		];
	});
}

/** Solves for the best team of a pool in a worker thread; null if none was proven to be the best in time. */
export type SolveBestTeam = (input: HindsightInput) => Promise<Lineup | null>;

/** Solves for the best team of a pool and scores it; null if the solver ran out of time. */
async function scoreBestTeam(
	input: HindsightInput,
	season: SeasonSnapshot,
	round: SnapshotRound,
	solveBestTeam: SolveBestTeam,
): Promise<BestTeam | null> {
	const team = await solveBestTeam(input);
	if (!team) return null;
	const positions = createPositionLookup(season, round.id);
	const { points } = scoreLineup(team, createPlayerRoundLookup(season, round), positions, season.rules);
	const cost = listPlayerIds(team).reduce((sum, id) => sum + getRoundPrice(season, id, round), 0);
	return { points, ...buildLineupView(team), cost };
}

export interface BestTeams {
	readonly fromOwnPlayers: BestTeam;
	/** From all players, for the money that the team had in its players and its bank; null if the bank is unknown. */
	readonly withinBudget: BestTeam | null;
}

/** Finds the best teams that a manager could have had in a finished round; null if the solver ran out of time. */
export async function findBestTeams(
	lineup: LineupRow,
	round: SnapshotRound,
	season: SeasonSnapshot,
	solveBestTeam: SolveBestTeam,
): Promise<BestTeams | null> {
	const { rules } = season;
	const ownPool = buildPool(season, round, lineup.slots);
	const fromOwnPlayers = await scoreBestTeam({ pool: ownPool, budget: null, rules }, season, round, solveBestTeam);
	if (!fromOwnPlayers) return null;
	if (lineup.bank === null) return { fromOwnPlayers, withinBudget: null };
	const budget = lineup.bank + lineup.slots.reduce((sum, id) => sum + getRoundPrice(season, id, round), 0);
	const eligible = [...season.players.values()].filter(({ fromRound }) => fromRound <= round.id).map(({ id }) => id);
	const fullPool = buildPool(season, round, [...new Set([...eligible, ...lineup.slots])]);
	const withinBudget = await scoreBestTeam({ pool: fullPool, budget, rules }, season, round, solveBestTeam);
	return withinBudget && { fromOwnPlayers, withinBudget };
}
