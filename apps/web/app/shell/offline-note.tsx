import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../components/states/states.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { useOnline } from "../../live/use-online.ts";
import { PUBLIC_CACHE, USER_CACHE } from "../../offline/cache-names.ts";
import { useReachable } from "../../offline/reachability.ts";

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

/** When the shown data was fetched; null while it is current or without cached data. */
function useCachedSince(isCurrent: boolean): number | null {
	const [cachedAt, setCachedAt] = useState<number | null>(null);
	useEffect(() => {
		if (isCurrent || !("caches" in globalThis)) return;
		getCacheTime().then(setCachedAt, () => setCachedAt(null));
	}, [isCurrent]);
	return isCurrent ? null : cachedAt;
}

/** Shown while offline or while the server cannot be reached, with the age of the shown data. */
export const OfflineNote = () => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const isReachable = useReachable();
	const isCurrent = isOnline && isReachable;
	const cachedSince = useCachedSince(isCurrent);
	const getText = () => {
		if (cachedSince !== null)
			return t(isOnline ? "offline.unreachable" : "offline.since", { time: formatDateTime(cachedSince) });
		return isOnline ? null : t("offline.nothing");
	};
	const text = isCurrent ? null : getText();
	if (text === null) return null;
	return (
		<section aria-label={t("offline.label")}>
			<Notice tone="warn">{text}</Notice>
		</section>
	);
};
