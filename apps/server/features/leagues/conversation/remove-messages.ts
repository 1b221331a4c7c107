import type { UserId } from "@first-bounce/rules/ids";
import { canRemoveMessage } from "@first-bounce/rules/leagues/league-permissions";
import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import {
	type ConversationServices,
	getMessage,
	type MessageKey,
	moderateConversation,
} from "./conversation-transaction.ts";
import {
	deleteReactionsOfUser,
	deleteReportsAndReadStatesOfUser,
	eraseTextsOfUser,
	hideMessages,
	listMessageIdsOfUser,
	lockConversationsOfUser,
} from "./queries.ts";

/** Removes a message for everyone. Only its author and moderators may do so (`canRemoveMessage`). */
export const removeMessage = (services: ConversationServices, userId: UserId, { leagueId, messageId }: MessageKey) =>
	moderateConversation(services, { leagueId, right: null }, userId, async ({ trx, conversation, member }) => {
		const { author } = await getMessage(trx, leagueId, userId, messageId);
		const isOwn = author?.user_id === userId;
		if (!canRemoveMessage({ isOwn }, member.role)) throw refuse(403, "not-commissioner");
		await hideMessages(
			trx,
			{ leagueId, version: conversation.version },
			{ ids: [messageId], by: isOwn ? "author" : "commissioner", at: new Date(services.clocks.wallNow()) },
		);
	});

/** Erases a user's messages and reactions, in the transaction that closes the account. */
export async function eraseMessagesOfUser(trx: Transaction<Tables>, userId: UserId, now: number): Promise<void> {
	for (const conversation of await lockConversationsOfUser(trx, userId)) {
		const { league_id: leagueId, version } = conversation;
		const ids = await listMessageIdsOfUser(trx, leagueId, userId);
		await hideMessages(trx, { leagueId, version }, { ids, by: "author", at: new Date(now) });
		await deleteReactionsOfUser(trx, conversation, userId);
	}
	await eraseTextsOfUser(trx, userId);
	await deleteReportsAndReadStatesOfUser(trx, userId);
}
