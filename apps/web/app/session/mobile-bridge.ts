import { readStorage, writeStorage } from "./browser-storage.ts";

interface Bridge {
	readonly postMessage: (message: string) => void;
}
declare global {
	interface Window {
		/** Injected by a mobile app that shows the game in a web view (decision 037). */
		readonly FirstBounceBridge?: Bridge;
	}
}

export type BridgeEvent = "login" | "registration" | "logout";

const STORAGE_KEY = "bridge_session";
const getBridge = (): Bridge | null =>
	typeof window.FirstBounceBridge?.postMessage === "function" ? window.FirstBounceBridge : null;

function postEvent(type: BridgeEvent, sessionId: string | null): void {
	getBridge()?.postMessage(JSON.stringify({ type, sessionId }));
}

/** Notifies the mobile app, if any, and stores the session id for the logout event. */
export function notifyBridgeSignedIn(type: "login" | "registration", sessionId: string): void {
	if (!getBridge()) return;
	writeStorage("local", STORAGE_KEY, sessionId);
	postEvent(type, sessionId);
}

export function notifyBridgeSignedOut(): void {
	postEvent("logout", readStorage("local", STORAGE_KEY));
	writeStorage("local", STORAGE_KEY, null);
}
