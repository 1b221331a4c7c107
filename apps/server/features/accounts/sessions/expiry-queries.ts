import type { Pool } from "pg";

/** Deletes what has expired by wall time: sessions, links, waiting identities, counted attempts and mails. Idempotent. */
export async function deleteExpired(pool: Pool, now: number): Promise<void> {
	const at = [new Date(now)];
	// Without this the trigger would end the provider's session too, which the browser may use for a newer session.
	await pool.query("UPDATE sessions SET provider_session = NULL WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM sessions WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM mailed_tokens WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM pending_identities WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM attempts WHERE forget_at <= $1", at);
	// Limits are per day.
	await pool.query("DELETE FROM mail_counts WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date", at);
	await pool.query("DELETE FROM oidc_payloads WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM ended_provider_sessions WHERE expires_at <= $1", at);
}
