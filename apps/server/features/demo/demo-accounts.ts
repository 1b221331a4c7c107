import type { Db } from "../../db/tables/tables.ts";
import { deleteFactor } from "../accounts/second-factor/factor-queries.ts";
import { hashPassword, verifyPassword } from "../accounts/sign-in/passwords.ts";
import { findUserByAddress } from "../accounts/users/user-queries.ts";
import { deleteAccountAccess } from "../seasons/rollover/demo-account-queries.ts";
import { retireDemo } from "../seasons/rollover/retire-demo.ts";
import {
	hasRetiredAccount,
	lockCurrentSeasonKind,
	lockDemoManager,
	removeSessionAddresses,
	reopenAccounts,
	updateAccount,
} from "./queries.ts";

/** Public credentials: the demo runs on loopback only, unless ALLOW_DEMO_ON_PUBLIC_URL is on. */
export const DEMO_EMAIL = "demo@firstbounce.example";
export const DEMO_PASSWORD = "bounce-it-high-1897";

/** Reopens the accounts of a demo that was switched off and is on again. */
async function reopenDemo(transaction: Db): Promise<void> {
	if (!(await hasRetiredAccount(transaction))) return;
	const passwordHash = await hashPassword(DEMO_PASSWORD);
	await reopenAccounts(transaction, passwordHash);
}

/**
 * Resets the demo manager's credentials to the documented ones, because visitors of earlier versions could change them.
 * The email address is not reset if another account has the documented one.
 */
async function restoreDemoManager(transaction: Db): Promise<void> {
	const manager = await lockDemoManager(transaction);
	if (!manager) return;
	await deleteFactor(transaction, manager.id);
	// Earlier versions stored the visitors' addresses, which all visitors could list.
	await removeSessionAddresses(transaction, manager.id);
	const hasPassword = await verifyPassword(DEMO_PASSWORD, manager.password_hash);
	const addressOwner = await findUserByAddress(transaction, DEMO_EMAIL);
	const email = addressOwner && addressOwner.id !== manager.id ? manager.email : DEMO_EMAIL;
	const isAsDocumented =
		hasPassword && manager.email === email && manager.email_verified_at && manager.operator_role === "owner";
	if (isAsDocumented) return;
	await deleteAccountAccess(transaction, [manager.id]);
	const passwordHash = hasPassword ? manager.password_hash : await hashPassword(DEMO_PASSWORD);
	await updateAccount(transaction, manager.id, {
		email,
		email_verified_at: manager.email_verified_at ?? new Date(),
		password_hash: passwordHash,
		operator_role: "owner",
	});
}

/** On startup: opens the demo's accounts if the demo is enabled and its season is current, else closes them. */
export async function syncDemoAccounts(db: Db, isDemoOn: boolean): Promise<void> {
	await db.transaction().execute(async (transaction) => {
		const season = await lockCurrentSeasonKind(transaction);
		if (!(isDemoOn && season?.is_demo)) return retireDemo(transaction);
		await reopenDemo(transaction);
		await restoreDemoManager(transaction);
	});
}
