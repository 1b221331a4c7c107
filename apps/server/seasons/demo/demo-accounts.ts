import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { type Deed, writeAudit } from "../../features/audit/audit.ts";
import { hashPassword } from "../../features/auth/passwords.ts";
import { DEMO_PASSWORD } from "./demo-manager.ts";

const AT_ITS_END: Deed = { actor: "server", reason: "The demo has ended" };

/** Every table that lets an account in or reaches its owner, by the column that names the account. */
const WAYS_IN = [
	["sessions", "user_id"],
	["identities", "user_id"],
	["operator_factors", "user_id"],
	["mailed_tokens", "user_id"],
	["push_subscriptions", "user_id"],
	["notice_wishes", "user_id"],
	["notices", "user_id"],
	["oidc_payloads", "payload ->> 'accountId'"],
	["pending_identities", "profile ->> 'localUserId'"],
] as const;

/**
 * Ends the demo's accounts, its rivals among them: nobody can sign in to one, and every session, token, factor and right
 * of theirs is gone, with what the demo's operator did to everybody else. Idempotent.
 */
export async function retireDemo(transaction: Kysely<Tables>): Promise<void> {
	const demo = await transaction
		.selectFrom("users")
		.where("is_demo", "=", true)
		.orderBy("id")
		.select("id")
		.forUpdate()
		.execute();
	if (demo.length === 0) return;
	const ids = demo.map(({ id }) => id);
	const { rows: retired } = await sql`
		UPDATE users SET is_operator = false, password_hash = NULL, is_active = is_active AND is_bot,
			retired_at = coalesce(retired_at, now())
		WHERE is_demo AND (retired_at IS NULL OR is_operator OR password_hash IS NOT NULL) RETURNING id`.execute(
		transaction,
	);
	for (const [table, account] of WAYS_IN)
		await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.raw(account)}::text = ANY (${ids.map(String)})`.execute(
			transaction,
		);
	await sql`UPDATE announcements SET withdrawn_at = now()
		WHERE withdrawn_at IS NULL AND created_by = ANY (${ids})`.execute(transaction);
	await sql`WITH lifted AS (DELETE FROM suspensions WHERE suspended_by = ANY (${ids}) RETURNING user_id, was_active)
		UPDATE users SET is_active = lifted.was_active FROM lifted WHERE users.id = lifted.user_id`.execute(transaction);
	if (retired.length === 0) return;
	const after = { accounts: retired.length };
	await writeAudit(transaction, AT_ITS_END, { action: "demo-retired", subject: "demo", before: null, after });
}

/** Opens the accounts of a demo again that was off for a while. */
async function reopenDemo(transaction: Kysely<Tables>): Promise<void> {
	const retired = await transaction
		.selectFrom("users")
		.where("retired_at", "is not", null)
		.select("id")
		.executeTakeFirst();
	if (!retired) return;
	const passwordHash = await hashPassword(DEMO_PASSWORD);
	await sql`UPDATE users SET retired_at = NULL, is_active = true, is_operator = NOT is_bot,
			password_hash = CASE WHEN is_bot THEN NULL ELSE ${passwordHash} END
		WHERE is_demo AND retired_at IS NOT NULL`.execute(transaction);
}

/** Opens or ends the demo's accounts at a start: they are open while the settings allow the demo and its season is current. */
export async function syncDemoAccounts(db: Kysely<Tables>, isDemoOn: boolean): Promise<void> {
	await db.transaction().execute(async (transaction) => {
		const season = await transaction
			.selectFrom("seasons")
			.where("is_current", "=", true)
			.select("is_demo")
			.forShare()
			.executeTakeFirst();
		if (isDemoOn && season?.is_demo) await reopenDemo(transaction);
		else await retireDemo(transaction);
	});
}
