import type { MailEntry } from "@first-bounce/contract/operator/mails";
import { sql } from "kysely";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";

/** A job as pg-boss stores it. */
export interface JobRow {
	readonly id: string;
	readonly name: string;
	readonly singleton_key: string | null;
	readonly state: "created" | "retry" | "active" | "completed" | "failed" | "cancelled";
	readonly created_on: Date;
	readonly started_on: Date | null;
	readonly completed_on: Date | null;
	readonly start_after: Date;
	readonly retry_count: number;
	readonly retry_limit: number;
	readonly output: unknown;
}

const JOB_COLUMNS = sql`id::text, name, singleton_key, state::text, created_on, started_on, completed_on, start_after,
	retry_count, retry_limit, output`;

/** Counts jobs by queue. Jobs wait in the states before `active`: created and retry. */
export const countJobsByQueue = (db: Db) =>
	listRows(db)<{ name: string; waiting: number; working: number; done: number; given_up: number }>`
		SELECT name, count(*) FILTER (WHERE state < 'active') AS waiting, count(*) FILTER (WHERE state = 'active') AS working,
			count(*) FILTER (WHERE state = 'completed') AS done, count(*) FILTER (WHERE state = 'failed') AS given_up
		FROM pgboss.job GROUP BY name`;

/** Lists jobs: failed ones first, then those that will be retried, then the others; the newest first within each group. */
export const listJobRows = (db: Db, limit: number) =>
	listRows(db)<JobRow>`SELECT ${JOB_COLUMNS} FROM pgboss.job
		ORDER BY state = 'failed' DESC, state = 'retry' DESC, coalesce(completed_on, started_on, created_on) DESC
		LIMIT ${limit}`;

/** Finds a job and locks it until the transaction ends. */
export const findJobForUpdate = (trx: Db, id: string) =>
	findRow(trx)<JobRow>`SELECT ${JOB_COLUMNS} FROM pgboss.job WHERE id = ${id} FOR UPDATE`;

/**
 * Makes a failed job due now. Unlike `retry` of pg-boss, it also handles a job that waits for its next attempt. Returns
 * undefined if the job has not failed.
 */
export const updateJobToRetry = (trx: Db, id: string) =>
	findRow(trx)<JobRow>`
		UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
			retry_limit = retry_limit + (state = 'failed')::int
		WHERE id = ${id} AND state IN ('failed', 'retry') RETURNING ${JOB_COLUMNS}`;

export async function countFailedJobs(db: Db): Promise<number> {
	const row = await findRow(db)<{ failed: number }>`
		SELECT count(*) AS failed FROM pgboss.job WHERE state = 'failed'`;
	return row?.failed ?? 0;
}

const selectMails = (db: Db) =>
	db
		.selectFrom("outbox_mails")
		.select(["id", "kind", "to_address", "subject", "created_at", "due_at", "sent_at", "failed_at", "attempts"])
		.select("last_error");
export type MailRow = Awaited<ReturnType<typeof listMailRows>>[number];

/** Lists mails with an id below `before`, the newest first. */
export const listMailRows = (
	db: Db,
	{ before, state }: { readonly before?: number | undefined; readonly state?: MailEntry["state"] | undefined },
	limit: number,
) =>
	selectMails(db)
		.$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
		.$if(state === "sent", (query) => query.where("sent_at", "is not", null))
		.$if(state === "failed", (query) => query.where("failed_at", "is not", null))
		.$if(state === "due", (query) => query.where("sent_at", "is", null).where("failed_at", "is", null))
		.orderBy("id", "desc")
		.limit(limit)
		.execute();

export const findMail = (db: Db, id: number) =>
	selectMails(db).select("body_text").where("id", "=", id).executeTakeFirst();

/** Resets a mail to unsent and due. */
export const updateMailToDue = (db: Db, id: number, now: number) =>
	db
		.updateTable("outbox_mails")
		.set({ due_at: new Date(now), attempts: 0, last_error: null, sent_at: null, failed_at: null })
		.where("id", "=", id)
		.execute();
