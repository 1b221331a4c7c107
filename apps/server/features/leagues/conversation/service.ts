import { MAX_MESSAGE_LENGTH } from "@first-bounce/contract/constants";
import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import { cleanMessageText } from "@first-bounce/contract/leagues/message-text";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import type { Throttle } from "../../accounts/sign-in/throttle.ts";
import type { LeagueServices } from "../league-row.ts";
import { getLeagueForMember } from "../service.ts";
import { changeConversation, requireMayWrite } from "./change-conversation.ts";
import { findConversationMember, listMentionChoices } from "./member-queries.ts";
import {
	deleteReaction,
	findMessage,
	insertReaction,
	listChangedMessages,
	listMessagesBefore,
	type MessageRow,
	updateMessageVersion,
} from "./message-queries.ts";
import type { MessageStore } from "./message-store.ts";
import { buildAuthor, buildMessageView, buildState } from "./message-view.ts";
import { countUnread, findConversation, hideMessages, saveReadId } from "./queries.ts";

export interface ConversationServices extends LeagueServices {
	readonly throttle: Throttle;
	readonly storeMessage: MessageStore;
}

const PAGE_SIZE = 40;
const MAX_CHANGES = 200;
const MAX_MESSAGES_PER_MINUTE = 20;
const MAX_REACTIONS_PER_MINUTE = 60;

async function getMessage(trx: Kysely<Tables>, leagueId: number, viewer: UserId, id: number): Promise<MessageRow> {
	const row = await findMessage(trx, leagueId, viewer, id);
	if (!row || row.is_hidden || row.reporters.includes(viewer)) throw refuse(404, "message-unknown");
	return row;
}

/** Gets a page of a conversation: the newest messages, or those before one. */
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

/** Lists the changes in a conversation after a version. */
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
	const { key, replyTo = null } = sent;
	return buildMessageView(await services.storeMessage({ leagueId, userId, text, replyTo, key }), userId);
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
