import { muteMember, pinMessage, removeMessage, reportMessage } from "@first-bounce/contract/leagues/conversation";
import { canRemoveMessage, hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import type { MenuAction } from "../../../components/menu/action-menu.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { type TextMessage, useChat } from "./use-chat.ts";

type Action = "react" | "reply" | "pin" | "report" | "remove" | "mute";
const MUTE_DAYS = 7;

/** What the viewer can do with a message, as a menu. */
export function useMessageActions(message: TextMessage, onReact: () => void) {
	const { t } = useTranslation();
	const { leagueId, ownId, role, canWrite, applyMessage, reply } = useChat();
	const { author, pinned } = message;
	const isModerator = hasRight(role, "moderate");
	const isOwn = author.userId === ownId;
	const name = author.teamName || t("leagues.former");
	const params = { id: leagueId, messageId: message.id };
	const hide = () => applyMessage({ id: message.id, version: message.version, kind: "removed" });
	const showDone = (text: string) => showToast({ tone: "good", text });
	const report = useCallMutation(reportMessage, {
		onSuccess: () => {
			hide();
			showDone(t("leagues.chat.reported"));
		},
	});
	const remove = useCallMutation(removeMessage, {
		onSuccess: () => {
			hide();
			showDone(t("leagues.chat.removed"));
		},
	});
	const pin = useCallMutation(pinMessage, {
		onSuccess: ({ message: changed }) => {
			applyMessage(changed);
			showDone(t(pinned ? "leagues.chat.unpinned" : "leagues.chat.pinnedForAll"));
		},
	});
	const mute = useCallMutation(muteMember, {
		onSuccess: () => showDone(t("leagues.chat.muted", { name, count: MUTE_DAYS })),
	});
	const actions: readonly (MenuAction<Action> & { readonly isOffered: boolean })[] = [
		{ id: "react", label: t("leagues.chat.react"), icon: "star", isOffered: canWrite },
		{ id: "reply", label: t("leagues.chat.reply"), icon: "undo", isOffered: canWrite },
		{ id: "pin", label: t(pinned ? "leagues.chat.unpin" : "leagues.chat.pin"), icon: "pin", isOffered: isModerator },
		{ id: "report", label: t("leagues.chat.report"), icon: "alert", isOffered: !isOwn },
		{
			id: "mute",
			label: t("leagues.chat.mute", { count: MUTE_DAYS }),
			icon: "lock",
			isOffered: isModerator && !isOwn,
		},
		{
			id: "remove",
			label: t("leagues.chat.remove"),
			icon: "trash",
			isDanger: true,
			isOffered: canRemoveMessage({ isOwn }, role),
		},
	];
	const handlers: Readonly<Record<Action, () => void>> = {
		react: onReact,
		reply: () => reply(message),
		pin: () => pin.mutate({ params, body: { isPinned: !pinned } }),
		report: () => report.mutate({ params, body: {} }),
		remove: () => remove.mutate({ params, body: {} }),
		mute: () => mute.mutate({ params: { id: leagueId }, body: { userId: author.userId, days: MUTE_DAYS } }),
	};
	return {
		getActions: () => actions.filter(({ isOffered }) => isOffered),
		onAction: (action: Action) => handlers[action](),
	};
}
