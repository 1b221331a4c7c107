import type { Pool } from "pg";
import { MailRejectedError, type MailTransport } from "./transport.ts";

const MINUTE = 60_000;
/** How long a mail waits after each failed attempt; after the last it is given up. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE);

interface Row {
	readonly id: string;
	readonly to_address: string;
	readonly subject: string;
	readonly body_text: string;
	readonly body_html: string | null;
	readonly headers: Readonly<Record<string, string>>;
	readonly attempts: number;
}

// Taking a mail puts it off first: should this process end while it sends, another tries again after the wait.
const TAKE = `UPDATE outbox_mails SET attempts = attempts + 1,
		due_at = $1::timestamptz + ($2::bigint[])[least(attempts + 1, cardinality($2))] * interval '1 millisecond'
	WHERE id = (SELECT id FROM outbox_mails
		WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= $1
		ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
	RETURNING id, to_address, subject, body_text, body_html, headers, attempts`;

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

export interface MailDelivery {
	readonly pool: Pool;
	/** Null: mails wait in the operator's outbox. */
	readonly transport: MailTransport | null;
	/** What message ids end in. */
	readonly host: string;
	readonly wallNow: () => number;
}

export async function isMailDue(pool: Pool, now: number): Promise<boolean> {
	const { rowCount } = await pool.query(
		"SELECT FROM outbox_mails WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= $1 LIMIT 1",
		[new Date(now)],
	);
	return rowCount === 1;
}

/** Sends every mail that is due, one after the other; any number of processes may run it at once. Answers how many left. */
export async function deliverMails({ pool, transport, host, wallNow }: MailDelivery): Promise<number> {
	if (!transport) return 0;
	let sent = 0;
	for (;;) {
		const { rows } = await pool.query<Row>(TAKE, [new Date(wallNow()), RETRY_DELAYS_MS]);
		const mail = rows[0];
		if (!mail) return sent;
		const messageId = `<outbox-${mail.id}@${host}>`;
		const words = { subject: mail.subject, text: mail.body_text, html: mail.body_html, headers: mail.headers };
		try {
			await transport.send({ messageId, to: mail.to_address, ...words });
			await pool.query("UPDATE outbox_mails SET sent_at = $2, last_error = NULL WHERE id = $1", [
				...[mail.id, new Date(wallNow())],
			]);
			sent++;
		} catch (error) {
			const isOver = error instanceof MailRejectedError || mail.attempts >= RETRY_DELAYS_MS.length;
			await pool.query("UPDATE outbox_mails SET last_error = $2, failed_at = $3 WHERE id = $1", [
				...[mail.id, errorText(error), isOver ? new Date(wallNow()) : null],
			]);
		}
	}
}
