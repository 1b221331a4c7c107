import { listUnreadCounts } from "@first-bounce/contract/leagues/conversation";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCall } from "../../../api/use-call.ts";
import { onConversationChange } from "../../../live/conversation-events.ts";
import frame from "./frame.module.css";

/** Limits how often a busy conversation refetches the counts. */
const REFETCH_DELAY_MS = 2_000;

export const refetchUnread = (queryClient: QueryClient) =>
	queryClient.invalidateQueries({ queryKey: callKey(listUnreadCounts) });

/** Unread messages of a league, kept up to date. */
function useUnread(leagueId: number): number {
	const queryClient = useQueryClient();
	const { data } = useCall(listUnreadCounts, {}, { meta: { isSilent: true } });
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const stop = onConversationChange((change) => {
			if (timer !== undefined || (change && change.leagueId !== leagueId)) return;
			timer = setTimeout(() => {
				timer = undefined;
				void refetchUnread(queryClient);
			}, REFETCH_DELAY_MS);
		});
		return () => {
			clearTimeout(timer);
			stop();
		};
	}, [queryClient, leagueId]);
	return data?.leagues.find((league) => league.leagueId === leagueId)?.unread ?? 0;
}

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
