import { findWriteBan } from "@first-bounce/rules/leagues/league-permissions";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../api/use-user.ts";
import { Button } from "../../../components/button/button.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState, Notice } from "../../../components/states/states.tsx";
import { FOCUSABLE } from "../../../components/table/table.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import { useOnline } from "../../../live/use-online.ts";
import { CardItem } from "../cards/card-item.tsx";
import frame from "../frame/frame.module.css";
import { useLeague } from "../league/use-league.ts";
import { Composer } from "./composer.tsx";
import styles from "./conversation.module.css";
import { type Conversation, getPinned } from "./conversation-state.ts";
import { MessageItem, PinnedMessages, UnsentList } from "./messages.tsx";
import { ModerationTools, RecapPanel } from "./moderation-tools.tsx";
import { ChatContext, type TextMessage, useChat } from "./use-chat.ts";
import { useConversation, useOutbox, useReadMarker } from "./use-conversation.ts";

/** A reader who is further from the end of the list than this has scrolled back. */
const NEAR_END_PX = 120;

/** Scrolls to the end when it opens and with every new message, unless the reader has scrolled back. */
function useFollowEnd(lastKey: string) {
	const list = useRef<HTMLDivElement>(null);
	const isNearEnd = useRef(true);
	useLayoutEffect(() => {
		if (lastKey !== "" && list.current && isNearEnd.current) list.current.scrollTop = list.current.scrollHeight;
	}, [lastKey]);
	const onScroll = () => {
		const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = list.current ?? {};
		isNearEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
	};
	return { list, onScroll };
}

/**
 * Scrolls the page to the end of the conversation when it opens. The form, which stays at the bottom of the window, would
 * otherwise cover the newest message.
 */
function useEndInView(isCompact: boolean) {
	const chat = useRef<HTMLElement>(null);
	useEffect(() => {
		if (isCompact || !chat.current || chat.current.getBoundingClientRect().bottom <= innerHeight) return;
		chat.current.scrollIntoView({ block: "end", behavior: "instant" });
	}, [isCompact]);
	return chat;
}

interface MessageListProps extends Pick<ContentProps, "conversation" | "live"> {
	readonly outbox: ReturnType<typeof useOutbox>;
}

const MessageList = ({ conversation, live, outbox }: MessageListProps) => {
	const { t } = useTranslation();
	const { leagueId } = useChat();
	const { messages, hasOlder } = conversation;
	const { unsent } = outbox;
	const last = messages.at(-1);
	const { list, onScroll } = useFollowEnd(
		`${last?.id ?? ""} ${unsent.map(({ key, failure }) => key + failure).join()}`,
	);
	useReadMarker(leagueId, last?.id);
	const renderMessage = (message: Conversation["messages"][number]) => {
		if (message.kind === "removed") return null;
		if (message.kind === "card") return <CardItem key={message.id} message={message} />;
		return <MessageItem key={message.id} message={message} />;
	};
	return (
		<div
			ref={list}
			{...FOCUSABLE}
			className={styles.list}
			onScroll={onScroll}
			role="log"
			aria-label={t("leagues.chat.label")}
		>
			{hasOlder ? (
				<div className={frame.more}>
					<Button isPending={live.isLoadingOlder} onPress={live.loadOlder}>
						{t("leagues.chat.older")}
					</Button>
				</div>
			) : null}
			{messages.length === 0 && unsent.length === 0 ? (
				<EmptyState icon="chat" title={t("leagues.chat.empty")} text={t("leagues.chat.emptyText")} />
			) : null}
			<ol className={styles.messages}>{messages.map(renderMessage)}</ol>
			<UnsentList messages={unsent} onRetry={outbox.retry} onRemove={outbox.remove} />
		</div>
	);
};

/** Why the viewer cannot send a message now. */
const WriteNotices = ({ ban, mutedUntil }: { ban: ReturnType<typeof findWriteBan>; mutedUntil: string | null }) => {
	const { t } = useTranslation();
	const isOnline = useOnline();
	return (
		<>
			{isOnline ? null : <Notice tone="warn">{t("leagues.chat.offline")}</Notice>}
			{ban === "locked" ? <Notice tone="info">{t("leagues.chat.locked")}</Notice> : null}
			{ban === "muted" && mutedUntil !== null ? (
				<Notice tone="warn">{t("leagues.chat.youAreMuted", { time: formatDateTime(Date.parse(mutedUntil)) })}</Notice>
			) : null}
		</>
	);
};

interface ContentProps {
	readonly conversation: Conversation;
	readonly live: ReturnType<typeof useConversation>;
	readonly ownId: number;
	/** Leaves out the tools of those who run the league. */
	readonly isCompact: boolean;
}

const Content = ({ conversation, live, ownId, isCompact }: ContentProps) => {
	const { t } = useTranslation();
	const { id, role, may } = useLeague();
	const [replyTarget, setReplyTarget] = useState<TextMessage | null>(null);
	const chat = useEndInView(isCompact);
	const { state } = conversation;
	const messages = conversation.messages.filter((message) => message.kind !== "removed");
	const pinned = getPinned(conversation).filter((message) => message.kind === "text");
	const sentKeys = new Set(messages.map((message) => (message.kind === "text" ? message.key : "")));
	const outbox = useOutbox({ leagueId: id, userId: ownId, sentKeys, onSent: live.applyMessage });
	const ban = findWriteBan(state, { role, isMuted: state.mutedUntil !== null });
	const canWrite = ban === null;
	const { isFetching, applyMessage } = live;
	const isTargetGone = replyTarget && ![...messages, ...pinned].some((message) => message.id === replyTarget.id);
	useEffect(() => {
		if (isTargetGone && !isFetching) setReplyTarget(null);
	}, [isTargetGone, isFetching]);
	return (
		<ChatContext value={{ leagueId: id, ownId, role, canWrite, applyMessage, reply: setReplyTarget }}>
			<section ref={chat} className={`${frame.card} ${styles.chat}`} aria-label={t("leagues.tabs.chat")}>
				{may.moderate && !isCompact ? (
					<>
						<ModerationTools
							isLocked={state.isLocked}
							onChange={(changed) => live.update((previous) => ({ ...previous, state: changed }))}
						/>
						<RecapPanel />
					</>
				) : null}
				<PinnedMessages messages={pinned} />
				<MessageList conversation={{ ...conversation, messages }} live={live} outbox={outbox} />
				<WriteNotices ban={ban} mutedUntil={state.mutedUntil} />
				{canWrite ? (
					<Composer
						key={id}
						leagueId={id}
						replyToName={replyTarget ? replyTarget.author.teamName || t("leagues.former") : null}
						onCancelReply={() => setReplyTarget(null)}
						onSend={(text) => {
							outbox.send(text, replyTarget?.id ?? null);
							setReplyTarget(null);
						}}
					/>
				) : null}
			</section>
		</ChatContext>
	);
};

export const ConversationPage = ({ isCompact = false }: { readonly isCompact?: boolean }) => {
	const league = useLeague();
	const live = useConversation(league.id);
	const user = useUser();
	const { data } = live;
	if (!data || user.state !== "ready" || !user.value) return <LoadingOrError of={[live, user]} height="60vh" />;
	return <Content key={league.id} conversation={data} live={live} ownId={user.value.id} isCompact={isCompact} />;
};

/** The conversation beside a draft. */
export const RoomConversation = () => <ConversationPage isCompact />;
