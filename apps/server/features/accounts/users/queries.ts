import type { User } from "@first-bounce/contract/accounts/user";
import type { UserId } from "@first-bounce/rules/ids";
import type { Insertable, Kysely, Updateable } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Finds a user in the form of the API. */
export async function findUser(db: Kysely<Tables>, userId: UserId): Promise<User | undefined> {
	const row = await db.selectFrom("users").where("id", "=", userId).selectAll().executeTakeFirst();
	if (!row) return undefined;
	const identity = await db
		.selectFrom("identities")
		.where("user_id", "=", userId)
		.orderBy("linked_at", "desc")
		.select(["issuer", "sub", "profile"])
		.executeTakeFirst();
	return {
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
					firstName: textOf(identity.profile.firstName),
					lastName: textOf(identity.profile.lastName),
					email: textOf(identity.profile.email),
				}
			: null,
	};
}

/** Finds the account that signs in with this address and a password. Accounts without a password may share the address. */
export const findUserByAddress = (db: Kysely<Tables>, email: string) =>
	db
		.selectFrom("users")
		.where((where) => where(where.fn("lower", ["email"]), "=", email.trim().toLowerCase()))
		.where("password_hash", "is not", null)
		.select(["id", "password_hash", "team_name", "email", "first_name", "is_demo"])
		.executeTakeFirst();

/** Gets the words that a new password must not contain. */
export const getPersonalWords = (db: Kysely<Tables>, userId: UserId) =>
	db
		.selectFrom("users")
		.where("id", "=", userId)
		.select(["email", "first_name", "last_name"])
		.executeTakeFirstOrThrow();

export async function getPasswordHash(db: Kysely<Tables>, userId: UserId): Promise<string | null> {
	const row = await db.selectFrom("users").where("id", "=", userId).select("password_hash").executeTakeFirstOrThrow();
	return row.password_hash;
}

export async function insertUser(db: Kysely<Tables>, user: Insertable<Tables["users"]>): Promise<UserId> {
	const { id } = await db.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow();
	return id;
}

export async function updateUserRow(
	db: Kysely<Tables>,
	userId: UserId,
	changes: Updateable<Tables["users"]>,
): Promise<void> {
	await db.updateTable("users").set(changes).where("id", "=", userId).execute();
}

/** Locks a user's row, so that no sign-in completes before the transaction ends. */
export const lockUser = (transaction: Kysely<Tables>, userId: UserId) =>
	transaction
		.selectFrom("users")
		.where("id", "=", userId)
		.select(["id", "first_name", "email", "is_active", "is_operator", "is_demo", "retired_at"])
		.forNoKeyUpdate()
		.executeTakeFirst();

/** Locks the rows of all operators. */
export const lockOperators = (transaction: Kysely<Tables>) =>
	transaction
		.selectFrom("users")
		.where("is_operator", "=", true)
		.orderBy("id")
		.select(["id", "is_active", "is_demo"])
		.forNoKeyUpdate()
		.execute();

export async function isDemoUser(db: Kysely<Tables>, userId: UserId): Promise<boolean> {
	const row = await db.selectFrom("users").where("id", "=", userId).select("is_demo").executeTakeFirst();
	return row?.is_demo ?? false;
}

export const updatePasswordHash = (db: Kysely<Tables>, userId: UserId, passwordHash: string) =>
	db
		.updateTable("users")
		.set({ password_hash: passwordHash })
		.where("id", "=", userId)
		.returning(["email", "first_name"])
		.executeTakeFirstOrThrow();

/** Marks the address as verified now, unless it already is. */
export const verifyEmailAddress = (db: Kysely<Tables>, userId: UserId, now: number) =>
	db
		.updateTable("users")
		.set((set) => ({ email_verified_at: set.fn.coalesce("email_verified_at", set.val(new Date(now))) }))
		.where("id", "=", userId)
		.execute();
