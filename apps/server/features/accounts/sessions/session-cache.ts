import type { Language } from "@first-bounce/contract/languages";
import type { UserId } from "@first-bounce/rules/ids";
import type { Session, SessionCache, SessionStore } from "../../../plugins/session.ts";
import type { PgListener } from "../../seasons/current/pg-listener.ts";

/** A session is cached for between one and two of these periods. */
const GENERATION_MS = 60_000;
const MAX_SESSIONS = 100_000;

/** Sessions that were found in the same period. They are dropped together, so that none needs a timestamp. */
interface Generation {
	readonly byToken: Map<string, Session>;
	readonly tokensByUser: Map<UserId, Set<string>>;
}

const createGeneration = (): Generation => ({ byToken: new Map(), tokensByUser: new Map() });

/** Caches sessions briefly. When the database announces that a user or a session has changed, drops that user's sessions. */
export function createSessionCache(
	store: Pick<SessionStore, "find">,
	listener: Pick<PgListener, "on">,
	wallNow: () => number,
): SessionCache {
	let newer = createGeneration();
	let older = createGeneration();
	let rotatesAt = 0;
	let changeCount = 0;

	const forgetUser = (userId: UserId) => {
		for (const { byToken, tokensByUser } of [newer, older]) {
			for (const token of tokensByUser.get(userId) ?? []) byToken.delete(token);
			tokensByUser.delete(userId);
		}
	};
	const rotate = () => {
		older = newer;
		newer = createGeneration();
		rotatesAt = wallNow() + GENERATION_MS;
	};
	listener.on("people_changed", (payload) => {
		changeCount++;
		const userId = Number(payload);
		if (Number.isSafeInteger(userId) && userId > 0) return forgetUser(userId);
		// Without an id, all users may have changed. Two rotations empty the cache.
		rotate();
		rotate();
	});

	const loadSession = async (token: string, language?: Language): Promise<Session | null> => {
		const countBefore = changeCount;
		const session = await store.find(token, language);
		// A change that was announced during the query may concern this session, so it is not cached.
		if (!session || countBefore !== changeCount) return session;
		if (newer.byToken.size >= MAX_SESSIONS) rotate();
		const { byToken, tokensByUser } = newer;
		byToken.set(token, session);
		const tokens = tokensByUser.get(session.userId) ?? new Set();
		tokensByUser.set(session.userId, tokens.add(token));
		return session;
	};

	return {
		find: (token, language) => {
			const overdueMs = wallNow() - rotatesAt;
			if (overdueMs >= 0) rotate();
			// Both generations are too old.
			if (overdueMs >= GENERATION_MS) rotate();
			return newer.byToken.get(token) ?? older.byToken.get(token) ?? loadSession(token, language);
		},
		forget: (token) => {
			for (const { byToken } of [newer, older]) byToken.delete(token);
		},
	};
}
