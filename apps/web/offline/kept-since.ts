import { useEffect, useState } from "react";

/** The caches and the file in each whose age stands for the rest; the names are public/sw.js's. */
const STANDS_FOR = [
	["first-bounce-own-1", /\/fantasy\/team\/show-my$/],
	["first-bounce-seen-1", /\/json\/fantasy\/rounds\.json$/],
	["first-bounce-seen-1", /\/json\/help\//],
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
