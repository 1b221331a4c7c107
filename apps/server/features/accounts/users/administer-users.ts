import { randomBytes } from "node:crypto";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import { type AuditContext, COMMAND_LINE, writeAudit } from "../../../plugins/audit.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { takeOverLeagues } from "../../leagues/members/leadership.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { deactivateUser } from "../my-account/deactivate-account.ts";
import { deleteFactor } from "../second-factor/factor-queries.ts";
import { resetFactor } from "../second-factor/service.ts";
import { revokeOperatorVerification } from "../sessions/queries.ts";
import { hashPassword } from "../sign-in/passwords.ts";
import { requireAnotherOwner, requireNonDemoAccount, requireReactivationAllowed } from "./account-access.ts";
import {
	type AccountRow,
	findAccountRow,
	listAccountRows,
	listAccountRowsByEmail,
	listIssuers,
	listOperatorRows,
	summarizeAccess,
} from "./account-queries.ts";
import { type EndedAccess, endAccess } from "./end-access.ts";
import { createAccount } from "./register-user.ts";
import { getNamesAndAddress, lockUser, updateUserRow } from "./user-queries.ts";

/** An account as operators see it. */
export interface Account {
	readonly id: UserId;
	readonly name: string;
	readonly email: string;
	/** The language in which the user last used the site. */
	readonly language: string;
	readonly teamName: string | null;
	readonly avatarVersion: number;
	readonly isActive: boolean;
	/** Null unless the account is an operator's. */
	readonly operatorRole: OperatorRole | null;
	/** Whether it is an account of the demo, which all visitors share and which is closed when the demo ends. */
	readonly isDemo: boolean;
	readonly suspension: { readonly reason: string; readonly since: Date; readonly until: Date | null } | null;
	readonly hasPassword: boolean;
	readonly createdAt: Date;
}

export interface AccountDetails extends Account {
	readonly emailVerifiedAt: Date | null;
	/** The identity providers that the account can sign in with. */
	readonly issuers: readonly string[];
	readonly openSessions: number;
	readonly passkeys: number;
	readonly accessTokens: number;
	readonly lastSeenAt: Date | null;
}

const buildAccount = (row: AccountRow): Account => ({
	id: row.id,
	name: `${row.first_name} ${row.last_name}`,
	email: row.email,
	language: row.language,
	teamName: row.team_name,
	avatarVersion: row.avatar_version,
	isActive: row.is_active,
	operatorRole: row.operator_role,
	isDemo: row.is_demo,
	hasPassword: row.password_hash !== null,
	createdAt: row.created_at,
	suspension:
		row.suspended_at === null ? null : { reason: row.reason ?? "", since: row.suspended_at, until: row.ends_at },
});

/** Lists accounts whose name, address or team name contains `search`, oldest first. Bots are left out. */
export async function listAccounts(db: Db, search: string, limit: number): Promise<Account[]> {
	return (await listAccountRows(db, search, limit)).map(buildAccount);
}

/** Lists operators, and whether each has set up the second factor. */
export const listOperators = async (db: Db): Promise<(Account & { readonly isEnrolled: boolean })[]> =>
	(await listOperatorRows(db)).map((row) => ({ ...buildAccount(row), isEnrolled: row.confirmed_at !== null }));

/** Finds the account with this id, or all accounts with this address. */
export async function findAccounts(db: Db, idOrEmail: string): Promise<Account[]> {
	if (!/^\d{1,9}$/.test(idOrEmail)) return (await listAccountRowsByEmail(db, idOrEmail)).map(buildAccount);
	const row = await findAccountRow(db, Number(idOrEmail));
	return row ? [buildAccount(row)] : [];
}

export async function getAccountDetails(db: Db, account: Account): Promise<AccountDetails> {
	const { email_verified_at: emailVerifiedAt } = await getNamesAndAddress(db, account.id);
	const issuers = await listIssuers(db, account.id);
	return { ...account, emailVerifiedAt, issuers, ...(await summarizeAccess(db, account.id)) };
}

const generatePassword = (): string => randomBytes(12).toString("base64url");

/** What an operator needs to set up a second factor. */
export interface SecondFactorSetup {
	/** Valid for a day. */
	readonly setupCode: string;
}

interface AccountChange {
	readonly userId: UserId;
	readonly action: string;
	readonly before: object | null;
	readonly after: object | null;
	/** Whether an owner would no longer be one: refused for the last active operator with the role owner. */
	readonly removesOwner?: boolean;
}

/** Runs `work` and writes the change to the audit log in one transaction. Refuses if the account was erased meanwhile. */
const changeAccount = <Result>(
	db: Db,
	audit: AuditContext,
	{ userId, removesOwner = false, ...change }: AccountChange,
	work: (trx: Transaction<Tables>, currentRole: OperatorRole | null) => Promise<Result>,
): Promise<Result> =>
	db.transaction().execute(async (trx) => {
		if (removesOwner) await requireAnotherOwner(trx, userId);
		const account = await lockUser(trx, userId);
		if (account?.erased_at) throw refuse(404, "user-unknown");
		const result = await work(trx, account?.operator_role ?? null);
		await writeAudit(trx, audit, { ...change, subject: `user:${userId}` });
		return result;
	});

interface RoleChange {
	readonly account: Account;
	/** Null ends the role. */
	readonly role: OperatorRole | null;
	readonly action: string;
}

