import type { UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { buildLikePattern } from "../../../db/like-pattern.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** Selects accounts with their suspensions. Erased accounts are left out: they have no personal data and no sign-in. */
const selectAccounts = (db: Db) =>
	db
		.selectFrom("users as u")
		.where("u.erased_at", "is", null)
		.leftJoin("suspensions as s", "s.user_id", "u.id")
		.select(["u.id", "u.first_name", "u.last_name", "u.email", "u.team_name", "u.avatar_version", "u.is_active"])
		.select(["u.language", "u.operator_role", "u.is_demo", "u.password_hash", "u.created_at"])
		.select(["s.reason", "s.suspended_at", "s.ends_at"])
		.orderBy("u.id");

export type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>["executeTakeFirstOrThrow"]>>;

/** Lists accounts whose name, address or team name contains `search`, oldest first. Bots of a demo are left out. */
export function listAccountRows(db: Db, search: string, limit: number): Promise<AccountRow[]> {
	const pattern = buildLikePattern(search);
	return selectAccounts(db)
		.where("u.is_bot", "=", false)
		.where((where) =>
			where.or([
				where("u.email", "ilike", pattern),
				where("u.team_name", "ilike", pattern),
				where(where.fn<string>("concat_ws", [where.val(" "), "u.first_name", "u.last_name"]), "ilike", pattern),
			]),
		)
		.limit(limit)
		.execute();
}

/** Lists the operators, and when each one's second factor was set up. */
export const listOperatorRows = (db: Db) =>
	selectAccounts(db)
		.where("u.operator_role", "is not", null)
		.leftJoin("operator_factors as f", "f.user_id", "u.id")
		.select("f.confirmed_at")
		.execute();

export const findAccountRow = (db: Db, id: UserId): Promise<AccountRow | undefined> =>
	selectAccounts(db).where("u.id", "=", id).executeTakeFirst();

/** Lists the accounts with this address. Several may share it, but only one of them may have a password. */
export const listAccountRowsByEmail = (db: Db, email: string): Promise<AccountRow[]> =>
	selectAccounts(db)
		.where((where) => where(where.fn<string>("lower", ["u.email"]), "=", email.trim().toLowerCase()))
		.execute();

export async function listIssuers(db: Db, userId: UserId): Promise<string[]> {
	const rows = await db.selectFrom("identities").where("user_id", "=", userId).select("issuer").execute();
	return rows.map(({ issuer }) => issuer);
}

/** Counts a user's sessions, passkeys and access tokens, and gets when the user was last seen. */
export const summarizeAccess = (
	db: Db,
	userId: UserId,
): Promise<{ openSessions: number; passkeys: number; accessTokens: number; lastSeenAt: Date | null }> =>
	db
		.selectFrom("sessions")
		.where("user_id", "=", userId)
		.select((select) => [
			select.fn.countAll<number>().as("openSessions"),
			select.fn.max("last_seen_at").as("lastSeenAt"),
			sql<number>`(SELECT count(*)::int FROM passkeys p WHERE p.user_id = ${userId})`.as("passkeys"),
			sql<number>`(SELECT count(*)::int FROM access_tokens t WHERE t.user_id = ${userId})`.as("accessTokens"),
		])
		.executeTakeFirstOrThrow();
