import type { SuccessOf } from "@first-bounce/contract/call";
import type { JobEntry, listJobs as listCall } from "@first-bounce/contract/operator/jobs";
import { type Kysely, sql } from "kysely";
import { DatabaseError } from "pg";
import { QUEUES } from "../../../db/job-schema.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { type AuditContext, writeAudit } from "../audit/audit.ts";
import { formatInstant } from "../pagination.ts";

const MAX_LISTED = 100;

/** A row of pg-boss's. */
interface Row {
	readonly id: string;
	readonly name: string;
	readonly singleton_key: string | null;
	readonly state: keyof typeof STATES;
	readonly created_on: Date;
	readonly started_on: Date | null;
	readonly completed_on: Date | null;
	readonly start_after: Date;
	readonly retry_count: number;
	readonly retry_limit: number;
	readonly output: unknown;
}

const STATES = {
	created: "waiting",
	retry: "retrying",
	active: "working",
	completed: "done",
	failed: "given-up",
	cancelled: "broken-off",
} as const;
const COLUMNS = sql`id::text, name, singleton_key, state::text, created_on, started_on, completed_on, start_after,
	retry_count, retry_limit, output`;
const MAX_OUTPUT_LENGTH = 500;

function formatError(output: unknown): string | null {
	const message = typeof output === "object" && output !== null && "message" in output ? output.message : output;
	return message === null || message === undefined ? null : String(message).slice(0, MAX_OUTPUT_LENGTH);
}

function buildEntry(row: Row): JobEntry {
	const state = STATES[row.state];
	const hasFailed = state === "retrying" || state === "given-up";
	const isWaiting = state === "retrying" || state === "waiting";
	return {
		id: row.id,
		queue: row.name,
		key: row.singleton_key,
		state,
		attempts: row.retry_count + (row.started_on ? 1 : 0),
		mostAttempts: row.retry_limit + 1,
		createdAt: row.created_on.toISOString(),
		startedAt: formatInstant(row.started_on),
		endedAt: formatInstant(row.completed_on),
		nextAttemptAt: isWaiting ? row.start_after.toISOString() : null,
		lastError: hasFailed ? formatError(row.output) : null,
		output: state === "done" && row.output !== null ? JSON.stringify(row.output).slice(0, MAX_OUTPUT_LENGTH) : null,
	};
}

async function listQueues(db: Kysely<Tables>): Promise<SuccessOf<typeof listCall>["queues"]> {
	const { rows } = await sql<{ name: string; waiting: number; working: number; done: number; given_up: number }>`
		SELECT name, count(*) FILTER (WHERE state < 'active') AS waiting, count(*) FILTER (WHERE state = 'active') AS working,
			count(*) FILTER (WHERE state = 'completed') AS done, count(*) FILTER (WHERE state = 'failed') AS given_up
		FROM pgboss.job GROUP BY name`.execute(db);
	const counted = new Map(rows.map((row) => [row.name, row]));
	return Object.keys(QUEUES).map((name) => {
		const { waiting = 0, working = 0, done = 0, given_up: givenUp = 0 } = counted.get(name) ?? {};
		return { name, waiting, working, done, givenUp };
	});
}

/** The queues, and the last jobs of all: given up first, then those that failed and are to be tried again. */
export async function listJobs(db: Kysely<Tables>): Promise<SuccessOf<typeof listCall>> {
	const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM pgboss.job
		ORDER BY state = 'failed' DESC, state = 'retry' DESC, coalesce(completed_on, started_on, created_on) DESC
		LIMIT ${MAX_LISTED}`.execute(db);
	return { queues: await listQueues(db), jobs: rows.map(buildEntry) };
}

// As pg-boss's own `retry` does it, and also for one that waits: an operator who mended something need not wait.
const retried = (id: string) => sql<Row>`
	UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
		retry_limit = retry_limit + (state = 'failed')::int
	WHERE id = ${id} AND state IN ('failed', 'retry') RETURNING ${COLUMNS}`;

const isUniqueViolation = (error: unknown): boolean => error instanceof DatabaseError && error.code === "23505";

/**
 * Has a job that failed done at the next step.
 *
 * @throws Refusal `job-unknown`, `job-not-failed`, `job-sent-anew`
 */
export const retryJob = (db: Kysely<Tables>, id: string, audit: AuditContext): Promise<JobEntry> =>
	db.transaction().execute(async (transaction) => {
		const found = await sql<Row>`SELECT ${COLUMNS} FROM pgboss.job WHERE id = ${id} FOR UPDATE`.execute(transaction);
		const [before] = found.rows;
		if (!before) throw refuse(404, "job-unknown");
		const { rows } = await retried(id)
			.execute(transaction)
			.catch((error) => {
				throw isUniqueViolation(error) ? refuse(409, "job-sent-anew") : error;
			});
		if (!rows[0]) throw refuse(409, "job-not-failed");
		const after = buildEntry(rows[0]);
		await writeAudit(transaction, audit, {
			action: "job-retried",
			subject: `job:${before.name}:${before.singleton_key ?? ""}`,
			before: buildEntry(before),
			after,
		});
		return after;
	});

/** Jobs that have been given up, and that nobody has tried again. */
export async function countFailedJobs(db: Kysely<Tables>): Promise<number> {
	const { rows } = await sql<{ failed: number }>`
		SELECT count(*) AS failed FROM pgboss.job WHERE state = 'failed'`.execute(db);
	return rows[0]?.failed ?? 0;
}
