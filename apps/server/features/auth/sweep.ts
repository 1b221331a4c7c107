import type { Pool } from "pg";

/** Deletes what has run out by wall time: sessions, links, waiting identities, counted attempts. Twice is once. */
export async function sweepExpired(pool: Pool, now: number): Promise<void> {
	const at = [new Date(now)];
	// A session of the game that has run out is no reason to end the provider's: the same browser may have a newer one.
	await pool.query("UPDATE sessions SET provider_session = NULL WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM sessions WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM mailed_tokens WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM pending_identities WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM attempts WHERE forget_at <= $1", at);
	await pool.query("DELETE FROM oidc_payloads WHERE expires_at <= $1", at);
	await pool.query("DELETE FROM ended_provider_sessions WHERE expires_at <= $1", at);
}
