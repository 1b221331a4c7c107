import { useEffect, useState } from "react";
import { OWN_CACHE, SEEN_CACHE } from "./cache-names.ts";

/** The caches and the file in each whose age stands for the rest; the service worker fills them. */
const STANDS_FOR = [
	[OWN_CACHE, /\/fantasy\/team\/show-my$/],
	[SEEN_CACHE, /\/json\/fantasy\/rounds\.json$/],
	[SEEN_CACHE, /\/json\/help\//],
] as const;

/** When what is kept for times without a connection was last had, in milliseconds; null when nothing is. */
async function keptSince(): Promise<number | null> {
	for (const [name, address] of STANDS_FOR) {
		const cache = await caches.open(name);
		const found = (await cache.keys()).find(({ url }) => address.test(new URL(url).pathname));
		const date = found ? (await cache.match(found))?.headers.get("date") : null;
		if (date) return Date.parse(date);
	}
	return null;
}

/** The age of what is shown while offline; null while online, or where nothing is kept. */
export function useKeptSince(isOnline: boolean): number | null {
	const [at, setAt] = useState<number | null>(null);
	useEffect(() => {
		if (isOnline || !("caches" in globalThis)) return;
		keptSince().then(setAt, () => setAt(null));
	}, [isOnline]);
	return isOnline ? null : at;
}
