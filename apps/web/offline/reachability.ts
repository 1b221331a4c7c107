import { createStore, useStore } from "../components/store/store.ts";
import { SAVED_HEADER } from "./cache-names.ts";

const reachableStore = createStore(true);

/** Notes whether a response came from the server, or from the service worker because the server cannot be reached. */
export function noteResponse(response: Response): Response {
	const isFromServer = !response.headers.has(SAVED_HEADER);
	if (isFromServer !== reachableStore.get()) reachableStore.set(isFromServer);
	return response;
}

/** Whether the last response came from the server. A device can be online while the server cannot be reached. */
export const useReachable = (): boolean => useStore(reachableStore);
