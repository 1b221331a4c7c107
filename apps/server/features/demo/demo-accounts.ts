import type { UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { removeFactor } from "../accounts/second-factor/use-cases.ts";
import { hashPassword, verifyPassword } from "../accounts/sign-in/passwords.ts";
import { findUserByAddress } from "../accounts/users/by-address.ts";
import { type AuditContext, writeAudit } from "../operator/audit/audit.ts";
import { DEMO_EMAIL, DEMO_PASSWORD } from "./demo-manager.ts";

const DEMO_ENDED_REASON: AuditContext = { actor: "server", reason: "The demo has ended" };

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

async function deleteAccountAccess(transaction: Kysely<Tables>, ids: readonly UserId[]): Promise<void> {
	for (const [table, account] of ACCOUNT_ACCESS_TABLES)
		await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.raw(account)}::text = ANY (${ids.map(String)})`.execute(
			transaction,
		);
}

/**
 * Closes the demo's accounts, bots included: nobody can sign in to them, and their sessions, tokens, second factors and
 * operator rights are deleted, as are the announcements and suspensions that the demo's operator made. Idempotent.
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
	await deleteAccountAccess(transaction, ids);
	await sql`UPDATE announcements SET withdrawn_at = now()
		WHERE withdrawn_at IS NULL AND created_by = ANY (${ids})`.execute(transaction);
	await sql`WITH lifted AS (DELETE FROM suspensions WHERE suspended_by = ANY (${ids}) RETURNING user_id, was_active)
		UPDATE users SET is_active = lifted.was_active FROM lifted WHERE users.id = lifted.user_id`.execute(transaction);
	if (retired.length === 0) return;
	const after = { accounts: retired.length };
	await writeAudit(transaction, DEMO_ENDED_REASON, { action: "demo-retired", subject: "demo", before: null, after });
}

/** Reopens the accounts of a demo that was switched off and is on again. */
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

/**
 * Sets the demo manager's credentials back to the documented ones, because visitors of former versions could change
 * them. Her address stays where somebody else's account has the documented one.
 */
async function restoreDemoManager(transaction: Kysely<Tables>): Promise<void> {
	const manager = await transaction
		.selectFrom("users")
		.where("is_demo", "=", true)
		.where("is_bot", "=", false)
		.where("retired_at", "is", null)
		.orderBy("id")
		.select(["id", "email", "email_verified_at", "password_hash", "is_operator"])
		.forUpdate()
		.executeTakeFirst();
	if (!manager) return;
	await removeFactor(transaction, manager.id);
	const hasPassword = await verifyPassword(DEMO_PASSWORD, manager.password_hash);
	const addressOwner = await findUserByAddress(transaction, DEMO_EMAIL);
	const email = addressOwner && addressOwner.id !== manager.id ? manager.email : DEMO_EMAIL;
	const isAsDocumented = hasPassword && manager.email === email && manager.email_verified_at && manager.is_operator;
	if (isAsDocumented) return;
	await deleteAccountAccess(transaction, [manager.id]);
	const passwordHash = hasPassword ? manager.password_hash : await hashPassword(DEMO_PASSWORD);
	await transaction
		.updateTable("users")
		.set({
			email,
			email_verified_at: manager.email_verified_at ?? new Date(),
			password_hash: passwordHash,
			is_operator: true,
		})
		.where("id", "=", manager.id)
		.execute();
}

/** On start: opens the demo's accounts while the demo is enabled and its season is current, else closes them. */
export async function syncDemoAccounts(db: Kysely<Tables>, isDemoOn: boolean): Promise<void> {
	await db.transaction().execute(async (transaction) => {
		const season = await transaction
			.selectFrom("seasons")
			.where("is_current", "=", true)
			.select("is_demo")
			.forShare()
			.executeTakeFirst();
		if (!(isDemoOn && season?.is_demo)) return retireDemo(transaction);
		await reopenDemo(transaction);
		await restoreDemoManager(transaction);
	});
}
