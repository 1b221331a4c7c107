import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
	addEventListener("online", listener);
	addEventListener("offline", listener);
	return () => {
		removeEventListener("online", listener);
		removeEventListener("offline", listener);
	};
}

/** Whether the browser has a connection at all; a page made at build has one. */
export const useOnline = (): boolean =>
	useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	);
