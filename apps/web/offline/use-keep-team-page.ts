import { useEffect, useRef } from "react";
import { loadChunk } from "../upgrade/load-chunk.ts";
import { KEPT_PAGE_URL, USER_CACHE } from "./cache-names.ts";

/** How long after its data has arrived the page is complete. */
const KEEP_DELAY_MS = 1_500;

const deleteKeptPage = async () => (await caches.open(USER_CACHE)).delete(KEPT_PAGE_URL);

/**
 * Keeps the page of the user's team for her next visit each time fresh data has arrived or she has saved, and when she leaves. A
 * page from before she saved is deleted at once, because she may leave at a place where no page can be kept.
 *
 * @param receivedAt when the oldest of its data was received, in wall milliseconds; null if the page is not to be kept
 * @param version the version of the team
 */
export function useKeepTeamPage(receivedAt: number | null, version: number): void {
	const shownVersion = useRef<number | null>(null);
	useEffect(() => {
		// What the last visit left is kept already.
		if (receivedAt === null || receivedAt < performance.timeOrigin || !("caches" in globalThis)) return;
		const hasChanged = shownVersion.current !== null && shownVersion.current !== version;
		if (hasChanged) void deleteKeptPage().catch(() => undefined);
		shownVersion.current = version;
		const keep = async () => {
			const { keepTeamPage } = await loadChunk(() => import("./keep-team-page.ts"));
			await keepTeamPage(receivedAt);
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
	}, [receivedAt, version]);
}
