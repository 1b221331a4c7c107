import type { UserId } from "@first-bounce/rules/ids";
import { type RankedStanding, type RankOrder, rankTeams } from "@first-bounce/rules/rankings/ranks";
import { findLastJoinedNo, listMembers } from "./league-queries.ts";
import type { LeagueRow } from "./league-row.ts";
import {
	computeLeagueStandings,
	type LadderCutoff,
	type LadderSources,
	type LadderView,
	type LeagueStanding,
} from "./league-scores.ts";

export interface OpenLadderRanking {
	readonly ranked: readonly RankedStanding<LeagueStanding>[];
	readonly rankByUser: ReadonlyMap<UserId, number>;
}

/** In smaller leagues, ranking the teams is faster than the query that checks whether a cached ranking is still valid. */
export const MIN_CACHED_TEAMS = 200;

// Rankings are cached for each version of the standings, and dropped with it.
const cache = new WeakMap<LadderView, Map<string, Promise<OpenLadderRanking>>>();

async function computeRanking(
	sources: LadderSources,
	league: LeagueRow,
	order: RankOrder,
	cutoff: LadderCutoff | null,
): Promise<OpenLadderRanking> {
	const members = await listMembers(sources.db, [league.id]);
	const standings = await computeLeagueStandings(sources, league, members, cutoff);
	const ranked = rankTeams(standings, order);
	return { ranked, rankByUser: new Map(ranked.map(({ rank, standing }) => [standing.userId, rank])) };
}

/** Ranks a league by points. The ranking of a large league is cached until its members or the standings change. */
export async function getOpenLadderRanking(
	sources: LadderSources,
	league: LeagueRow,
	order: RankOrder,
	cutoff: LadderCutoff | null,
): Promise<OpenLadderRanking> {
	if (league.num_teams < MIN_CACHED_TEAMS) return computeRanking(sources, league, order, cutoff);
	const lastJoined = await findLastJoinedNo(sources.db, league.id);
	const view = sources.view();
	const rankings = cache.get(view) ?? new Map<string, Promise<OpenLadderRanking>>();
	cache.set(view, rankings);
	const key = `${league.id} ${league.start_id} ${order} ${cutoff?.roundId} ${league.num_teams} ${lastJoined}`;
	const cached = rankings.get(key);
	if (cached) return cached;
	const computed = computeRanking(sources, league, order, cutoff);
	rankings.set(key, computed);
	computed.catch(() => rankings.delete(key));
	return computed;
}
