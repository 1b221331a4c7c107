import type { Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import { type Insertable, sql } from "kysely";
import type { Pool } from "pg";
import { COMMIT_WITHOUT_STANDBY } from "../../../db/servers/unconfirmed-commits.ts";
import type { Db, Row, Tables } from "../../../db/tables/tables.ts";

// OFFSET 0 makes PostgreSQL look up each session by key. The hashes are in a subquery, so that the plan is generic and
// stays the same however many sessions are read together.
const FIND_SESSIONS = `SELECT found.*, key.place::int
	FROM unnest((SELECT $1::bytea[])) WITH ORDINALITY AS key (hash, place) CROSS JOIN LATERAL (
		SELECT s.user_id, s.last_seen_at, s.operator_until, u.is_active, u.operator_role
		FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.token_hash = key.hash AND s.expires_at > $2 OFFSET 0) AS found`;

export type SessionRow = Row<"sessions", "user_id" | "last_seen_at" | "operator_until"> &
	Row<"users", "is_active" | "operator_role"> & {
		/** The place of the session's hash in the given list, from 1. */
		readonly place: number;
	};

/** Lists the unexpired sessions with these token hashes. */
export async function listSessionsByHash(pool: Pool, hashes: readonly Buffer[], now: Date): Promise<SessionRow[]> {
	const { rows } = await pool.query<SessionRow>({ name: "find-sessions", text: FIND_SESSIONS, values: [hashes, now] });
	return rows;
}

export interface SessionUse {
	readonly at: Date;
	readonly expiresAt: Date;
	/** The session expires at most this long after it began. */
	readonly maxLifetimeMs: number;
}

/** Records that a session was used, and extends it. */
export const updateLastSeen = (pool: Pool, hash: Buffer, { at, expiresAt, maxLifetimeMs }: SessionUse) =>
	pool.query(
		`UPDATE sessions SET last_seen_at = $2, expires_at = least($3, created_at + $4 * interval '1 millisecond')
		WHERE token_hash = $1 AND ${COMMIT_WITHOUT_STANDBY}`,
		[hash, at, expiresAt, maxLifetimeMs],
	);

/** Stores the language in which a user last used the site. */
export const updateLanguage = (pool: Pool, userId: UserId, language: Language) =>
	pool.query(`UPDATE users SET language = $2 WHERE id = $1 AND language <> $2 AND ${COMMIT_WITHOUT_STANDBY}`, [
		userId,
		language,
	]);

/**
 * Inserts a session, unless the provider session that it starts from has ended. Returns whether it was inserted. The addresses of
 * those who share the demo's account are not stored, because each of them can list its sessions.
 */
export async function insertSession(
	trx: Db,
	session: Required<Omit<Insertable<Tables["sessions"]>, "id" | "operator_until">>,
): Promise<boolean> {
	const { token_hash, user_id, created_at, expires_at, last_seen_at, user_agent, address, provider_session } = session;
	const { numAffectedRows } = await sql`
		INSERT INTO sessions
			(token_hash, user_id, created_at, expires_at, last_seen_at, user_agent, address, provider_session)
		SELECT ${token_hash}, u.id, ${created_at}, ${expires_at}, ${last_seen_at}, ${user_agent},
			CASE WHEN u.is_demo THEN '' ELSE ${address} END, ${provider_session}
		FROM users u
		WHERE u.id = ${user_id} AND (${provider_session}::text IS NULL OR is_provider_session_open(${provider_session}))
	`.execute(trx);
	return numAffectedRows === 1n;
}

/** Detaches a session from its provider session, so that deleting the session does not end the provider session. */
export const detachSession = (pool: Pool, hash: Buffer, providerSession: string) =>
	pool.query("UPDATE sessions SET provider_session = NULL WHERE token_hash = $1 AND provider_session = $2", [
		hash,
		providerSession,
	]);

/** Deletes a session. A trigger ends the provider session that it started from. */
export const deleteSession = (pool: Pool, hash: Buffer) =>
	pool.query("DELETE FROM sessions WHERE token_hash = $1", [hash]);

/** Sets when the second factor of a session expires; null revokes it. */
export const updateOperatorUntil = (pool: Pool, hash: Buffer, until: Date | null) =>
	pool.query("UPDATE sessions SET operator_until = $2 WHERE token_hash = $1", [hash, until]);

/** Revokes the second factor for all sessions of a user. */
export const revokeOperatorVerification = (trx: Db, userId: UserId) =>
	trx.updateTable("sessions").set({ operator_until: null }).where("user_id", "=", userId).execute();

/** Lists a user's sessions, most recently used first. */
export const listSessionsOfUser = (db: Db, userId: UserId, now: Date) =>
	db
		.selectFrom("sessions")
		.where("user_id", "=", userId)
		.where("expires_at", ">", now)
		.orderBy("last_seen_at", "desc")
		.selectAll()
		.execute();

/** Deletes a user's session by its id. Returns false if the user has none with this id. */
export async function deleteSessionById(db: Db, userId: UserId, id: string): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom("sessions")
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/**
 * Ends a user's sessions at the built-in provider, except the one with `exceptUid`, and the sessions started from them. Also
 * ends sign-ins that the user has not completed after giving the password or passkey, which would be possible for an hour.
 */
async function endProviderSessions(db: Db, userId: UserId, exceptUid: string | null): Promise<void> {
	await sql`SELECT end_provider_session(uid) FROM oidc_payloads
		WHERE kind = 'Session' AND payload ->> 'accountId' = ${String(userId)} AND uid IS DISTINCT FROM ${exceptUid}`.execute(
		db,
	);
	await sql`DELETE FROM oidc_payloads WHERE payload #>> '{result,login,accountId}' = ${String(userId)}`.execute(db);
}

/** Deletes a user's sessions, also at the built-in provider, and access tokens. Returns how many of each there were. */
export async function deleteSessionsOfUser(
	db: Db,
	userId: UserId,
): Promise<{ readonly sessions: number; readonly tokens: number }> {
	const sessions = await db.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirst();
	const tokens = await db.deleteFrom("access_tokens").where("user_id", "=", userId).executeTakeFirst();
	await endProviderSessions(db, userId, null);
	await db.deleteFrom("oidc_payloads").where(sql`payload ->> 'accountId'`, "=", String(userId)).execute();
	return { sessions: Number(sessions.numDeletedRows), tokens: Number(tokens.numDeletedRows) };
}

export async function isSessionOpen(db: Db, hash: Buffer): Promise<boolean> {
	const row = await db.selectFrom("sessions").where("token_hash", "=", hash).select("id").executeTakeFirst();
	return row !== undefined;
}

/** Deletes a user's oldest sessions beyond the `max` newest. */
export const deleteOldestSessions = (db: Db, userId: UserId, max: number) =>
	sql`DELETE FROM sessions WHERE user_id = ${userId} AND id IN (
		SELECT id FROM sessions WHERE user_id = ${userId} ORDER BY created_at DESC, id OFFSET ${max})`.execute(db);

/** Deletes all sessions of a user except the one with this hash, also at the built-in provider. */
export async function deleteOtherSessions(trx: Db, userId: UserId, hash: Buffer | null): Promise<void> {
	const current = await trx
		.selectFrom("sessions")
		.where("user_id", "=", userId)
		.where("token_hash", "=", hash)
		.select("provider_session")
		.executeTakeFirst();
	const providerSession = current?.provider_session ?? null;
	const isOther = () => sql<boolean>`user_id = ${userId} AND token_hash IS DISTINCT FROM ${hash}`;
	// This browser may have older sessions from the same provider session, which must not end with them.
	await trx
		.updateTable("sessions")
		.set({ provider_session: null })
		.where(isOther())
		.where("provider_session", "=", providerSession)
		.execute();
	await trx.deleteFrom("sessions").where(isOther()).execute();
	await endProviderSessions(trx, userId, providerSession);
}

/** Deletes expired rows of accounts: sessions, tokens, mailed links, pending identities, counts of attempts and mails. */
export async function deleteExpired(pool: Pool, now: number): Promise<void> {
	const values = [new Date(now)];
	// Otherwise the trigger would end the provider session too, from which the browser may have started a newer session.
	await pool.query("UPDATE sessions SET provider_session = NULL WHERE expires_at <= $1", values);
	await pool.query("DELETE FROM sessions WHERE expires_at <= $1", values);
	await pool.query("DELETE FROM access_tokens WHERE expires_at <= $1", values);
	await pool.query("DELETE FROM mailed_tokens WHERE expires_at <= $1", values);
	await pool.query("DELETE FROM pending_identities WHERE expires_at <= $1", values);
	await pool.query("DELETE FROM attempts WHERE forget_at <= $1", values);
	// Mails are counted per UTC day.
	await pool.query("DELETE FROM mail_counts WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date", values);
	await pool.query("DELETE FROM oidc_payloads WHERE expires_at <= $1", values);
	await pool.query("DELETE FROM ended_provider_sessions WHERE expires_at <= $1", values);
}
