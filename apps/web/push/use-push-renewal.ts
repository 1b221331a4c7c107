import { useEffect } from "react";

function hasEnabledPush(userId: number): boolean {
	try {
		return localStorage.getItem("push") === String(userId) && Notification.permission === "granted";
	} catch {
		// The browser blocks storage or does not support notifications.
		return false;
	}
}

/** Renews the push subscription if this user enabled notifications in this browser. */
export function usePushRenewal(userId: number | null): void {
	useEffect(() => {
		if (userId === null || !hasEnabledPush(userId)) return;
		void import("./push-device.ts").then(({ renewPush }) => renewPush()).catch(() => undefined);
	}, [userId]);
}
