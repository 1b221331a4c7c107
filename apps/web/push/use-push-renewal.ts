import { useEffect } from "react";
import { readStorage } from "../app/session/browser-storage.ts";
import { PUSH_KEY } from "../offline/cache-names.ts";

export const hasEnabledPush = (userId: number): boolean =>
	readStorage("local", PUSH_KEY) === String(userId) &&
	"Notification" in globalThis &&
	Notification.permission === "granted";

/** Renews the push subscription if this user enabled notifications in this browser. */
export function usePushRenewal(userId: number | null): void {
	useEffect(() => {
		if (userId === null || !hasEnabledPush(userId)) return;
		void import("./push-device.ts").then(({ renewPush }) => renewPush()).catch(() => undefined);
	}, [userId]);
}
