import { useEffect } from "react";
import { loadChunk } from "../upgrade/load-chunk.ts";

/** How long after its data has arrived the page is complete. */
const KEEP_DELAY_MS = 1_500;

/**
 * Keeps the page of the user's team for her next visit each time fresh data has arrived, and when she leaves.
 *
 * @param receivedAt when the oldest of its data was received, in wall milliseconds; null if the page is not to be kept
 */
export function useKeepLastPage(receivedAt: number | null): void {
	useEffect(() => {
		// What the last visit left is kept already.
		if (receivedAt === null || receivedAt < performance.timeOrigin || !("caches" in globalThis)) return;
		const keep = async () => {
			const { keepLastPage } = await loadChunk(() => import("./keep-last-page.ts"));
			await keepLastPage(receivedAt);
		};
		// Without room on the device, the next visit starts as the first one.
		const tryToKeep = () => void keep().catch(() => undefined);
		const keepWhenHidden = () => {
			if (document.visibilityState === "hidden") tryToKeep();
		};
		const timer = setTimeout(() => {
			if ("requestIdleCallback" in globalThis) requestIdleCallback(tryToKeep);
			else tryToKeep();
		}, KEEP_DELAY_MS);
		document.addEventListener("visibilitychange", keepWhenHidden);
		return () => {
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", keepWhenHidden);
		};
	}, [receivedAt]);
}
