import type { JobEntry } from "@first-bounce/contract/operator-mails";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { instantOf } from "./listing.ts";

const SHOWN = 100;

interface Row {
	readonly id: string;
	readonly name: string;
	readonly state: string;
	readonly created_on: Date;
	readonly started_on: Date | null;
	readonly completed_on: Date | null;
	readonly retry_count: number;
	readonly output: unknown;
}

async function hasJobs(db: Kysely<Tables>): Promise<boolean> {
	const { rows } = await sql<{ job: string | null }>`SELECT to_regclass('pgboss.job')::text AS job`.execute(db);
	return (rows[0]?.job ?? null) !== null;
}

function errorOf({ state, output }: Row): string | null {
	if (state !== "failed" && state !== "retry") return null;
	const message = typeof output === "object" && output !== null && "message" in output ? output.message : output;
	return String(message ?? "").slice(0, 500) || null;
}

/** The last jobs in pg-boss's table, failed ones first; none before its first start. */
export async function listJobs(db: Kysely<Tables>): Promise<JobEntry[]> {
	if (!(await hasJobs(db))) return [];
	const { rows } = await sql<Row>`
		SELECT id::text, name, state::text, created_on, started_on, completed_on, retry_count, output
		FROM pgboss.job ORDER BY state = 'failed' DESC, created_on DESC LIMIT ${SHOWN}`.execute(db);
	return rows.map((row) => ({
		...{ id: row.id, name: row.name, state: row.state, retries: row.retry_count, error: errorOf(row) },
		createdAt: row.created_on.toISOString(),
		startedAt: instantOf(row.started_on),
		completedAt: instantOf(row.completed_on),
	}));
}

/** Jobs of the last day that have been given up. */
export async function countFailedJobs(db: Kysely<Tables>): Promise<number> {
	if (!(await hasJobs(db))) return 0;
	const { rows } = await sql<{ failed: number }>`
		SELECT count(*) AS failed FROM pgboss.job
		WHERE state = 'failed' AND created_on > now() - interval '1 day'`.execute(db);
	return rows[0]?.failed ?? 0;
}
