import type { LiveConversation } from "@first-bounce/contract/live";
import type { UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { formatSseEvent, type LiveStream } from "../../../plugins/live-stream.ts";
import type { PgListener } from "../../seasons/current/pg-listener.ts";
import { listViewers } from "./member-queries.ts";
import { listChangedMessages, type MessageRow } from "./message-queries.ts";
import { buildConversationState, buildMessageView, isPersonal } from "./message-view.ts";
import { findConversation } from "./queries.ts";
import { sortById } from "./read-conversation.ts";

/** Changes are collected for this long, so that a busy conversation is sent in batches. */
const BATCH_MS = 100;
/** If more messages than this have changed, clients are told to request the changes instead. */
const MAX_SENT_MESSAGES = 100;
/** How many last sent versions are remembered. Without one, messages may be sent twice, which clients ignore. */
const MAX_REMEMBERED_VERSIONS = 20_000;

export interface LiveConversationOptions {
	readonly db: Db;
	readonly pgListener: Pick<PgListener, "on">;
	readonly stream: Pick<LiveStream, "sendTo" | "listUsers">;
	readonly wallNow: () => number;
	readonly onError: (error: unknown) => void;
}

/** Sends changes, made by any process, to the members connected to this one; those who have left get nothing. */
export function startLiveConversations(options: LiveConversationOptions): { readonly stop: () => Promise<void> } {
	const { db, pgListener, stream, wallNow, onError } = options;
	/** By league: the version before the first change that is not sent yet. */
	const pending = new Map<number, number>();
	const sentVersions = new Map<number, number>();
	let timer: NodeJS.Timeout | null = null;
	let sending: Promise<void> = Promise.resolve();
	let isStopped = false;

	const sendLeague = async (leagueId: number, pendingAfter: number) => {
		const users = stream.listUsers();
		// The version is read before who is muted and before the messages: a change in between has a notification of its own.
		const conversation = users.length === 0 ? undefined : await findConversation(db, leagueId);
		if (!conversation) return;
		const after = Math.max(pendingAfter, sentVersions.get(leagueId) ?? 0);
		if (conversation.version <= after) return;
		const viewers = await listViewers(db, leagueId, users);
		if (viewers.length === 0) return;
		const ids = viewers.map(({ user_id }) => user_id);
		const rows = await listChangedMessages(db, leagueId, ids, { after, limit: MAX_SENT_MESSAGES + 1 });
		const areTooMany = rows.length > MAX_SENT_MESSAGES;
		const changed = rows.filter(({ version }) => version <= conversation.version);
		const buildEvent = (viewer: UserId | null, mutedUntil: Date | null): string => {
			const message: LiveConversation = {
				leagueId,
				// With `after` equal to `version`, every client that is not up to date requests the changes.
				after: areTooMany ? conversation.version : after,
				version: conversation.version,
				messages: areTooMany ? [] : sortById(changed.map((row) => buildMessageView(row, viewer))),
				state: buildConversationState(conversation, mutedUntil, wallNow()),
			};
			return formatSseEvent("conversation", message);
		};
		const commonEvent = buildEvent(null, null);
		for (const { user_id: userId, muted_until: mutedUntil } of viewers) {
			const needsOwnEvent = mutedUntil !== null || changed.some((row: MessageRow) => isPersonal(row, userId));
			stream.sendTo(userId, needsOwnEvent ? buildEvent(userId, mutedUntil) : commonEvent);
		}
		if (sentVersions.size >= MAX_REMEMBERED_VERSIONS) sentVersions.clear();
		sentVersions.set(leagueId, conversation.version);
	};

	const sendPending = async () => {
		const leagues = [...pending];
		pending.clear();
		for (const [leagueId, after] of leagues) await sendLeague(leagueId, after).catch(onError);
	};
	const scheduleSending = () => {
		if (timer !== null || isStopped) return;
		timer = setTimeout(() => {
			timer = null;
			sending = sending.then(sendPending);
		}, BATCH_MS);
	};
	const stopListening = pgListener.on("conversation_changed", (payload) => {
		// The payload has the form "league:version before:new version".
		const [leagueId = 0, before = 0, version = 0] = payload.split(":").map(Number);
		if (leagueId > 0 && version > 0) {
			pending.set(leagueId, Math.min(pending.get(leagueId) ?? before, before));
			return scheduleSending();
		}
		// The payload is empty after a lost connection. Changes may have been missed, so clients reload their conversations.
		sentVersions.clear();
		for (const userId of stream.listUsers()) stream.sendTo(userId, formatSseEvent("conversations", {}));
	});
	return {
		stop: async () => {
			isStopped = true;
			stopListening();
			if (timer) clearTimeout(timer);
			await sending;
		},
	};
}
