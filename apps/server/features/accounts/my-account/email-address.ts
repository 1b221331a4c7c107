import { MAILED_LINK_PATHS } from "@first-bounce/contract/constants";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { queueLimitedMail } from "../../notifications/mail/mail-limits.ts";
import { consumeToken, createMailedToken, deleteTokens } from "../../notifications/mail/mailed-tokens.ts";
import { queueVerificationMail } from "../../notifications/mail/verification-mail.ts";
import { requireNonDemoAccount, requireSignInAllowed } from "../users/account-access.ts";
import { findUserByAddress } from "../users/queries.ts";
import { refuseConflicts } from "../users/service.ts";
import { confirmPassword } from "./password.ts";
import type { AccountServices } from "./services.ts";

const HOUR = 60 * 60 * 1000;
const MAIL_LIMIT = { most: 3, within: HOUR };

const getAddress = (db: Kysely<Tables>, userId: UserId) =>
	db
		.selectFrom("users")
		.where("id", "=", userId)
		.select(["email", "first_name", "email_verified_at"])
		.executeTakeFirstOrThrow();

/** False where there is nothing to verify: the address is verified, or an identity came without one. */
export async function requestVerification(services: AccountServices, userId: UserId): Promise<boolean> {
	const { db, throttle, clocks, publicUrl, language = "en" } = services;
	const { email, first_name, email_verified_at } = await getAddress(db, userId);
	if (email_verified_at !== null || email === "") return false;
	await throttle.attempt(`verification of ${userId}`, MAIL_LIMIT);
	await db.transaction().execute(async (transaction) => {
		await deleteTokens(transaction, userId, "verify-email");
		const addressee = { userId, email, firstName: first_name };
		const isMailed = await queueVerificationMail(transaction, addressee, {
			publicUrl,
			language,
			now: clocks.wallNow(),
		});
		if (!isMailed) throw refuse(429, "mails-throttled");
	});
	return true;
}

/** Mails a link to the new address, and word of it to the old one. The new one counts once its link is followed. */
export async function requestNewEmail(
	services: AccountServices,
	userId: UserId,
	{ email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
	const { db, throttle, clocks, publicUrl, language = "en" } = services;
	const now = clocks.wallNow();
	await requireNonDemoAccount(db, userId);
	await confirmPassword(services, userId, password);
	const former = await getAddress(db, userId);
	if (former.email.toLowerCase() === email.toLowerCase()) throw refuse(422, "email-unchanged");
	if (await findUserByAddress(db, email)) throw refuse(422, "email-taken");
	await throttle.attempt(`new address of ${userId}`, MAIL_LIMIT);
	await db.transaction().execute(async (transaction) => {
		await deleteTokens(transaction, userId, "change-email");
		const token = await createMailedToken(transaction, { kind: "change-email", userId, email, now });
		const firstName = former.first_name;
		const url = `${publicUrl}${MAILED_LINK_PATHS.verifyEmail}#${token}`;
		const mail = { kind: "change-email", to: email, data: { firstName, url }, language, now } as const;
		if (!(await queueLimitedMail(transaction, mail))) throw refuse(429, "mails-throttled");
		const data = { firstName, newEmail: email };
		await queueLimitedMail(transaction, { kind: "email-changing", to: former.email, data, language, now });
	});
}

/** Confirms the address a link was mailed to: the account's own, or the new one it asked for. Answers with it. */
export async function confirmEmail({ db, clocks }: AccountServices, token: string): Promise<string> {
	const now = clocks.wallNow();
	return refuseConflicts(
		db.transaction().execute(async (transaction) => {
			const proof = await consumeToken(transaction, token, { kinds: ["verify-email", "change-email"], now });
			if (!proof) throw refuse(422, "link-refused");
			const { userId, email, kind } = proof;
			await requireNonDemoAccount(transaction, userId);
			await requireSignInAllowed(transaction, userId, now);
			const { numUpdatedRows } = await transaction
				.updateTable("users")
				.set({ email, email_verified_at: new Date(now) })
				.where("id", "=", userId)
				// A link to an address that has been changed since proves nothing.
				.$if(kind === "verify-email", (query) => query.where("email", "=", email))
				.executeTakeFirst();
			if (numUpdatedRows === 0n) throw refuse(422, "link-refused");
			// Once an address is given up, no link that was mailed to it may open the account.
			await deleteTokens(transaction, userId, kind === "change-email" ? undefined : "change-email");
			return email;
		}),
	);
}
