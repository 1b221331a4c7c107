import {
	type LeagueMessage,
	listConversationChanges,
	markConversationRead,
	sendMessage,
	showConversation,
} from "@first-bounce/contract/leagues/conversation";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { callKey, useCall } from "../../../api/use-call.ts";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { onConversationChange } from "../../../live/conversation-events.ts";
import { refetchUnread } from "../frame/unread-badge.tsx";
import { addOlderPage, applyChange, type Conversation } from "./conversation-state.ts";
import { createMessageKey, loadUnsent, saveUnsent, type UnsentMessage } from "./outbox.ts";

const getArgs = (leagueId: number) => ({ params: { id: leagueId }, query: {} });
const getKey = (leagueId: number) => callKey(showConversation, getArgs(leagueId));

/** The conversation of a league, kept up to date by the live stream. */
export function useConversation(leagueId: number) {
	const queryClient = useQueryClient();
	const result = useCall(showConversation, getArgs(leagueId), { staleTime: Number.POSITIVE_INFINITY });
	const update = useCallback(
		(change: (conversation: Conversation) => Conversation) =>
			queryClient.setQueryData<Conversation>(getKey(leagueId), (previous) => previous && change(previous)),
		[queryClient, leagueId],
	);
	const catchUp = useCallback(async () => {
		const shown = queryClient.getQueryData<Conversation>(getKey(leagueId));
		if (!shown) return;
		const query = { after: shown.version };
		const changes = await client(listConversationChanges, { params: { id: leagueId }, query });
		if (changes.isComplete) update((previous) => applyChange(previous, changes));
		else await queryClient.invalidateQueries({ queryKey: callKey(showConversation) });
	}, [queryClient, leagueId, update]);

	useEffect(() => {
		// The cached conversation on screen may be old. A failure is silent, because the next change or visit loads it
		// again.
		void catchUp().catch(() => undefined);
		const stop = onConversationChange((change) => {
			if (change && change.leagueId !== leagueId) return;
			const shown = queryClient.getQueryData<Conversation>(getKey(leagueId));
			if (change && shown && shown.version >= change.after) update((previous) => applyChange(previous, change));
			else void catchUp().catch(() => undefined);
		});
		const onOnline = () => void catchUp().catch(() => undefined);
		addEventListener("online", onOnline);
		return () => {
			removeEventListener("online", onOnline);
			stop();
		};
	}, [queryClient, leagueId, catchUp, update]);

	// A mutation, so that a failure opens the error modal.
	const older = useMutation({
		mutationFn: (before: number) => client(showConversation, { params: { id: leagueId }, query: { before } }),
		onSuccess: (page) => update((shown) => addOlderPage(shown, page)),
	});
	const loadOlder = () => {
		const before = result.data?.messages[0]?.id;
		if (before !== undefined && !older.isPending) older.mutate(before);
	};
	/** Applies the response of a call that changed one message. */
	const applyMessage = useCallback(
		(message: LeagueMessage) =>
			update((previous) => applyChange(previous, { messages: [message], version: 0, state: previous.state })),
		[update],
	);
	return { ...result, applyMessage, update, loadOlder, isLoadingOlder: older.isPending };
}

/** Marks what is shown as read while the page is visible. */
export function useReadMarker(leagueId: number, lastId: number | undefined): void {
	const queryClient = useQueryClient();
	const marked = useRef(0);
	useEffect(() => {
		const mark = () => {
			if (lastId === undefined || lastId <= marked.current || document.visibilityState !== "visible") return;
			marked.current = lastId;
			client(markConversationRead, { params: { id: leagueId }, body: { messageId: lastId } }).then(
				() => refetchUnread(queryClient),
				() => {
					marked.current = 0;
				},
			);
		};
		mark();
		document.addEventListener("visibilitychange", mark);
		return () => document.removeEventListener("visibilitychange", mark);
	}, [queryClient, leagueId, lastId]);
}

interface OutboxOptions {
	readonly leagueId: number;
	readonly userId: number;
	/** The keys of the messages in the conversation. */
	readonly sentKeys: ReadonlySet<string>;
	readonly onSent: (message: LeagueMessage) => void;
}

/**
 * Sends messages, which are shown at once and kept on this device until the server has them. Messages that were being sent
 * when the page was left are sent again: if the server has a message already, it returns the stored message.
 */
export function useOutbox({ leagueId, userId, sentKeys, onSent }: OutboxOptions) {
	const { t } = useTranslation();
	const [messages, setMessages] = useState(() => loadUnsent(userId, leagueId));
	/** The keys of all messages that this tab has had. Those of other tabs are kept on the device. */
	const [ownKeys] = useState(() => new Set(messages.map(({ key }) => key)));
	const change = (key: string, changes: Partial<UnsentMessage>) =>
		setMessages((previous) => previous.map((message) => (message.key === key ? { ...message, ...changes } : message)));
	const remove = (key: string) => setMessages((previous) => previous.filter((message) => message.key !== key));
	// The response to a message may be lost although the conversation has it.
	if (messages.some(({ key }) => sentKeys.has(key))) setMessages(messages.filter(({ key }) => !sentKeys.has(key)));
	useEffect(() => {
		for (const { key } of messages) ownKeys.add(key);
		const ofOtherTabs = loadUnsent(userId, leagueId).filter(({ key }) => !ownKeys.has(key));
		saveUnsent(userId, leagueId, [...ofOtherTabs, ...messages]);
	}, [userId, leagueId, messages, ownKeys]);
	const deliver = async ({ key, text, replyTo }: UnsentMessage) => {
		try {
			const body = { key, text, ...(replyTo === null ? {} : { replyTo }) };
			const { message } = await client(sendMessage, { params: { id: leagueId }, body });
			onSent(message);
			// The conversation shows the message in the next task. It stays here until then, so that the list is never without it.
			setTimeout(() => remove(key));
		} catch (error) {
			change(key, { failure: getErrorMessage(error, t) });
		}
	};
	const send = (text: string, replyTo: number | null) => {
		const message = { key: createMessageKey(), text, replyTo, at: Date.now(), failure: null };
		setMessages((previous) => [...previous, message]);
		void deliver(message);
	};
	const retry = (message: UnsentMessage) => {
		change(message.key, { failure: null });
		void deliver(message);
	};
	const sendInterrupted = useEffectEvent(() => {
		for (const message of messages) if (message.failure === null) void deliver(message);
	});
	useEffect(() => sendInterrupted(), []);
	return { unsent: messages, send, retry, remove };
}
