import { createHash } from "node:crypto";
import type { Db } from "../../../db/tables/tables.ts";
import type { MailKind } from "../../../i18n/mail-texts.ts";
import { tryCountMails } from "./mail-queries.ts";
import { type NewMail, queueMail } from "./queue-mail.ts";

/** The maximum number of mails of each kind to one address per UTC day. */
export const MAX_MAILS_PER_ADDRESS_PER_DAY = {
	"verify-email": 6,
	"change-email": 5,
	"email-changing": 10,
	"reset-password": 10,
	"password-changed": 10,
	"contact-message": 200,
	"account-suspended": 10,
	"league-offered": 5,
} as const satisfies Partial<Record<MailKind, number>>;

/** Builds the key for counting mails to an address. Only its hash is stored, because addresses of strangers are counted too. */
export const buildAddressCounterKey = (kind: string, address: string): string =>
	`${kind}:${createHash("sha256").update(address.toLowerCase()).digest("hex")}`;

/** Formats the UTC date of a time, such as `2026-11-26`. */
export const formatUtcDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Queues a mail that someone other than its recipient can trigger. Returns false above the daily limit. */
export async function queueLimitedMail<Kind extends keyof typeof MAX_MAILS_PER_ADDRESS_PER_DAY>(
	db: Db,
	mail: NewMail<Kind>,
): Promise<boolean> {
	const limit = { mails: 1, max: MAX_MAILS_PER_ADDRESS_PER_DAY[mail.kind] };
	const counterKey = buildAddressCounterKey(mail.kind, mail.to);
	const isWithinLimit = await tryCountMails(db, counterKey, formatUtcDate(mail.now), limit);
	if (isWithinLimit) await queueMail(db, mail);
	return isWithinLimit;
}
