import type { Pool } from "pg";
import type { Config } from "../config.ts";
import { sweepExpired } from "../features/auth/sweep.ts";
import { deliverMails } from "../features/mail/deliver-mails.ts";
import { createSmtpTransport } from "../features/mail/transport.ts";
import { createRunner } from "../features/round-life/runner.ts";

const MAIL_EVERY = 2_000;
const SWEEP_EVERY = 10 * 60_000;

/** Sends mails as they fall due, and sweeps out what has run out. Any number of processes may do both. */
export function startAccountChores(
	{ smtpUrl, mailFrom, publicUrl }: Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl">,
	{ pool, wallNow }: { readonly pool: Pool; readonly wallNow: () => number },
	onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
	const transport = smtpUrl ? createSmtpTransport(smtpUrl, mailFrom) : null;
	const delivery = { pool, transport, host: new URL(publicUrl).hostname, wallNow };
	const mail = createRunner(async () => void (await deliverMails(delivery)), onError, MAIL_EVERY);
	const sweep = createRunner(() => sweepExpired(pool, wallNow()), onError, SWEEP_EVERY);
	if (transport) mail.start();
	sweep.start();
	return {
		stop: async () => {
			await Promise.all([mail.stop(), sweep.stop()]);
			transport?.close();
		},
	};
}
