import type { PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import type { FormerSquad } from "@first-bounce/rules/season-changes/clubs";
import type { PositionHistory } from "@first-bounce/rules/season-changes/positions";
import { type NotNull, sql } from "kysely";
import { listRows } from "../../db/rows.ts";
import type { Db, OptionalRow, RoundKey, Row } from "../../db/tables/tables.ts";

export type PastSeasonRow = Row<"seasons", "id" | "name"> &
	OptionalRow<"standings", "total_points"> & {
		/** The number of ranked teams. */
		readonly teams: number;
		/** The viewer's final rank, like the points null if the viewer has no ranked team. */
		readonly rank: number | null;
	};

/** Lists closed seasons, newest first, with the viewer's final rank in each; demo seasons only if `includesDemo`. */
export const listPastSeasonRows = (db: Db, viewerId: UserId | null, includesDemo: boolean) =>
	listRows(db)<PastSeasonRow>`
		SELECT s.id, s.name, own.overall_rank AS rank, own.total_points,
			coalesce((SELECT max(overall_rank) FROM standings WHERE season_id = s.id AND round_id = s.last_round), 0) AS teams
		FROM (SELECT id, name, is_demo, status, (rules ->> 'lastRound')::int AS last_round FROM seasons) AS s
		LEFT JOIN teams AS t ON t.season_id = s.id AND t.user_id = ${viewerId}
		LEFT JOIN standings AS own ON own.season_id = s.id AND own.round_id = s.last_round AND own.team_id = t.id
		WHERE s.status = 'closed' AND (${includesDemo} OR NOT s.is_demo)
		ORDER BY s.id DESC`;

export const listRoundIds = (db: Db, seasonId: number, lastRound: RoundId) =>
	db
		.selectFrom("rounds")
		.where("season_id", "=", seasonId)
		.where("id", "<=", lastRound)
		.select("id")
		.orderBy("id")
		.execute();

/** The columns of standings that a classic team always has. */
interface RankedColumns {
	readonly totalPoints: NotNull;
	readonly roundRank: NotNull;
	readonly overallRank: NotNull;
}

/** Lists a classic team's published standings, by round. */
export const listTeamStandings = (db: Db, seasonId: number, teamId: TeamId) =>
	db
		.selectFrom("standings")
		.where("season_id", "=", seasonId)
		.where("team_id", "=", teamId)
		.select([
			"round_id as roundId",
			"points",
			"total_points as totalPoints",
			"round_rank as roundRank",
			"overall_rank as overallRank",
		])
		.orderBy("round_id")
		.$narrowType<RankedColumns>()
		.execute();

const selectStandings = (db: Db, { seasonId, roundId }: RoundKey) =>
	db
		.selectFrom("standings")
		.innerJoin("teams", "teams.id", "standings.team_id")
		.leftJoin("standings as previous", (join) =>
			join
				.onRef("previous.team_id", "=", "standings.team_id")
				.on("previous.season_id", "=", seasonId)
				.on("previous.round_id", "=", roundId - 1),
		)
		.where("standings.season_id", "=", seasonId)
		.where("standings.round_id", "=", roundId)
		.select([
			"standings.team_id as teamId",
			"standings.points as roundPoints",
			"standings.round_rank as roundRank",
			"standings.total_points as totalPoints",
			"standings.highest_points as highestRoundPoints",
			"standings.overall_rank as overallRank",
			"previous.overall_rank as previousRank",
			"standings.team_value as teamValue",
			"teams.start_round_id as startRoundId",
		])
		.where("standings.overall_rank", "is not", null)
		.$narrowType<RankedColumns & { readonly highestRoundPoints: NotNull; readonly teamValue: NotNull }>();

/** Lists the standings of a round with ranks from `after` + 1 to `upTo`, best first. */
export const listStandingsByRank = (
	db: Db,
	round: RoundKey,
	{ after, upTo }: { readonly after: number; readonly upTo: number },
) =>
	selectStandings(db, round)
		.where("standings.overall_rank", ">", after)
		.where("standings.overall_rank", "<=", upTo)
		.orderBy("standings.overall_rank")
		.execute();

/** Lists the standings of these teams in a round; draft teams have none. */
export const listStandingsOfTeams = (db: Db, round: RoundKey, teamIds: readonly TeamId[]) =>
	selectStandings(db, round).where("standings.team_id", "=", sql<number>`ANY (${teamIds}::int[])`).execute();

/** Counts the ranked teams: the last rank is their number, because ranks have no ties. */
export async function countStandings(db: Db, seasonId: number, roundId: RoundId): Promise<number> {
	const row = await db
		.selectFrom("standings")
		.where("season_id", "=", seasonId)
		.where("round_id", "=", roundId)
		.where("overall_rank", "is not", null)
		.select("overall_rank")
		.orderBy("overall_rank", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.overall_rank ?? 0;
}

/** Finds the line-up that counted for a team in a round; undefined before the team's first line-up. */
export const findLineupInRound = (db: Db, teamId: TeamId, roundId: RoundId) =>
	db
		.selectFrom("lineups")
		.where("team_id", "=", teamId)
		.where("round_id", "<=", roundId)
		.select(["slots", "captain_id as captainId", "vice_captain_id as viceCaptainId", "emergency"])
		.orderBy("round_id", "desc")
		.limit(1)
		.executeTakeFirst();

export type PastPlayerRow = Row<"players", "id" | "first_name" | "last_name" | "squad_id"> & {
	readonly former_squads: readonly FormerSquad[];
	readonly position_history: PositionHistory;
};

export const listPlayers = (db: Db, seasonId: number, ids: readonly PlayerId[]): Promise<PastPlayerRow[]> =>
	listRows(db)<PastPlayerRow>`
		SELECT p.id, p.first_name, p.last_name, p.squad_id, (
			SELECT coalesce(json_agg(json_build_object('untilRound', f.until_round, 'squadId', f.squad_id)
				ORDER BY f.until_round), '[]')
			FROM former_squads AS f WHERE f.season_id = p.season_id AND f.player_id = p.id) AS former_squads, json_build_object('latest', p.positions, 'previous', (
			SELECT coalesce(json_agg(json_build_object('untilRound', f.until_round, 'positions', f.positions)
				ORDER BY f.until_round), '[]')
			FROM former_positions AS f WHERE f.season_id = p.season_id AND f.player_id = p.id)) AS position_history
		FROM players AS p WHERE p.season_id = ${seasonId} AND p.id = ANY (${ids}::int[])`;

export const listSquads = (db: Db, seasonId: number) =>
	db.selectFrom("squads").where("season_id", "=", seasonId).select(["id", "abbreviation"]).execute();

export const listStatLines = (db: Db, seasonId: number, roundId: RoundId, playerIds: readonly PlayerId[]) =>
	db
		.selectFrom("stat_lines")
		.innerJoin("matches", (join) =>
			join.onRef("matches.season_id", "=", "stat_lines.season_id").onRef("matches.id", "=", "stat_lines.match_id"),
		)
		.where("stat_lines.season_id", "=", seasonId)
		.where("matches.round_id", "=", roundId)
		.where("stat_lines.player_id", "in", playerIds)
		.selectAll("stat_lines")
		.execute();
