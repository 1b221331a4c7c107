import type { LiveDraft } from "@first-bounce/contract/live";
import { useSyncExternalStore } from "react";

/** A draft's new version, or whether the live stream is connected; on `connected` versions may have been missed. */
export type DraftChange = ({ readonly kind: "version" } & LiveDraft) | { readonly kind: "connected" | "lost" };

const listeners = new Set<(change: DraftChange) => void>();
let isConnected = true;

/** Calls the listener with every change of a draft that the live stream brings. */
export function onDraftChange(listener: (change: DraftChange) => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

export function publishDraftChange(change: DraftChange): void {
	isConnected = change.kind !== "lost";
	for (const listener of listeners) listener(change);
}

/** Whether the live stream brings changes; otherwise a room polls more often. */
export const useIsStreamConnected = (): boolean =>
	useSyncExternalStore(
		onDraftChange,
		() => isConnected,
		() => true,
	);
