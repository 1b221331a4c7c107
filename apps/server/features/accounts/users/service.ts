import type { User } from "@first-bounce/contract/accounts/user";
import type { Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import { DatabaseError } from "pg";
import type { Db } from "../../../db/tables/tables.ts";
import { type Reason, refuse } from "../../../plugins/refusal.ts";
import type { Clocks, SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { isSignInBlocked } from "./account-access.ts";
import { findLatestIdentity, findUserRow, type IdentityRow, type UserRow } from "./user-queries.ts";

export interface UserServices {
	readonly db: Db;
	readonly peekSeason: () => SeasonSnapshot | null;
	readonly clocks: Clocks;
	/** The origin of mailed links. */
	readonly publicUrl: string;
	/** The language of mails that the user requests; English by default. */
	readonly language?: Language;
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
	isOperator: row.operator_role !== null,
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

async function findUser(db: Db, userId: UserId): Promise<User | null> {
	const row = await findUserRow(db, userId);
	return row ? buildUser(row, await findLatestIdentity(db, userId)) : null;
}

/** Gets a signed-in user. An unknown id is refused as not signed in, because sessions are deleted with their account. */
export async function getUser({ db }: Pick<UserServices, "db">, userId: UserId): Promise<User> {
	const user = await findUser(db, userId);
	if (!user) throw refuse(401, "not-signed-in");
	return user;
}

/** The refusals for the unique indexes of `users`. */
const CONFLICTS: Readonly<Record<string, Reason["code"]>> = {
	one_password_account_an_email: "email-taken",
	one_user_a_team_name: "team-name-taken",
};

/**
 * Converts a violation of a unique index into the refusal for a taken name or address. It happens if two concurrent requests
 * pass the check for a taken one.
 */
export async function refuseConflicts<Result>(work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		const conflict = error instanceof DatabaseError && error.constraint ? CONFLICTS[error.constraint] : undefined;
		throw conflict ? refuse(422, conflict) : error;
	}
}

/** Finds an account for the built-in provider; null for an unknown id or an account that may not sign in. */
export async function findProviderAccount({ db, clocks }: Pick<UserServices, "db" | "clocks">, userId: UserId) {
	if (!Number.isSafeInteger(userId) || (await isSignInBlocked(db, userId, clocks.wallNow()))) return null;
	const user = await findUser(db, userId);
	return user ? { ...user, sub: String(user.id) } : null;
}
