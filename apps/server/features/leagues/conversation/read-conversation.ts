import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import type { UserId } from "@first-bounce/rules/ids";
import { getLeagueForMember } from "../service.ts";
import type { ConversationServices, MessageKey } from "./conversation-transaction.ts";
import { findConversationMember, listMentionChoices } from "./member-queries.ts";
import { listChangedMessages, listMessagesBefore } from "./message-queries.ts";
import { buildConversationState, buildMessageView, buildNamedMember } from "./message-view.ts";
import { listPinnedMessages } from "./pin-queries.ts";
import { countUnread, findConversation, saveReadId } from "./queries.ts";

const PAGE_SIZE = 40;
const MAX_CHANGES = 200;

/** Gets a page of a conversation: the newest messages with the pinned ones, or those before the message with the id `before`. */
export async function getConversation(
	services: ConversationServices,
	viewer: UserId,
	leagueId: number,
	before: number | null,
) {
	const { db, clocks } = services;
	await getLeagueForMember(services, viewer, leagueId);
	// The version is read before the messages. If one changes in between, the client gets it again as a later change.
	const conversation = await findConversation(db, leagueId);
	const member = await findConversationMember(db, leagueId, viewer);
	const rows = await listMessagesBefore(db, leagueId, viewer, { before, limit: PAGE_SIZE + 1 });
	const pinnedRows = before === null ? await listPinnedMessages(db, leagueId, viewer) : [];
	return {
		messages: rows
			.slice(0, PAGE_SIZE)
			.toReversed()
			.map((row) => buildMessageView(row, viewer)),
		pinned: pinnedRows.map((row) => buildMessageView(row, viewer)),
		hasOlder: rows.length > PAGE_SIZE,
		version: conversation?.version ?? 0,
		state: buildConversationState(conversation, member?.muted_until, clocks.wallNow()),
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
		state: buildConversationState(conversation, member?.muted_until, clocks.wallNow()),
	};
}

export const sortById = (messages: readonly LeagueMessage[]): LeagueMessage[] =>
	messages.toSorted((one, other) => one.id - other.id);

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

export const listUnreadCounts = ({ db, seasons }: ConversationServices, userId: UserId) =>
	countUnread(db, { seasonId: seasons.current().seasonId, userId });

/** Lists members whom a message can mention, by a search text. */
export async function findMentionChoices(
	services: ConversationServices,
	viewer: UserId,
	leagueId: number,
	search: string,
) {
	await getLeagueForMember(services, viewer, leagueId);
	return (await listMentionChoices(services.db, leagueId, viewer, search)).map(buildNamedMember);
}
