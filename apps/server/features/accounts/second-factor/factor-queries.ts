import type { UserId } from "@first-bounce/rules/ids";
import type { Updateable } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";

/** Locks an operator's factor and returns it with the operator's address. Inserts an empty factor if there is none. */
export async function lockFactor(trx: Db, userId: UserId) {
	await trx
		.insertInto("operator_factors")
		.values({ user_id: userId })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	return trx
		.selectFrom("operator_factors as f")
		.innerJoin("users as u", "u.id", "f.user_id")
		.where("f.user_id", "=", userId)
		.selectAll("f")
		.select("u.email")
		.forUpdate("f")
		.executeTakeFirstOrThrow();
}
export type FactorRow = Awaited<ReturnType<typeof lockFactor>>;

export const findFactor = (db: Db, userId: UserId) =>
	db
		.selectFrom("operator_factors")
		.where("user_id", "=", userId)
		.select(["secret", "confirmed_at", "last_period"])
		.executeTakeFirst();

export const updateFactor = (trx: Db, userId: UserId, changes: Updateable<Tables["operator_factors"]>) =>
	trx.updateTable("operator_factors").set(changes).where("user_id", "=", userId).execute();

export const deleteFactor = (trx: Db, userId: UserId) =>
	trx.deleteFrom("operator_factors").where("user_id", "=", userId).execute();

export async function countRecoveryCodes(db: Db, userId: UserId): Promise<number> {
	const { unused } = await db
		.selectFrom("operator_recovery_codes")
		.where("user_id", "=", userId)
		.where("used_at", "is", null)
		.select((select) => select.fn.countAll<number>().as("unused"))
		.executeTakeFirstOrThrow();
	return unused;
}

export async function replaceRecoveryCodes(trx: Db, userId: UserId, hashes: readonly Buffer[]): Promise<void> {
	await trx.deleteFrom("operator_recovery_codes").where("user_id", "=", userId).execute();
	if (hashes.length === 0) return;
	const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }));
	await trx.insertInto("operator_recovery_codes").values(rows).execute();
}

/** Marks a recovery code as used. Returns false if the user has no unused code with this hash. */
export async function updateRecoveryCodeUsed(trx: Db, userId: UserId, hash: Buffer, now: Date): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("operator_recovery_codes")
		.set({ used_at: now })
		.where("user_id", "=", userId)
		.where("code_hash", "=", hash)
		.where("used_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
