import type { UserId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import { listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** Tables that give access to an account or notify its owner, with the column that names the account. */
const ACCOUNT_ACCESS_TABLES = [
	["sessions", "user_id"],
	["identities", "user_id"],
	["operator_factors", "user_id"],
	["mailed_tokens", "user_id"],
	["push_subscriptions", "user_id"],
	["notification_preferences", "user_id"],
	["notices", "user_id"],
	["oidc_payloads", "payload ->> 'accountId'"],
	["pending_identities", "profile ->> 'localUserId'"],
] as const;

export async function deleteAccountAccess(transaction: Db, ids: readonly UserId[]): Promise<void> {
	for (const [table, account] of ACCOUNT_ACCESS_TABLES)
		await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.raw(account)}::text = ANY (${ids.map(String)})`.execute(
			transaction,
		);
}

/** Locks the rows of the demo's accounts until the transaction ends. */
export async function lockDemoAccounts(transaction: Db): Promise<UserId[]> {
	const rows = await transaction
		.selectFrom("users")
		.where("is_demo", "=", true)
		.orderBy("id")
		.select("id")
		.forUpdate()
		.execute();
	return rows.map(({ id }) => id);
}

/** Retires the demo's accounts; returns how many were not retired already. */
export async function retireAccounts(transaction: Db): Promise<number> {
	const retired = await listRows(transaction)`
		UPDATE users SET operator_role = NULL, password_hash = NULL, is_active = is_active AND is_bot,
			retired_at = coalesce(retired_at, now())
		WHERE is_demo AND (retired_at IS NULL OR operator_role IS NOT NULL OR password_hash IS NOT NULL) RETURNING id`;
	return retired.length;
}

/** Withdraws the announcements and lifts the suspensions that these accounts made as operators. */
export async function revertOperatorActions(transaction: Db, ids: readonly UserId[]): Promise<void> {
	await sql`UPDATE announcements SET withdrawn_at = now()
		WHERE withdrawn_at IS NULL AND created_by = ANY (${ids})`.execute(transaction);
	await sql`WITH lifted AS (DELETE FROM suspensions WHERE suspended_by = ANY (${ids}) RETURNING user_id, was_active)
		UPDATE users SET is_active = lifted.was_active FROM lifted WHERE users.id = lifted.user_id`.execute(transaction);
}
