import {
	type LeagueMessage,
	muteMember,
	removeMessage,
	reportMessage,
} from "@first-bounce/contract/leagues/conversation";
import { canRemoveMessage } from "@first-bounce/rules/leagues/message-permissions";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { ActionMenu, type MenuAction } from "../../../components/menu/action-menu.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import styles from "./conversation.module.css";
import { formatPlainText, MessageText } from "./message-text.tsx";
import { Reactions } from "./reactions.tsx";

export type TextMessage = Extract<LeagueMessage, { kind: "text" }>;
type Action = "react" | "reply" | "report" | "remove" | "mute";
const MUTE_DAYS = 7;

interface Props {
	readonly leagueId: number;
	readonly message: TextMessage;
	readonly ownId: number;
	readonly isCommissioner: boolean;
	/** Whether the viewer may write and react. */
	readonly canWrite: boolean;
	readonly onReply: () => void;
	/** Called with the changed message. */
	readonly onChange: (message: LeagueMessage) => void;
}

/** A message with its reactions and the viewer's actions. */
export const MessageItem = ({ leagueId, message, ownId, isCommissioner, canWrite, onReply, onChange }: Props) => {
	const { t } = useTranslation();
	const [isReacting, setReacting] = useState(false);
	const { author, replyTo, text, mentions } = message;
	const isOwn = author.userId === ownId;
	const name = author.teamName || t("leagues.former");
	const params = { id: leagueId, messageId: message.id };
	const hide = () => onChange({ id: message.id, version: message.version, kind: "removed" });
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
	const mute = useCallMutation(muteMember, {
		onSuccess: () => showDone(t("leagues.chat.muted", { name, count: MUTE_DAYS })),
	});
	const getActions = (): MenuAction<Action>[] => [
		...(canWrite
			? [
					{ id: "react" as const, label: t("leagues.chat.react"), icon: "star" as const },
					{ id: "reply" as const, label: t("leagues.chat.reply"), icon: "undo" as const },
				]
			: []),
		...(isOwn ? [] : [{ id: "report" as const, label: t("leagues.chat.report"), icon: "alert" as const }]),
		...(isCommissioner && !isOwn
			? [{ id: "mute" as const, label: t("leagues.chat.mute", { count: MUTE_DAYS }), icon: "lock" as const }]
			: []),
		...(canRemoveMessage({ isOwn }, { isCommissioner })
			? [{ id: "remove" as const, label: t("leagues.chat.remove"), icon: "trash" as const, isDanger: true }]
			: []),
	];
	const handlers: Readonly<Record<Action, () => void>> = {
		react: () => setReacting(true),
		reply: onReply,
		report: () => report.mutate({ params, body: {} }),
		remove: () => remove.mutate({ params, body: {} }),
		mute: () => mute.mutate({ params: { id: leagueId }, body: { userId: author.userId, days: MUTE_DAYS } }),
	};
	return (
		<li className={styles.message} data-own={isOwn || undefined} id={`message-${message.id}`}>
			<div className={styles.head}>
				<b>{isOwn ? t("leagues.chat.you") : name}</b>
				<time dateTime={message.at}>{formatDateTime(Date.parse(message.at))}</time>
				<ActionMenu
					label={t("leagues.chat.actions", { name })}
					getActions={getActions}
					onAction={(action) => handlers[action]()}
				>
					{(trigger) => (
						<button type="button" className={styles.more} aria-label={t("leagues.chat.actions", { name })} {...trigger}>
							<Icon name="more" size={18} />
						</button>
					)}
				</ActionMenu>
			</div>
			{replyTo ? (
				<blockquote className={styles.quote}>
					<b>{replyTo.author.teamName || t("leagues.former")}</b>{" "}
					{replyTo.text === null
						? t("leagues.chat.quoteRemoved")
						: formatPlainText(replyTo.text, [], t("leagues.former"))}
				</blockquote>
			) : null}
			<MessageText text={text} mentions={mentions} ownId={ownId} />
			<Reactions
				leagueId={leagueId}
				message={message}
				canWrite={canWrite}
				isReacting={isReacting}
				onReacted={() => setReacting(false)}
				onChange={onChange}
			/>
		</li>
	);
};
