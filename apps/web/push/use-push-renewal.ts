import { useEffect } from "react";

function isHers(userId: number): boolean {
	try {
		return localStorage.getItem("push") === String(userId) && Notification.permission === "granted";
	} catch {
		// A browser that keeps nothing, or knows of no notifications.
		return false;
	}
}

/** Sees to it that a browser on which this user turned notifications on still gets them. */
export function useKeptPush(userId: number | null): void {
	useEffect(() => {
		if (userId === null || !isHers(userId)) return;
		void import("./push-device.ts").then(({ keepPushOn }) => keepPushOn()).catch(() => undefined);
	}, [userId]);
}
