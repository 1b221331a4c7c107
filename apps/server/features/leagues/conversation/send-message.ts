import { MAX_MESSAGE_LENGTH } from "@first-bounce/contract/constants";
import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import { cleanMessageText, listMentionedIds } from "@first-bounce/contract/leagues/message-text";
import type { UserId } from "@first-bounce/rules/ids";
import type { Transaction } from "kysely";
import { DatabaseError } from "pg";
import { createBatcher } from "../../../db/batcher.ts";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { LeagueServices } from "../league-row.ts";
import { type ConversationServices, limitConversationChanges, requireWriteAccess } from "./conversation-transaction.ts";
import { listMemberIds, listMembersForShare } from "./member-queries.ts";
import {
	findMessagesByKey,
	insertMessages,
	listMessagesByIds,
	listReplyTargets,
	type MessageRow,
	type NewMessage,
} from "./message-queries.ts";
import { buildMessageView } from "./message-view.ts";
import { type ConversationRow, lockConversationToWrite, updateConversation } from "./queries.ts";

/** A message as a member sends it, before it is checked. */
export interface MessageInput {
	readonly leagueId: number;
	readonly userId: UserId;
	readonly text: string;
	readonly replyTo: number | null;
	/** The idempotency key. */
	readonly key: string;
}

/** Stores a message and returns it, or returns the message that was stored with the same key before. */
export type StoreMessage = (message: MessageInput) => Promise<MessageRow>;

type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

const MAX_MESSAGES_PER_MINUTE = 20;
const MAX_MENTIONS = 10;
/** One batch of a league at a time, because the next would wait for the conversation's lock. */
const BATCH_LIMITS = { maxConcurrent: 1, maxItems: 64 };

/** Stores a message and returns it. Idempotent: if its key was used before, returns the message stored then. */
export async function sendMessage(
	services: ConversationServices & { readonly storeMessage: StoreMessage },
	userId: UserId,
	leagueId: number,
	sent: { readonly text: string; readonly replyTo?: number | undefined; readonly key: string },
): Promise<LeagueMessage> {
	const text = cleanMessageText(sent.text);
	if (text === "") throw refuse(422, "message-empty");
	if (text.length > MAX_MESSAGE_LENGTH) throw refuse(422, "message-too-long", { most: MAX_MESSAGE_LENGTH });
	await services.throttle.attempt(`messages of ${userId}`, { max: MAX_MESSAGES_PER_MINUTE });
	const { key, replyTo = null } = sent;
	return buildMessageView(await services.storeMessage({ leagueId, userId, text, replyTo, key }), userId);
}

const formatKey = ({ userId, key }: Pick<MessageInput, "userId" | "key">): string => `${userId} ${key}`;

const listValues = <Value>(outcomes: readonly Outcome<Value>[]): Value[] =>
	outcomes.flatMap((outcome) => ("value" in outcome ? [outcome.value] : []));

/**
 * Stores messages of a conversation that arrive at the same time in one transaction, so that a busy league needs few
 * commits under its lock. Each message is checked on its own. If the database rejects a batch, its messages are stored one
 * by one, so that one bad message does not fail the others.
 */
