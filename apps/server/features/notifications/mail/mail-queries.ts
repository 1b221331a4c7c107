import type { Pool } from "pg";
import { HELD_UNTIL_SQL } from "../../../db/held-messages.ts";
import { listRows } from "../../../db/rows.ts";
import type { Db, Row } from "../../../db/tables/tables.ts";
import type { MailKind } from "../../../i18n/mail-texts.ts";

/**
 * Counts mails of a UTC day against a daily limit. `counterKey` is what the limit is for, such as `league:12`. Returns false and
 * counts nothing if they would exceed it.
 */
export async function tryCountMails(
	db: Db,
	counterKey: string,
	day: string,
	{ mails, max }: { readonly mails: number; readonly max: number },
): Promise<boolean> {
	const rows = await listRows(db)`
		INSERT INTO mail_counts AS c (subject, day, mails) SELECT ${counterKey}, ${day}::date, ${mails}::int
		WHERE ${mails}::int <= ${max}::int
		ON CONFLICT (subject, day) DO UPDATE SET mails = c.mails + excluded.mails
			WHERE c.mails + excluded.mails <= ${max}::int
		RETURNING mails`;
	return rows.length > 0;
}

export interface OutboxMail {
	readonly kind: MailKind | "league-invite";
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	/** Null for a mail of plain text. */
	readonly html: string | null;
	readonly headers: Readonly<Record<string, string>>;
	readonly createdAt: number;
}

export const createOutboxMail = (db: Db, mail: OutboxMail) =>
	db
		.insertInto("outbox_mails")
		.values({
			kind: mail.kind,
			to_address: mail.to,
			subject: mail.subject,
			body_text: mail.text,
			body_html: mail.html,
			headers: JSON.stringify(mail.headers),
			created_at: new Date(mail.createdAt),
			due_at: new Date(mail.createdAt),
		})
		.execute();

export async function hasDueMail(pool: Pool, now: number): Promise<boolean> {
	const { rowCount } = await pool.query(
		"SELECT FROM outbox_mails WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= $1 LIMIT 1",
		[new Date(now)],
	);
	return rowCount === 1;
}

type DueMail = Row<
	"outbox_mails",
	"id" | "to_address" | "subject" | "body_text" | "body_html" | "headers" | "attempts"
>;

/** Claims one due mail for a while. If this process ends before the mail is sent, another one sends it then. */
export async function claimDueMail(pool: Pool, now: number, claimMs: number): Promise<DueMail | undefined> {
	const { rows } = await pool.query<DueMail>(
		`UPDATE outbox_mails SET attempts = attempts + 1, due_at = $2
		WHERE id = (SELECT id FROM outbox_mails
			WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= $1 AND created_at > ${HELD_UNTIL_SQL}
			ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id, to_address, subject, body_text, body_html, headers, attempts`,
		[new Date(now), new Date(now + claimMs)],
	);
	return rows[0];
}

/** Keeps the claim of a mail that is still being sent. */
export const extendMailClaim = (pool: Pool, id: number, until: number) =>
	pool.query("UPDATE outbox_mails SET due_at = $2 WHERE id = $1 AND sent_at IS NULL", [id, new Date(until)]);

export const markMailSent = (pool: Pool, id: number, now: number) =>
	pool.query("UPDATE outbox_mails SET sent_at = $2, last_error = NULL WHERE id = $1", [id, new Date(now)]);

/** Stores the error of an attempt. `retryAt` is null if the mail has failed for good. */
export const saveMailError = (pool: Pool, id: number, error: string, now: number, retryAt: number | null) =>
	pool.query(
		`UPDATE outbox_mails SET last_error = $2, due_at = coalesce($4, due_at),
			failed_at = CASE WHEN $4::timestamptz IS NULL THEN $3::timestamptz END WHERE id = $1`,
		[id, error, new Date(now), retryAt === null ? null : new Date(retryAt)],
	);
