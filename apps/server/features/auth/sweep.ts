import type { Pool } from "pg";

/** Deletes what has run out by wall time: sessions, links, waiting identities, counted attempts and mails. Twice is once. */
export async function sweepExpired(pool: Pool, now: number): Promise<void> {
	const at = [new Date(now)];
	// A session of the game that has run out is no reason to end the provider's: the same browser may have a newer one.
	await pool.query("UPDATE sessions SET provider_session = NULL WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM sessions WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM mailed_tokens WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM pending_identities WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM attempts WHERE forget_at <= $1", at);
	// A day that is over has no limit any more.
	await pool.query("DELETE FROM mail_counts WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date", at);
	await pool.query("DELETE FROM oidc_payloads WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM ended_provider_sessions WHERE expires_at <= $1", at);
}
