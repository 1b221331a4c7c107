import { useTranslation } from "react-i18next";
import frame from "./frame.module.css";
import { useUnread } from "./use-unread.ts";

const MAX_SHOWN = 99;

/** The number of a league's unread messages; hidden if there are none. */
export const UnreadBadge = ({ leagueId }: { readonly leagueId: number }) => {
	const { t } = useTranslation();
	const unread = useUnread(leagueId);
	if (unread === 0) return null;
	return (
		<b className={frame.unread} role="img" aria-label={t("leagues.chat.unread", { count: unread })}>
			{unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
		</b>
	);
};
