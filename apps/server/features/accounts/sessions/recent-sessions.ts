import type { UserId } from "@first-bounce/rules/ids";
import type { RecentSessions, Session, SessionStore } from "../../../plugins/session.ts";
import type { PgListener } from "../../seasons/current/pg-listener.ts";

/** How long a session is taken to be as it was: one to two of these; whatever changes it is told at once besides. */
const GENERATION_MS = 60_000;
const MAX_SESSIONS = 100_000;

/** Sessions looked up in the same while. No time beside each: that would be one more thing for a request to wait for. */
interface Generation {
	readonly byToken: Map<string, Session>;
	readonly tokensOf: Map<UserId, Set<string>>;
}

const createGeneration = (): Generation => ({ byToken: new Map(), tokensOf: new Map() });

/** Keeps sessions for moments, forgotten as soon as the database tells that theirs have ended or their users changed. */
export function createRecentSessions(
	store: Pick<SessionStore, "find">,
	news: Pick<PgListener, "on">,
	wallNow: () => number,
): RecentSessions {
	let newer = createGeneration();
	let older = createGeneration();
	let turnsAt = 0;
	let changes = 0;

	const forgetUser = (userId: UserId) => {
		for (const { byToken, tokensOf } of [newer, older]) {
			for (const token of tokensOf.get(userId) ?? []) byToken.delete(token);
			tokensOf.delete(userId);
		}
	};
	const turn = () => {
		older = newer;
		newer = createGeneration();
		turnsAt = wallNow() + GENERATION_MS;
	};
	news.on("people_changed", (payload) => {
		changes++;
		const userId = Number(payload);
		if (Number.isSafeInteger(userId) && userId > 0) return forgetUser(userId);
		turn();
		turn();
	});

	const loadSession = async (token: string): Promise<Session | null> => {
		const before = changes;
		const session = await store.find(token);
		// What was told while the database was asked may be of this one.
		if (!session || before !== changes) return session;
		if (newer.byToken.size >= MAX_SESSIONS) turn();
		const { byToken, tokensOf } = newer;
		byToken.set(token, session);
		const tokens = tokensOf.get(session.userId) ?? new Set();
		tokensOf.set(session.userId, tokens.add(token));
		return session;
	};

	return {
		find: (token) => {
			const late = wallNow() - turnsAt;
			if (late >= 0) turn();
			if (late >= GENERATION_MS) turn();
			return newer.byToken.get(token) ?? older.byToken.get(token) ?? loadSession(token);
		},
		forget: (token) => {
			for (const { byToken } of [newer, older]) byToken.delete(token);
		},
	};
}
