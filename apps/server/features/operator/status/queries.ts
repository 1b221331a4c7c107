import type { Pool } from "pg";

/** Whether a mail created before this time has failed and waits for a retry. */
export async function hasDelayedMail(pool: Pool, before: number): Promise<boolean> {
	const { rows } = await pool.query<{ waiting: boolean }>(
		`SELECT EXISTS (SELECT FROM outbox_mails
			WHERE sent_at IS NULL AND failed_at IS NULL AND attempts > 0 AND created_at < $1) AS waiting`,
		[new Date(before)],
	);
	return rows[0]?.waiting ?? false;
}
