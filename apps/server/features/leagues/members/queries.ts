import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { LEAGUE_RIGHTS, type LeagueRole } from "@first-bounce/rules/leagues/league-permissions";
import { type Insertable, sql } from "kysely";
import { prepared } from "../../../db/prepared.ts";
import { findRow, findValue, insertMissing, listRows } from "../../../db/rows.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";

export type LeagueKey = { readonly id: number } | { readonly code: string };

/** SQL: the role of member `m` of league `l`. */
export const MEMBER_ROLE = sql<LeagueRole>`CASE WHEN m.user_id = l.commissioner_id THEN 'commissioner'
	WHEN m.deputy_place IS NOT NULL THEN 'deputy' ELSE 'member' END`;

/** Locks a league's row until the end of the transaction. */
export const lockLeague = (trx: Db, seasonId: number, key: LeagueKey) =>
	findRow(trx)<Row<"leagues", "id" | "deleted_at">>`${prepared("id" in key ? "lock-league" : "lock-league-of-code")}
		SELECT id, deleted_at FROM leagues
		WHERE season_id = ${seasonId} AND ${"id" in key ? sql`id = ${key.id}` : sql`code = ${key.code}`}
		FOR UPDATE`;

/** Keeps the roles in a league from changing until the end of the transaction. */
export const lockRoles = (trx: Db, leagueId: number) =>
	trx.selectFrom("leagues").where("id", "=", leagueId).select("id").forShare().execute();

/** Locks a user's row, so that the account is not closed until the transaction ends; false if it is closed. */
export const lockActiveUser = async (trx: Db, userId: UserId): Promise<boolean> =>
	(await findValue(trx)<boolean>`SELECT is_active FROM users WHERE id = ${userId} FOR NO KEY UPDATE`) ?? false;

export const insertMember = (trx: Db, member: Insertable<Tables["league_members"]>) =>
	trx.insertInto("league_members").values(member).execute();

/** Deletes a member and returns the row; undefined if the user is not in the league. */
export const deleteMember = (trx: Db, leagueId: number, userId: UserId) =>
	findRow(trx)<Row<"league_members", "team_id" | "joined_no">>`
		DELETE FROM league_members WHERE league_id = ${leagueId} AND user_id = ${userId} RETURNING team_id, joined_no`;

/** Finds the role of a member; null for somebody who is not in the league. */
export const findMemberRole = (db: Db, leagueId: number, userId: UserId): Promise<LeagueRole | null> =>
	findValue(db)<LeagueRole>`
		SELECT ${MEMBER_ROLE} AS role FROM league_members m JOIN leagues l ON l.id = m.league_id
		WHERE m.league_id = ${leagueId} AND m.user_id = ${userId}`;

export type TeamOwnerRow = Row<
	"users",
	"team_name" | "first_name" | "last_name" | "is_active" | "avatar_version" | "supported_squad_id"
> & { readonly team_id: TeamId; readonly user_id: UserId };

/** Lists the owners of teams. A draft team without a manager has a user id of 0, and may have a name of its own. */
export const listTeamOwnerRows = (db: Db, teamIds: readonly TeamId[]): Promise<TeamOwnerRow[]> =>
	listRows(db)<TeamOwnerRow>`
		SELECT t.id AS team_id, coalesce(u.id, 0) AS user_id, coalesce(t.name, u.team_name) AS team_name,
			coalesce(u.first_name, '') AS first_name, coalesce(u.last_name, '') AS last_name,
			coalesce(u.is_active, t.name IS NOT NULL) AS is_active, coalesce(u.avatar_version, 0) AS avatar_version,
			u.supported_squad_id
		FROM teams t LEFT JOIN league_members m ON m.league_id = t.league_id AND m.team_id = t.id
			LEFT JOIN users u ON u.id = coalesce(t.user_id, m.user_id)
		WHERE t.id = ANY (${teamIds}::int[])`;

export type PreviousLeague = Row<"leagues"> & { readonly season_name: string };

/**
 * Lists leagues of the season before `seasonId` that a user may renew and has neither renewed nor skipped. If the account of
 * a league's commissioner is closed, the deputy who was named first may renew it.
 */
export const listPreviousLeagues = (db: Db, seasonId: number, userId: UserId): Promise<PreviousLeague[]> =>
	listRows(db)<PreviousLeague>`
		SELECT l.*, s.name AS season_name
		FROM leagues l JOIN seasons s ON s.id = l.season_id
			JOIN league_members m ON m.league_id = l.id AND m.user_id = ${userId}
		WHERE (${MEMBER_ROLE} = ANY (${LEAGUE_RIGHTS.renew}::text[]) OR m.user_id = (
				SELECT d.user_id FROM league_members d JOIN users u ON u.id = d.user_id AND u.is_active
				WHERE d.league_id = l.id AND d.deputy_place IS NOT NULL
					AND EXISTS (SELECT FROM users c WHERE c.id = l.commissioner_id AND NOT c.is_active)
				ORDER BY d.deputy_since LIMIT 1))
			AND NOT l.is_mock
			AND l.season_id = (SELECT max(id) FROM seasons WHERE id < ${seasonId} AND status = 'closed')
			AND NOT EXISTS (SELECT FROM leagues n WHERE n.regenerated_from = l.id AND n.deleted_at IS NULL)
			AND NOT EXISTS (SELECT FROM league_recover_skips k WHERE k.league_id = l.id AND k.user_id = ${userId})
		ORDER BY l.name, l.id`;

export const insertRecoverySkip = (db: Db, userId: UserId, leagueId: number) =>
	insertMissing(db, "league_recover_skips", { user_id: userId, league_id: leagueId });

/** Lists active members of a previous league other than `userId`, in the order they joined. */
export const listFormerMembers = (trx: Db, previousId: number, userId: UserId) =>
	listRows(trx)<Row<"users", "id" | "is_bot">>`
		SELECT u.id, u.is_bot
		FROM league_members m JOIN users u ON u.id = m.user_id
		WHERE m.league_id = ${previousId} AND u.id <> ${userId} AND u.is_active
		ORDER BY m.joined_no LIMIT 1000`;

export const getInvitingLeague = (trx: Db, id: number) =>
	trx.selectFrom("leagues").where("id", "=", id).select(["id", "name", "code"]).executeTakeFirstOrThrow();
