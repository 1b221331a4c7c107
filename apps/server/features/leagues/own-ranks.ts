import type { RoundId, UserId } from "@first-bounce/rules/ids";
import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import { computeH2hLadder, findRank } from "./head-to-head/h2h-ladder.ts";
import { listMatches } from "./head-to-head/match-up-queries.ts";
import { type LeagueMember, listMembers } from "./league-queries.ts";
import type { LeagueRow } from "./league-row.ts";
import { computeLeagueStandings, getLadderCutoff, type LadderCutoff, type LadderSources } from "./league-scores.ts";
import { getOpenLadderRanking, MIN_CACHED_TEAMS } from "./open-ladder-ranking.ts";

const getIds = (leagues: readonly LeagueRow[]) => leagues.map(({ id }) => id);
const groupByLeague = <Row extends { readonly league_id: number }>(rows: readonly Row[]) =>
	Map.groupBy(rows, ({ league_id }) => league_id);

async function computeOpenRank(
	sources: LadderSources,
	league: LeagueRow,
	members: readonly LeagueMember[],
	cutoff: LadderCutoff,
	userId: UserId,
): Promise<number | null> {
	const standings = await computeLeagueStandings(sources, league.start_id, members, cutoff);
	const ranked = rankTeams(standings, "totalPoints").find(({ standing }) => standing.userId === userId);
	return ranked?.rank ?? null;
}

/**
 * Lists a user's rank in each of the leagues, by league id: at the end of a round, or to date for round 0. Leagues that
 * have not started scoring are left out.
 */
export async function listOwnRanks(
	sources: LadderSources,
	leagues: readonly LeagueRow[],
	userId: UserId,
	roundId: RoundId = 0,
): Promise<ReadonlyMap<number, number>> {
	const { db, season, view } = sources;
	const cutoff = getLadderCutoff(view(), roundId);
	const startedLeagues = leagues.filter(({ start_id }) => cutoff !== null && start_id <= cutoff.roundId);
	if (!cutoff || startedLeagues.length === 0) return new Map();
	const largeLeagues = startedLeagues.filter(({ num_teams }) => num_teams >= MIN_CACHED_TEAMS);
	const smallLeagues = startedLeagues.filter(({ num_teams }) => num_teams < MIN_CACHED_TEAMS);
	const h2hLeagues = startedLeagues.filter(({ type }) => type === "h2h");
	const [memberRows, matchRows] = await Promise.all([
		listMembers(db, getIds(smallLeagues)),
		listMatches(db, getIds(h2hLeagues), cutoff.roundId),
	]);
	const members = groupByLeague(memberRows);
	const matches = groupByLeague(matchRows);
	const ranks = new Map<number, number>();
	for (const league of smallLeagues) {
		const leagueMembers = members.get(league.id) ?? [];
		const ladderContext = { season, view: view(), roundId };
		const rank =
			league.type === "h2h"
				? findRank(
						computeH2hLadder(league, leagueMembers, matches.get(league.id) ?? [], ladderContext).rows,
						leagueMembers,
						userId,
					)
				: await computeOpenRank(sources, league, leagueMembers, cutoff, userId);
		if (rank !== null) ranks.set(league.id, rank);
	}
	for (const league of largeLeagues) {
		const rank = (await getOpenLadderRanking(sources, league, "totalPoints", cutoff)).rankByUser.get(userId);
		if (rank !== undefined) ranks.set(league.id, rank);
	}
	return ranks;
}
