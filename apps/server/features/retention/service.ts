import { DAY_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import type { QueueName } from "../../db/job-schema.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { createRunner, type Runner } from "../jobs/runner.ts";
import { deleteOldRows, deleteReportedTexts, OLD_ROWS } from "./queries.ts";

const DAY_SECONDS = 24 * 60 * 60;
const CHECK_INTERVAL_MS = 10 * 60_000;
const QUEUES = ["delete-old-records"] as const satisfies readonly QueueName[];

/** How long reported texts stay in the audit log; as long as hidden messages. */
const REPORTED_TEXT_DAYS = 30;

/** How many days records are kept. docs/operating/privacy.md and the privacy page of the help name them too. */
const DAYS_KEPT = {
	mails: 30,
	/** Mails that are still unsent are those of an installation without SMTP, because retries end after two days. */
	unsentMails: 90,
	invitedAddresses: 180,
	contactMessages: 365,
	/** Longer than a round, because within its round a card could be sent again once its delivery is deleted. */
	webhookDeliveries: 90,
	resultMails: 400,
} as const;

export interface RetentionServices {
	readonly pool: Pool;
	readonly wallNow: () => number;
	readonly queue: Pick<JobQueue, "send" | "drain">;
	readonly days: {
		/** 0 keeps the audit log for ever. */
		readonly audit: number;
		/** The days for responses of stats providers in closed seasons; 0 keeps them for ever. */
		readonly payloads: number;
	};
}

/** Deletes records whose retention period is over. Returns how many, by kind. Idempotent. */
export async function deleteOldRecords({
	pool,
	wallNow,
	days,
}: Omit<RetentionServices, "queue">): Promise<Readonly<Record<string, number>>> {
	const getLimit = (daysKept: number) => new Date(wallNow() - daysKept * DAY_MS);
	const deleted: Record<string, number> = {};
	for (const [kind, daysKept] of Object.entries({ ...DAYS_KEPT, ...days }) as [keyof typeof OLD_ROWS, number][])
		if (daysKept > 0) deleted[kind] = await deleteOldRows(pool, OLD_ROWS[kind], getLimit(daysKept));
	deleted.reportedTexts = await deleteReportedTexts(pool, getLimit(REPORTED_TEXT_DAYS));
	return deleted;
}

/** Starts the job that deletes old records once a day. Several processes may run it. */
export function startRetention(services: RetentionServices, onError: (error: unknown) => void): Runner {
	const { queue } = services;
	const runner = createRunner(
		async () => {
			await queue.send("delete-old-records", {}, { key: "all", everySeconds: DAY_SECONDS });
			await queue.drain(QUEUES, () => deleteOldRecords(services));
		},
		onError,
		CHECK_INTERVAL_MS,
	);
	runner.start();
	return runner;
}
