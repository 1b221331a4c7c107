import type { SuccessOf } from "@first-bounce/contract/call";
import type {
	LeagueMessage,
	listConversationChanges,
	showConversation,
} from "@first-bounce/contract/leagues/conversation";

/** What the page has loaded of a conversation, oldest message first. */
export type Conversation = SuccessOf<typeof showConversation>;

type ConversationChange = Pick<SuccessOf<typeof listConversationChanges>, "messages" | "version" | "state">;

/** Adds new messages, replaces changed ones and drops removed ones. Changes that the page already has are ignored. */
export function mergeMessages(
	current: readonly LeagueMessage[],
	changed: readonly LeagueMessage[],
	{ hasOlder }: Pick<Conversation, "hasOlder">,
): LeagueMessage[] {
	const byId = new Map(current.map((message) => [message.id, message]));
	const oldest = current[0]?.id ?? 0;
	for (const message of changed) {
		const known = byId.get(message.id);
		if (known && known.version > message.version) continue;
		if (message.kind === "removed") byId.delete(message.id);
		else if (message.kind === "text" && message.isOnlyPinned) continue;
		// A changed message older than the loaded ones would leave a gap in between.
		else if (known || !hasOlder || message.id > oldest) byId.set(message.id, message);
	}
	return [...byId.values()].toSorted((messageA, messageB) => messageA.id - messageB.id);
}

/** The pinned messages. A process of the previous release answers without them. */
export const getPinned = ({ pinned }: Partial<Conversation>): readonly LeagueMessage[] => pinned ?? [];

/** Adds messages that were pinned, replaces changed ones, and drops those that were unpinned or removed. */
function mergePinned(current: readonly LeagueMessage[], changed: readonly LeagueMessage[]): LeagueMessage[] {
	const byId = new Map(current.map((message) => [message.id, message]));
	for (const message of changed) {
		const known = byId.get(message.id);
		if (known && known.version > message.version) continue;
		if (message.kind === "text" && message.pinned) byId.set(message.id, message);
		else byId.delete(message.id);
	}
	const getPinTime = (message: LeagueMessage) =>
		message.kind === "text" && message.pinned ? Date.parse(message.pinned.at) : 0;
	return [...byId.values()].toSorted(
		(messageA, messageB) => getPinTime(messageB) - getPinTime(messageA) || messageB.id - messageA.id,
	);
}

export const applyChange = (
	conversation: Conversation,
	{ messages, version, state }: ConversationChange,
): Conversation => ({
	...conversation,
	messages: mergeMessages(conversation.messages, messages, conversation),
	pinned: mergePinned(getPinned(conversation), messages),
	version: Math.max(conversation.version, version),
	state: version >= conversation.version ? state : conversation.state,
});

export const addOlderPage = (conversation: Conversation, older: Conversation): Conversation => ({
	...conversation,
	messages: mergeMessages(older.messages, conversation.messages, { hasOlder: false }),
	hasOlder: older.hasOlder,
});
