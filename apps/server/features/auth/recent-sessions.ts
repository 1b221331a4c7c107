import type { UserId } from "@first-bounce/rules/ids";
import type { Notifications } from "../season/notifications.ts";
import type { Session, SessionStore } from "./session-store.ts";

/** How long a session is taken to be as it was; whatever changes it is told at once besides. */
const RECENT = 120_000;
const MOST_SESSIONS = 200_000;

interface Kept {
	readonly session: Session;
	readonly until: number;
}

export interface RecentSessions {
	/** As `SessionStore.find`, from memory where the session was looked up a moment ago. For reading only. */
	readonly find: (token: string) => Promise<Session | null> | Session | null;
	readonly forget: (token: string) => void;
}

/** Keeps sessions for moments, forgotten as soon as the database tells that theirs have ended or their users changed. */
export function createRecentSessions(
	store: Pick<SessionStore, "find">,
	news: Pick<Notifications, "on">,
	wallNow: () => number,
): RecentSessions {
	const byToken = new Map<string, Kept>();
	const tokensOf = new Map<UserId, Set<string>>();
	let changes = 0;

	const forgetUser = (userId: UserId) => {
		for (const token of tokensOf.get(userId) ?? []) byToken.delete(token);
		tokensOf.delete(userId);
	};
	const forgetAll = () => {
		byToken.clear();
		tokensOf.clear();
	};
	news.on("people_changed", (payload) => {
		changes++;
		const userId = Number(payload);
		if (Number.isSafeInteger(userId) && userId > 0) forgetUser(userId);
		else forgetAll();
	});

	const look = async (token: string): Promise<Session | null> => {
		const before = changes;
		const session = await store.find(token);
		// What was told while the database was asked may be of this one.
		if (!session || before !== changes) return session;
		if (byToken.size >= MOST_SESSIONS) forgetAll();
		byToken.set(token, { session, until: wallNow() + RECENT });
		const tokens = tokensOf.get(session.userId) ?? new Set();
		tokensOf.set(session.userId, tokens.add(token));
		return session;
	};

	return {
		find: (token) => {
			const kept = byToken.get(token);
			return kept && kept.until > wallNow() ? kept.session : look(token);
		},
		forget: (token) => void byToken.delete(token),
	};
}