/** Changes an account's role, and runs `work` in the same transaction. Refuses if the account got another role meanwhile. */
const changeRole = <Result>(
	db: Db,
	audit: AuditContext,
	{ account, role, action }: RoleChange,
	work: (trx: Db) => Promise<Result>,
): Promise<Result> => {
	const { id: userId, operatorRole } = account;
	const roles = { before: { role: operatorRole }, after: { role } };
	const change: AccountChange = { userId, action, ...roles, removesOwner: role !== "owner" };
	return changeAccount(db, audit, change, async (trx, currentRole) => {
		if (currentRole !== operatorRole) throw refuse(409, "operator-role-changed");
		if (role !== null) await requireNonDemoAccount(trx, userId);
		await updateUserRow(trx, userId, { operator_role: role });
		return work(trx);
	});
};

interface NewRole {
	readonly role: OperatorRole;
	readonly now: number;
}

/** Makes the account holder an operator, who has to set up a second factor, even if she has been an operator before. */
export const grantOperatorRole = (
	db: Db,
	account: Account,
	{ role, now }: NewRole,
	audit: AuditContext = COMMAND_LINE,
): Promise<SecondFactorSetup> =>
	changeRole(db, audit, { account, role, action: "operator-added" }, async (trx) => ({
		setupCode: await resetFactor(trx, account.id, now),
	}));

/** Changes the role of an operator, who has to enter a code again. */
export const changeOperatorRole = (
	db: Db,
	account: Account,
	role: OperatorRole,
	audit: AuditContext = COMMAND_LINE,
): Promise<void> =>
	changeRole(db, audit, { account, role, action: "operator-role-changed" }, async (trx) => {
		await revokeOperatorVerification(trx, account.id);
	});

/** Ends an operator's role and access to the console, and removes her second factor. Refused for the last owner. */
export const revokeOperatorRole = (db: Db, account: Account, audit: AuditContext = COMMAND_LINE): Promise<void> =>
	changeRole(db, audit, { account, role: null, action: "operator-removed" }, async (trx) => {
		await deleteFactor(trx, account.id);
		await revokeOperatorVerification(trx, account.id);
	});

/** Resets an operator's second factor, for example after the phone was lost. */
export function resetSecondFactor(
	db: Db,
	{ id }: Account,
	now: number,
	audit: AuditContext = COMMAND_LINE,
): Promise<SecondFactorSetup> {
	const change: AccountChange = { userId: id, action: "second-factor-reset", before: null, after: null };
	return changeAccount(db, audit, change, async (trx) => ({ setupCode: await resetFactor(trx, id, now) }));
}

/** Creates an operator's account with a generated password. */
export async function createOperator(
	db: Db,
	person: { readonly email: string; readonly firstName: string; readonly lastName: string },
	{ role, now }: NewRole,
	audit: AuditContext = COMMAND_LINE,
): Promise<SecondFactorSetup & { readonly id: UserId; readonly password: string }> {
	const password = generatePassword();
	const passwordHash = await hashPassword(password);
	return db.transaction().execute(async (trx) => {
		const id = await createAccount(trx, { ...person, password }, passwordHash);
		await updateUserRow(trx, id, { operator_role: role });
		const setupCode = await resetFactor(trx, id, now);
		await writeAudit(trx, audit, { action: "operator-added", subject: `user:${id}`, before: null, after: { role } });
		return { id, password, setupCode };
	});
}

/**
 * Gives an account a generated password, which it returns. Ends sessions, passkeys, access tokens and mailed links, and mails the
 * account holder.
 */
export async function assignGeneratedPassword(
	db: Db,
	{ id, hasPassword }: Account,
	now: number,
	audit: AuditContext = COMMAND_LINE,
): Promise<string> {
	const password = generatePassword();
	const passwordHash = await hashPassword(password);
	const change: AccountChange = {
		userId: id,
		action: "password-reset",
		before: { hasPassword },
		after: { hasPassword: true },
	};
	await changeAccount(db, audit, change, async (trx) => {
		await updateUserRow(trx, id, { password_hash: passwordHash });
		const ended = await endAccess(trx, id);
		await mailEndedAccess(trx, "password-changed", id, { ...ended, now });
	});
	return password;
}

/** Deactivates or reactivates an account. Its messages in leagues stay, unlike when the account holder deactivates it. */
export function setActive(
	db: Db,
	account: Account,
	isActive: boolean,
	audit: AuditContext = COMMAND_LINE,
): Promise<void> {
	const change: AccountChange = {
		userId: account.id,
		action: isActive ? "user-activated" : "user-deactivated",
		before: { isActive: account.isActive },
		after: { isActive },
		removesOwner: !isActive,
	};
	return changeAccount(db, audit, change, async (trx) => {
		if (!isActive) return deactivateUser(trx, account.id);
		await requireReactivationAllowed(trx, account.id);
		await updateUserRow(trx, account.id, { is_active: true });
		await takeOverLeagues(trx, account.id);
	});
}

/** Ends an account's sessions, passkeys, access tokens and mailed links, mails the account holder, and returns what has ended. */
export const revokeAccess = (
	db: Db,
	{ id }: Account,
	now: number,
	audit: AuditContext = COMMAND_LINE,
): Promise<EndedAccess> =>
	db.transaction().execute(async (trx) => {
		await lockUser(trx, id);
		const before = await endAccess(trx, id);
		const after = { sessions: 0, passkeys: 0, tokens: 0 };
		await writeAudit(trx, audit, { action: "user-signed-out", subject: `user:${id}`, before, after });
		await mailEndedAccess(trx, "signed-out", id, { ...before, now });
		return before;
	});

/** Mails the account holder what the operators have ended. */
async function mailEndedAccess(
	trx: Db,
	kind: "password-changed" | "signed-out",
	id: UserId,
	{ passkeys, tokens, now }: EndedAccess & { readonly now: number },
): Promise<void> {
	const account = await lockUser(trx, id);
	if (!account || account.email === "" || account.is_demo) return;
	const data = { firstName: account.first_name, passkeys, tokens };
	await queueMail(trx, { kind, to: account.email, data, language: account.language, now });
}
