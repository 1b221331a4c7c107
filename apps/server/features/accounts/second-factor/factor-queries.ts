import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely, Updateable } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** Locks an operator's factor and returns it with the operator's address. Inserts an empty factor if there is none. */
export async function lockFactor(transaction: Kysely<Tables>, userId: UserId) {
	await transaction
		.insertInto("operator_factors")
		.values({ user_id: userId })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	return transaction
		.selectFrom("operator_factors as f")
		.innerJoin("users as u", "u.id", "f.user_id")
		.where("f.user_id", "=", userId)
		.selectAll("f")
		.select("u.email")
		.forUpdate("f")
		.executeTakeFirstOrThrow();
}
export type FactorRow = Awaited<ReturnType<typeof lockFactor>>;

export const findFactor = (db: Kysely<Tables>, userId: UserId) =>
	db
		.selectFrom("operator_factors")
		.where("user_id", "=", userId)
		.select(["secret", "confirmed_at", "last_period"])
		.executeTakeFirst();

export async function updateFactor(
	transaction: Kysely<Tables>,
	userId: UserId,
	changes: Updateable<Tables["operator_factors"]>,
): Promise<void> {
	await transaction.updateTable("operator_factors").set(changes).where("user_id", "=", userId).execute();
}

export async function deleteFactor(transaction: Kysely<Tables>, userId: UserId): Promise<void> {
	await transaction.deleteFrom("operator_factors").where("user_id", "=", userId).execute();
}

export async function countRecoveryCodes(db: Kysely<Tables>, userId: UserId): Promise<number> {
	const { unused } = await db
		.selectFrom("operator_recovery_codes")
		.where("user_id", "=", userId)
		.where("used_at", "is", null)
		.select((select) => select.fn.countAll<number>().as("unused"))
		.executeTakeFirstOrThrow();
	return unused;
}

export async function replaceRecoveryCodes(
	transaction: Kysely<Tables>,
	userId: UserId,
	hashes: readonly Buffer[],
): Promise<void> {
	await transaction.deleteFrom("operator_recovery_codes").where("user_id", "=", userId).execute();
	if (hashes.length === 0) return;
	const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }));
	await transaction.insertInto("operator_recovery_codes").values(rows).execute();
}

/** Marks a recovery code as used. Returns false if the user has no unused code with this hash. */
export async function updateRecoveryCodeUsed(
	transaction: Kysely<Tables>,
	userId: UserId,
	hash: Buffer,
	now: Date,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("operator_recovery_codes")
		.set({ used_at: now })
		.where("user_id", "=", userId)
		.where("code_hash", "=", hash)
		.where("used_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}
