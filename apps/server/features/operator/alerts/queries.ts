import { MINUTE_MS } from "@first-bounce/rules/durations";
import { sql } from "kysely";
import { DISCARDED, HELD_UNTIL_SQL } from "../../../db/held-messages.ts";
import { findRow, listRows } from "../../../db/rows.ts";
import type { Db } from "../../../db/tables/tables.ts";
import type { Backlog } from "../../../plugins/metrics.ts";
import { countDrafts, countPicks } from "../../leagues/draft/maintenance.ts";

/**
 * Counts jobs, open alerts, unsent mails and drafts, and finds the last backup, for /metrics. The order of pg-boss's states is
 * created, retry, active, completed, cancelled, failed.
 */
export async function readBacklog(db: Db, wallNow: number): Promise<Backlog> {
	const jobs = await listRows(db)<Backlog["jobs"][number]>`
		SELECT name AS queue, CASE WHEN state < 'active' THEN 'waiting' WHEN state = 'active' THEN 'working' ELSE 'failed' END
			AS state, count(*)::int AS count
		FROM pgboss.job WHERE state <= 'active' OR state = 'failed' GROUP BY 1, 2`;
	const alerts = await listRows(db)<Backlog["alerts"][number]>`
		SELECT kind, count(*)::int AS count FROM operator_alerts WHERE ended_at IS NULL GROUP BY kind`;
	const row = await findRow(db)<{ due: number; failed: number; lastBackup: Date | null }>`
		SELECT (SELECT count(*)::int FROM outbox_mails WHERE sent_at IS NULL AND failed_at IS NULL) AS due,
			(SELECT count(*)::int FROM outbox_mails
				WHERE failed_at IS NOT NULL AND last_error IS DISTINCT FROM ${DISCARDED}) AS failed,
			(SELECT max(started_at) FROM backups WHERE error IS NULL) AS "lastBackup"`;
	const { due, failed, lastBackup } = row ?? { due: 0, failed: 0, lastBackup: null };
	const { tickLag, ...states } = await countDrafts(db, wallNow);
	const drafts = { states, tickLag, picks: await countPicks(db) };
	return { jobs, alerts, mails: { due, failed }, drafts, lastBackupAt: lastBackup?.getTime() ?? null };
}

export async function listFailedQueues(db: Db): Promise<readonly string[]> {
	const rows = await listRows(db)<{ name: string }>`
		SELECT DISTINCT name FROM pgboss.job WHERE state = 'failed' ORDER BY name`;
	return rows.map(({ name }) => name);
}

const MAX_MAIL_DELAY_MS = 10 * MINUTE_MS;

/** Counts the mails of more than ten minutes ago that were tried at least once and are not sent. */
export async function countDelayedMails(db: Db, wallNow: number): Promise<number> {
	const row = await findRow(db)<{ count: number }>`
		SELECT count(*)::int AS count FROM outbox_mails
		WHERE sent_at IS NULL AND failed_at IS NULL AND attempts > 0 AND created_at < ${new Date(wallNow - MAX_MAIL_DELAY_MS)}`;
	return row?.count ?? 0;
}

/** An arbitrary key for the advisory lock. */
const ALERT_LOCK_KEY = 0x7374;

/** Lets only one process at a time change alerts, until the transaction ends. */
export const lockAlerts = (trx: Db) => sql`SELECT pg_advisory_xact_lock(${ALERT_LOCK_KEY})`.execute(trx);

export const listOpenAlerts = (db: Db) =>
	db.selectFrom("operator_alerts").selectAll().where("ended_at", "is", null).orderBy("id").execute();

export type AlertRow = Awaited<ReturnType<typeof listOpenAlerts>>[number];

export const findAlert = (db: Db, id: number) =>
	db.selectFrom("operator_alerts").selectAll().where("id", "=", id).executeTakeFirst();

interface NewAlert {
	readonly kind: string;
	readonly subject: string;
	readonly data: object;
}

/** Stores a new alert. If an earlier one of its kind and subject was silenced, it is silenced until the same time. */
export async function insertAlert(db: Db, { kind, subject, data }: NewAlert, at: Date): Promise<AlertRow> {
	const row = await findRow(db)<AlertRow>`
		INSERT INTO operator_alerts (kind, subject, data, began_at, seen_at, silenced_until)
		VALUES (${kind}, ${subject}, ${JSON.stringify(data)}, ${at}, ${at}, (
			SELECT max(silenced_until) FROM operator_alerts WHERE kind = ${kind} AND subject = ${subject}))
		RETURNING *`;
	if (!row) throw new Error(`The alert ${kind} could not be saved`);
	return row;
}

/** Stores the present data of an open alert whose problem was found again. */
export async function refreshAlert(db: Db, id: number, data: object, at: Date): Promise<void> {
	const values = { data: JSON.stringify(data), seen_at: at };
	await db.updateTable("operator_alerts").set(values).where("id", "=", id).execute();
}

export const markAlertNotified = (db: Db, id: number, at: Date) =>
	db.updateTable("operator_alerts").set({ told_at: at }).where("id", "=", id).execute();

export const markAlertEnded = (db: Db, id: number, at: Date) =>
	db.updateTable("operator_alerts").set({ ended_at: at }).where("id", "=", id).execute();

/**
 * Silences an alert until a time, or ends its silence (null). If the alert is still open when the silence ends, operators
 * are notified again.
 */
export async function updateSilence(db: Db, id: number, until: Date | null): Promise<void> {
	const values = { silenced_until: until, ...(until ? { told_at: null } : {}) };
	await db.updateTable("operator_alerts").set(values).where("id", "=", id).execute();
}

/** Deletes alerts that ended, and messages that were created, before a time. */
export async function deleteAlertsBefore(db: Db, before: Date): Promise<void> {
	await db.deleteFrom("operator_alerts").where("ended_at", "<", before).execute();
	await db.deleteFrom("operator_alert_messages").where("created_at", "<", before).execute();
}

export const insertMessage = (db: Db, text: string, at: Date) =>
	db.insertInto("operator_alert_messages").values({ text, created_at: at, due_at: at }).execute();

/** Claims one due message, counts the attempt, and sets the time of the next one. */
export const claimMessage = (db: Db, now: number, delaysMs: readonly number[]) =>
	findRow(db)<{ id: number; text: string; attempts: number }>`
		UPDATE operator_alert_messages SET attempts = attempts + 1, due_at = ${new Date(now)}::timestamptz
			+ (${delaysMs}::bigint[])[least(attempts + 1, ${delaysMs.length}::int)] * interval '1 millisecond'
		WHERE id = (SELECT id FROM operator_alert_messages
			WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= ${new Date(now)} AND created_at > ${sql.raw(HELD_UNTIL_SQL)}
			ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id, text, attempts`;

/** Stores the outcome of an attempt; `error` is null if the message was sent. */
export async function saveAttempt(
	db: Db,
	id: number,
	{ error, isLastAttempt }: { readonly error: string | null; readonly isLastAttempt: boolean },
	at: Date,
): Promise<void> {
	const isSent = error === null;
	const values = {
		last_error: error,
		...(isSent ? { sent_at: at } : {}),
		...(!isSent && isLastAttempt ? { failed_at: at } : {}),
	};
	await db.updateTable("operator_alert_messages").set(values).where("id", "=", id).execute();
}
