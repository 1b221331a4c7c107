import { DEFAULT_LANGUAGE } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";
import type { Reason } from "../../../plugins/refusal.ts";
import { queueVerificationMail } from "../../notifications/mail/verification-mail.ts";
import { ensureTeam } from "../../team/team-queries.ts";
import { findPasswordProblems, hashPassword } from "../sign-in/passwords.ts";
import { isAddressSuspended } from "./account-access.ts";
import {
	buildRegistrationColumns,
	findRegistrationProblems,
	type Registration,
	refuseProblems,
} from "./registration-problems.ts";
import { refuseConflicts, type UserServices } from "./service.ts";
import { findUserByAddress, insertUser, updateUserRow } from "./user-queries.ts";

export interface NewCredentials {
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
	readonly password: string;
}

/** Lists why an address or a password cannot be those of a new account. */
export async function findCredentialProblems(
	{ db, clocks }: Pick<UserServices, "db" | "clocks">,
	person: NewCredentials,
): Promise<Reason[]> {
	const { email, password, firstName, lastName } = person;
	const problems = findPasswordProblems(password, [email, email.split("@")[0] ?? "", firstName, lastName]);
	if ((await findUserByAddress(db, email)) || (await isAddressSuspended(db, email, clocks.wallNow())))
		problems.unshift({ code: "email-taken" });
	return problems;
}

/** Creates an account with a password and without a team. */
export const createAccount = (db: Db, person: NewCredentials, passwordHash: string): Promise<UserId> =>
	insertUser(db, {
		first_name: person.firstName,
		last_name: person.lastName,
		email: person.email,
		password_hash: passwordHash,
	});

/** Completes an account's registration and creates its team, if there is a season. */
export async function completeRegistration(
	trx: Transaction<Tables>,
	{ peekSeason, clocks }: Pick<UserServices, "peekSeason" | "clocks">,
	userId: UserId,
	form: Registration,
): Promise<void> {
	await updateUserRow(trx, userId, buildRegistrationColumns(form, clocks.wallNow()));
	const season = peekSeason();
	if (season) await ensureTeam(trx, season.seasonId, userId);
}

/** Creates an account and mails the link that verifies its address. */
export async function createUnverifiedAccount(
	trx: Transaction<Tables>,
	{ clocks, publicUrl, language = DEFAULT_LANGUAGE }: Pick<UserServices, "clocks" | "publicUrl" | "language">,
	person: NewCredentials,
	passwordHash: string,
): Promise<UserId> {
	const userId = await createAccount(trx, person, passwordHash);
	const { email, firstName } = person;
	await queueVerificationMail(trx, { userId, email, firstName }, { publicUrl, language, now: clocks.wallNow() });
	return userId;
}

/**
 * Signs a person up at the built-in provider. The account has no team until its registration is completed. Calls
 * `countSignUp` only if the form is valid.
 */
export async function signUp(
	services: Omit<UserServices, "peekSeason">,
	person: NewCredentials,
	countSignUp: () => Promise<void>,
): Promise<UserId> {
	const { db } = services;
	const passwordHash = await hashPassword(person.password);
	refuseProblems(await findCredentialProblems(services, person));
	await countSignUp();
	return refuseConflicts(
		db.transaction().execute((trx) => createUnverifiedAccount(trx, services, person, passwordHash)),
	);
}

/** Registers a person with an address and a password. Reports all problems of the form, not only the first. */
export async function registerUser(
	services: UserServices,
	form: Registration & NewCredentials,
	countSignUp: () => Promise<void>,
): Promise<UserId> {
	const { db, peekSeason, clocks } = services;
	// The password is hashed before the address is looked up, so that the response time does not show whether it is taken, and
	// outside the transaction, so that hashing occupies no connection.
	const passwordHash = await hashPassword(form.password);
	const context = { season: peekSeason(), now: clocks.wallNow(), ownUserId: null };
	refuseProblems([
		...(await findRegistrationProblems(db, form, context)),
		...(await findCredentialProblems(services, form)),
	]);
	await countSignUp();
	return refuseConflicts(
		db.transaction().execute(async (trx) => {
			const userId = await createUnverifiedAccount(trx, services, form, passwordHash);
			await completeRegistration(trx, services, userId, form);
			return userId;
		}),
	);
}
