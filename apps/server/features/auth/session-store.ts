import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

const DAY = 24 * 60 * 60 * 1000;
/** A session ends this long after it was last used, */
const IDLE = 30 * DAY;
/** and this long after it began, however much it is used. */
const LIFETIME = 90 * DAY;
/** Use is written down at most this often, so that reading stays reading. */
const TOUCH_AFTER = 5 * 60 * 1000;

/** Who is behind a request. */
export interface Session {
	readonly userId: UserId;
	readonly isActive: boolean;
	readonly isOperator: boolean;
	/** Wall time until which its second factor counts; null where it was not given, or has run out. */
	readonly operatorUntil: number | null;
	/** What was read alongside, as JSON; null where nothing was asked for or found. */
	readonly alongside: unknown;
}

/**
 * What else a request needs of its caller, read in the statement that finds her session: a query of one JSON value,
 * in which `u` is her user, and `$3` and on are the values.
 */
export interface Alongside {
	/** Of the prepared statement. */
	readonly name: string;
	readonly sql: string;
	readonly values: () => readonly unknown[];
}

export interface SessionStore {
	readonly find: (token: string, alongside?: Alongside) => Promise<Session | null>;
	readonly start: (
		userId: UserId,
		device: { userAgent: string; address: string },
	) => Promise<{ token: string; lastsUntil: number }>;
	readonly end: (token: string) => Promise<void>;
	/** The second factor was given: counts for this session until then; null takes it back. */
	readonly verifyOperator: (token: string, until: number | null) => Promise<void>;
}

interface Row {
	user_id: number;
	last_seen_at: Date;
	is_active: boolean;
	is_operator: boolean;
	operator_until: Date | null;
	alongside: unknown;
}

/** What is kept of a token. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

const findWith = (alongside: string) => `SELECT s.user_id, s.last_seen_at, s.operator_until, u.is_active, u.is_operator,
		(${alongside}) AS alongside
	FROM sessions s JOIN users u ON u.id = s.user_id
	WHERE s.token_hash = $1 AND s.expires_at > $2`;

const FIND = { name: "find-session", text: findWith("NULL") };

/** Sessions in PostgreSQL by the SHA-256 of their token, in wall time. One indexed, prepared query a request. */
export function createSessionStore(pool: Pool, wallNow: () => number): SessionStore {
	const touch = (hash: Buffer, now: number) =>
		pool.query(
			`UPDATE sessions SET last_seen_at = $2, expires_at = least($3, created_at + $4 * interval '1 millisecond')
			WHERE token_hash = $1`,
			[hash, new Date(now), new Date(now + IDLE), LIFETIME],
		);
	return {
		find: async (token, alongside) => {
			const now = wallNow();
			const hash = tokenHash(token);
			const statement = alongside ? { name: alongside.name, text: findWith(alongside.sql) } : FIND;
			const values = [hash, new Date(now), ...(alongside?.values() ?? [])];
			const { rows } = await pool.query<Row>({ ...statement, values });
			const row = rows[0];
			if (!row) return null;
			if (now - row.last_seen_at.getTime() > TOUCH_AFTER) await touch(hash, now);
			const until = row.operator_until?.getTime() ?? 0;
			const operatorUntil = until > now ? until : null;
			const { user_id: userId, is_active: isActive, is_operator: isOperator } = row;
			return { userId, isActive, isOperator, operatorUntil, alongside: row.alongside };
		},
		start: async (userId, { userAgent, address }) => {
			const token = randomBytes(32).toString("base64url");
			const now = wallNow();
			await pool.query(
				`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at, user_agent, address)
				VALUES ($1, $2, $3, $4, $3, $5, $6)`,
				[tokenHash(token), userId, new Date(now), new Date(now + IDLE), userAgent.slice(0, 300), address],
			);
			return { token, lastsUntil: now + LIFETIME };
		},
		end: async (token) => {
			await pool.query("DELETE FROM sessions WHERE token_hash = $1", [tokenHash(token)]);
		},
		verifyOperator: async (token, until) => {
			const at = until === null ? null : new Date(until);
			await pool.query("UPDATE sessions SET operator_until = $2 WHERE token_hash = $1", [tokenHash(token), at]);
		},
	};
}
