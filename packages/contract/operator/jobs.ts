import { z } from "zod";
import { defineCall } from "../call.ts";
import { instant } from "../fields.ts";
import { reason } from "./operator.ts";

/** A job that is `retrying` waits for its next attempt; a `failed` job has failed its last attempt. */
const jobState = z.enum(["waiting", "retrying", "working", "done", "failed", "cancelled"]);

const job = z.object({
	id: z.uuid(),
	/** Such as `round-publish`. */
	queue: z.string(),
	/** The job's key, such as `7/3` for season and round. Null if there is only one of its kind. */
	key: z.string().nullable(),
	state: jobState,
	attempts: z.int(),
	maxAttempts: z.int(),
	createdAt: instant,
	startedAt: instant.nullable(),
	endedAt: instant.nullable(),
	/** Wall time of the next attempt; null if none is planned. */
	nextAttemptAt: instant.nullable(),
	lastError: z.string().nullable(),
	/** The result as text; null for none. */
	output: z.string().nullable(),
});
export type JobEntry = z.output<typeof job>;

const queue = z.object({
	name: z.string(),
	waiting: z.int(),
	working: z.int(),
	done: z.int(),
	/** Jobs that have failed their last attempt. */
	givenUp: z.int(),
});

export const listJobs = defineCall("GET", "/operator/jobs", {
	role: "viewer",
	summary: "Every queue with its counts, and recent jobs: failed ones first, then those being retried",
	success: z.object({ queues: z.array(queue), jobs: z.array(job) }),
});

export const retryJob = defineCall("POST", "/operator/jobs/:id/retry", {
	role: "match-day",
	summary: "Retry a failed job now",
	params: z.strictObject({ id: z.uuid() }),
	body: z.strictObject({ reason }),
	success: z.object({ job }),
});
