import { MAX_MESSAGE_LENGTH } from "@first-bounce/contract/constants";
import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import { cleanMessageText, listMentionedIds } from "@first-bounce/contract/leagues/message-text";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely, Transaction } from "kysely";
import pLimit from "p-limit";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { Throttle } from "../../accounts/sign-in/throttle.ts";
import type { LeagueServices } from "../league-row.ts";
import { getLeagueForMember } from "../service.ts";
import {
	deleteReaction,
	findMessage,
	findMessageIdByKey,
	findReplyTarget,
	insertMessage,
	insertReaction,
	listChangedMessages,
	listMessagesBefore,
	type MessageRow,
	updateMessageVersion,
} from "./message-queries.ts";
import { buildAuthor, buildMessageView, buildState } from "./message-view.ts";
import {
	type ConversationMemberRow,
	type ConversationRow,
	countUnread,
	findConversation,
	findConversationMember,
	findMemberForShare,
	hideMessages,
	listMemberIds,
	listMentionChoices,
	lockConversation,
	saveReadId,
} from "./queries.ts";

export interface ConversationServices extends LeagueServices {
	readonly throttle: Throttle;
}

/** Leaves database connections for other requests while many wait for one conversation. */
const limit = pLimit(4);
const PAGE_SIZE = 40;
const MAX_CHANGES = 200;
const MAX_MESSAGES_PER_MINUTE = 20;
const MAX_REACTIONS_PER_MINUTE = 60;
const MAX_MENTIONS = 10;

/** A locked conversation, with the member who changes it. */
export interface LockedConversation {
	readonly trx: Transaction<Tables>;
	readonly conversation: ConversationRow;
	readonly member: ConversationMemberRow;
}

/**
 * Changes a league's conversation in a transaction that locks it, and increments its version. Refuses users who are not
 * members.
 */
export const changeConversation = <Result>(
	{ db, seasons }: Pick<LeagueServices, "db" | "seasons">,
	leagueId: number,
	userId: UserId,
	change: (locked: LockedConversation) => Promise<Result>,
): Promise<Result> =>
	limit(() =>
		db.transaction().execute(async (trx) => {
			const conversation = await lockConversation(trx, seasons.current().seasonId, leagueId);
			if (!conversation) throw refuse(404, "league-unknown");
			const member = await findMemberForShare(trx, leagueId, userId);
			if (!member) throw refuse(403, "league-members-only");
			return change({ trx, conversation, member });
		}),
	);

/** Refuses muted members, and everyone but the commissioner in a locked conversation. */
function requireMayWrite({ conversation, member }: LockedConversation, now: number): void {
	if (conversation.locked_at && !member.is_commissioner) throw refuse(403, "conversation-locked");
	if (member.muted_until && member.muted_until.getTime() > now)
		throw refuse(403, "conversation-muted", { until: member.muted_until.toISOString() });
}

async function getMessage(trx: Kysely<Tables>, leagueId: number, viewer: UserId, id: number): Promise<MessageRow> {
	const row = await findMessage(trx, leagueId, viewer, id);
	if (!row || row.is_hidden || row.reporters.includes(viewer)) throw refuse(404, "message-unknown");
	return row;
}

/** A page of a conversation: the newest messages, or those before one. */
export async function getConversation(
	services: ConversationServices,
	viewer: UserId,
	leagueId: number,
	before: number | null,
) {
	const { db, clocks } = services;
	await getLeagueForMember(services, viewer, leagueId);
	// Read before the messages, so that a change made in between is listed again as a change after this version.
	const conversation = await findConversation(db, leagueId);
	const member = await findConversationMember(db, leagueId, viewer);
	const rows = await listMessagesBefore(db, leagueId, viewer, { before, limit: PAGE_SIZE + 1 });
	return {
		messages: rows
			.slice(0, PAGE_SIZE)
			.toReversed()
			.map((row) => buildMessageView(row, viewer)),
		hasOlder: rows.length > PAGE_SIZE,
		version: conversation?.version ?? 0,
		state: buildState(conversation, member?.muted_until, clocks.wallNow()),
		readId: member?.read_id ?? 0,
	};
}

/** The changes in a conversation after a version. */
export async function listChanges(services: ConversationServices, viewer: UserId, leagueId: number, after: number) {
	const { db, clocks } = services;
	await getLeagueForMember(services, viewer, leagueId);
	const conversation = await findConversation(db, leagueId);
	const member = await findConversationMember(db, leagueId, viewer);
	const rows = await listChangedMessages(db, leagueId, [viewer], { after, limit: MAX_CHANGES + 1 });
	const isComplete = rows.length <= MAX_CHANGES;
	return {
		messages: isComplete ? sortById(rows.map((row) => buildMessageView(row, viewer))) : [],
		isComplete,
		version: conversation?.version ?? 0,
		state: buildState(conversation, member?.muted_until, clocks.wallNow()),
	};
}

