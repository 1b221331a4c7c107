import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { MailKind } from "../../../wording/mails.ts";
import { type NewMail, queueMail } from "./queue-mail.ts";

/** How many mails of a kind one address gets on a day in UTC, whoever causes them. */
export const MAX_MAILS_PER_ADDRESS_PER_DAY = {
	"verify-email": 6,
	"change-email": 5,
	"email-changing": 10,
	"reset-password": 10,
	"password-changed": 10,
	"support-letter": 200,
	"account-suspended": 10,
} as const satisfies Partial<Record<MailKind, number>>;

/** Counts mails against a day's limit; returns false and counts nothing if they would exceed it. */
export async function countMails(
	db: Kysely<Tables>,
	subject: string,
	day: string,
	{ mails, max }: { readonly mails: number; readonly max: number },
): Promise<boolean> {
	const { rows } = await sql`
		INSERT INTO mail_counts AS c (subject, day, mails) SELECT ${subject}, ${day}::date, ${mails}::int
		WHERE ${mails}::int <= ${max}::int
		ON CONFLICT (subject, day) DO UPDATE SET mails = c.mails + excluded.mails
			WHERE c.mails + excluded.mails <= ${max}::int
		RETURNING mails`.execute(db);
	return rows.length > 0;
}

export const formatDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Queues a mail that others than its recipient can cause; returns false and queues nothing beyond the day's limit. */
export async function queueLimitedMail<Kind extends keyof typeof MAX_MAILS_PER_ADDRESS_PER_DAY>(
	db: Kysely<Tables>,
	mail: NewMail<Kind>,
): Promise<boolean> {
	const limit = { mails: 1, max: MAX_MAILS_PER_ADDRESS_PER_DAY[mail.kind] };
	const isWithin = await countMails(db, `${mail.kind}:${mail.to.toLowerCase()}`, formatDay(mail.now), limit);
	if (isWithin) await queueMail(db, mail);
	return isWithin;
}
