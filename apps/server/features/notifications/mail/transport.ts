import { MINUTE_MS } from "@first-bounce/rules/durations";
import { createTransport } from "nodemailer";

interface OutgoingMail {
	/** The same for every attempt, so that mail clients show a repeated mail once. */
	readonly messageId: string;
	readonly to: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string | null;
	readonly headers: Readonly<Record<string, string>>;
}

export interface MailTransport {
	/** Rejects with a MailRejectedError if retrying cannot succeed. */
	readonly send: (mail: OutgoingMail) => Promise<void>;
	readonly close: () => void;
}

export class MailRejectedError extends Error {
	override readonly name = "MailRejectedError";
}

/** Whether the mail server rejected the sender or recipient (nodemailer's EENVELOPE) with a permanent 5xx status. */
const isPermanent = (error: unknown): boolean => {
	const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
	return code === "EENVELOPE" && responseCode >= 500;
};

/** Sends mail by SMTP over a connection pool. */
export function createSmtpTransport(url: string, from: string): MailTransport {
	// A server may take ten minutes to accept a mail (RFC 5321). If it were given up before, it could be sent twice.
	const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10 * MINUTE_MS };
	const smtp = createTransport({ url, pool: true, maxConnections: 2, ...timeouts, disableFileAccess: true });
	return {
		send: async ({ messageId, to, subject, text, html, headers }) => {
			const content = { subject, text, ...(html ? { html } : {}) };
			const envelope = { messageId, from, to: { name: "", address: to } };
			try {
				await smtp.sendMail({ ...envelope, ...content, headers: { "Auto-Submitted": "auto-generated", ...headers } });
			} catch (error) {
				throw isPermanent(error) ? new MailRejectedError(String(error), { cause: error }) : error;
			}
		},
		close: () => smtp.close(),
	};
}
