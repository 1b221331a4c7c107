import { useTranslation } from "react-i18next";
import { Notice } from "../../components/states/states.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { useOnline } from "../../live/use-online.ts";
import { useCachedSince } from "../../offline/use-cached-since.ts";

/** Shown while offline, with the age of the shown data. */
export const OfflineNote = () => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const cachedSince = useCachedSince(isOnline);
	if (isOnline) return null;
	return (
		<section aria-label={t("offline.label")}>
			<Notice tone="warn">
				{cachedSince === null ? t("offline.nothing") : t("offline.since", { time: formatDateTime(cachedSince) })}
			</Notice>
		</section>
	);
};
