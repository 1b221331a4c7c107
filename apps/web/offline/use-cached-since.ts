import { useEffect, useState } from "react";
import { PUBLIC_CACHE, USER_CACHE } from "./cache-names.ts";

/** Files whose `Date` header stands for the age of their cache, in order of preference. The service worker fills the caches. */
const AGE_SOURCES = [
	[USER_CACHE, /\/fantasy\/team\/show-my$/],
	[PUBLIC_CACHE, /\/json\/fantasy\/rounds\.json$/],
	[PUBLIC_CACHE, /\/json\/help\//],
] as const;

/** When the offline data was last fetched, in milliseconds; null if there is none. */
async function getCacheTime(): Promise<number | null> {
	for (const [name, pattern] of AGE_SOURCES) {
		const cache = await caches.open(name);
		const cachedFile = (await cache.keys()).find(({ url }) => pattern.test(new URL(url).pathname));
		const date = cachedFile ? (await cache.match(cachedFile))?.headers.get("date") : null;
		if (date) return Date.parse(date);
	}
	return null;
}

/** When the shown data was fetched; null while online or without cached data. */
export function useCachedSince(isOnline: boolean): number | null {
	const [cachedAt, setCachedAt] = useState<number | null>(null);
	useEffect(() => {
		if (isOnline || !("caches" in globalThis)) return;
		getCacheTime().then(setCachedAt, () => setCachedAt(null));
	}, [isOnline]);
	return isOnline ? null : cachedAt;
}
