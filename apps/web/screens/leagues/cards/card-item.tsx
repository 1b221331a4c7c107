import { type LeagueMessage, removeMessage, reportMessage } from "@first-bounce/contract/leagues/conversation";
import type { LeagueCard } from "@first-bounce/contract/leagues/league-cards";
import { hasRight, type LeagueRole } from "@first-bounce/rules/leagues/league-permissions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Icon, type IconName } from "../../../components/icon/icon.tsx";
import { ActionMenu, type MenuAction } from "../../../components/menu/action-menu.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import chat from "../conversation/conversation.module.css";
import { MessageText } from "../conversation/message-text.tsx";
import { Reactions } from "../conversation/reactions.tsx";
import { useRoundName } from "../frame/use-league-description.ts";
import { CardContent } from "./card-content.tsx";
import styles from "./cards.module.css";

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

interface Props {
	readonly leagueId: number;
	readonly message: CardMessage;
	readonly role: LeagueRole | null;
	readonly canWrite: boolean;
	readonly onChange: (message: LeagueMessage) => void;
}

/** A card that the game has written, or a moderator's recap. */
export const CardItem = ({ leagueId, message, role, canWrite, onChange }: Props) => {
	const { t } = useTranslation();
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
		onChange({ id, version: message.version, kind: "removed" });
		showToast({ tone: "good", text: toastText });
	};
	const remove = useCallMutation(removeMessage, { onSuccess: () => hide(t("leagues.card.hidden")) });
	const report = useCallMutation(reportMessage, { onSuccess: () => hide(t("leagues.chat.reported")) });
	const getActions = (): MenuAction<Action>[] => [
		...(canWrite ? [{ id: "react" as const, label: t("leagues.chat.react"), icon: "star" as const }] : []),
		...(text !== null && !isModerator
			? [{ id: "report" as const, label: t("leagues.chat.report"), icon: "alert" as const }]
			: []),
		...(isModerator
			? [{ id: "hide" as const, label: t("leagues.card.hide"), icon: "trash" as const, isDanger: true }]
			: []),
	];
	const handlers: Readonly<Record<Action, () => void>> = {
		react: () => setReacting(true),
		report: () => report.mutate({ params, body: {} }),
		hide: () => remove.mutate({ params, body: {} }),
	};
	const hasActions = canWrite || isModerator || text !== null;
	return (
		<li className={styles.card} id={`message-${id}`}>
			<div className={chat.head}>
				<h2 className={styles.title}>
					<Icon name={ICONS[card.type]} size={16} />
					{title}
				</h2>
				<time dateTime={message.at}>{formatDateTime(Date.parse(message.at))}</time>
				{hasActions ? (
					<ActionMenu
						label={t("leagues.card.actions", { title })}
						getActions={getActions}
						onAction={(action) => handlers[action]()}
					>
						{(trigger) => (
							<button
								type="button"
								className={chat.more}
								aria-label={t("leagues.card.actions", { title })}
								{...trigger}
							>
								<Icon name="more" size={18} />
							</button>
						)}
					</ActionMenu>
				) : null}
			</div>
			{text === null ? (
				<CardContent card={card} leagueId={leagueId} roundId={roundId} />
			) : (
				<MessageText text={text} mentions={[]} ownId={0} />
			)}
			<Reactions
				leagueId={leagueId}
				message={message}
				canWrite={canWrite}
				isQuick
				isReacting={isReacting}
				onReacted={() => setReacting(false)}
				onChange={onChange}
			/>
		</li>
	);
};
