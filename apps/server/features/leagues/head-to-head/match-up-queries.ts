import { MAX_INT } from "@first-bounce/contract/constants";
import type { Points, RoundId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { sql, type Transaction } from "kysely";
import { findRow, listRows, listValues } from "../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";
import type { PublishedRound } from "../cup/queries.ts";
import type { LeagueRow } from "../league-row.ts";

export type LeagueMatchUp = Row<
	"league_matches",
	| "league_id"
	| "round_id"
	| "place"
	| "is_grand_final"
	| "is_semi_final"
	| "is_consolation"
	| "home_points"
	| "away_points"
> & {
	readonly home: TeamId;
	readonly away: TeamId;
	/** In the first regular match-up of a round, the team that plays against the league's average; otherwise null. */
	readonly bye_team_id: TeamId | null;
	readonly bye_points: Points | null;
};

/**
 * The team that plays against the average in the round of `m`, the first regular match-up of league `l` in a round. There is one
 * at most, because the league's other teams are paired.
 */
export const AVERAGE_TEAM = sql`
	SELECT t.id AS team_id, s.points
	FROM teams t LEFT JOIN standings s ON s.season_id = m.season_id AND s.round_id = m.round_id AND s.team_id = t.id
	WHERE l.average_game AND m.place = 0 AND NOT (m.is_grand_final OR m.is_semi_final OR m.is_consolation)
		AND t.league_id = l.id AND NOT EXISTS (SELECT FROM league_matches o
			WHERE o.league_id = m.league_id AND o.round_id = m.round_id AND t.id IN (o.home_team_id, o.away_team_id))
	LIMIT 1`;

/** Lists the match-ups of leagues, up to a round if it is given, in the order of league, round and place. */
export async function listLeagueMatchUps(
	db: Db,
	leagueIds: readonly number[],
	lastRound: RoundId = MAX_INT,
): Promise<LeagueMatchUp[]> {
	if (leagueIds.length === 0) return [];
	return listRows(db)<LeagueMatchUp>`
		SELECT m.league_id, m.round_id, m.place, m.home_team_id AS home, m.away_team_id AS away, m.is_grand_final,
			m.is_semi_final, m.is_consolation, m.home_points, m.away_points, b.team_id AS bye_team_id, b.points AS bye_points
		FROM league_matches m JOIN leagues l ON l.id = m.league_id LEFT JOIN LATERAL (${AVERAGE_TEAM}) b ON true
		WHERE m.league_id = ANY (${leagueIds}::int[]) AND m.round_id <= ${lastRound}
		ORDER BY m.league_id, m.round_id, m.place`;
}

/** Lists a league's teams: those of its members in the order they joined, and all teams of a draft league. */
export const listTeamIds = (trx: Db, league: Pick<LeagueRow, "id" | "class">): Promise<TeamId[]> =>
	league.class === "draft"
		? listValues(trx)<TeamId>`SELECT id FROM teams WHERE league_id = ${league.id} ORDER BY id`
		: listValues(trx)<TeamId>`SELECT team_id FROM league_members WHERE league_id = ${league.id} ORDER BY joined_no`;

export interface LeaguesToStartQuery {
	readonly seasonId: number;
	/** The latest round that has started. */
	readonly startedRound: RoundId;
	/** Whether a league with one member, or with a draft that is not complete, can start a round later. */
	readonly canMove: boolean;
	readonly afterId: number;
	readonly limit: number;
}

/**
 * Lists leagues whose start round has started, in the order of ids: head-to-head leagues without a fixture, and leagues whose
 * start moves because they have one member or have not drafted yet. An elimination league that the others have left since it
 * started has a winner, so it is not listed.
 */
export const listLeaguesToStart = (db: Db, { seasonId, startedRound, canMove, afterId, limit }: LeaguesToStartQuery) =>
	listValues(db)<number>`
		SELECT id FROM leagues
		WHERE season_id = ${seasonId} AND deleted_at IS NULL AND start_id <= ${startedRound} AND id > ${afterId}
			AND (type = 'h2h' AND class = 'regular' AND drawn_at IS NULL AND num_teams >= ${canMove ? 1 : 2}
				OR ${canMove} AND type = 'elimination' AND num_teams = 1 AND NOT EXISTS (SELECT FROM league_events e
					WHERE e.league_id = leagues.id AND e.kind IN ('left', 'removed') AND e.data ? 'teamId')
				OR ${canMove} AND class = 'draft' AND drawn_at IS NULL AND NOT is_mock)
		ORDER BY id LIMIT ${limit}`;

/** Locks a league's row and returns it; undefined if the league has a fixture, is deleted or starts later by now. */
export const lockLeagueToStart = (trx: Transaction<Tables>, id: number, startedRound: RoundId) =>
	findRow(trx)<Row<"leagues">>`
		SELECT * FROM leagues WHERE id = ${id} AND drawn_at IS NULL AND deleted_at IS NULL AND start_id <= ${startedRound}
		FOR UPDATE`;

export interface FinalsQuery {
	readonly seasonId: number;
	readonly roundId: RoundId;
	/** True for semi-finals, which only leagues with a finals series play; false for the grand final. */
	readonly isSemiFinal: boolean;
	/** Only this league; null for all. */
	readonly leagueId: number | null;
	readonly afterId: number;
	readonly limit: number;
}

type FinalsLeague = Pick<
	LeagueRow,
	"id" | "start_id" | "finals" | "finals_series" | "consolation_games" | "median_game" | "tiebreaker"
>;

/** Lists leagues that play finals but have no match-up yet in this round of finals, in the order of ids. */
export const listLeaguesWithoutFinals = (db: Db, query: FinalsQuery) =>
	listRows(db)<FinalsLeague>`
		SELECT id, start_id, finals, finals_series, consolation_games, median_game, tiebreaker FROM leagues l
		WHERE season_id = ${query.seasonId} AND finals AND drawn_at IS NOT NULL AND deleted_at IS NULL
			AND start_id < ${query.roundId} AND id > ${query.afterId} AND (finals_series OR NOT ${query.isSemiFinal})
			AND id = coalesce(${query.leagueId}::int, id)
			AND NOT EXISTS (SELECT FROM league_matches m WHERE m.league_id = l.id AND m.round_id = ${query.roundId})
		ORDER BY id LIMIT ${query.limit}`;

/** A match-up in a round of finals: a semi-final, the grand final or a consolation game. */
export interface FinalsMatchUp {
	readonly leagueId: number;
	readonly place: number;
	readonly isConsolation: boolean;
	readonly home: TeamId;
	readonly away: TeamId;
}

/** Adds finals and consolation games to fixtures. Leagues that have one at the same place keep it. */
export async function insertFinals(
	db: Db,
	{ seasonId, roundId, isSemiFinal }: Pick<FinalsQuery, "seasonId" | "roundId" | "isSemiFinal">,
	finals: readonly FinalsMatchUp[],
): Promise<void> {
	if (finals.length === 0) return;
	await db
		.insertInto("league_matches")
		.values(
			finals.map(({ leagueId, place, isConsolation, home, away }) => ({
				league_id: leagueId,
				season_id: seasonId,
				round_id: roundId,
				place,
				is_grand_final: !isSemiFinal && !isConsolation,
				is_semi_final: isSemiFinal && !isConsolation,
				is_consolation: isConsolation,
				home_team_id: home,
				away_team_id: away,
			})),
		)
		.onConflict((conflict) => conflict.columns(["league_id", "round_id", "place"]).doNothing())
		.execute();
}

/** Copies the points of a round's standings to the match-ups of every league. A team without a standing scores 0. */
export async function updateMatchUpPoints(trx: Db, { seasonId, roundId, standings }: PublishedRound): Promise<void> {
	const table = sql.table(standings);
	await sql`
		UPDATE league_matches AS m SET home_points = coalesce(h.points, 0), away_points = coalesce(a.points, 0)
		FROM league_matches AS g
			LEFT JOIN ${table} AS h
				ON h.season_id = ${seasonId} AND h.round_id = ${roundId} AND h.team_id = g.home_team_id
			LEFT JOIN ${table} AS a
				ON a.season_id = ${seasonId} AND a.round_id = ${roundId} AND a.team_id = g.away_team_id
		WHERE g.season_id = ${seasonId} AND g.round_id = ${roundId}
			AND m.league_id = g.league_id AND m.round_id = g.round_id AND m.place = g.place
			AND (m.home_points, m.away_points) IS DISTINCT FROM (coalesce(h.points, 0), coalesce(a.points, 0))`.execute(trx);
}

/**
 * Deletes the finals and consolation games of later rounds that have not started. A round has started at the start time of its
 * first match, even if no feed has reported it, and stays started if that match is postponed.
 */
export const deleteUpcomingFinals = (trx: Db, seasonId: number, roundId: RoundId, now: SeasonTime) =>
	sql`
		DELETE FROM league_matches AS m USING rounds AS r
		WHERE m.season_id = ${seasonId} AND (m.is_grand_final OR m.is_semi_final OR m.is_consolation)
			AND r.season_id = ${seasonId} AND r.id = m.round_id AND r.status = 'scheduled' AND r.locked_squads = '{}'
			AND m.round_id > ${roundId}
			AND NOT EXISTS (SELECT FROM matches AS played WHERE played.season_id = r.season_id AND played.round_id = r.id
				AND played.starts_at <= ${new Date(now)})`.execute(trx);
