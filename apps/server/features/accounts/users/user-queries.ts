import type { UserId } from "@first-bounce/rules/ids";
import type { Insertable, Updateable } from "kysely";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";

export type UserRow = Row<"users">;
export type IdentityRow = Row<"identities", "issuer" | "sub" | "profile">;

export const findUserRow = (db: Db, userId: UserId): Promise<UserRow | undefined> =>
	db.selectFrom("users").where("id", "=", userId).selectAll().executeTakeFirst();

export const findLatestIdentity = (db: Db, userId: UserId): Promise<IdentityRow | undefined> =>
	db
		.selectFrom("identities")
		.where("user_id", "=", userId)
		.orderBy("linked_at", "desc")
		.select(["issuer", "sub", "profile"])
		.executeTakeFirst();

/** Finds the account with this address and a password. Other accounts with the same address have no password. */
export const findUserByAddress = (db: Db, email: string) =>
	db
		.selectFrom("users")
		.where((where) => where(where.fn("lower", ["email"]), "=", email.trim().toLowerCase()))
		.where("password_hash", "is not", null)
		.select(["id", "password_hash", "team_name", "email", "first_name", "is_demo"])
		.executeTakeFirst();

/** Gets a user's names and address, and when the address was verified. */
export const getNamesAndAddress = (db: Db, userId: UserId) =>
	db
		.selectFrom("users")
		.where("id", "=", userId)
		.select(["email", "first_name", "last_name", "email_verified_at"])
		.executeTakeFirstOrThrow();

export async function getPasswordHash(db: Db, userId: UserId): Promise<string | null> {
	const row = await db.selectFrom("users").where("id", "=", userId).select("password_hash").executeTakeFirstOrThrow();
	return row.password_hash;
}

export async function insertUser(db: Db, user: Insertable<Tables["users"]>): Promise<UserId> {
	const { id } = await db.insertInto("users").values(user).returning("id").executeTakeFirstOrThrow();
	return id;
}

export const updateUserRow = (db: Db, userId: UserId, changes: Updateable<Tables["users"]>) =>
	db.updateTable("users").set(changes).where("id", "=", userId).execute();

/** Locks a user's row, so that no sign-in completes before the transaction ends. */
export const lockUser = (trx: Db, userId: UserId) =>
	trx
		.selectFrom("users")
		.where("id", "=", userId)
		.select([
			"id",
			"first_name",
			"email",
			"language",
			"is_active",
			"operator_role",
			"is_demo",
			"retired_at",
			"erased_at",
		])
		.forNoKeyUpdate()
		.executeTakeFirst();

/** Locks the rows of all owners, in the order of their ids. */
export const lockOwners = (trx: Db) =>
	trx
		.selectFrom("users")
		.where("operator_role", "=", "owner")
		.orderBy("id")
		.select(["id", "is_active", "is_demo"])
		.forNoKeyUpdate()
		.execute();

export async function isDemoUser(db: Db, userId: UserId): Promise<boolean> {
	const row = await db.selectFrom("users").where("id", "=", userId).select("is_demo").executeTakeFirst();
	return row?.is_demo ?? false;
}

export const updatePasswordHash = (db: Db, userId: UserId, passwordHash: string) =>
	db
		.updateTable("users")
		.set({ password_hash: passwordHash })
		.where("id", "=", userId)
		.returning(["email", "first_name"])
		.executeTakeFirstOrThrow();

/** Marks the address as verified, unless it already is. */
export const markEmailVerified = (db: Db, userId: UserId, now: number) =>
	db
		.updateTable("users")
		.set((set) => ({ email_verified_at: set.fn.coalesce("email_verified_at", set.val(new Date(now))) }))
		.where("id", "=", userId)
		.execute();
