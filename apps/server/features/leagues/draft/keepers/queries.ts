import type { CarriedPlayer, TradedPick } from "@first-bounce/rules/draft/keepers";
import type { PlayerId, RoundId, TeamId, UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { findRow, hasRow, listRows } from "../../../../db/rows.ts";
import type { Db, Row } from "../../../../db/tables/tables.ts";

/** A player of a continued squad, with her team in the new league. */
export interface SquadPlayer extends Omit<CarriedPlayer, "playerId"> {
	readonly teamId: TeamId;
	/** Null while she has not been found in this season's list. */
	readonly playerId: PlayerId | null;
	readonly firstName: string;
	readonly lastName: string;
	/** Whether an operator still has to find her. */
	readonly isWaiting: boolean;
}

/**
 * Lists the squads that a league's teams had at the end of last season. With `isNext`, their present squads, from which the next
 * draft's keepers will come.
 */
export async function listSquadPlayers(
	db: Db,
	leagueId: number,
	{ seasonId, isNext }: { readonly seasonId: number; readonly isNext: boolean },
): Promise<SquadPlayer[]> {
	const matchedId = isNext ? sql`o.player_id` : sql`m.player_id`;
	return listRows(db)<SquadPlayer>`
		WITH teams_of AS (
			SELECT s.team_id, ${isNext ? sql`s.team_id` : sql`s.previous_team_id`} AS squad_of FROM draft_seats s WHERE s.league_id = ${leagueId}),
		owned AS (
			SELECT DISTINCT ON (v.league_id, v.player_id) v.id, v.league_id, v.player_id, v.to_team_id FROM player_moves v
			WHERE v.league_id IN (SELECT t.league_id FROM teams_of x JOIN teams t ON t.id = x.squad_of)
			ORDER BY v.league_id, v.player_id, v.id DESC)
		SELECT x.team_id AS "teamId", ${matchedId} AS "playerId", p.first_name AS "firstName", p.last_name AS "lastName",
			${isNext ? sql`false` : sql`m.method IS NULL`} AS "isWaiting",
			d.round AS "pickedRound", coalesce(d.kept_years, 0) AS "yearsKept"
		FROM teams_of x JOIN owned o ON o.to_team_id = x.squad_of JOIN leagues l ON l.id = o.league_id
			JOIN players p ON p.season_id = l.season_id AND p.id = o.player_id
			LEFT JOIN draft_picks d ON d.league_id = o.league_id AND d.player_id = o.player_id
			LEFT JOIN person_matches m ON m.season_id = ${seasonId} AND m.previous_player_id = o.player_id
		ORDER BY x.team_id, o.id`;
}

/** Lists the picks of a league's draft with their owners after last season's trades. With `isNext`, those of its next draft. */
export const listTradedPicks = (db: Db, leagueId: number, isNext: boolean): Promise<TradedPick[]> =>
	listRows(db)<TradedPick>`
		WITH teams_of AS (
			SELECT s.team_id, ${isNext ? sql`s.team_id` : sql`s.previous_team_id`} AS previous FROM draft_seats s WHERE s.league_id = ${leagueId})
		SELECT f.round, origin.team_id AS "originalTeamId", owner.team_id AS "teamId"
		FROM future_picks f JOIN teams_of origin ON origin.previous = f.original_team_id JOIN teams_of owner ON owner.previous = f.team_id
		ORDER BY f.round, f.original_team_id`;

/** Makes the picks of the draft after a league's season, unless they exist. */
export const insertFuturePicks = (trx: Db, leagueId: number, rounds: number) =>
	sql`INSERT INTO future_picks (league_id, round, original_team_id, team_id)
		SELECT s.league_id, r, s.team_id, s.team_id FROM draft_seats s CROSS JOIN generate_series(1, ${rounds}::int) AS r
		WHERE s.league_id = ${leagueId} ON CONFLICT DO NOTHING`.execute(trx);

export const deleteFuturePicks = (trx: Db, leagueId: number) =>
	trx.deleteFrom("future_picks").where("league_id", "=", leagueId).execute();

export type EndedLeague = Row<"leagues">;

/**
 * Lists the keeper and dynasty leagues of the previous season that have drafted and are not continued yet, by id. Those of a demo
 * season are not continued.
 */
export const listLeaguesToContinue = (trx: Db, seasonId: number): Promise<EndedLeague[]> =>
	listRows(trx)<EndedLeague>`
		SELECT l.* FROM leagues l JOIN drafts d ON d.league_id = l.id JOIN seasons s ON s.id = l.season_id
		WHERE l.class = 'draft' AND NOT l.is_mock AND l.deleted_at IS NULL AND d.format <> 'redraft' AND d.state = 'complete'
			AND NOT s.is_demo AND s.id = (SELECT max(id) FROM seasons WHERE id < ${seasonId} AND status = 'closed')
			AND NOT EXISTS (SELECT FROM leagues n WHERE n.regenerated_from = l.id)
		ORDER BY l.id`;

/** A team of last season with its manager, if her account is active. */
export interface EndedTeam extends Row<"teams", "id" | "name" | "colour" | "is_robot"> {
	readonly user_id: UserId | null;
	readonly is_commissioner: boolean;
	readonly deputy_place: number | null;
	readonly deputy_since: Date | null;
}

/** Lists the teams of an ended league: those of active managers in the order in which they joined, then the others. */
export const listEndedTeams = (trx: Db, leagueId: number): Promise<EndedTeam[]> =>
	listRows(trx)<EndedTeam>`
		SELECT t.id, t.name, t.colour, t.is_robot, u.id AS user_id, m.deputy_place, m.deputy_since,
			u.id IS NOT NULL AND u.id = l.commissioner_id AS is_commissioner
		FROM teams t JOIN draft_seats s ON s.team_id = t.id JOIN leagues l ON l.id = t.league_id
			LEFT JOIN league_members m ON m.league_id = l.id AND m.team_id = t.id
			LEFT JOIN users u ON u.id = m.user_id AND u.is_active
		WHERE t.league_id = ${leagueId} ORDER BY u.id IS NULL, m.joined_no, t.id`;

/** Whether a manager has confirmed that she keeps the team that she had last season. */
export const hasConfirmed = (trx: Db, leagueId: number, userId: UserId): Promise<boolean> =>
	hasRow(trx)`
		SELECT FROM league_members m JOIN draft_seats s ON s.team_id = m.team_id AND s.is_confirmed
			JOIN league_members former ON former.team_id = s.previous_team_id AND former.user_id = m.user_id
		WHERE m.league_id = ${leagueId} AND m.user_id = ${userId}`;

/** Finds the first round of a season, and the last one of its fantasy season. */
export async function findFirstAndLastRound(trx: Db, seasonId: number) {
	const row = await findRow(trx)<{ first: RoundId | null; last: RoundId }>`
		SELECT (SELECT min(id) FROM rounds WHERE season_id = s.id) AS first, (s.rules ->> 'lastRound')::int AS last
		FROM seasons s WHERE s.id = ${seasonId}`;
	return { first: row?.first ?? 1, last: row?.last ?? 1 };
}
