import type { Pool } from "pg";

/** Few enough that a statement does not block others for long. */
const BATCH_SIZE = 5_000;

/** Rows that are no longer needed: their table, and an SQL condition on its alias `t`, with $1 as the time limit. */
interface OldRows {
	readonly table: string;
	readonly where: string;
	/** How many days they are kept; null if a setting says it. */
	readonly daysKept: number | null;
}

/** Deletes rows in batches. Returns how many it deleted. */
export async function deleteOldRows(
	pool: Pool,
	{ table, where }: Pick<OldRows, "table" | "where">,
	before: Date,
): Promise<number> {
	for (let deleted = 0; ; ) {
		const { rowCount } = await pool.query(
			`DELETE FROM ${table} WHERE ctid IN (SELECT t.ctid FROM ${table} AS t WHERE ${where} LIMIT ${BATCH_SIZE})`,
			[before],
		);
		deleted += rowCount ?? 0;
		if ((rowCount ?? 0) < BATCH_SIZE) return deleted;
	}
}

/** Deletes the texts of reported messages from old entries of the audit log, which stay. Returns how many. */
export async function deleteReportedTexts(pool: Pool, before: Date): Promise<number> {
	const { rowCount } = await pool.query(
		`UPDATE audit SET before = before - 'text'
		WHERE at < $1 AND action IN ('message-hidden', 'announcement-hidden', 'report-settled') AND before ? 'text'`,
		[before],
	);
	return rowCount ?? 0;
}

/**
 * The rows to delete, by kind. Rows that still wait to be processed stay, except mails that were never sent. The days are
 * also in docs/operating/privacy.md and on the privacy page of the help.
 */
export const OLD_ROWS = {
	mails: { table: "outbox_mails", where: "coalesce(t.sent_at, t.failed_at) < $1", daysKept: 30 },
	// Mails that are still unsent are those of an installation without SMTP, because retries end after two days.
	unsentMails: {
		table: "outbox_mails",
		where: "t.sent_at IS NULL AND t.failed_at IS NULL AND t.created_at < $1",
		daysKept: 90,
	},
	invitedAddresses: {
		table: "league_invites",
		where: "t.email IS NOT NULL AND greatest(t.created_at, t.last_mailed_at, t.answered_at) < $1",
		daysKept: 180,
	},
	contactMessages: { table: "contact_messages", where: "t.handled_at < $1", daysKept: 365 },
	// Longer than a round, because within its round a card could be sent again once its delivery is deleted.
	webhookDeliveries: { table: "league_webhook_deliveries", where: "t.ended_at < $1", daysKept: 90 },
	resultMails: { table: "result_mails", where: "t.queued_at < $1", daysKept: 400 },
	// Entries about matches and rounds are part of the season's history, which verification replays.
	audit: { table: "audit", where: "t.at < $1 AND t.subject !~ '^(match|round):'", daysKept: null },
	payloads: {
		table: "feed_payloads",
		where: "t.received_at < $1 AND t.season_id IN (SELECT id FROM seasons WHERE status = 'closed')",
		daysKept: null,
	},
} as const satisfies Readonly<Record<string, OldRows>>;