export function createStoreMessage({
	db,
	seasons,
	clocks,
}: Pick<LeagueServices, "db" | "seasons" | "clocks">): StoreMessage {
	const storeBatch = (leagueId: number, messages: readonly MessageInput[]): Promise<Outcome<number>[]> =>
		db.transaction().execute(async (trx) => {
			const conversation = await lockConversationToWrite(trx, seasons.current().seasonId, leagueId);
			return conversation
				? storeMessages(trx, { leagueId, conversation }, messages, clocks.wallNow())
				: messages.map(() => ({ error: refuse(404, "league-unknown") }));
		});
	const storeAlone = (leagueId: number, message: MessageInput): Promise<Outcome<number>> =>
		storeBatch(leagueId, [message]).then(
			([outcome]) => outcome ?? { error: new Error("The message has no result") },
			(error) => ({ error }),
		);
	const storeBatchOrEach = async (leagueId: number, messages: readonly MessageInput[]): Promise<Outcome<number>[]> => {
		try {
			return await limitConversationChanges(() => storeBatch(leagueId, messages));
		} catch (error) {
			// Only an error that the database itself reports shows that nothing was stored.
			if (messages.length === 1 || !(error instanceof DatabaseError && error.severity === "ERROR")) throw error;
			const outcomes: Outcome<number>[] = [];
			for (const message of messages)
				outcomes.push(await limitConversationChanges(() => storeAlone(leagueId, message)));
			return outcomes;
		}
	};
	const createLeagueStore = (leagueId: number) =>
		createBatcher(async (messages: readonly MessageInput[]): Promise<readonly Outcome<MessageRow>[]> => {
			const outcomes = await storeBatchOrEach(leagueId, messages);
			// The messages are read after the lock is released, so that the next batch of another process does not wait for it.
			const viewers = [...new Set(messages.map(({ userId }) => userId))];
			const rows = await listMessagesByIds(db, leagueId, viewers, listValues(outcomes));
			const rowById = new Map(rows.map((row) => [row.id, row]));
			return outcomes.map((outcome) => {
				if ("error" in outcome) return outcome;
				const value = rowById.get(outcome.value);
				return value ? { value } : { error: refuse(404, "message-unknown") };
			});
		}, BATCH_LIMITS);

	/** The stores of leagues that have messages to store now. */
	const activeStores = new Map<
		number,
		{ readonly store: ReturnType<typeof createLeagueStore>; waitingCount: number }
	>();
	return async (message) => {
		const active = activeStores.get(message.leagueId) ?? {
			store: createLeagueStore(message.leagueId),
			waitingCount: 0,
		};
		activeStores.set(message.leagueId, active);
		active.waitingCount++;
		try {
			const outcome = await active.store(message);
			if ("error" in outcome) throw outcome.error;
			return outcome.value;
		} finally {
			if (--active.waitingCount === 0) activeStores.delete(message.leagueId);
		}
	};
}

/** Checks the messages of a batch against the locked conversation, and stores those that are allowed. */
export async function storeMessages(
	trx: Transaction<Tables>,
	{ leagueId, conversation }: { readonly leagueId: number; readonly conversation: ConversationRow },
	messages: readonly MessageInput[],
	now: number,
): Promise<Outcome<number>[]> {
	const userIds = messages.map(({ userId }) => userId);
	const members = new Map((await listMembersForShare(trx, leagueId, userIds)).map((row) => [row.user_id, row]));
	const storedMessages = await findMessagesByKey(trx, leagueId, messages);
	const storedIds = new Map(
		storedMessages.map(({ id, user_id, client_key }) => [formatKey({ userId: user_id, key: client_key }), id]),
	);
	const repliedIds = messages.flatMap(({ replyTo }) => replyTo ?? []);
	const replyTargets = new Set(repliedIds.length === 0 ? [] : await listReplyTargets(trx, leagueId, repliedIds));
	const mentionedIds = messages.map(({ text }) => listMentionedIds(text).slice(0, MAX_MENTIONS));
	const allMentionedIds = mentionedIds.flat();
	const mentionableIds = new Set(
		allMentionedIds.length === 0 ? [] : await listMemberIds(trx, leagueId, [...new Set(allMentionedIds)]),
	);

	const newMessages = new Map<string, NewMessage>();
	const checks = messages.map((message, index): Outcome<string> => {
		const key = formatKey(message);
		const member = members.get(message.userId);
		if (!member) return { error: refuse(403, "league-members-only") };
		if (storedIds.has(key) || newMessages.has(key)) return { value: key };
		try {
			requireWriteAccess({ conversation, member }, now);
		} catch (error) {
			return { error };
		}
		if (message.replyTo !== null && !replyTargets.has(message.replyTo))
			return { error: refuse(409, "message-removed") };
		newMessages.set(key, {
			league_id: leagueId,
			version: conversation.version + newMessages.size + 1,
			user_id: message.userId,
			text: message.text,
			reply_to: message.replyTo,
			mentions: (mentionedIds[index] ?? []).filter((userId) => mentionableIds.has(userId)),
			client_key: message.key,
			at: new Date(now),
		});
		return { value: key };
	});
	const ids = await insertMessages(trx, [...newMessages.values()]);
	for (const [index, key] of [...newMessages.keys()].entries()) storedIds.set(key, ids[index] ?? 0);
	// The version changes only if there are new messages, so that readers are not sent an empty update.
	if (ids.length > 0) await updateConversation(trx, leagueId, { version: conversation.version + ids.length });
	return checks.map((check) => ("error" in check ? check : { value: storedIds.get(check.value) ?? 0 }));
}
