import type { UserId } from "@first-bounce/rules/ids";
import { type Insertable, sql, type Updateable } from "kysely";
import { listRows } from "../../db/rows.ts";
import type { Db, Tables } from "../../db/tables/tables.ts";

/** Creates the registered manager and operator account that the demo button signs in to. */
export async function createDemoManager(
	db: Db,
	{ email, passwordHash, now }: { readonly email: string; readonly passwordHash: string; readonly now: number },
): Promise<UserId> {
	const { id } = await db
		.insertInto("users")
		.values({
			first_name: "Demo",
			last_name: "Manager",
			email,
			email_verified_at: new Date(now),
			password_hash: passwordHash,
			operator_role: "owner",
			is_demo: true,
			team_name: "The First Bouncers",
			birthday: "1997-02-03",
			gender: "not_say",
			state: "VIC",
			country: "AU",
			terms_accepted_at: new Date(now),
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Finds the demo manager's account by `is_demo`, since its email address can change; null without a demo. */
export async function findDemoManagerId(db: Db): Promise<UserId | null> {
	const user = await db
		.selectFrom("users")
		.where("is_demo", "=", true)
		.where("is_bot", "=", false)
		.where("retired_at", "is", null)
		.where("is_active", "=", true)
		.select("id")
		.executeTakeFirst();
	return user?.id ?? null;
}

export async function hasRetiredAccount(db: Db): Promise<boolean> {
	const row = await db.selectFrom("users").where("retired_at", "is not", null).select("id").executeTakeFirst();
	return row !== undefined;
}

export const reopenAccounts = (transaction: Db, passwordHash: string) =>
	sql`UPDATE users SET retired_at = NULL, is_active = true, operator_role = CASE WHEN is_bot THEN NULL ELSE 'owner' END,
			password_hash = CASE WHEN is_bot THEN NULL ELSE ${passwordHash} END
		WHERE is_demo AND retired_at IS NOT NULL`.execute(transaction);

export const lockDemoManager = (transaction: Db) =>
	transaction
		.selectFrom("users")
		.where("is_demo", "=", true)
		.where("is_bot", "=", false)
		.where("retired_at", "is", null)
		.orderBy("id")
		.select(["id", "email", "email_verified_at", "password_hash", "operator_role"])
		.forUpdate()
		.executeTakeFirst();

export const updateAccount = (db: Db, userId: UserId, change: Updateable<Tables["users"]>) =>
	db.updateTable("users").set(change).where("id", "=", userId).execute();

/** Removes the network addresses of a user's sessions. */
export const removeSessionAddresses = (db: Db, userId: UserId) =>
	db.updateTable("sessions").set({ address: "" }).where("user_id", "=", userId).where("address", "<>", "").execute();

/** Reads whether the current season is a demo, and locks it against changes until the transaction ends. */
export const lockCurrentSeasonKind = (transaction: Db) =>
	transaction.selectFrom("seasons").where("is_current", "=", true).select("is_demo").forShare().executeTakeFirst();

export const createBotAccounts = (db: Db, rows: readonly Insertable<Tables["users"]>[]) =>
	db.insertInto("users").values(rows).returning(["id", "email"]).execute();

export const createTeams = (db: Db, rows: readonly Insertable<Tables["teams"]>[]) =>
	db.insertInto("teams").values(rows).returning(["id", "user_id"]).execute();

export async function createLineups(db: Db, rows: readonly Insertable<Tables["lineups"]>[]): Promise<void> {
	if (rows.length > 0) await db.insertInto("lineups").values(rows).execute();
}

export async function createTrades(db: Db, rows: readonly Insertable<Tables["trades"]>[]): Promise<void> {
	if (rows.length > 0) await db.insertInto("trades").values(rows).execute();
}

export const getLeagueCode = (db: Db, leagueId: number) =>
	db.selectFrom("leagues").where("id", "=", leagueId).select("code").executeTakeFirstOrThrow();

/** Lists the demo manager's draft leagues, oldest first; ready ones lack nothing but the start. */
export const listDraftLeagues = (db: Db, seasonId: number, managerId: UserId) =>
	listRows(db)<{ id: number; isReady: boolean }>`
		SELECT l.id, d.state = 'setup' AND d.team_order IS NOT NULL AND l.num_teams = l.size AS "isReady"
		FROM leagues l JOIN drafts d ON d.league_id = l.id
		WHERE l.season_id = ${seasonId} AND l.commissioner_id = ${managerId} AND NOT l.is_mock AND l.deleted_at IS NULL
		ORDER BY l.id`;

/** Deletes the oldest of the demo manager's draft leagues that was created before an instant. */
export const deleteOldDraftLeague = (db: Db, seasonId: number, managerId: UserId, before: Date) =>
	sql`DELETE FROM leagues WHERE id = (
		SELECT min(id) FROM leagues WHERE season_id = ${seasonId} AND commissioner_id = ${managerId} AND class = 'draft'
			AND NOT is_mock AND created_at < ${before})`.execute(db);

export const findStoredSource = (db: Db) =>
	db.selectFrom("seasons").where("is_current", "=", true).select("generated_from").executeTakeFirst();

export const closeCurrentSeason = (db: Db) =>
	db
		.updateTable("seasons")
		.set({ is_current: false, status: "closed", data_version: sql`data_version + 1` })
		.where("is_current", "=", true)
		.execute();

export const createSeason = (db: Db, row: Insertable<Tables["seasons"]>) =>
	db.insertInto("seasons").values(row).execute();

export const listSeasonsWithClocks = (db: Db) =>
	db
		.selectFrom("seasons as s")
		.leftJoin("season_clocks as c", "c.season_id", "s.id")
		.select(["s.id", "s.is_demo", "c.season_id as clock"])
		.execute();

/** Deletes the demo's seasons and accounts with all their data. */
export async function deleteDemo(transaction: Db): Promise<void> {
	await sql`DELETE FROM stat_lines WHERE season_id IN (SELECT id FROM seasons WHERE is_demo)`.execute(transaction);
	await sql`DELETE FROM matches WHERE season_id IN (SELECT id FROM seasons WHERE is_demo)`.execute(transaction);
	await transaction.deleteFrom("users").where("is_demo", "=", true).execute();
	await transaction.deleteFrom("seasons").where("is_demo", "=", true).execute();
}
