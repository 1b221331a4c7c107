import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** An arbitrary key for the advisory lock. */
const ALERT_LOCK_KEY = 0x7374;

/** Lets only one process at a time send alerts, until the transaction ends. */
export async function lockAlerts(transaction: Kysely<Tables>): Promise<void> {
	await sql`SELECT pg_advisory_xact_lock(${ALERT_LOCK_KEY})`.execute(transaction);
}

export async function hasMailSince(db: Kysely<Tables>, kind: string, since: number): Promise<boolean> {
	const mail = await db
		.selectFrom("outbox_mails")
		.where("kind", "=", kind)
		.where("created_at", ">", new Date(since))
		.select("id")
		.limit(1)
		.executeTakeFirst();
	return mail !== undefined;
}
