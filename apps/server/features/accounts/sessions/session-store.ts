import { createHash, randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { createBatcher } from "../../../db/batcher.ts";
import { runClientTransaction } from "../../../db/client-transaction.ts";
import type { SessionStore } from "../../../plugins/session.ts";
import { requireSignInAllowed } from "../users/account-access.ts";

const DAY = 24 * 60 * 60 * 1000;
/** A session ends this long after it was last used, */
const IDLE_LIFETIME_MS = 30 * DAY;
/** and this long after it began, however much it is used. */
const MAX_LIFETIME_MS = 90 * DAY;
/** Use is written down at most this often, so that reading stays reading. */
const TOUCH_INTERVAL_MS = 5 * 60 * 1000;

interface Row {
	/** Of the token among those asked for together, from 1. */
	place: number;
	user_id: number;
	last_seen_at: Date;
	is_active: boolean;
	is_operator: boolean;
	operator_until: Date | null;
}

/** What is kept of a token. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

// Each by its own key, however many are asked for: OFFSET keeps them from being joined as a whole. Values behind a
// SELECT tell the planner nothing, so that it plans once; else it plans every call for as many as that one asks for.
const FIND = `SELECT found.*, asked.place::int
	FROM unnest((SELECT $1::bytea[])) WITH ORDINALITY AS asked (hash, place) CROSS JOIN LATERAL (
		SELECT s.user_id, s.last_seen_at, s.operator_until, u.is_active, u.is_operator
		FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.token_hash = asked.hash AND s.expires_at > $2 OFFSET 0) AS found`;

const BATCH_LIMITS = { maxConcurrent: 2, maxItems: 64 };

/** Finds sessions by their tokens' hashes; those requested at the same moment in one statement. */
const createFinder = (pool: Pool, wallNow: () => number) =>
	createBatcher(async (hashes: readonly Buffer[]): Promise<readonly (Row | null)[]> => {
		const values = [hashes, new Date(wallNow())];
		const { rows } = await pool.query<Row>({ name: "find-sessions", text: FIND, values });
		const found = new Array<Row | null>(hashes.length).fill(null);
		for (const row of rows) found[row.place - 1] = row;
		return found;
	}, BATCH_LIMITS);

/** Sessions in PostgreSQL by the SHA-256 of their token, in wall time. One prepared query for all who call at one moment. */
export function createSessionStore(pool: Pool, wallNow: () => number): SessionStore {
	const touch = (hash: Buffer, now: number) =>
		pool.query(
			`UPDATE sessions SET last_seen_at = $2, expires_at = least($3, created_at + $4 * interval '1 millisecond')
			WHERE token_hash = $1`,
			[hash, new Date(now), new Date(now + IDLE_LIFETIME_MS), MAX_LIFETIME_MS],
		);
	const find = createFinder(pool, wallNow);
	return {
		find: async (token) => {
			const hash = hashToken(token);
			const row = await find(hash);
			if (!row) return null;
			const now = wallNow();
			if (now - row.last_seen_at.getTime() > TOUCH_INTERVAL_MS) await touch(hash, now);
			const until = row.operator_until?.getTime() ?? 0;
			const operatorUntil = until > now ? until : null;
			const { user_id: userId, is_active: isActive, is_operator: isOperator } = row;
			return { userId, isActive, isOperator, operatorUntil };
		},
		start: async (userId, { userAgent, address }, providerSession = null) => {
			const token = randomBytes(32).toString("base64url");
			const now = wallNow();
			return runClientTransaction(pool, async (transaction, client) => {
				await requireSignInAllowed(transaction, userId, now);
				const { rowCount } = await client.query(
					`INSERT INTO sessions
						(token_hash, user_id, created_at, expires_at, last_seen_at, user_agent, address, provider_session)
					SELECT $1, $2, $3, $4, $3, $5, $6, $7 WHERE $7::text IS NULL OR is_provider_session_open($7)`,
					[
						hashToken(token),
						userId,
						new Date(now),
						new Date(now + IDLE_LIFETIME_MS),
						userAgent.slice(0, 300),
						address,
						providerSession,
					],
				);
				return rowCount === 1 ? { token, lastsUntil: now + MAX_LIFETIME_MS } : null;
			});
		},
		end: async (token, exceptProviderSession = null) => {
			const hash = hashToken(token);
			if (exceptProviderSession !== null)
				await pool.query(
					"UPDATE sessions SET provider_session = NULL WHERE token_hash = $1 AND provider_session = $2",
					[hash, exceptProviderSession],
				);
			await pool.query("DELETE FROM sessions WHERE token_hash = $1", [hash]);
		},
		verifyOperator: async (token, until) => {
			const at = until === null ? null : new Date(until);
			await pool.query("UPDATE sessions SET operator_until = $2 WHERE token_hash = $1", [hashToken(token), at]);
		},
	};
}
