import { setTimeout } from "node:timers/promises";
import type { Pool } from "pg";
import type { Config } from "../../config.ts";
import type { QueueName } from "../../db/job-schema.ts";
import type { Db } from "../../db/tables/tables.ts";
import type { JobHandler, JobQueue } from "../jobs/job-queue.ts";
import { startRunner } from "../jobs/runner.ts";
import { deliverMails } from "../notifications/mail/deliver-mails.ts";
import { hasDueMail } from "../notifications/mail/mail-queries.ts";
import { createSmtpTransport } from "../notifications/mail/transport.ts";
import { processResetRequests } from "./my-account/password.ts";
import { deleteExpired } from "./sessions/queries.ts";
import { liftEndedSuspensions } from "./users/lift-suspensions.ts";

const CHECK_INTERVAL_MS = 2_000;
const SWEEP_EVERY_SECONDS = 10 * 60;
const MAIL_QUEUES = ["mail-delivery"] as const satisfies readonly QueueName[];
const SWEEP_QUEUES = ["sweep-expired"] as const satisfies readonly QueueName[];
/** How long a stop waits for the mail that is being sent. Shorter than STOP_TIMEOUT_MS in main.ts. */
const STOP_WAIT_MS = 5_000;

export interface AccountRunnerServices {
	readonly db: Db;
	readonly pool: Pool;
	readonly wallNow: () => number;
	readonly queue: Pick<JobQueue, "send" | "drain">;
}

/** Starts the periodic work of accounts: mails, reset requests, ended suspensions, expired rows. Several processes may run it. */
export function startAccountRunner(
	{ smtpUrl, mailFrom, publicUrl }: Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl">,
	{ db, pool, wallNow, queue }: AccountRunnerServices,
	onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
	const transport = smtpUrl ? createSmtpTransport(smtpUrl, mailFrom) : null;
	const stopping = new AbortController();
	const host = new URL(publicUrl).hostname;
	const sendMails: JobHandler = async () => ({
		sent: await deliverMails({ pool, transport, host, wallNow, signal: stopping.signal }),
	});
	const sweep: JobHandler = async () => {
		await deleteExpired(pool, wallNow());
		return null;
	};
	let sweptAt = Number.NEGATIVE_INFINITY;
	const sendDueMails = async () => {
		if (transport && (await hasDueMail(pool, wallNow()))) await queue.send("mail-delivery", {}, { key: "outbox" });
	};
	const sweepWhenDue = async () => {
		// Every process queues this job, but the queue accepts only one every ten minutes.
		if (performance.now() - sweptAt < SWEEP_EVERY_SECONDS * 1_000) return;
		sweptAt = performance.now();
		await queue.send("sweep-expired", {}, { key: "all", everySeconds: SWEEP_EVERY_SECONDS });
	};
	const steps: readonly (() => Promise<unknown>)[] = [
		() => processResetRequests({ pool, wallNow, publicUrl, onError }),
		() => liftEndedSuspensions(db, wallNow()),
		sendDueMails,
		sweepWhenDue,
		() => queue.drain(SWEEP_QUEUES, sweep),
	];
	const runner = startRunner(
		async () => {
			// If a step fails, the steps after it still run.
			for (const step of steps) await step().catch(onError);
		},
		onError,
		CHECK_INTERVAL_MS,
	);
	// On its own, so that nothing waits for a slow mail server.
	const deliver = async () => void (await queue.drain(MAIL_QUEUES, sendMails));
	const mailRunner = startRunner(deliver, onError, CHECK_INTERVAL_MS);
	return {
		stop: async () => {
			stopping.abort();
			await runner.stop();
			await Promise.race([mailRunner.stop(), setTimeout(STOP_WAIT_MS, undefined, { ref: false })]);
			transport?.close();
		},
	};
}
