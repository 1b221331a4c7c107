import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { formatDateTime, formatTimeOfDay } from "../../../i18n/format.ts";
import styles from "./conversation.module.css";
import { formatPlainText, MessageText } from "./message-text.tsx";
import { Reactions } from "./reactions.tsx";
import { type MessageViewer, type TextMessage, useMessageActions } from "./use-message-actions.ts";

interface Props {
	readonly leagueId: number;
	readonly message: TextMessage;
	readonly viewer: MessageViewer;
	readonly onReply: () => void;
	/** Called with the changed message. */
	readonly onChange: (message: LeagueMessage) => void;
}

/** When a message was sent: of today's only the time. */
const formatSent = (at: number): string =>
	new Date(at).toDateString() === new Date().toDateString() ? formatTimeOfDay(at) : formatDateTime(at);

/** A message with its reactions and the viewer's actions. */
export const MessageItem = ({ leagueId, message, viewer, onReply, onChange }: Props) => {
	const { t } = useTranslation();
	const [isReacting, setReacting] = useState(false);
	const { author, replyTo, text, mentions, pinned } = message;
	const { ownId, canWrite } = viewer;
	const isOwn = author.userId === ownId;
	const name = author.teamName || t("leagues.former");
	const actions = useMessageActions({
		leagueId,
		message,
		viewer,
		onReact: () => setReacting(true),
		onReply,
		onChange,
	});
	return (
		<li className={styles.message} data-own={isOwn || undefined}>
			<div className={styles.head}>
				<b>{isOwn ? t("leagues.chat.you") : name}</b>
				<time dateTime={message.at}>{formatSent(Date.parse(message.at))}</time>
				<ActionMenu label={t("leagues.chat.actions", { name })} {...actions}>
					{(trigger) => (
						<button type="button" className={styles.more} aria-label={t("leagues.chat.actions", { name })} {...trigger}>
							<Icon name="more" size={18} />
						</button>
					)}
				</ActionMenu>
			</div>
			{pinned ? (
				<p className={styles.pin}>
					<Icon name="pin" size={14} />
					{t("leagues.chat.pinnedBy", { name: pinned.by?.teamName || t("leagues.former") })}
				</p>
			) : null}
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
				isQuick={!isOwn}
				isReacting={isReacting}
				onReacted={() => setReacting(false)}
				onChange={onChange}
			/>
		</li>
	);
};
