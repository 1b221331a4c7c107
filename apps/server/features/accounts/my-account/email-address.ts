import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";
import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import { HOUR_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { queueLimitedMail } from "../../notifications/mail/mail-limits.ts";
import { consumeToken, createMailedToken, deleteUserTokens } from "../../notifications/mail/mailed-token-queries.ts";
import { queueVerificationMail } from "../../notifications/mail/verification-mail.ts";
import { requireNonDemoAccount, requireSamePassword, requireSignInAllowed } from "../users/account-access.ts";
import { refuseConflicts } from "../users/service.ts";
import { findUserByAddress, getNamesAndAddress } from "../users/user-queries.ts";
import { confirmPassword } from "./password.ts";
import { updateEmailAddress } from "./queries.ts";
import type { AccountServices } from "./services.ts";

const MAIL_LIMIT = { max: 3, windowMs: HOUR_MS };

/** Mails a link that verifies the account's address. Returns false if it is already verified, or if there is none. */
export async function requestVerification(services: AccountServices, userId: UserId): Promise<boolean> {
	const { db, throttle, clocks, publicUrl, language = DEFAULT_LANGUAGE } = services;
	const { email, first_name, email_verified_at } = await getNamesAndAddress(db, userId);
	if (email_verified_at !== null || email === "") return false;
	await throttle.attempt(`verification of ${userId}`, MAIL_LIMIT);
	await db.transaction().execute(async (trx) => {
		await deleteUserTokens(trx, userId, "verify-email");
		const recipient = { userId, email, firstName: first_name };
		const isMailed = await queueVerificationMail(trx, recipient, { publicUrl, language, now: clocks.wallNow() });
		if (!isMailed) throw refuse(429, "mails-throttled");
	});
	return true;
}

/** Mails a link to the new address and a notice to the old one. The address changes once the link is followed. */
export async function requestNewEmail(
	services: AccountServices,
	userId: UserId,
	{ email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
	const { db, throttle, clocks, publicUrl, language = DEFAULT_LANGUAGE } = services;
	const now = clocks.wallNow();
	await requireNonDemoAccount(db, userId);
	const passwordHash = await confirmPassword(services, userId, password);
	const previous = await getNamesAndAddress(db, userId);
	if (previous.email.toLowerCase() === email.toLowerCase()) throw refuse(422, "email-unchanged");
	if (await findUserByAddress(db, email)) throw refuse(422, "email-taken");
	await throttle.attempt(`new address of ${userId}`, MAIL_LIMIT);
	await db.transaction().execute(async (trx) => {
		await requireSignInAllowed(trx, userId, now);
		await requireSamePassword(trx, userId, passwordHash);
		await deleteUserTokens(trx, userId, "change-email");
		const token = await createMailedToken(trx, { kind: "change-email", userId, email, now });
		const firstName = previous.first_name;
		const url = `${publicUrl}${MAILED_LINK_PATHS.verifyEmail}#${token}`;
		const mail = { kind: "change-email", to: email, data: { firstName, url }, language, now } as const;
		if (!(await queueLimitedMail(trx, mail))) throw refuse(429, "mails-throttled");
		const data = { firstName, newEmail: email };
		await queueLimitedMail(trx, { kind: "email-changing", to: previous.email, data, language, now });
	});
}

/** Verifies the address that a link was mailed to, and returns it. If the address was to be changed, it now is. */
export async function confirmEmail({ db, clocks }: AccountServices, token: string): Promise<string> {
	const now = clocks.wallNow();
	return refuseConflicts(
		db.transaction().execute(async (trx) => {
			const link = await consumeToken(trx, token, { kinds: ["verify-email", "change-email"], now });
			if (!link) throw refuse(422, "link-refused");
			const { userId, email, kind } = link;
			await requireNonDemoAccount(trx, userId);
			await requireSignInAllowed(trx, userId, now);
			// A verification link is refused if the account's address has changed since it was mailed.
			const expectedEmail = kind === "verify-email" ? email : null;
			if (!(await updateEmailAddress(trx, userId, { email, verifiedAt: new Date(now), expectedEmail })))
				throw refuse(422, "link-refused");
			// After a change of address, links that were mailed to the old one must not open the account.
			await deleteUserTokens(trx, userId, kind === "change-email" ? undefined : "change-email");
			return email;
		}),
	);
}
