import { useTranslation } from "react-i18next";
import { Notice } from "../../components/states/states.tsx";
import { formatDateTime } from "../../i18n/format.ts";
import { useOnline } from "../../live/use-online.ts";
import { useCachedSince } from "../../offline/use-cached-since.ts";

/** Says that there is no connection, how old what is shown is, and that nothing counts until there is one. */
export const OfflineNote = () => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	const at = useCachedSince(isOnline);
	if (isOnline) return null;
	return (
		<section aria-label={t("offline.label")}>
			<Notice tone="warn">
				{at === null ? t("offline.nothing") : t("offline.since", { time: formatDateTime(at) })}
			</Notice>
		</section>
	);
};
