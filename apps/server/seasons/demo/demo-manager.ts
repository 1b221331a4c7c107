import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { endEverySession } from "../../features/auth/end-sessions.ts";
import { hashPassword } from "../../features/auth/passwords.ts";
import { removeFactor } from "../../features/second-factor/use-cases.ts";

/** Anybody may know these: the demo runs on loopback only, or where a flag says that it may (decisions §11). */
export const DEMO_EMAIL = "demo@firstbounce.example";
export const DEMO_PASSWORD = "bounce-it-high-1897";

/** The manager whom one press signs in: an operator too, registered. */
export async function enlistDemoManager(db: Kysely<Tables>, now: number): Promise<UserId> {
	const { id } = await db
		.insertInto("users")
		.values({
			first_name: "Demo",
			last_name: "Manager",
			email: DEMO_EMAIL,
			email_verified_at: new Date(now),
			password_hash: await hashPassword(DEMO_PASSWORD),
			is_operator: true,
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

/** The demo manager's account; null where there is no demo. */
export async function demoManagerId(db: Kysely<Tables>): Promise<UserId | null> {
	const user = await db
		.selectFrom("users")
		.where("email", "=", DEMO_EMAIL)
		.where("is_active", "=", true)
		.select("id")
		.executeTakeFirst();
	return user?.id ?? null;
}

/** A real season begins: nobody comes in by the password that everybody knows, least of all as an operator. */
export async function retireDemoManager(transaction: Kysely<Tables>): Promise<void> {
	const manager = await transaction
		.updateTable("users")
		.set({ is_operator: false, is_active: false, password_hash: null })
		.where("email", "=", DEMO_EMAIL)
		.where("is_operator", "=", true)
		.returning("id")
		.executeTakeFirst();
	if (!manager) return;
	await removeFactor(transaction, manager.id);
	await endEverySession(transaction, manager.id);
}
