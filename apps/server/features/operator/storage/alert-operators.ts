import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { MailData } from "../../../i18n/mail-texts.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { findOperatorInboxes } from "../../site/support/service.ts";
import { hasMailSince, lockAlerts } from "./queries.ts";

/** While a fault lasts, operators get one mail a day. */
const ALERT_INTERVAL_MS = 24 * 60 * 60_000;

export interface AlertServices {
	readonly db: Kysely<Tables>;
	readonly wallNow: () => number;
	/** The address for operator mails; if null, each operator gets one. */
	readonly inbox: string | null;
}

type AlertKind = "storage-low" | "storage-full" | "backup-failed";

/** Mails the operators about a fault of the installation, at most once a day for each kind. */
export async function alertOperators<Kind extends AlertKind>(
	{ db, wallNow, inbox }: AlertServices,
	kind: Kind,
	data: MailData<Kind>,
): Promise<void> {
	const now = wallNow();
	await db.transaction().execute(async (transaction) => {
		await lockAlerts(transaction);
		if (await hasMailSince(transaction, kind, now - ALERT_INTERVAL_MS)) return;
		for (const operator of await findOperatorInboxes({ db: transaction, inbox }))
			await queueMail(transaction, { kind, data, now, ...operator });
	});
}
