import type { UserId } from "@first-bounce/rules/ids";
import { type Insertable, sql } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";

const selectUsers = (db: Db) => db.selectFrom("users").select(["id", "team_name", "operator_role"]);

export const findSignInUser = (db: Db, userId: UserId) => selectUsers(db).where("id", "=", userId).executeTakeFirst();

export const findUserByIdentity = (db: Db, issuer: string, sub: string) =>
	selectUsers(db)
		.where("id", "in", (query) =>
			query.selectFrom("identities").where("issuer", "=", issuer).where("sub", "=", sub).select("user_id"),
		)
		.executeTakeFirst();

/** Links an identity to a user, or updates the profile of a linked one. */
export const upsertIdentity = (db: Db, identity: Insertable<Tables["identities"]>) =>
	db
		.insertInto("identities")
		.values(identity)
		.onConflict((conflict) => conflict.columns(["issuer", "sub"]).doUpdateSet({ profile: identity.profile }))
		.execute();

/** Inserts a pending identity, unless there is one with the same code. Also deletes expired and earlier ones of the identity. */
export async function insertPendingIdentity(
	db: Db,
	identity: Insertable<Tables["pending_identities"]>,
	now: Date,
): Promise<void> {
	await db
		.deleteFrom("pending_identities")
		.where((where) =>
			where.or([
				where("expires_at", "<", now),
				where.and([
					where("issuer", "=", identity.issuer),
					where("sub", "=", identity.sub),
					where("code_hash", "<>", identity.code_hash),
				]),
			]),
		)
		.execute();
	await db
		.insertInto("pending_identities")
		.values(identity)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

export const findPendingIdentity = (db: Db, codeHash: Buffer, now: Date) =>
	db
		.selectFrom("pending_identities")
		.where("code_hash", "=", codeHash)
		.where("expires_at", ">", now)
		.selectAll()
		.executeTakeFirst();

/** Deletes a pending identity. Returns false if there was none. */
export async function deletePendingIdentity(trx: Db, codeHash: Buffer): Promise<boolean> {
	const { numDeletedRows } = await trx
		.deleteFrom("pending_identities")
		.where("code_hash", "=", codeHash)
		.executeTakeFirst();
	return numDeletedRows === 1n;
}

/** Deletes the pending identities of the built-in provider for an account. */
export const deletePendingIdentitiesOfUser = (trx: Db, userId: UserId) =>
	trx.deleteFrom("pending_identities").where(sql`profile ->> 'localUserId'`, "=", String(userId)).execute();
