import type { UserId } from "@first-bounce/rules/ids";
import type { Insertable } from "kysely";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";

const MAX_CHALLENGES = 10_000;

/** Stores a challenge, which replaces an earlier one for the same purpose. Also deletes expired challenges. */
export async function saveChallenge(
	db: Db,
	challenge: Insertable<Tables["passkey_challenges"]>,
	now: Date,
): Promise<void> {
	await db
		.deleteFrom("passkey_challenges")
		.where((where) =>
			where.or([
				where("expires_at", "<", now),
				// Whoever opens the sign-in page creates one, so only the newest are kept.
				where("purpose", "in", (query) =>
					query.selectFrom("passkey_challenges").select("purpose").orderBy("expires_at", "desc").offset(MAX_CHALLENGES),
				),
			]),
		)
		.execute();
	await db
		.insertInto("passkey_challenges")
		.values(challenge)
		.onConflict((conflict) =>
			conflict.column("purpose").doUpdateSet({ challenge: challenge.challenge, expires_at: challenge.expires_at }),
		)
		.execute();
}

/** Deletes the challenge for a purpose and returns it; null if there is none or it has expired. */
export async function deleteChallenge(db: Db, purpose: string, now: Date): Promise<string | null> {
	const row = await db
		.deleteFrom("passkey_challenges")
		.where("purpose", "=", purpose)
		.returning(["challenge", "expires_at"])
		.executeTakeFirst();
	return row && row.expires_at > now ? row.challenge : null;
}

export const listPasskeyRows = (db: Db, userId: UserId) =>
	db.selectFrom("passkeys").where("user_id", "=", userId).selectAll().orderBy("created_at").orderBy("id").execute();

/** Inserts a passkey. Returns false if its credential is already stored. */
export async function insertPasskey(db: Db, passkey: Insertable<Tables["passkeys"]>): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await db
		.insertInto("passkeys")
		.values(passkey)
		.onConflict((conflict) => conflict.column("id").doNothing())
		.executeTakeFirst();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Finds a passkey and locks its row, so that of two concurrent sign-ins the second sees the counter of the first. */
export const lockPasskey = (trx: Db, id: string) =>
	trx.selectFrom("passkeys").where("id", "=", id).selectAll().forUpdate().executeTakeFirst();

export const updatePasskeyUse = (trx: Db, id: string, used: Row<"passkeys", "counter" | "last_used_at">) =>
	trx.updateTable("passkeys").set(used).where("id", "=", id).execute();

/** Deletes a passkey of a user. Returns whether there was one. */
export async function deletePasskey(trx: Db, userId: UserId, id: string): Promise<boolean> {
	const { numDeletedRows } = await trx
		.deleteFrom("passkeys")
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/** The purpose of the challenge with which a user adds a passkey. */
export const buildAddingPurpose = (userId: UserId): string => `add to ${userId}`;

/** Deletes a user's passkeys and the challenge for adding one. Returns how many passkeys there were. */
export async function deletePasskeysOfUser(trx: Db, userId: UserId): Promise<number> {
	const { numDeletedRows } = await trx.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
	await trx.deleteFrom("passkey_challenges").where("purpose", "=", buildAddingPurpose(userId)).execute();
	return Number(numDeletedRows);
}

/** Locks a user's row and returns what decides whether passkeys may be added and removed. */
export const lockPasskeyOwner = (trx: Db, userId: UserId) =>
	trx
		.selectFrom("users")
		.where("id", "=", userId)
		.select(["password_hash", "is_active"])
		.forUpdate()
		.executeTakeFirstOrThrow();
