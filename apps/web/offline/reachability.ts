import { useSyncExternalStore } from "react";
import { SAVED_HEADER } from "./cache-names.ts";

let isReachable = true;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Notes whether a response came from the server, or from the service worker because the server cannot be reached. */
export function noteResponse(response: Response): Response {
	const isFromServer = !response.headers.has(SAVED_HEADER);
	if (isFromServer === isReachable) return response;
	isReachable = isFromServer;
	for (const listener of listeners) listener();
	return response;
}

/** Whether the last response came from the server. A device can be online while the server cannot be reached. */
export const useReachable = (): boolean =>
	useSyncExternalStore(
		subscribe,
		() => isReachable,
		() => true,
	);
