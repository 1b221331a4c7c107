import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { findOperatorInboxes } from "../../site/support/service.ts";
import { hasMailSince, lockAlerts } from "./queries.ts";
import type { StorageReport } from "./storage-watch.ts";

/** While storage stays low, operators get one mail a day. */
const ALERT_INTERVAL_MS = 24 * 60 * 60_000;

export interface AlertServices {
	readonly db: Kysely<Tables>;
	readonly wallNow: () => number;
	/** The address for operator mails; if null, each operator gets one. */
	readonly inbox: string | null;
}

/** Mails the operators that storage is low or full, at most once a day for each state. */
export async function alertOperators(services: AlertServices, { state, freeBytes }: StorageReport): Promise<void> {
	const { db, wallNow } = services;
	const now = wallNow();
	const kind = state === "full" ? "storage-full" : "storage-low";
	await db.transaction().execute(async (transaction) => {
		await lockAlerts(transaction);
		if (await hasMailSince(transaction, kind, now - ALERT_INTERVAL_MS)) return;
		const data = { megabytes: Math.floor((freeBytes ?? 0) / 1024 ** 2) };
		for (const operator of await findOperatorInboxes({ db: transaction, inbox: services.inbox }))
			await queueMail(transaction, { kind, data, now, ...operator });
	});
}
