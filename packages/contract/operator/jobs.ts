import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, instant } from "../fields.ts";
import { reason } from "./operator.ts";

/** Waiting for its first or its next attempt, at work, done, given up after its last attempt, or broken off. */
export const jobState = z.enum(["waiting", "retrying", "working", "done", "given-up", "broken-off"]);

const job = z.object({
	id: z.uuid(),
	/** Such as `round-publish`. */
	queue: z.string(),
	/** What it is about, such as `7/3`: season and round. Null where there is but one. */
	key: z.string().nullable(),
	state: jobState,
	attempts: z.int(),
	/** After so many it is given up. */
	mostAttempts: z.int(),
	createdAt: instant,
	startedAt: instant.nullable(),
	endedAt: instant.nullable(),
	/** When it is tried next, by wall time; null for one that does not wait. */
	nextAttemptAt: instant.nullable(),
	/** What the last attempt ran into. */
	lastError: z.string().nullable(),
	/** What it answered with, as text; null for nothing. */
	output: z.string().nullable(),
});
export type JobEntry = z.output<typeof job>;

const queue = z.object({
	name: z.string(),
	waiting: z.int(),
	working: z.int(),
	done: z.int(),
	givenUp: z.int(),
});

export const listJobs = defineCall({
	method: "GET",
	path: "/operator/jobs",
	access: "operator",
	summary:
		"Every queue with its counts, and jobs of late: those given up first, then those that failed and are tried again",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({ queues: z.array(queue), jobs: z.array(job) }),
});

export const retryJob = defineCall({
	method: "POST",
	path: "/operator/jobs/:id/retry",
	access: "operator",
	summary: "Try a job that failed once more, at once",
	params: z.strictObject({ id: z.uuid() }),
	query: emptyObject,
	body: z.strictObject({ reason }),
	success: z.object({ job }),
});
