import type { UserId } from "@first-bounce/rules/ids";
import { sql, type Updateable } from "kysely";
import { findRow } from "../../../db/rows.ts";
import type { Db, Tables } from "../../../db/tables/tables.ts";

/**
 * Locks a user's row and returns the part of the profile that an update is validated against. Rows that refer to the user, such as
 * messages, can still be inserted: the lock is held while a new picture is stored.
 */
export const lockProfile = (trx: Db, userId: UserId) =>
	trx
		.selectFrom("users")
		.where("id", "=", userId)
		.select(["birthday", "country", "state", "avatar_version"])
		.forNoKeyUpdate()
		.executeTakeFirstOrThrow();

/** Gives a user's new picture the next version number, which no browser can have cached, and returns it. */
export async function incrementPictureVersion(trx: Db, userId: UserId): Promise<number> {
	const { avatar_version } = await trx
		.updateTable("users")
		.set((set) => ({ pictures: set("pictures", "+", 1), avatar_version: set("pictures", "+", 1) }))
		.where("id", "=", userId)
		.returning("avatar_version")
		.executeTakeFirstOrThrow();
	return avatar_version;
}

/** Sets a verified address. With `expectedEmail`, only if that is still the user's address. Returns whether it was set. */
export async function updateEmailAddress(
	trx: Db,
	userId: UserId,
	{
		email,
		verifiedAt,
		expectedEmail,
	}: { readonly email: string; readonly verifiedAt: Date; readonly expectedEmail: string | null },
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("users")
		.set({ email, email_verified_at: verifiedAt })
		.where("id", "=", userId)
		.$if(expectedEmail !== null, (query) => query.where("email", "=", expectedEmail ?? ""))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Activates a deactivated account and applies `changes`. Returns false if it was active. */
export async function reactivateUser(trx: Db, userId: UserId, changes: Updateable<Tables["users"]>): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("users")
		.set({ ...changes, is_active: true })
		.where("id", "=", userId)
		.where("is_active", "=", false)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** More wait only while processing fails, because requests are processed within seconds. */
const MAX_RESET_REQUESTS = 10_000;

/** Stores a reset request. Returns false if too many wait. */
export async function insertResetRequest(
	db: Db,
	{ email, language, requestedAt }: { readonly email: string; readonly language: string; readonly requestedAt: Date },
): Promise<boolean> {
	const { numAffectedRows = 0n } = await sql`
		INSERT INTO password_reset_requests (email, language, requested_at)
		SELECT ${email}, ${language}, ${requestedAt}::timestamptz
		WHERE NOT EXISTS (SELECT FROM password_reset_requests OFFSET ${MAX_RESET_REQUESTS - 1})`.execute(db);
	return numAffectedRows > 0n;
}

/** Deletes the oldest reset request that no other process is working on, and returns it. */
export const deleteNextResetRequest = (trx: Db) =>
	findRow(trx)<{ email: string; language: string }>`
		DELETE FROM password_reset_requests WHERE id = (
			SELECT id FROM password_reset_requests ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING email, language`;
