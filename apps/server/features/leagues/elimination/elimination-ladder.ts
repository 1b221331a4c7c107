import type { SuccessOf } from "@first-bounce/contract/call";
import type { EliminationRanking, showEliminationLadder } from "@first-bounce/contract/leagues/league-ladder";
import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { sum } from "@first-bounce/rules/numbers";
import { findRound } from "@first-bounce/rules/round/round";
import { refuse } from "../../../plugins/refusal.ts";
import { type LeagueElimination, listLeaguePoints, loadEliminations } from "../../standings/load-eliminations.ts";
import { buildVisibleSide, loadTeams, type MatchUpServices } from "../head-to-head/match-ups.ts";
import type { LeagueRow } from "../league-row.ts";
import { listTeamOwners, type TeamOwner } from "../members/team-owners.ts";
import { getReadableLeague } from "../service.ts";

type Success = SuccessOf<typeof showEliminationLadder>;

function buildRankings(
	elimination: LeagueElimination,
	{ start_id: startId }: LeagueRow,
	owners: ReadonlyMap<number, TeamOwner>,
	viewerId: UserId | null,
): EliminationRanking[] {
	const { live, rounds, out, order } = elimination;
	const lastRound = live ?? rounds.at(-1);
	const hasStarted = lastRound !== undefined && lastRound.roundId >= startId;
	return order.flatMap((teamId, index) => {
		const owner = owners.get(teamId);
		if (!owner) return [];
		const eliminatedIn = out.find((team) => team.teamId === teamId);
		const points = hasStarted ? (lastRound.points.get(teamId) ?? 0) : null;
		return [
			{
				...owner,
				rank: index + 1,
				roundPoints: eliminatedIn ? eliminatedIn.points : points,
				totalPoints: sum(listLeaguePoints(elimination, startId, teamId)),
				out: eliminatedIn ? { roundId: eliminatedIn.roundId, reason: eliminatedIn.reason } : null,
				isCurrentLeagueUser: owner.userId === viewerId,
			},
		];
	});
}

/** Builds the line-ups of the teams that are alive while a round is played, as the viewer may see them. */
async function buildLineups(
	services: MatchUpServices,
	viewerId: UserId | null,
	{ alive, live, dangerCount }: LeagueElimination,
	owners: ReadonlyMap<number, TeamOwner>,
): Promise<Success["lineups"]> {
	const round = findRound(services.seasons.current().rounds, live?.roundId);
	// If nobody goes out in this round, there are no chances to survive it.
	if (!round || dangerCount === 0) return [];
	const aliveOwners = alive.flatMap((teamId) => owners.get(teamId) ?? []);
	const teams = await loadTeams(services.teams, aliveOwners);
	return aliveOwners.flatMap(({ teamId }) => {
		const team = teams.get(teamId);
		if (!team) return [];
		const { isComplete: _, substitutions: __, ...side } = buildVisibleSide(services, viewerId, team, round);
		return [{ teamId, ...side }];
	});
}

/** Gets the ladder of an elimination league, for viewers who may read it. */
export async function getEliminationLadder(
	services: MatchUpServices,
	viewerId: UserId | null,
	{ leagueId, roundId }: { readonly leagueId: number; readonly roundId: RoundId },
): Promise<Success> {
	const league = await getReadableLeague(services, viewerId, leagueId);
	if (league.type !== "elimination") throw refuse(422, "league-not-elimination");
	if (roundId !== 0 && !findRound(services.seasons.current().rounds, roundId)) throw refuse(404, "round-unknown");
	const sources = { ...services, season: services.seasons.current() };
	const elimination = (await loadEliminations(sources, [league], roundId)).get(league.id);
	if (!elimination) throw new Error(`League ${league.id} was not computed`);
	const owners = await listTeamOwners(services.db, elimination.order, viewerId);
	const rankings = buildRankings(elimination, league, owners, viewerId);
	const lastRoundId = (elimination.live ?? elimination.rounds.at(-1))?.roundId ?? 0;
	return {
		rankings,
		currentUserRanking: rankings.find(({ isCurrentLeagueUser }) => isCurrentLeagueUser) ?? null,
		roundId: lastRoundId >= league.start_id ? lastRoundId : null,
		isLive: elimination.live !== null,
		winnerTeamId: elimination.winnerTeamId,
		inDanger: elimination.dangerCount,
		lineups: await buildLineups(services, viewerId, elimination, owners),
	};
}
