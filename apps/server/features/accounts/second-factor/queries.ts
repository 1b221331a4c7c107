import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** An operator's factor, made if there was none, its row locked until the transaction ends. */
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

export const setFactor = (
	transaction: Kysely<Tables>,
	userId: UserId,
	values: Partial<{
		secret: string | null;
		setup_code_hash: Buffer | null;
		setup_code_until: Date | null;
		confirmed_at: Date | null;
		last_period: number;
		failures: number;
		retry_at: Date | null;
	}>,
) => transaction.updateTable("operator_factors").set(values).where("user_id", "=", userId).execute();

export async function countRecoveryCodes(db: Kysely<Tables>, userId: UserId): Promise<number> {
	const { left } = await db
		.selectFrom("operator_recovery_codes")
		.where("user_id", "=", userId)
		.where("used_at", "is", null)
		.select((select) => select.fn.countAll<number>().as("left"))
		.executeTakeFirstOrThrow();
	return left;
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

/** Takes a recovery code; says whether there was one to take. */
export async function useRecoveryCode(
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
