import type { UserId } from "@first-bounce/rules/ids";
import { sql, type Transaction } from "kysely";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";
import type { PreferencesRow } from "../notices/notice.ts";

export const findPreferences = (db: Db, userId: UserId): Promise<PreferencesRow | undefined> =>
	db.selectFrom("notification_preferences").where("user_id", "=", userId).selectAll().executeTakeFirst();

export const upsertPreferences = (db: Db, userId: UserId, row: PreferencesRow) =>
	db
		.insertInto("notification_preferences")
		.values({ user_id: userId, ...row })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
		.execute();

/** Lists the subscribed browsers of a user with their sessions, the newest first. `is_demo`: visitors share the account. */
export const listSubscriptions = (db: Db, userId: UserId) =>
	db
		.selectFrom("push_subscriptions as p")
		.innerJoin("sessions as s", "s.id", "p.session_id")
		.innerJoin("users as u", "u.id", "p.user_id")
		.where("p.user_id", "=", userId)
		.select(["p.id", "p.created_at", "p.last_sent_at", "p.ended_at", "s.user_agent", "s.token_hash", "u.is_demo"])
		.orderBy("p.created_at", "desc")
		.execute();

export const findSubscription = (db: Db, userId: UserId, id: string) =>
	db.selectFrom("push_subscriptions").where("id", "=", id).where("user_id", "=", userId).selectAll().executeTakeFirst();

/** Finds the session of a token, and locks it in shared mode until the transaction ends. */
export const lockSessionByToken = (trx: Transaction<Tables>, tokenHash: Buffer) =>
	trx.selectFrom("sessions").where("token_hash", "=", tokenHash).select("id").forShare().executeTakeFirst();

export type SubscriptionTarget = Row<"push_subscriptions", "endpoint" | "p256dh" | "auth" | "language"> & {
	/** The server's public key with which the browser subscribed. */
	readonly vapid_key: string;
};

/**
 * Replaces any subscription of this session or of this browser, even one of another user. Saving the same subscription
 * again keeps its id, which an open page may be showing.
 */
export async function replaceSubscription(
	trx: Transaction<Tables>,
	{ userId, sessionId, createdAt }: { readonly userId: UserId; readonly sessionId: string; readonly createdAt: number },
	target: SubscriptionTarget,
): Promise<void> {
	// Two sessions of one browser may subscribe at the same moment.
	await sql`SELECT pg_advisory_xact_lock(hashtextextended(${target.endpoint}, 0))`.execute(trx);
	// Deletes subscriptions that have the same browser or the same session, but not both.
	await trx
		.deleteFrom("push_subscriptions")
		.where((where) => where("endpoint", "=", target.endpoint).or("session_id", "=", sessionId))
		.where((where) => where("endpoint", "!=", target.endpoint).or("session_id", "!=", sessionId))
		.execute();
	await trx
		.insertInto("push_subscriptions")
		.values({ user_id: userId, session_id: sessionId, ...target, created_at: new Date(createdAt) })
		.onConflict((conflict) =>
			conflict.column("session_id").doUpdateSet({ ...target, user_id: userId, refusals: 0, ended_at: null }),
		)
		.execute();
}

/** Deletes the oldest subscriptions of a user beyond `max`. */
export const deleteOldestSubscriptions = (trx: Transaction<Tables>, userId: UserId, max: number) =>
	sql`DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions WHERE user_id = ${userId}
		ORDER BY created_at DESC OFFSET ${max})`.execute(trx);

/** Deletes a subscription of a user; returns false if the user has none with this id. */
export async function deleteUserSubscription(db: Db, userId: UserId, id: string): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom("push_subscriptions")
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

export const saveLastSent = (db: Db, id: string, at: number) =>
	db
		.updateTable("push_subscriptions")
		.set({ last_sent_at: new Date(at), refusals: 0 })
		.where("id", "=", id)
		.execute();

export async function deleteNotificationData(trx: Transaction<Tables>, userId: UserId): Promise<void> {
	await sql`DELETE FROM notices WHERE user_id = ${userId}`.execute(trx);
	await sql`DELETE FROM result_mails WHERE user_id = ${userId}`.execute(trx);
	await trx.deleteFrom("push_subscriptions").where("user_id", "=", userId).execute();
	await trx.deleteFrom("notification_preferences").where("user_id", "=", userId).execute();
}
