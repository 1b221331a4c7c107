import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** The account that signs in with a password at an address; those of other providers may share it. */
export const findUserByAddress = (db: Kysely<Tables>, email: string) =>
	db
		.selectFrom("users")
		.where((where) => where(where.fn("lower", ["email"]), "=", email.trim().toLowerCase()))
		.where("password_hash", "is not", null)
		.select(["id", "password_hash", "team_name", "email", "first_name", "is_demo"])
		.executeTakeFirst();
