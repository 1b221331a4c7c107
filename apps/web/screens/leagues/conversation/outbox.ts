/** A message that the server has not confirmed yet. */
export interface UnsentMessage {
	readonly key: string;
	readonly text: string;
	readonly replyTo: number | null;
	readonly at: number;
	/** Why it could not be sent; null while it is being sent. */
	readonly failure: string | null;
}

const MAX_STORED = 20;
const getStorageKey = (userId: number, leagueId: number): string => `chat_unsent:${userId}:${leagueId}`;

const isUnsent = (value: unknown): value is UnsentMessage =>
	typeof value === "object" && value !== null && "key" in value && "text" in value && typeof value.text === "string";

/** The messages that a user has not been able to send in a league. */
export function loadUnsent(userId: number, leagueId: number): readonly UnsentMessage[] {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(getStorageKey(userId, leagueId)) ?? "[]");
		// The server may have stored messages that were being sent when the page closed. Sending them again is safe.
		return Array.isArray(stored)
			? stored.filter(isUnsent).map((message) => ({ ...message, failure: message.failure ?? "" }))
			: [];
	} catch {
		return [];
	}
}

export function saveUnsent(userId: number, leagueId: number, messages: readonly UnsentMessage[]): void {
	try {
		const key = getStorageKey(userId, leagueId);
		if (messages.length === 0) localStorage.removeItem(key);
		else localStorage.setItem(key, JSON.stringify(messages.slice(-MAX_STORED)));
	} catch {
		// Storage may be full or blocked; the messages stay on the page.
	}
}
