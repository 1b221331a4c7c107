import { randomBytes } from "node:crypto";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { type AuditContext, COMMAND_LINE, writeAudit } from "../../operator/audit/audit.ts";
import { closeAccount } from "../my-account/close-account.ts";
import { removeFactor, resetFactor } from "../second-factor/service.ts";
import { endEverySession } from "../sessions/end-sessions-queries.ts";
import { hashPassword } from "../sign-in/passwords.ts";
import { requireNonDemoAccount, requireNotSuspended } from "./account-access.ts";
import { createAccount } from "./service.ts";

/** What an operator sees of an account. */
export interface Account {
	readonly id: UserId;
	readonly name: string;
	readonly email: string;
	readonly teamName: string | null;
	readonly avatarVersion: number;
	readonly isActive: boolean;
	readonly isOperator: boolean;
	/** An account of the demo, which everybody shares and which is closed when the demo ends. */
	readonly isDemo: boolean;
	readonly suspension: { readonly reason: string; readonly since: Date; readonly until: Date | null } | null;
	readonly hasPassword: boolean;
	readonly createdAt: Date;
}

export interface AccountDetails extends Account {
	readonly emailVerifiedAt: Date | null;
	/** Issuers of the identities she may sign in with. */
	readonly issuers: readonly string[];
	readonly openSessions: number;
	readonly lastSeenAt: Date | null;
}

const accounts = (db: Kysely<Tables>) =>
	db
		.selectFrom("users as u")
		.leftJoin("suspensions as s", "s.user_id", "u.id")
		.select(["u.id", "u.first_name", "u.last_name", "u.email", "u.team_name", "u.avatar_version", "u.is_active"])
		.select(["u.is_operator", "u.is_demo", "u.password_hash", "u.created_at"])
		.select(["s.reason", "s.suspended_at", "s.ends_at"])
		.orderBy("u.id");

type Row = Awaited<ReturnType<ReturnType<typeof accounts>["executeTakeFirstOrThrow"]>>;

const accountOf = (row: Row): Account => ({
	id: row.id,
	name: `${row.first_name} ${row.last_name}`,
	email: row.email,
	teamName: row.team_name,
	avatarVersion: row.avatar_version,
	isActive: row.is_active,
	isOperator: row.is_operator,
	isDemo: row.is_demo,
	hasPassword: row.password_hash !== null,
	createdAt: row.created_at,
	suspension:
		row.suspended_at === null ? null : { reason: row.reason ?? "", since: row.suspended_at, until: row.ends_at },
});

/** Accounts of people, bots left out, oldest first; `search` is part of a name, address or team name. */
export async function listAccounts(db: Kysely<Tables>, search: string, limit: number): Promise<Account[]> {
	const pattern = `%${search.replaceAll(/[%_\\]/g, "\\$&")}%`;
	const rows = await accounts(db)
		.where("u.is_bot", "=", false)
		.where((where) =>
			where.or([
				where("u.email", "ilike", pattern),
				where("u.team_name", "ilike", pattern),
				where(where.fn<string>("concat_ws", [where.val(" "), "u.first_name", "u.last_name"]), "ilike", pattern),
			]),
		)
		.limit(limit)
		.execute();
	return rows.map(accountOf);
}

/** The accounts that an id or an address means: several may share an address, one with a password among them. */
export async function findAccounts(db: Kysely<Tables>, idOrEmail: string): Promise<Account[]> {
	const isId = /^\d{1,9}$/.test(idOrEmail);
	const rows = await accounts(db)
		.where((where) =>
			isId
				? where("u.id", "=", Number(idOrEmail))
				: where(where.fn<string>("lower", ["u.email"]), "=", idOrEmail.trim().toLowerCase()),
		)
		.execute();
	return rows.map(accountOf);
}

/** An account with how she signs in and when she was last here. */
export async function showAccount(db: Kysely<Tables>, account: Account): Promise<AccountDetails> {
	const { email_verified_at } = await db
		.selectFrom("users")
		.where("id", "=", account.id)
		.select("email_verified_at")
		.executeTakeFirstOrThrow();
	const identities = await db.selectFrom("identities").where("user_id", "=", account.id).select("issuer").execute();
	const sessions = await db
		.selectFrom("sessions")
		.where("user_id", "=", account.id)
		.select((select) => [select.fn.countAll<number>().as("open"), select.fn.max("last_seen_at").as("last")])
		.executeTakeFirstOrThrow();
	return {
		...account,
		emailVerifiedAt: email_verified_at,
		issuers: identities.map(({ issuer }) => issuer),
		openSessions: sessions.open,
		lastSeenAt: sessions.last,
	};
}

