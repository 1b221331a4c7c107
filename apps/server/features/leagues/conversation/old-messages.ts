import { DAY_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import type { QueueName } from "../../../db/job-schema.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import { type Runner, startRunner } from "../../jobs/runner.ts";
import { deleteMessagesBefore } from "./queries.ts";

const CHECK_INTERVAL_MS = 60_000;
const DELETION_INTERVAL_SECONDS = 60 * 60;
/** Hidden messages are kept this long, for an operator to review. */
const HIDDEN_DAYS = 30;
const QUEUES = ["delete-messages"] as const satisfies readonly QueueName[];

export interface OldMessagesServices {
	readonly pool: Pool;
	readonly wallNow: () => number;
	readonly queue: Pick<JobQueue, "send" | "drain">;
	/** Days for which messages that are not pinned are kept; 0 keeps them forever. */
	readonly days: number;
}

/** Deletes messages that are older than `days` and not pinned, and hidden ones after a month; returns how many. */
export function deleteOldMessages({ pool, wallNow, days }: Omit<OldMessagesServices, "queue">): Promise<number> {
	const now = wallNow();
	return deleteMessagesBefore(pool, {
		writtenBefore: days === 0 ? null : new Date(now - days * DAY_MS),
		hiddenBefore: new Date(now - HIDDEN_DAYS * DAY_MS),
	});
}

/** Starts the job that deletes old messages every hour. Several processes may run it. */
export function startDeletingOldMessages(services: OldMessagesServices, onError: (error: unknown) => void): Runner {
	const { queue } = services;
	return startRunner(
		async () => {
			await queue.send("delete-messages", {}, { key: "all", everySeconds: DELETION_INTERVAL_SECONDS });
			await queue.drain(QUEUES, async () => ({ deleted: await deleteOldMessages(services) }));
		},
		onError,
		CHECK_INTERVAL_MS,
	);
}
