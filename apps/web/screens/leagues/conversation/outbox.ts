import { readStoredJson, writeStorage } from "../../../app/session/browser-storage.ts";

/** A message that the server has not confirmed yet. */
export interface UnsentMessage {
	/** The idempotency key: sending the message again with it stores no second one. */
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

/** A random UUID. `crypto.randomUUID` is not available on plain http. */
export function createMessageKey(): string {
	const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
		"",
	);
	return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join("-");
}

/** The messages that a user has not been able to send in a league. */
export function loadUnsent(userId: number, leagueId: number): readonly UnsentMessage[] {
	const stored = readStoredJson("local", getStorageKey(userId, leagueId));
	// Earlier versions stored an empty failure for a message that was being sent.
	return Array.isArray(stored)
		? stored.filter(isUnsent).map((message) => ({ ...message, failure: message.failure || null }))
		: [];
}

export const saveUnsent = (userId: number, leagueId: number, messages: readonly UnsentMessage[]): boolean =>
	writeStorage(
		"local",
		getStorageKey(userId, leagueId),
		messages.length === 0 ? null : JSON.stringify(messages.slice(-MAX_STORED)),
	);
