import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { Backlog } from "../../../plugins/metrics.ts";

interface MailCounts {
	readonly due: number;
	readonly failed: number;
	readonly lastBackup: Date | null;
}

/** What is waiting, for /metrics. */
export async function readBacklog(db: Kysely<Tables>): Promise<Backlog> {
	const { rows: jobs } = await sql<Backlog["jobs"][number]>`
		SELECT name AS queue, CASE WHEN state < 'active' THEN 'waiting' WHEN state = 'active' THEN 'working' ELSE 'failed' END
			AS state, count(*)::int AS count
		FROM pgboss.job WHERE state <= 'active' OR state = 'failed' GROUP BY 1, 2`.execute(db);
	const { rows } = await sql<MailCounts>`
		SELECT (SELECT count(*)::int FROM outbox_mails WHERE sent_at IS NULL AND failed_at IS NULL) AS due,
			(SELECT count(*)::int FROM outbox_mails WHERE failed_at IS NOT NULL) AS failed,
			(SELECT max(started_at) FROM backups WHERE error IS NULL) AS "lastBackup"`.execute(db);
	const [{ due, failed, lastBackup } = { due: 0, failed: 0, lastBackup: null }] = rows;
	return { jobs, mails: { due, failed }, lastBackupAt: lastBackup?.getTime() ?? null };
}
