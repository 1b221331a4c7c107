import type { SuccessOf } from "@first-bounce/contract/call";
import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";
import type {
	AccountEntry,
	setOperatorRole as setRoleCall,
	showUserAccount,
} from "@first-bounce/contract/operator/people";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import type { UserId } from "@first-bounce/rules/ids";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { Session } from "../../../plugins/session.ts";
import { requireLocalLogin } from "../../accounts/sign-in/password-sign-in.ts";
import { requireNonDemoAccount } from "../../accounts/users/account-access.ts";
import {
	type Account,
	changeOperatorRole,
	findAccounts,
	getAccountDetails,
	grantOperatorRole,
	listAccounts,
	revokeAccess,
	revokeOperatorRole,
	setActive,
} from "../../accounts/users/administer-users.ts";
import { liftSuspension } from "../../accounts/users/lift-suspensions.ts";
import { suspendAccount } from "../../accounts/users/suspend-account.ts";
import { lockUser } from "../../accounts/users/user-queries.ts";
import { createMailedToken } from "../../notifications/mail/mailed-token-queries.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import type { OperatorServices } from "../services.ts";

const MAX_RESULTS = 50;

const buildEntry = ({ createdAt, suspension, language: _, ...account }: Account): AccountEntry => ({
	...account,
	isOperator: account.operatorRole !== null,
	createdAt: createdAt.toISOString(),
	suspension: suspension && {
		reason: suspension.reason,
		since: suspension.since.toISOString(),
		until: formatInstant(suspension.until),
	},
});

export const findUsers = async ({ db }: OperatorServices, search: string) =>
	(await listAccounts(db, search.trim(), MAX_RESULTS)).map(buildEntry);

async function getAccount({ db }: OperatorServices, id: UserId): Promise<Account> {
	const [account] = await findAccounts(db, String(id));
	if (!account) throw refuse(404, "user-unknown");
	return account;
}

export async function getUser(services: OperatorServices, id: UserId): Promise<SuccessOf<typeof showUserAccount>> {
	const account = await getAccount(services, id);
	const { emailVerifiedAt, issuers, openSessions, passkeys, accessTokens, lastSeenAt } = await getAccountDetails(
		services.db,
		account,
	);
	return {
		user: {
			...buildEntry(account),
			emailVerifiedAt: formatInstant(emailVerifiedAt),
			issuers: [...issuers],
			openSessions,
			passkeys,
			accessTokens,
			lastSeenAt: formatInstant(lastSeenAt),
		},
	};
}

/** Refuses moderators who would act on an operator's account. */
async function requireOwnerForOperators(services: OperatorServices, id: UserId, caller: Session): Promise<void> {
	if (caller.operatorRole === "owner") return;
	if ((await getAccount(services, id)).operatorRole !== null) throw refuse(403, "operator-account");
}

/** Makes an account an operator's, changes the operator's role, or ends it with `role` null. */
export async function setOperatorRole(
	services: OperatorServices,
	id: UserId,
	role: OperatorRole | null,
	audit: AuditContext,
): Promise<SuccessOf<typeof setRoleCall>> {
	const { db, clocks } = services;
	const account = await getAccount(services, id);
	let setupCode: string | null = null;
	if (role === null) {
		if (account.operatorRole) await revokeOperatorRole(db, account, audit);
	} else if (account.operatorRole === null) {
		({ setupCode } = await grantOperatorRole(db, account, { role, now: clocks.wallNow() }, audit));
	} else if (account.operatorRole !== role) {
		await changeOperatorRole(db, account, role, audit);
	}
	return { ...(await getUser(services, id)), setupCode };
}

/** Deactivates or reactivates an account. Operators cannot deactivate their own. */
export async function setUserActive(
	services: OperatorServices,
	{ id, active, operatorId }: { readonly id: UserId; readonly active: boolean; readonly operatorId: UserId },
	audit: AuditContext,
) {
	if (id === operatorId) throw refuse(422, "not-yourself");
	const account = await getAccount(services, id);
	if (account.isActive !== active) await setActive(services.db, account, active, audit);
	return getUser(services, id);
}

export async function suspendUser(
	services: OperatorServices,
	{ id, until, caller }: { readonly id: UserId; readonly until: string | null; readonly caller: Session },
	audit: AuditContext,
) {
	await requireOwnerForOperators(services, id, caller);
	const endsAt = until === null ? null : new Date(until);
	await suspendAccount(services.db, id, { endsAt, by: caller.userId, now: services.clocks.wallNow() }, audit);
	return getUser(services, id);
}

/** Lifts a suspension before its end. */
export async function liftUserSuspension(
	services: OperatorServices,
	{ id, caller }: { readonly id: UserId; readonly caller: Session },
	audit: AuditContext,
) {
	await requireOwnerForOperators(services, id, caller);
	const { suspension } = await getAccount(services, id);
	if (!suspension) throw refuse(409, "not-suspended");
	await liftSuspension(services.db, id, services.clocks.wallNow(), audit);
	return getUser(services, id);
}

export async function signOutUser(services: OperatorServices, id: UserId, audit: AuditContext) {
	await revokeAccess(services.db, await getAccount(services, id), services.clocks.wallNow(), audit);
	return getUser(services, id);
}

/** Mails an account the link to set a new password. */
export async function sendPasswordReset(services: OperatorServices, id: UserId, audit: AuditContext): Promise<void> {
	const { db, clocks, publicUrl, localLogin } = services;
	requireLocalLogin(localLogin);
	const { hasPassword, suspension } = await getAccount(services, id);
	if (suspension) throw refuse(409, "user-suspended");
	await requireNonDemoAccount(db, id);
	if (!hasPassword) throw refuse(409, "no-password-here");
	const now = clocks.wallNow();
	await db.transaction().execute(async (trx) => {
		// Locked, so that the link does not go to an address that is being changed.
		const account = await lockUser(trx, id);
		if (!account || account.erased_at) throw refuse(404, "user-unknown");
		const { email, language, first_name: firstName } = account;
		const token = await createMailedToken(trx, { userId: id, email, kind: "reset-password", now });
		const data = {
			firstName,
			url: `${publicUrl}${MAILED_LINK_PATHS.resetPassword}#${token}`,
		};
		await queueMail(trx, { kind: "reset-password", to: email, data, language, now });
		const entry = { action: "password-reset-mailed", subject: `user:${id}`, before: null, after: { email } };
		await writeAudit(trx, audit, entry);
	});
}
