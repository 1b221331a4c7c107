import type { UserId } from "@first-bounce/rules/ids";
import { type RankedStanding, type RankOrder, rankTeams } from "@first-bounce/rules/rankings/team-ranks";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import type { LeagueRow, LeagueServices } from "./league-row.ts";
import { computeLeagueStandings, type LadderCutoff, type LeagueStanding, listMembers } from "./league-scores.ts";

/** A league's members in the order of its ladder. */
export interface OpenLadderOrder {
	readonly ranked: readonly RankedStanding<LeagueStanding>[];
	readonly rankOf: ReadonlyMap<UserId, number>;
}

/** Below it working an order out is quicker than asking whether the last one still holds. */
export const MIN_CACHED_TEAMS = 200;

// One version of the standings keeps its orders for as long as it is shown.
const cache = new WeakMap<StandingsView, Map<string, Promise<OpenLadderOrder>>>();

/** Changes whenever anybody joins or leaves. */
async function getMembershipKey(db: Kysely<Tables>, { id, num_teams }: LeagueRow): Promise<string> {
	const { rows } = await sql<{ last: number | null }>`
		SELECT max(joined_no) AS last FROM league_members WHERE league_id = ${id}`.execute(db);
	return `${num_teams} ${rows[0]?.last ?? 0}`;
}

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
	return { ranked, rankOf: new Map(ranked.map(({ rank, standing }) => [standing.userId, rank])) };
}

/** The ladder of a league by points; a large league's is kept until its members or the standings change. */
export async function getOpenLadderOrder(
	sources: Sources,
	league: LeagueRow,
	order: RankOrder,
	upTo: LadderCutoff | null,
): Promise<OpenLadderOrder> {
	if (league.num_teams < MIN_CACHED_TEAMS) return computeOrder(sources, league, order, upTo);
	const members = await getMembershipKey(sources.db, league);
	const view = sources.view();
	const orders = cache.get(view) ?? new Map<string, Promise<OpenLadderOrder>>();
	cache.set(view, orders);
	const key = `${league.id} ${league.start_id} ${order} ${upTo?.roundId} ${members}`;
	const kept = orders.get(key);
	if (kept) return kept;
	const found = computeOrder(sources, league, order, upTo);
	orders.set(key, found);
	found.catch(() => orders.delete(key));
	return found;
}