const newPassword = (): string => randomBytes(12).toString("base64url");

/** An operator's account and the code that sets her second factor up, within a day. */
export interface NewOperator {
	readonly setupCode: string;
}

/** Makes an account an operator's, with a second factor still to be set up. */
export const grantOperatorRole = (
	db: Kysely<Tables>,
	{ id, isOperator }: Account,
	now: number,
	audit: AuditContext = COMMAND_LINE,
): Promise<NewOperator> =>
	runAudited(db, audit, id, "operator-added", { isOperator }, { isOperator: true }, async (transaction) => {
		await requireNonDemoAccount(transaction, id);
		await transaction.updateTable("users").set({ is_operator: true }).where("id", "=", id).execute();
		return { setupCode: await resetFactor(transaction, id, now) };
	});

/** Takes the role away, with the second factor. */
export const removeOperator = (
	db: Kysely<Tables>,
	{ id, isOperator }: Account,
	audit: AuditContext = COMMAND_LINE,
): Promise<void> =>
	runAudited(db, audit, id, "operator-removed", { isOperator }, { isOperator: false }, async (transaction) => {
		await transaction.updateTable("users").set({ is_operator: false }).where("id", "=", id).execute();
		await removeFactor(transaction, id);
		await transaction.updateTable("sessions").set({ operator_until: null }).where("user_id", "=", id).execute();
	});

/** Forgets an operator's second factor: for a lost phone. */
export const resetSecondFactor = (
	db: Kysely<Tables>,
	{ id }: Account,
	now: number,
	audit: AuditContext = COMMAND_LINE,
): Promise<NewOperator> =>
	runAudited(db, audit, id, "second-factor-reset", null, null, async (transaction) => ({
		setupCode: await resetFactor(transaction, id, now),
	}));

/** An operator's account for an address that has none yet; answers the password it was given. */
export async function createOperator(
	db: Kysely<Tables>,
	person: { readonly email: string; readonly firstName: string; readonly lastName: string },
	now: number,
	audit: AuditContext = COMMAND_LINE,
): Promise<NewOperator & { readonly id: UserId; readonly password: string }> {
	const password = newPassword();
	const id = await createAccount(db, { ...person, password }, await hashPassword(password));
	const setupCode = await runAudited(
		db,
		audit,
		id,
		"operator-added",
		null,
		{ isOperator: true },
		async (transaction) => {
			await transaction.updateTable("users").set({ is_operator: true }).where("id", "=", id).execute();
			return resetFactor(transaction, id, now);
		},
	);
	return { id, password, setupCode };
}

/** Gives an account a new password, answers it, and signs her out everywhere. */
export async function resetPassword(
	db: Kysely<Tables>,
	{ id, hasPassword }: Account,
	audit: AuditContext = COMMAND_LINE,
): Promise<string> {
	const password = newPassword();
	const passwordHash = await hashPassword(password);
	await runAudited(db, audit, id, "password-reset", { hasPassword }, { hasPassword: true }, async (transaction) => {
		await transaction.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", id).execute();
		await endEverySession(transaction, id);
	});
	return password;
}

/** Shuts an account, as she could herself, or opens it again. */
export const setActive = (
	db: Kysely<Tables>,
	account: Account,
	isActive: boolean,
	audit: AuditContext = COMMAND_LINE,
): Promise<void> => {
	const action = isActive ? "user-activated" : "user-deactivated";
	const before = { isActive: account.isActive };
	return runAudited(db, audit, account.id, action, before, { isActive }, async (transaction) => {
		if (!isActive) return closeAccount(transaction, account.id);
		await requireNotSuspended(transaction, account.id);
		await transaction.updateTable("users").set({ is_active: true }).where("id", "=", account.id).execute();
	});
};

/** Signs an account out everywhere; answers how many sessions it had. */
export const signOutEverywhere = (
	db: Kysely<Tables>,
	{ id }: Account,
	audit: AuditContext = COMMAND_LINE,
): Promise<number> =>
	db.transaction().execute(async (transaction) => {
		const sessions = await endEverySession(transaction, id);
		const done = { action: "user-signed-out", subject: `user:${id}`, before: { sessions }, after: { sessions: 0 } };
		await writeAudit(transaction, audit, done);
		return sessions;
	});

function runAudited<Result>(
	db: Kysely<Tables>,
	audit: AuditContext,
	userId: UserId,
	action: string,
	before: object | null,
	after: object | null,
	work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
	return db.transaction().execute(async (transaction) => {
		const result = await work(transaction);
		await writeAudit(transaction, audit, { action, subject: `user:${userId}`, before, after });
		return result;
	});
}
