import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { ActionMenu, type MenuAction } from "../../../components/menu/action-menu.tsx";
import { formatDateTime, formatTimeOfDay } from "../../../i18n/format.ts";
import styles from "./conversation.module.css";
import { formatPlainText, MessageText } from "./message-text.tsx";
import { Reactions } from "./reactions.tsx";
import { type TextMessage, useChat } from "./use-chat.ts";
import { useMessageActions } from "./use-message-actions.ts";

interface MenuProps<Action extends string> {
	readonly label: string;
	readonly getActions: () => readonly MenuAction<Action>[];
	readonly onAction: (action: Action) => void;
}

/** The button in the corner of a message or card that opens its menu. */
export const MessageMenu = <Action extends string>(props: MenuProps<Action>) => (
	<ActionMenu {...props}>
		{(trigger) => (
			<button type="button" className={styles.more} aria-label={props.label} {...trigger}>
				<Icon name="more" size={18} />
			</button>
		)}
	</ActionMenu>
);

/** When a message was sent: of today's only the time. */
const formatSent = (at: number): string =>
	new Date(at).toDateString() === new Date().toDateString() ? formatTimeOfDay(at) : formatDateTime(at);

/** A message with its reactions and the viewer's actions. */
export const MessageItem = ({ message }: { readonly message: TextMessage }) => {
	const { t } = useTranslation();
	const [isReacting, setReacting] = useState(false);
	const { author, replyTo, text, mentions, pinned } = message;
	const { ownId } = useChat();
	const isOwn = author.userId === ownId;
	const name = author.teamName || t("leagues.former");
	const actions = useMessageActions(message, () => setReacting(true));
	return (
		<li className={styles.message} data-own={isOwn || undefined}>
			<div className={styles.head}>
				<b>{isOwn ? t("leagues.chat.you") : name}</b>
				<time dateTime={message.at}>{formatSent(Date.parse(message.at))}</time>
				<MessageMenu label={t("leagues.chat.actions", { name })} {...actions} />
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
			<Reactions message={message} isQuick={!isOwn} isReacting={isReacting} onReacted={() => setReacting(false)} />
		</li>
	);
};