export const sortById = (messages: readonly LeagueMessage[]): LeagueMessage[] =>
	messages.toSorted((one, other) => one.id - other.id);

/** Saves and returns a message. Idempotent: if the key is known, returns the message that was stored under it. */
export async function sendMessage(
	services: ConversationServices,
	userId: UserId,
	leagueId: number,
	sent: { readonly text: string; readonly replyTo?: number | undefined; readonly key: string },
): Promise<LeagueMessage> {
	const text = cleanMessageText(sent.text);
	if (text === "") throw refuse(422, "message-empty");
	if (text.length > MAX_MESSAGE_LENGTH) throw refuse(422, "message-too-long", { most: MAX_MESSAGE_LENGTH });
	await services.throttle.attempt(`messages of ${userId}`, { max: MAX_MESSAGES_PER_MINUTE });
	const id = await changeConversation(services, leagueId, userId, async (locked) => {
		const { trx, conversation } = locked;
		const stored = await findMessageIdByKey(trx, leagueId, userId, sent.key);
		if (stored !== undefined) return stored;
		const now = services.clocks.wallNow();
		requireMayWrite(locked, now);
		if (sent.replyTo !== undefined && !(await findReplyTarget(trx, leagueId, sent.replyTo)))
			throw refuse(409, "message-removed");
		const mentioned = listMentionedIds(text).slice(0, MAX_MENTIONS);
		return insertMessage(trx, {
			leagueId,
			version: conversation.version,
			userId,
			text,
			replyTo: sent.replyTo ?? null,
			mentions: mentioned.length === 0 ? [] : await listMemberIds(trx, leagueId, mentioned),
			key: sent.key,
			at: now,
		});
	});
	// Read after the lock is released, so that the next message does not wait for it.
	const row = await findMessage(services.db, leagueId, userId, id);
	if (!row) throw refuse(404, "message-unknown");
	return buildMessageView(row, userId);
}

/** Adds or removes a member's reaction. Idempotent. */
export async function reactToMessage(
	services: ConversationServices,
	userId: UserId,
	{ leagueId, messageId }: MessageKey,
	{ emoji, isOn }: { readonly emoji: string; readonly isOn: boolean },
): Promise<LeagueMessage> {
	await services.throttle.attempt(`reactions of ${userId}`, { max: MAX_REACTIONS_PER_MINUTE });
	return changeConversation(services, leagueId, userId, async (locked) => {
		const { trx, conversation } = locked;
		const now = services.clocks.wallNow();
		requireMayWrite(locked, now);
		await getMessage(trx, leagueId, userId, messageId);
		if (isOn) await insertReaction(trx, { messageId, userId, emoji, at: now });
		else await deleteReaction(trx, { messageId, userId, emoji });
		await updateMessageVersion(trx, messageId, conversation.version);
		return buildMessageView(await getMessage(trx, leagueId, userId, messageId), userId);
	});
}

export interface MessageKey {
	readonly leagueId: number;
	readonly messageId: number;
}

/** Removes a message for everyone. Members can remove their own, the commissioner any. */
export const removeMessage = (
	services: ConversationServices,
	userId: UserId,
	{ leagueId, messageId }: MessageKey,
): Promise<void> =>
	changeConversation(services, leagueId, userId, async ({ trx, conversation, member }) => {
		const { author } = await getMessage(trx, leagueId, userId, messageId);
		const isOwn = author?.user_id === userId;
		if (!isOwn && !member.is_commissioner) throw refuse(403, "not-commissioner");
		await hideMessages(
			trx,
			{ leagueId, version: conversation.version },
			{ ids: [messageId], by: isOwn ? "author" : "commissioner", at: new Date(services.clocks.wallNow()) },
		);
	});

/** Marks a conversation as read up to a message. Returns how many messages are still unread. */
export async function markRead(
	services: ConversationServices,
	userId: UserId,
	{ leagueId, messageId }: MessageKey,
): Promise<number> {
	await getLeagueForMember(services, userId, leagueId);
	await saveReadId(services.db, leagueId, userId, messageId);
	const { seasonId } = services.seasons.current();
	return (await countUnread(services.db, { seasonId, userId, leagueId }))[0]?.unread ?? 0;
}

/** Counts unread messages of all leagues of a user. */
export const listUnread = ({ db, seasons }: ConversationServices, userId: UserId) =>
	countUnread(db, { seasonId: seasons.current().seasonId, userId });

/** Lists members to mention. */
export async function findMentionChoices(
	services: ConversationServices,
	viewer: UserId,
	leagueId: number,
	search: string,
) {
	await getLeagueForMember(services, viewer, leagueId);
	return (await listMentionChoices(services.db, leagueId, viewer, search)).map(buildAuthor);
}
