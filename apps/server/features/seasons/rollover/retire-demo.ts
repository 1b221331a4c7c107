import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import {
	deleteAccountAccess,
	lockDemoAccounts,
	retireAccounts,
	revertOperatorActions,
} from "./demo-account-queries.ts";

const DEMO_ENDED_REASON: AuditContext = { actor: "server", reason: "The demo has ended" };

/**
 * Closes the demo's accounts, bots included: nobody can sign in to them, and their sessions, tokens, second factors and
 * operator rights are deleted, as are the announcements and suspensions that the demo's operator made. Idempotent.
 */
export async function retireDemo(transaction: Db): Promise<void> {
	const ids = await lockDemoAccounts(transaction);
	if (ids.length === 0) return;
	const retiredCount = await retireAccounts(transaction);
	await deleteAccountAccess(transaction, ids);
	await revertOperatorActions(transaction, ids);
	if (retiredCount === 0) return;
	const after = { accounts: retiredCount };
	await writeAudit(transaction, DEMO_ENDED_REASON, { action: "demo-retired", subject: "demo", before: null, after });
}
