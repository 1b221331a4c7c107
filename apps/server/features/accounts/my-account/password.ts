import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";
import { DEFAULT_LANGUAGE, isLanguage } from "@first-bounce/contract/languages";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import { runClientTransaction, runInSavepoint } from "../../../db/transactions/client-transaction.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { queueLimitedMail } from "../../notifications/mail/mail-limits.ts";
import { consumeToken, createMailedToken, findTokenUserId } from "../../notifications/mail/mailed-token-queries.ts";
import { findPasswordProblems, hashPassword, verifyPassword } from "../sign-in/passwords.ts";
import { requireNonDemoAccount, requireSamePassword, requireSignInAllowed } from "../users/account-access.ts";
import { endAccess } from "../users/end-access.ts";
import { remindOfSuspension } from "../users/lift-suspensions.ts";
import { refuseProblems } from "../users/registration-problems.ts";
import {
	findUserByAddress,
	getNamesAndAddress,
	getPasswordHash,
	markEmailVerified,
	updatePasswordHash,
} from "../users/user-queries.ts";
import { deleteNextResetRequest, insertResetRequest } from "./queries.ts";
import type { AccountServices } from "./services.ts";

/** Limits the requests for links to one address. */
const MAIL_LIMIT = { max: 3, windowMs: HOUR_MS };

/**
 * Records a request for a link that resets the password. `processResetRequests` looks up the account later, so that neither
 * the response nor its timing shows whether an account has this address.
 */
export async function requestPasswordReset(services: AccountServices, emailInput: string): Promise<void> {
	const { db, clocks, throttle, language = DEFAULT_LANGUAGE } = services;
	const email = emailInput.trim();
	await throttle.attempt(`password reset of ${email.toLowerCase()}`, MAIL_LIMIT);
	if (!(await insertResetRequest(db, { email, language, requestedAt: new Date(clocks.wallNow()) })))
		throw refuse(503, "busy");
}

export interface ResetRequestServices {
	readonly pool: Pool;
	readonly wallNow: () => number;
	readonly publicUrl: string;
	/** Receives the error of each request that failed. */
	readonly onError: (error: unknown) => void;
}

/** Mails a link for every recorded request whose address has an account with a password. Several processes may run it. */
export async function processResetRequests(services: ResetRequestServices): Promise<void> {
	while (await processNextRequest(services));
}

const processNextRequest = (services: ResetRequestServices): Promise<boolean> =>
	runClientTransaction(services.pool, async (trx) => {
		const request = await deleteNextResetRequest(trx);
		if (!request) return false;
		const send = () => sendResetLink(trx, request, services);
		await runInSavepoint(trx, send, (cause) =>
			services.onError(new Error("A request for a password link failed and was deleted", { cause })),
		);
		return true;
	});

async function sendResetLink(
	trx: Db,
	request: { readonly email: string; readonly language: string },
	{ wallNow, publicUrl }: ResetRequestServices,
): Promise<void> {
	const user = await findUserByAddress(trx, request.email);
	if (!user || user.is_demo) return;
	const now = wallNow();
	const language = isLanguage(request.language) ? request.language : DEFAULT_LANGUAGE;
	if (await remindOfSuspension(trx, user.id, { now, language })) return;
	// The account is locked by now, and its address may have changed before.
	if ((await getNamesAndAddress(trx, user.id)).email !== user.email) return;
	const token = await createMailedToken(trx, { kind: "reset-password", userId: user.id, email: user.email, now });
	const url = `${publicUrl}${MAILED_LINK_PATHS.resetPassword}#${token}`;
	const data = { firstName: user.first_name, url };
	await queueLimitedMail(trx, { kind: "reset-password", to: user.email, data, language, now });
}

async function requireStrongPassword({ db }: AccountServices, userId: UserId, password: string): Promise<void> {
	const { email, first_name, last_name } = await getNamesAndAddress(db, userId);
	refuseProblems(findPasswordProblems(password, [email, email.split("@")[0] ?? "", first_name, last_name]));
}

/**
 * Sets a password, ends every other way into the account, and mails what has ended. Refuses if the current password was
 * confirmed and has changed since.
 */
async function setPassword(
	services: AccountServices,
	userId: UserId,
	passwordHash: string,
	proof: { readonly token: string } | { readonly confirmedHash: string },
): Promise<void> {
	const { language = DEFAULT_LANGUAGE } = services;
	const now = services.clocks.wallNow();
	await services.db.transaction().execute(async (trx) => {
		await requireSignInAllowed(trx, userId, now);
		const link = "token" in proof ? await consumeToken(trx, proof.token, { kinds: ["reset-password"], now }) : null;
		if ("token" in proof && !link) throw refuse(422, "link-refused");
		if ("confirmedHash" in proof) await requireSamePassword(trx, userId, proof.confirmedHash);
		const user = await updatePasswordHash(trx, userId, passwordHash);
		// Whoever followed a link that was mailed to the address owns the address.
		if (link?.email === user.email) await markEmailVerified(trx, userId, now);
		const { passkeys, tokens } = await endAccess(trx, userId);
		const data = { firstName: user.first_name, passkeys, tokens };
		await queueLimitedMail(trx, { kind: "password-changed", to: user.email, data, language, now });
	});
}

/** Sets a new password with a mailed token. If the password is refused, the token stays valid. */
export async function resetPassword(services: AccountServices, token: string, password: string): Promise<void> {
	const now = services.clocks.wallNow();
	const userId = await findTokenUserId(services.db, token, "reset-password", now);
	if (userId === null) throw refuse(422, "link-refused");
	await requireNonDemoAccount(services.db, userId);
	await requireStrongPassword(services, userId, password);
	await setPassword(services, userId, await hashPassword(password), { token });
}

/** Refuses a password that is not the user's, and counts it against the limit on guesses. Returns its hash. */
export async function confirmPassword(services: AccountServices, userId: UserId, password: string): Promise<string> {
	const { db, throttle, limits } = services;
	const passwordHash = await getPasswordHash(db, userId);
	if (passwordHash === null) throw refuse(409, "no-password");
	const subject = `confirmation by ${userId}`;
	await throttle.attempt(subject, { max: limits.guessesPerMinute });
	if (!(await verifyPassword(password, passwordHash))) throw refuse(422, "wrong-password");
	await throttle.reset(subject);
	return passwordHash;
}

/** Changes the password with the current one, and returns the hash of the new one. */
export async function changePassword(
	services: AccountServices,
	userId: UserId,
	{ password, newPassword }: { readonly password: string; readonly newPassword: string },
): Promise<string> {
	await requireNonDemoAccount(services.db, userId);
	const confirmedHash = await confirmPassword(services, userId, password);
	await requireStrongPassword(services, userId, newPassword);
	const passwordHash = await hashPassword(newPassword);
	await setPassword(services, userId, passwordHash, { confirmedHash });
	return passwordHash;
}
