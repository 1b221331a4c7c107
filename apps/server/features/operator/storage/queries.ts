import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";

/** "st" */
const ALERT_LOCK = 0x7374;

/** Makes processes that alert at the same moment take turns, until the transaction ends. */
export async function lockAlerts(transaction: Kysely<Tables>): Promise<void> {
	await sql`SELECT pg_advisory_xact_lock(${ALERT_LOCK})`.execute(transaction);
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
