import type { UserId } from "@first-bounce/rules/ids";
import { type RankedStanding, type RankOrder, rankTeams } from "@first-bounce/rules/rankings/ranks";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import type { LeagueRow, LeagueServices } from "./league-row.ts";
import { computeLeagueStandings, type LadderCutoff, type LeagueStanding } from "./league-scores.ts";
import { findLastJoinedNo, listMembers } from "./queries.ts";

/** A league's members in the order of its ladder. */
export interface OpenLadderOrder {
	readonly ranked: readonly RankedStanding<LeagueStanding>[];
	readonly rankByUser: ReadonlyMap<UserId, number>;
}

/** For smaller leagues, computing the order is faster than the query that validates the cached one. */
export const MIN_CACHED_TEAMS = 200;

// Orders are cached per version of the standings, and dropped with it.
const cache = new WeakMap<StandingsView, Map<string, Promise<OpenLadderOrder>>>();

type Sources = Pick<LeagueServices, "db" | "seasons" | "view">;

async function computeOrder(
	sources: Sources,
	league: LeagueRow,
	order: RankOrder,
	upTo: LadderCutoff | null,
): Promise<OpenLadderOrder> {
	const { db, seasons, view } = sources;
	const members = await listMembers(db, [league.id]);
	const standings = await computeLeagueStandings(
		{ db, season: seasons.current(), view },
		league.start_id,
		members,
		upTo,
	);
	const ranked = rankTeams(standings, order);
	return { ranked, rankByUser: new Map(ranked.map(({ rank, standing }) => [standing.userId, rank])) };
}

/** Gets the ladder of a league by points. A large league's is cached until its members or the standings change. */
export async function getOpenLadderOrder(
	sources: Sources,
	league: LeagueRow,
	order: RankOrder,
	upTo: LadderCutoff | null,
): Promise<OpenLadderOrder> {
	if (league.num_teams < MIN_CACHED_TEAMS) return computeOrder(sources, league, order, upTo);
	const lastJoined = await findLastJoinedNo(sources.db, league.id);
	const view = sources.view();
	const orders = cache.get(view) ?? new Map<string, Promise<OpenLadderOrder>>();
	cache.set(view, orders);
	const key = `${league.id} ${league.start_id} ${order} ${upTo?.roundId} ${league.num_teams} ${lastJoined}`;
	const cached = orders.get(key);
	if (cached) return cached;
	const computed = computeOrder(sources, league, order, upTo);
	orders.set(key, computed);
	computed.catch(() => orders.delete(key));
	return computed;
}
