import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import { claimDueMail, markMailSent, saveMailError } from "./mail-queries.ts";
import { MailRejectedError, type MailTransport } from "./transport.ts";

/** The delay after each attempt. There are as many attempts as delays; after the last one, the mail has failed. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 240, 720, 1440].map((minutes) => minutes * MINUTE_MS);

const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

export interface MailDeliveryServices {
	readonly pool: Pool;
	/** If null, mails stay in the outbox, where operators read them. */
	readonly transport: MailTransport | null;
	/** The host in message ids. */
	readonly host: string;
	readonly wallNow: () => number;
}

/** Sends all due mails one by one and returns how many were sent. Safe to run in several processes. */
export async function deliverMails({ pool, transport, host, wallNow }: MailDeliveryServices): Promise<number> {
	if (!transport) return 0;
	let sent = 0;
	for (;;) {
		const mail = await claimDueMail(pool, wallNow(), RETRY_DELAYS_MS);
		if (!mail) return sent;
		const messageId = `<outbox-${mail.id}@${host}>`;
		const content = { subject: mail.subject, text: mail.body_text, html: mail.body_html, headers: mail.headers };
		try {
			await transport.send({ messageId, to: mail.to_address, ...content });
			await markMailSent(pool, mail.id, wallNow());
			sent++;
		} catch (error) {
			const isFinal = error instanceof MailRejectedError || mail.attempts >= RETRY_DELAYS_MS.length;
			await saveMailError(pool, mail.id, formatError(error), isFinal ? wallNow() : null);
		}
	}
}
