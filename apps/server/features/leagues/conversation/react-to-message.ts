import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import type { UserId } from "@first-bounce/rules/ids";
import {
	type ConversationServices,
	changeConversation,
	getMessage,
	type MessageKey,
	requireWriteAccess,
} from "./conversation-transaction.ts";
import { deleteReaction, insertReaction, updateMessage } from "./message-queries.ts";
import { buildMessageView } from "./message-view.ts";

const MAX_REACTIONS_PER_MINUTE = 60;

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
		requireWriteAccess(locked, now);
		await getMessage(trx, leagueId, userId, messageId);
		if (isOn) await insertReaction(trx, { messageId, userId, emoji }, new Date(now));
		else await deleteReaction(trx, { messageId, userId, emoji });
		await updateMessage(trx, messageId, { version: conversation.version });
		return buildMessageView(await getMessage(trx, leagueId, userId, messageId), userId);
	});
}
