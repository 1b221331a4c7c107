import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";
import { hashPassword } from "../accounts/sign-in/passwords.ts";

/** Public credentials: the demo runs on loopback only, unless ALLOW_DEMO_ON_PUBLIC_URL is on. */
export const DEMO_EMAIL = "demo@firstbounce.example";
export const DEMO_PASSWORD = "bounce-it-high-1897";

/** Creates the registered manager and operator account that the demo button signs in to. */
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

/** Finds the demo manager's account by its mark, since its e-mail address can change; null without a demo. */
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
