import type { MessageAuthor } from "@first-bounce/contract/leagues/conversation";
import { readStoredJson, writeStorage } from "../../../app/session/browser-storage.ts";

/** A message that is being written. */
interface ChatDraft {
	readonly text: string;
	readonly pickedMembers: readonly MessageAuthor[];
}

const getStorageKey = (leagueId: number): string => `chat_draft:${leagueId}`;

const isChatDraft = (value: unknown): value is ChatDraft =>
	typeof value === "object" &&
	value !== null &&
	"text" in value &&
	typeof value.text === "string" &&
	"pickedMembers" in value &&
	Array.isArray(value.pickedMembers);

/** The message that was being written in this tab when the page was left or reloaded. */
export function loadChatDraft(leagueId: number): ChatDraft {
	const stored = readStoredJson("session", getStorageKey(leagueId));
	return isChatDraft(stored) ? stored : { text: "", pickedMembers: [] };
}

export function saveChatDraft(leagueId: number, draft: ChatDraft): void {
	writeStorage("session", getStorageKey(leagueId), draft.text === "" ? null : JSON.stringify(draft));
}
