import { type LeagueMessage, removeMessage, reportMessage } from "@first-bounce/contract/leagues/conversation";
import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Icon, type IconName } from "../../../components/icon/icon.tsx";
import type { MenuAction } from "../../../components/menu/action-menu.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import chat from "../conversation/conversation.module.css";
import { MessageText } from "../conversation/message-text.tsx";
import { MessageMenu } from "../conversation/messages.tsx";
import { Reactions } from "../conversation/reactions.tsx";
import { useChat } from "../conversation/use-chat.ts";
import { useRoundName } from "../frame/use-league-description.ts";
import { CardContent } from "./card-content.tsx";
import styles from "./cards.module.css";
import { CardContext } from "./use-card.ts";

type CardMessage = Extract<LeagueMessage, { kind: "card" }>;
type Action = "react" | "report" | "hide";

const ICONS: Readonly<Record<LeagueCard["type"], IconName>> = {
	results: "rankings",
	trades: "trade",
	records: "star",
	recap: "leagues",
	correction: "leagues",
	"draft-scheduled": "plan",
	"draft-started": "play",
	"draft-complete": "check",
	"trade-accepted": "trade",
	"trade-decided": "trade",
	"waivers-first": "trade",
	"waivers-second": "trade",
	"squads-changed": "undo",
};

/** A card that the game has written, or a moderator's recap. */
export const CardItem = ({ message }: { readonly message: CardMessage }) => {
	const { t } = useTranslation();
	const { leagueId, role, canWrite, applyMessage } = useChat();
	const formatRoundName = useRoundName();
	const [isReacting, setReacting] = useState(false);
	const { id, card, roundId, text } = message;
	const isModerator = hasRight(role, "moderate");
	const params = { id: leagueId, messageId: id };
	const title =
		card.type === "squads-changed"
			? t(`leagues.card.changeTitle.${card.action}`)
			: t(`leagues.card.title.${card.type}`, { round: formatRoundName(roundId) });
	const hide = (toastText: string) => {
		applyMessage({ id, version: message.version, kind: "removed" });
		showToast({ tone: "good", text: toastText });
	};
	const remove = useCallMutation(removeMessage, { onSuccess: () => hide(t("leagues.card.hidden")) });
	const report = useCallMutation(reportMessage, { onSuccess: () => hide(t("leagues.chat.reported")) });
	const offered: readonly (MenuAction<Action> & { readonly isOffered: boolean })[] = [
		{ id: "react", label: t("leagues.chat.react"), icon: "star", isOffered: canWrite },
		{ id: "report", label: t("leagues.chat.report"), icon: "alert", isOffered: text !== null && !isModerator },
		{ id: "hide", label: t("leagues.card.hide"), icon: "trash", isDanger: true, isOffered: isModerator },
	];
	const actions = offered.filter(({ isOffered }) => isOffered);
	const handlers: Readonly<Record<Action, () => void>> = {
		react: () => setReacting(true),
		report: () => report.mutate({ params, body: {} }),
		hide: () => remove.mutate({ params, body: {} }),
	};
	return (
		<li className={styles.card} id={`message-${id}`}>
			<div className={chat.head}>
				<h2 className={styles.title}>
					<Icon name={ICONS[card.type]} size={16} />
					{title}
				</h2>
				<time dateTime={message.at}>{formatDateTime(Date.parse(message.at))}</time>
				{actions.length > 0 ? (
					<MessageMenu
						label={t("leagues.card.actions", { title })}
						getActions={() => actions}
						onAction={(action) => handlers[action]()}
					/>
				) : null}
			</div>
			{text === null ? (
				<CardContext value={{ leagueId, roundId }}>
					<CardContent card={card} />
				</CardContext>
			) : (
				<MessageText text={text} mentions={[]} ownId={0} />
			)}
			<Reactions message={message} isQuick isReacting={isReacting} onReacted={() => setReacting(false)} />
		</li>
	);
};
