import { MINUTE_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import { claimDueMail, extendMailClaim, markMailSent, saveMailError } from "./mail-queries.ts";
import { MailRejectedError, type MailTransport } from "./transport.ts";

/** The delay before each retry. If the last retry fails too, the mail has failed. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE_MS);

/** A mail belongs to the process that sends it for this long. The process extends that every minute until it is sent. */
const CLAIM_MS = 5 * MINUTE_MS;

const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);

export interface MailDeliveryServices {
	readonly pool: Pool;
	/** If null, mails stay in the outbox, where operators read them. */
	readonly transport: MailTransport | null;
	/** The host in message ids. */
	readonly host: string;
	readonly wallNow: () => number;
	/** Ends the delivery before the next mail. */
	readonly signal?: AbortSignal;
}

/** Sends all due mails one by one and returns how many were sent. Safe to run in several processes. */
export async function deliverMails({ pool, transport, host, wallNow, signal }: MailDeliveryServices): Promise<number> {
	if (!transport) return 0;
	let sent = 0;
	while (!signal?.aborted) {
		const mail = await claimDueMail(pool, wallNow(), CLAIM_MS);
		if (!mail) return sent;
		// A claim that could not be extended is extended a minute later.
		const extendClaim = () => extendMailClaim(pool, mail.id, wallNow() + CLAIM_MS).catch(() => undefined);
		const extending = setInterval(extendClaim, MINUTE_MS);
		const messageId = `<outbox-${mail.id}@${host}>`;
		const content = { subject: mail.subject, text: mail.body_text, html: mail.body_html, headers: mail.headers };
		try {
			await transport.send({ messageId, to: mail.to_address, ...content });
			await markMailSent(pool, mail.id, wallNow());
			sent++;
		} catch (error) {
			const delay = error instanceof MailRejectedError ? undefined : RETRY_DELAYS_MS[mail.attempts - 1];
			const now = wallNow();
			await saveMailError(pool, mail.id, formatError(error), now, delay === undefined ? null : now + delay);
		} finally {
			clearInterval(extending);
		}
	}
	return sent;
}
