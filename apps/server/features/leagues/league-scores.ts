import type { Points, RoundId, TeamId } from "@first-bounce/rules/ids";
import type { TeamStanding } from "@first-bounce/rules/rankings/team-ranks";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import type { StandingsView } from "../match-day/standings/standings-view.ts";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";

/** A member with what her place on a ladder is decided by. */
export interface LeagueMember {
	readonly league_id: number;
	readonly team_id: TeamId;
	readonly user_id: number;
	readonly joined_no: number;
	readonly start_round_id: RoundId | null;
	readonly completed_at: Date | null;
}

/** Members of leagues, in the order they joined. */
export async function listMembers(db: Kysely<Tables>, leagueIds: readonly number[]): Promise<LeagueMember[]> {
	const { rows } = await sql<LeagueMember>`
		SELECT m.league_id, m.team_id, m.user_id, m.joined_no, t.start_round_id, t.completed_at
		FROM league_members m JOIN teams t ON t.id = m.team_id
		WHERE m.league_id = ANY (${leagueIds}::int[]) ORDER BY m.joined_no`.execute(db);
	return rows;
}

/** Up to which round a ladder counts: to date with what is being played, or as at the end of a complete round. */
export interface LadderCutoff {
	readonly roundId: RoundId;
	readonly isLive: boolean;
}

/** Null before any round has begun. A past round stands as it was published. */
export function getLadderCutoff(
	view: Pick<StandingsView, "roundId" | "isLive">,
	roundId: RoundId,
): LadderCutoff | null {
	if (roundId !== 0 && roundId !== view.roundId) return { roundId, isLive: false };
	return view.roundId === null ? null : { roundId: view.roundId, isLive: view.isLive };
}

interface PublishedPoints {
	readonly team_id: TeamId;
	readonly total: Points;
	readonly highest: Points;
	readonly last: Points | null;
}

/** Published points of some teams between two rounds. */
async function listPublishedPoints(
	db: Kysely<Tables>,
	seasonId: number,
	teamIds: readonly TeamId[],
	from: RoundId,
	to: RoundId,
): Promise<ReadonlyMap<TeamId, PublishedPoints>> {
	if (from > to || teamIds.length === 0) return new Map();
	const rounds = Array.from({ length: to - from + 1 }, (_, index) => from + index);
	const { rows } = await sql<PublishedPoints>`
		SELECT team_id, sum(points)::int AS total, max(points) AS highest,
			max(points) FILTER (WHERE round_id = ${to}) AS last
		FROM standings
		WHERE season_id = ${seasonId} AND round_id = ANY (${rounds}::int[]) AND team_id = ANY (${teamIds}::int[])
		GROUP BY team_id`.execute(db);
	return new Map(rows.map((row) => [row.team_id, row]));
}

/** A member's standing within her league; `standing` fits the rule that ranks. */
export interface LeagueStanding extends TeamStanding {
	readonly userId: number;
}

/**
 * Points of a league's members from its start round on, whenever one joined; rounds before a team's own start score 0
 * (decisions §8). To date they include the round in play.
 */
export async function computeLeagueStandings(
	{
		db,
		season,
		view,
	}: { readonly db: Kysely<Tables>; readonly season: SeasonSnapshot; readonly view: () => StandingsView },
	startId: RoundId,
	members: readonly LeagueMember[],
	upTo: LadderCutoff | null,
): Promise<LeagueStanding[]> {
	const to = upTo?.roundId ?? 0;
	const isLive = upTo?.isLive ?? false;
	const teamIds = members.map(({ team_id }) => team_id);
	const first = season.rounds[0]?.id ?? 1;
	// The standings to date hold it all in memory for a league that began with the season.
	const isInMemory = startId <= first && to !== 0 && to === view().roundId;
	const past = isInMemory
		? new Map<TeamId, PublishedPoints>()
		: await listPublishedPoints(db, season.seasonId, teamIds, startId, isLive ? to - 1 : to);
	const now = view();
	const counts = to >= startId;
	return members.map(({ team_id: teamId, user_id: userId, start_round_id, completed_at }) => {
		const scored = past.get(teamId);
		const live = isLive && counts ? (now.pointsOf(teamId) ?? null) : null;
		const total = isInMemory ? (now.totalOf(teamId) ?? 0) : (scored?.total ?? 0) + (live ?? 0);
		const highest = isInMemory
			? (now.highestOf(teamId) ?? 0)
			: Math.max(...[scored?.highest, live].filter(isScore), -1e9);
		const rounds = Math.max(1, to - Math.max(startId, start_round_id ?? startId) + 1);
		return {
			teamId,
			userId,
			totalPoints: total,
			averagePoints: total / rounds,
			highestRoundPoints: highest === -1e9 ? 0 : highest,
			roundPoints: isInMemory ? (now.pointsOf(teamId) ?? 0) : ((isLive ? live : scored?.last) ?? 0),
			completedAt: completed_at?.getTime() ?? Number.POSITIVE_INFINITY,
		};
	});
}

const isScore = (score: Points | null | undefined): score is Points => typeof score === "number";
