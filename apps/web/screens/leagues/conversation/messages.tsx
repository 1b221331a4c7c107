import {
	listMutedMembers,
	muteMember,
	pinMessage,
	removeMessage,
	reportMessage,
} from "@first-bounce/contract/leagues/conversation";
import { canRemoveMessage, hasRight } from "@first-bounce/rules/leagues/league-permissions";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { ActionMenu, type MenuAction } from "../../../components/menu/action-menu.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatPastTime } from "../../../i18n/format.ts";
import styles from "./conversation.module.css";
import { formatPlainText, MessageText } from "./message-text.tsx";
import type { UnsentMessage } from "./outbox.ts";
import { Reactions } from "./reactions.tsx";
import { type TextMessage, useChat } from "./use-chat.ts";

type MenuProps<Action extends string> = Omit<ComponentProps<typeof ActionMenu<Action>>, "children">;

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

type MessageAction = "react" | "reply" | "pin" | "report" | "remove" | "mute";
const MUTE_DAYS = 7;

function useMessageActions(message: TextMessage, onReact: () => void) {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
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
		onSuccess: (muted) => {
			queryClient.setQueryData(callKey(listMutedMembers, { params: { id: leagueId } }), muted);
			showDone(t("leagues.chat.muted", { name, count: MUTE_DAYS }));
		},
	});
	const actions: readonly (MenuAction<MessageAction> & { readonly isOffered: boolean })[] = [
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
	const handlers: Readonly<Record<MessageAction, () => void>> = {
		react: onReact,
		reply: () => reply(message),
		pin: () => pin.mutate({ params, body: { isPinned: !pinned } }),
		report: () => report.mutate({ params, body: {} }),
		remove: () => remove.mutate({ params, body: {} }),
		mute: () => mute.mutate({ params: { id: leagueId }, body: { userId: author.userId, days: MUTE_DAYS } }),
	};
	return {
		getActions: () => actions.filter(({ isOffered }) => isOffered),
		onAction: (action: MessageAction) => handlers[action](),
	};
}

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
				<time dateTime={message.at}>{formatPastTime(Date.parse(message.at))}</time>
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

interface PinnedProps {
	/** The latest pin first. */
	readonly messages: readonly TextMessage[];
}

/** The beginning of the message that was pinned last. A press shows all pinned messages. */
export const PinnedMessages = ({ messages }: PinnedProps) => {
	const { t } = useTranslation();
	const [latest] = messages;
	if (!latest) return null;
	return (
		<details className={styles.pinned}>
			<summary>
				<Icon name="pin" size={18} />
				<span>
					<b>{t("leagues.chat.pinned", { count: messages.length })}</b>
					<span className={styles.pinnedText} dir="auto">
						{formatPlainText(latest.text, latest.mentions, t("leagues.former"))}
					</span>
				</span>
			</summary>
			<ol className={styles.messages} aria-label={t("leagues.chat.pinnedMessages")}>
				{messages.map((message) => (
					<MessageItem key={message.id} message={message} />
				))}
			</ol>
		</details>
	);
};

interface UnsentProps {
	readonly messages: readonly UnsentMessage[];
	readonly onRetry: (message: UnsentMessage) => void;
	readonly onRemove: (key: string) => void;
}

/** Messages that are being sent, and failed ones to retry or delete. */
export const UnsentList = ({ messages, onRetry, onRemove }: UnsentProps) => {
	const { t } = useTranslation();
	if (messages.length === 0) return null;
	return (
		<ol className={styles.messages} aria-label={t("leagues.chat.unsent")}>
			{messages.map((message) => (
				<li key={message.key} className={styles.message} data-own={true} data-unsent={message.failure !== null}>
					<MessageText text={message.text} mentions={[]} ownId={0} />
					{message.failure === null ? (
						<p className={styles.hint}>{t("leagues.chat.sending")}</p>
					) : (
						<div className={styles.failed}>
							<p role="alert">{message.failure}</p>
							<Button onPress={() => onRetry(message)}>{t("state.retry")}</Button>
							<Button variant="quiet" onPress={() => onRemove(message.key)}>
								{t("leagues.chat.drop")}
							</Button>
						</div>
					)}
				</li>
			))}
		</ol>
	);
};
