import type { SuccessOf } from "@first-bounce/contract/call";
import type { JobEntry, listJobs as listCall } from "@first-bounce/contract/operator/jobs";
import { DatabaseError } from "pg";
import { QUEUES } from "../../../db/job-schema.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { type AuditContext, writeAudit } from "../../../plugins/audit.ts";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { countJobsByQueue, findJobForUpdate, type JobRow, listJobRows, updateJobToRetry } from "./queries.ts";

const MAX_LISTED = 100;

/** The console's name of each state of pg-boss. */
const STATES = {
	created: "waiting",
	retry: "retrying",
	active: "working",
	completed: "done",
	failed: "failed",
	cancelled: "cancelled",
} as const satisfies Record<JobRow["state"], string>;
const MAX_OUTPUT_LENGTH = 500;

function formatError(output: unknown): string | null {
	const message = typeof output === "object" && output !== null && "message" in output ? output.message : output;
	return message === null || message === undefined ? null : String(message).slice(0, MAX_OUTPUT_LENGTH);
}

function buildEntry(row: JobRow): JobEntry {
	const state = STATES[row.state];
	const hasFailed = state === "retrying" || state === "failed";
	const isWaiting = state === "retrying" || state === "waiting";
	return {
		id: row.id,
		queue: row.name,
		key: row.singleton_key,
		state,
		attempts: row.retry_count + (row.started_on ? 1 : 0),
		maxAttempts: row.retry_limit + 1,
		createdAt: row.created_on.toISOString(),
		startedAt: formatInstant(row.started_on),
		endedAt: formatInstant(row.completed_on),
		nextAttemptAt: isWaiting ? row.start_after.toISOString() : null,
		lastError: hasFailed ? formatError(row.output) : null,
		output: state === "done" && row.output !== null ? JSON.stringify(row.output).slice(0, MAX_OUTPUT_LENGTH) : null,
	};
}

async function listQueues(db: Db): Promise<SuccessOf<typeof listCall>["queues"]> {
	const rows = await countJobsByQueue(db);
	const countsByQueue = new Map(rows.map((row) => [row.name, row]));
	return Object.keys(QUEUES).map((name) => {
		const { waiting = 0, working = 0, done = 0, given_up: givenUp = 0 } = countsByQueue.get(name) ?? {};
		return { name, waiting, working, done, givenUp };
	});
}

/** Lists the queues and their latest jobs: failed ones first, then those that will be retried. */
export async function listJobs(db: Db): Promise<SuccessOf<typeof listCall>> {
	const rows = await listJobRows(db, MAX_LISTED);
	return { queues: await listQueues(db), jobs: rows.map(buildEntry) };
}

const isUniqueViolation = (error: unknown): boolean => error instanceof DatabaseError && error.code === "23505";

/**
 * Retries a failed job as soon as possible.
 *
 * @throws Refusal `job-unknown`, `job-not-failed`, `job-already-retried`
 */
export const retryJob = (db: Db, id: string, audit: AuditContext): Promise<JobEntry> =>
	db.transaction().execute(async (trx) => {
		const before = await findJobForUpdate(trx, id);
		if (!before) throw refuse(404, "job-unknown");
		const row = await updateJobToRetry(trx, id).catch((error) => {
			throw isUniqueViolation(error) ? refuse(409, "job-already-retried") : error;
		});
		if (!row) throw refuse(409, "job-not-failed");
		const after = buildEntry(row);
		await writeAudit(trx, audit, {
			action: "job-retried",
			subject: `job:${before.name}:${before.singleton_key ?? ""}`,
			before: buildEntry(before),
			after,
		});
		return after;
	});
