import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { hashPassword } from "../accounts/sign-in/passwords.ts";

/** Anybody may know these: the demo runs on loopback only, or where a flag says that it may (decisions §11). */
export const DEMO_EMAIL = "demo@firstbounce.example";
export const DEMO_PASSWORD = "bounce-it-high-1897";

/** The manager whom one press signs in: an operator too, registered. */
export async function createDemoManager(db: Kysely<Tables>, now: number): Promise<UserId> {
	const { id } = await db
		.insertInto("users")
		.values({
			first_name: "Demo",
			last_name: "Manager",
			email: DEMO_EMAIL,
			email_verified_at: new Date(now),
			password_hash: await hashPassword(DEMO_PASSWORD),
			is_operator: true,
			is_demo: true,
			team_name: "The First Bouncers",
			birthday: "1997-02-03",
			gender: "not_say",
			state: "VIC",
			country: "AU",
			terms_accepted_at: new Date(now),
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** The demo manager's account; null where there is no demo. Not found by e-mail address, which can change. */
export async function findDemoManagerId(db: Kysely<Tables>): Promise<UserId | null> {
	const user = await db
		.selectFrom("users")
		.where("is_demo", "=", true)
		.where("is_bot", "=", false)
		.where("retired_at", "is", null)
		.where("is_active", "=", true)
		.select("id")
		.executeTakeFirst();
	return user?.id ?? null;
}
