import { DAY_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import type { QueueName } from "../../../db/job-schema.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import { createRunner } from "../../jobs/runner.ts";
import { deleteOldMessages } from "./queries.ts";

const CHECK_INTERVAL_MS = 60_000;
const DELETION_INTERVAL_SECONDS = 60 * 60;
/** Hidden messages are kept this long, for an operator to review. */
const HIDDEN_DAYS = 30;
const QUEUES = ["delete-messages"] as const satisfies readonly QueueName[];

export interface RetentionServices {
	readonly pool: Pool;
	readonly wallNow: () => number;
	readonly queue: Pick<JobQueue, "send" | "drain">;
	/** Days for which messages that are not pinned are kept; 0 keeps them forever. */
	readonly days: number;
}

/** Deletes messages of leagues' conversations that are older than `days` and not pinned, and hidden ones after a month. */
export function deleteExpiredMessages({ pool, wallNow, days }: Omit<RetentionServices, "queue">): Promise<number> {
	const now = wallNow();
	return deleteOldMessages(pool, {
		writtenBefore: days === 0 ? null : new Date(now - days * DAY_MS),
		hiddenBefore: new Date(now - HIDDEN_DAYS * DAY_MS),
	});
}

/** Starts the job that deletes old messages every hour. Several processes may run it. */
export function startMessageRetention(
	services: RetentionServices,
	onError: (error: unknown) => void,
): { readonly step: () => Promise<void>; readonly stop: () => Promise<void> } {
	const { queue } = services;
	const runner = createRunner(
		async () => {
			await queue.send("delete-messages", {}, { key: "all", everySeconds: DELETION_INTERVAL_SECONDS });
			await queue.drain(QUEUES, async () => ({ deleted: await deleteExpiredMessages(services) }));
		},
		onError,
		CHECK_INTERVAL_MS,
	);
	runner.start();
	return runner;
}
