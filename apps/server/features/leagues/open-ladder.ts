import type { SuccessOf } from "@first-bounce/contract/call";
import type { showRankings } from "@first-bounce/contract/stats/rankings";
import type { RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { applyDirection, type RankedStanding } from "@first-bounce/rules/rankings/ranks";
import { findRound } from "@first-bounce/rules/round/round";
import { refuse } from "../../plugins/refusal.ts";
import { buildRankingRow, type RankedTeam } from "../rankings/ranking-row.ts";
import type { RankingQuery } from "../rankings/rankings-page.ts";
import type { TeamDirectories } from "../rankings/team-directories.ts";
import type { LeagueServices } from "./league-row.ts";
import { getLadderCutoff, type LeagueStanding } from "./league-scores.ts";
import { listTeamOwners } from "./members/team-owners.ts";
import { getOpenLadderRanking } from "./open-ladder-ranking.ts";
import { getReadableLeague, MAX_PAGE_ROWS } from "./service.ts";

/** Gets a page of a league's ladder by points, for viewers who may read it. `rank` is the rank within the league. */
export async function getOpenLadder(
	services: LeagueServices & { readonly directories: TeamDirectories },
	leagueId: number,
	{ page, roundId, order, direction, limit }: RankingQuery,
	userId: UserId | null,
): Promise<SuccessOf<typeof showRankings>> {
	const league = await getReadableLeague(services, userId, leagueId);
	const season = services.seasons.current();
	if (roundId !== 0 && !findRound(season.rounds, roundId)) throw refuse(404, "round-unknown");
	const cutoff = getLadderCutoff(services.view(), roundId);
	const { ranked, rankByUser } = await getOpenLadderRanking({ ...services, season }, league, order, cutoff);
	const pageSize = Math.min(limit, MAX_PAGE_ROWS);
	const shown = applyDirection(ranked, direction).slice((page - 1) * pageSize, page * pageSize);
	const ownRank = userId === null ? undefined : rankByUser.get(userId);
	const ownStanding = ownRank === undefined ? undefined : ranked[ownRank - 1];
	const countedRounds = { from: league.start_id, to: cutoff?.roundId ?? 0 };
	const directory = await services.directories.load(season);
	const teamIds = ranked.map(({ standing }) => standing.teamId);
	// The directory has classic teams only.
	const draftOwners = league.class === "draft" ? await listTeamOwners(services.db, teamIds, userId) : null;
	const getOwner = (teamId: TeamId) => {
		const owner = draftOwners?.get(teamId);
		return owner ? { ...owner, startRoundId: league.start_id, value: 0 } : directory.getOwner(teamId);
	};
	const buildRow = (standing: RankedStanding<LeagueStanding>) =>
		buildRankingRow(
			buildRankedTeam(standing, services, countedRounds.to),
			getOwner(standing.standing.teamId),
			countedRounds,
			userId,
		);
	return {
		rankings: shown.map(buildRow),
		nextPage: page * pageSize < ranked.length ? page + 1 : null,
		currentUserRanking: ownStanding ? buildRow(ownStanding) : null,
		isLive: cutoff?.isLive ?? false,
		total: ranked.length,
	};
}

/** Builds a team whose points count within the league, but whose round and overall ranks are those among all teams to date. */
function buildRankedTeam(
	{ rank, standing }: RankedStanding<LeagueStanding>,
	{ view }: LeagueServices,
	roundId: RoundId,
): RankedTeam {
	const { teamId, roundPoints, totalPoints, highestRoundPoints } = standing;
	const isCurrent = view().roundId === roundId;
	return {
		rank,
		teamId,
		roundPoints,
		totalPoints,
		highestRoundPoints,
		roundRank: isCurrent ? (view().getRoundRank(teamId) ?? 0) : 0,
		overallRank: view().getOverallRank(teamId) ?? 0,
		teamValue: null,
	};
}
