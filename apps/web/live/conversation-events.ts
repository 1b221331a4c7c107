import type { LiveConversation } from "@first-bounce/contract/live";

/** Null if changes may have been missed. */
type Listener = (change: LiveConversation | null) => void;

const listeners = new Set<Listener>();

/** Calls the listener with every change of a conversation that the live stream brings. */
export function onConversationChange(listener: Listener): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

export function publishConversationChange(change: LiveConversation | null): void {
	for (const listener of listeners) listener(change);
}
