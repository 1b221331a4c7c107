import type { User } from "@first-bounce/contract/accounts/user";
import { DEFAULT_LANGUAGE, type Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely, Transaction } from "kysely";
import { DatabaseError } from "pg";
import type { Tables } from "../../../db/tables/tables.ts";
import { type Reason, refuse } from "../../../plugins/refusal.ts";
import { queueVerificationMail } from "../../notifications/mail/verification-mail.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { ensureTeam } from "../../team/load-team.ts";
import { findPasswordProblems, hashPassword } from "../sign-in/passwords.ts";
import { isAddressSuspended, isSignInBlocked } from "./account-access.ts";
import {
	findLatestIdentity,
	findUserByAddress,
	findUserRow,
	type IdentityRow,
	insertUser,
	type UserRow,
	updateUserRow,
} from "./queries.ts";
import {
	buildRegistrationColumns,
	findRegistrationProblems,
	type Registration,
	refuseProblems,
} from "./registration.ts";

export interface UserServices {
	readonly db: Kysely<Tables>;
	readonly peekSeason: () => SeasonSnapshot | null;
	readonly clocks: Clocks;
	/** The origin of mailed links. */
	readonly publicUrl: string;
	/** The language of mails that the user requests; English by default. */
	readonly language?: Language;
}

export interface NewCredentials {
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
	readonly password: string;
}

const toText = (value: unknown): string | null => (typeof value === "string" ? value : null);

const buildUser = (row: UserRow, identity: IdentityRow | undefined): User => ({
	id: row.id,
	userId: row.id,
	firstName: row.first_name,
	lastName: row.last_name,
	email: row.email,
	emailVerified: row.email_verified_at !== null,
	isActive: row.is_active,
	isOperator: row.is_operator,
	hasPassword: row.password_hash !== null,
	fantasyTeamName: row.team_name,
	birthday: row.birthday,
	gender: row.gender,
	state: row.state,
	country: row.country,
	avatarVersion: row.avatar_version,
	supportedSquadId: row.supported_squad_id,
	aflIdProfile: identity
		? {
				issuer: identity.issuer,
				sub: identity.sub,
				firstName: toText(identity.profile.firstName),
				lastName: toText(identity.profile.lastName),
				email: toText(identity.profile.email),
			}
		: null,
});

async function findUser(db: Kysely<Tables>, userId: UserId): Promise<User | null> {
	const row = await findUserRow(db, userId);
	return row ? buildUser(row, await findLatestIdentity(db, userId)) : null;
}

/** Gets a signed-in user. Refuses an unknown id as not signed in, because sessions are deleted with their account. */
export async function getUser({ db }: Pick<UserServices, "db">, userId: UserId): Promise<User> {
	const user = await findUser(db, userId);
	if (!user) throw refuse(401, "not-signed-in");
	return user;
}

/** Finds the account that signs in with this address and a password. */
export const findPasswordAccount = (db: Kysely<Tables>, email: string) => findUserByAddress(db, email);

const CONFLICTS: Readonly<Record<string, Reason>> = {
	one_password_account_an_email: { code: "email-taken" },
	one_user_a_team_name: { code: "team-name-taken" },
};

/**
 * Two concurrent requests may both pass the check for a taken name or address. A unique index then fails the second, and
 * this turns the error into the same refusal as the check.
 */
export async function refuseConflicts<Result>(work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		const conflict = error instanceof DatabaseError && error.constraint ? CONFLICTS[error.constraint] : undefined;
		throw conflict ? refuse(422, conflict.code) : error;
	}
}

async function findCredentialProblems(
	{ db, clocks }: Pick<UserServices, "db" | "clocks">,
	person: NewCredentials,
): Promise<Reason[]> {
	const { email, password, firstName, lastName } = person;
	const problems = findPasswordProblems(password, [email, email.split("@")[0] ?? "", firstName, lastName]);
	if ((await findUserByAddress(db, email)) || (await isAddressSuspended(db, email, clocks.wallNow())))
		problems.unshift({ code: "email-taken" });
	return problems;
}

/** Creates an account with a password and without a team, as a sign-up at the built-in provider does. */
export const createAccount = (db: Kysely<Tables>, person: NewCredentials, passwordHash: string): Promise<UserId> =>
	insertUser(db, {
		first_name: person.firstName,
		last_name: person.lastName,
		email: person.email,
		password_hash: passwordHash,
	});

/** Completes an account's registration, and creates its team, in the caller's transaction. */
export async function completeRegistration(
	transaction: Transaction<Tables>,
	{ peekSeason, clocks }: Pick<UserServices, "peekSeason" | "clocks">,
	userId: UserId,
	form: Registration,
): Promise<void> {
	await updateUserRow(transaction, userId, buildRegistrationColumns(form, clocks.wallNow()));
	const season = peekSeason();
	if (season) await ensureTeam(transaction, season.seasonId, userId);
}

/** Creates an account and mails the link that verifies its address. */
async function createUnverifiedAccount(
	transaction: Transaction<Tables>,
	{ clocks, publicUrl, language = DEFAULT_LANGUAGE }: Pick<UserServices, "clocks" | "publicUrl" | "language">,
	person: NewCredentials,
	passwordHash: string,
): Promise<UserId> {
	const userId = await createAccount(transaction, person, passwordHash);
	const { email, firstName } = person;
	await queueVerificationMail(
		transaction,
		{ userId, email, firstName },
		{ publicUrl, language, now: clocks.wallNow() },
	);
	return userId;
}

/**
 * Signs a person up at the built-in provider. The account has no team until its registration is completed. `countSignUp` is
 * called only if the form is valid.
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
		db.transaction().execute((transaction) => createUnverifiedAccount(transaction, services, person, passwordHash)),
	);
}

/** Finds an account for the built-in provider; null for an unknown id or an account that may not sign in. */
export async function findProviderAccount({ db, clocks }: Pick<UserServices, "db" | "clocks">, userId: UserId) {
	if (!Number.isSafeInteger(userId) || (await isSignInBlocked(db, userId, clocks.wallNow()))) return null;
	const user = await findUser(db, userId);
	return user ? { ...user, sub: String(user.id) } : null;
}

/** Registers a person with an address and a password. Reports all problems of the form at once. */
export async function registerUser(
	services: UserServices,
	form: Registration & NewCredentials,
	countSignUp: () => Promise<void>,
): Promise<UserId> {
	const { db, peekSeason, clocks } = services;
	// Before the search for the address, so that the response time does not show whether it is taken, and outside the
	// transaction, so that hashing occupies no connection.
	const passwordHash = await hashPassword(form.password);
	const context = { season: peekSeason(), now: clocks.wallNow(), own: null };
	refuseProblems([
		...(await findRegistrationProblems(db, form, context)),
		...(await findCredentialProblems(services, form)),
	]);
	await countSignUp();
	return refuseConflicts(
		db.transaction().execute(async (transaction) => {
			const userId = await createUnverifiedAccount(transaction, services, form, passwordHash);
			await completeRegistration(transaction, services, userId, form);
			return userId;
		}),
	);
}
