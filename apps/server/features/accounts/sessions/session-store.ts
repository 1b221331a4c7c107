import { randomBytes } from "node:crypto";
import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import { createBatcher } from "../../../db/batcher.ts";
import { hashToken } from "../../../db/hash-token.ts";
import { runClientTransaction } from "../../../db/transactions/client-transaction.ts";
import { isAccessToken, type SessionStore } from "../../../plugins/session.ts";
import { findTokenSession } from "../access-tokens/service.ts";
import { requireSamePassword, requireSignInAllowed } from "../users/account-access.ts";
import {
	deleteOldestSessions,
	deleteSession,
	detachSession,
	insertSession,
	listSessionsByHash,
	type SessionRow,
	updateLanguage,
	updateLastSeen,
	updateOperatorUntil,
} from "./queries.ts";

/** A session expires this long after it was last used. */
const IDLE_LIFETIME_MS = 30 * DAY_MS;
/** It expires at the latest this long after it began. */
const MAX_LIFETIME_MS = 90 * DAY_MS;
/** The last use is saved at most this often, so that most requests only read. */
const LAST_SEEN_INTERVAL_MS = 5 * MINUTE_MS;
const MAX_USER_AGENT_LENGTH = 300;
/** The newest sessions of an account stay open. There are many, because visitors share the demo's account. */
const MAX_SESSIONS = 1_000;

const BATCH_LIMITS = { maxConcurrent: 2, maxItems: 64 };

/** Finds a session by the hash of its token. Lookups at the same moment are combined into one statement. */
const createFindSession = (pool: Pool, wallNow: () => number) =>
	createBatcher(async (hashes: readonly Buffer[]): Promise<readonly (SessionRow | null)[]> => {
		const found = new Array<SessionRow | null>(hashes.length).fill(null);
		for (const row of await listSessionsByHash(pool, hashes, new Date(wallNow()))) found[row.place - 1] = row;
		return found;
	}, BATCH_LIMITS);

/** Stores sessions in PostgreSQL. All times are wall time. */
export function createSessionStore(pool: Pool, wallNow: () => number): SessionStore {
	const findSession = createFindSession(pool, wallNow);
	return {
		find: async (token, language) => {
			if (isAccessToken(token)) return findTokenSession(pool, token, wallNow());
			const hash = hashToken(token);
			const row = await findSession(hash);
			if (!row) return null;
			const now = wallNow();
			if (now - row.last_seen_at.getTime() > LAST_SEEN_INTERVAL_MS) {
				const expiresAt = new Date(now + IDLE_LIFETIME_MS);
				await updateLastSeen(pool, hash, { at: new Date(now), expiresAt, maxLifetimeMs: MAX_LIFETIME_MS });
				if (language) await updateLanguage(pool, row.user_id, language);
			}
			const until = row.operator_until?.getTime() ?? 0;
			const operatorUntil = until > now ? until : null;
			const { user_id: userId, is_active: isActive, operator_role: operatorRole } = row;
			return { userId, isActive, operatorRole, operatorUntil, scopes: null };
		},
		start: async (
			userId,
			{ userAgent, address, language },
			{ providerSession = null, passwordHash, operatorUntil } = {},
		) => {
			const token = randomBytes(32).toString("base64url");
			const now = wallNow();
			const isInserted = await runClientTransaction(pool, async (trx) => {
				await requireSignInAllowed(trx, userId, now);
				if (passwordHash !== undefined) await requireSamePassword(trx, userId, passwordHash);
				await deleteOldestSessions(trx, userId, MAX_SESSIONS - 1);
				return insertSession(trx, {
					token_hash: hashToken(token),
					user_id: userId,
					created_at: new Date(now),
					expires_at: new Date(now + IDLE_LIFETIME_MS),
					last_seen_at: new Date(now),
					user_agent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
					address,
					provider_session: providerSession,
				});
			});
			if (isInserted && operatorUntil !== undefined)
				await updateOperatorUntil(pool, hashToken(token), new Date(operatorUntil));
			if (isInserted && language) await updateLanguage(pool, userId, language);
			return isInserted ? { token, lastsUntil: now + MAX_LIFETIME_MS } : null;
		},
		end: async (token, exceptProviderSession = null) => {
			const hash = hashToken(token);
			if (exceptProviderSession !== null) await detachSession(pool, hash, exceptProviderSession);
			await deleteSession(pool, hash);
		},
		setOperatorUntil: async (token, until) => {
			await updateOperatorUntil(pool, hashToken(token), until === null ? null : new Date(until));
		},
	};
}
