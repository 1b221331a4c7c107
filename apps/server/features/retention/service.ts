import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import type { QueueName } from "../../db/job-schema.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { type Runner, startRunner } from "../jobs/runner.ts";
import { deleteOldRows, deleteReportedTexts, OLD_ROWS } from "./queries.ts";

const DAY_SECONDS = 24 * 60 * 60;
const CHECK_INTERVAL_MS = 10 * MINUTE_MS;
const QUEUES = ["delete-old-records"] as const satisfies readonly QueueName[];

/** How long reported texts stay in the audit log; as long as hidden messages. */
const REPORTED_TEXT_DAYS = 30;

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
	const settings: Readonly<Record<string, number>> = days;
	for (const [kind, rows] of Object.entries(OLD_ROWS)) {
		const daysKept = rows.daysKept ?? settings[kind] ?? 0;
		if (daysKept > 0) deleted[kind] = await deleteOldRows(pool, rows, getLimit(daysKept));
	}
	deleted.reportedTexts = await deleteReportedTexts(pool, getLimit(REPORTED_TEXT_DAYS));
	return deleted;
}

/** Starts the job that deletes old records once a day. Several processes may run it. */
export function startRetention(services: RetentionServices, onError: (error: unknown) => void): Runner {
	const { queue } = services;
	return startRunner(
		async () => {
			await queue.send("delete-old-records", {}, { key: "all", everySeconds: DAY_SECONDS });
			await queue.drain(QUEUES, () => deleteOldRecords(services));
		},
		onError,
		CHECK_INTERVAL_MS,
	);
}
