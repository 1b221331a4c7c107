import { keep, readKept } from "./kept.ts";

interface Bridge {
	readonly postMessage: (message: string) => void;
}
declare global {
	interface Window {
		/** Put there by an app that shows the game in a web view (docs/decisions/007). */
		readonly FirstBounceBridge?: Bridge;
	}
}

export type BridgeEvent = "login" | "registration" | "logout";

const KEY = "bridge_session";
const bridge = (): Bridge | null =>
	typeof window.FirstBounceBridge?.postMessage === "function" ? window.FirstBounceBridge : null;

function post(type: BridgeEvent, sessionId: string | null): void {
	bridge()?.postMessage(JSON.stringify({ type, sessionId }));
}

/** Tells the app around the page, when there is one, and keeps the session's id for the farewell. */
export function tellBridgeSignedIn(type: "login" | "registration", sessionId: string): void {
	if (!bridge()) return;
	keep("local", KEY, sessionId);
	post(type, sessionId);
}

export function tellBridgeSignedOut(): void {
	post("logout", readKept("local", KEY));
	keep("local", KEY, null);
}
