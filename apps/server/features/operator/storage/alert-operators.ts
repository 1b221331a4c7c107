import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { findOperatorInboxes } from "../../site/support/service.ts";
import type { StorageReport } from "./storage-watch.ts";

/** While storage stays short, operators get a mail a day. */
const ALERT_INTERVAL_MS = 24 * 60 * 60_000;
/** "st". With this lock, processes that notice at the same moment send one mail. */
const ALERT_LOCK = 0x7374;

export interface AlertServices {
	readonly db: Kysely<Tables>;
	readonly wallNow: () => number;
	/** Where mail to the operators goes; null: to each of them. */
	readonly inbox: string | null;
}

/** Mails the operators that storage runs out, at most once a day for each state. */
export async function alertOperators(services: AlertServices, { state, freeBytes }: StorageReport): Promise<void> {
	const { db, wallNow } = services;
	const now = wallNow();
	const kind = state === "full" ? "storage-full" : "storage-low";
	await db.transaction().execute(async (transaction) => {
		await sql`SELECT pg_advisory_xact_lock(${ALERT_LOCK})`.execute(transaction);
		const recent = await transaction
			.selectFrom("outbox_mails")
			.where("kind", "=", kind)
			.where("created_at", ">", new Date(now - ALERT_INTERVAL_MS))
			.select("id")
			.limit(1)
			.executeTakeFirst();
		if (recent) return;
		const data = { megabytes: Math.floor((freeBytes ?? 0) / 1024 ** 2) };
		for (const to of await findOperatorInboxes({ db: transaction, inbox: services.inbox }))
			await queueMail(transaction, { kind, to, data, now });
	});
}
