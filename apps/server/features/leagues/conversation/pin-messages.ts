import { randomUUID } from "node:crypto";
import type { LeagueMessage } from "@first-bounce/contract/leagues/conversation";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import {
	type ConversationServices,
	getMessage,
	type LockedConversation,
	type MessageKey,
	moderateConversation,
} from "./conversation-transaction.ts";
import { findMessage, updateMessage } from "./message-queries.ts";
import { buildMessageView } from "./message-view.ts";
import { countPins, updatePinned } from "./pin-queries.ts";
import { hideMessages } from "./queries.ts";
import { storeMessages } from "./send-message.ts";

const MAX_PINS_PER_DAY = 5;

async function requirePinAllowance({ trx }: LockedConversation, leagueId: number, now: number): Promise<void> {
	if ((await countPins(trx, leagueId, new Date(now - DAY_MS))) >= MAX_PINS_PER_DAY)
		throw refuse(429, "too-many-announcements", { most: MAX_PINS_PER_DAY });
}

/** Pins a message that a member wrote, or unpins it. Only moderators may. Idempotent. */
export const setPin = (
	services: ConversationServices,
	userId: UserId,
	{ leagueId, messageId }: MessageKey,
	isPinned: boolean,
): Promise<LeagueMessage> =>
	moderateConversation(services, { leagueId, right: "moderate" }, userId, async (locked) => {
		const { trx, conversation } = locked;
		const { version } = conversation;
		const now = services.clocks.wallNow();
		const at = new Date(now);
		const message = await getMessage(trx, leagueId, userId, messageId);
		if (message.kind !== "text" && message.kind !== "announcement") throw refuse(404, "message-unknown");
		if (isPinned && !message.is_pinned) {
			await requirePinAllowance(locked, leagueId, now);
			await updatePinned(trx, { id: messageId, version, by: userId, at });
		} else if (!isPinned && message.is_pinned) {
			await updateMessage(trx, messageId, { is_pinned: false, version });
			// It was never part of the conversation, so it would be shown nowhere.
			if (message.kind === "announcement")
				await hideMessages(trx, { leagueId, version }, { ids: [messageId], by: "commissioner", at });
		}
		const changed = await findMessage(trx, leagueId, userId, messageId);
		if (!changed) throw refuse(404, "message-unknown");
		return buildMessageView(changed, userId);
	});

/** Sends a moderator's message and pins it. Returns its id in the league's activity. */
export const sendPinnedMessage = (
	services: ConversationServices,
	userId: UserId,
	leagueId: number,
	text: string,
): Promise<number> =>
	moderateConversation(services, { leagueId, right: "moderate" }, userId, async (locked) => {
		const { trx, conversation } = locked;
		const now = services.clocks.wallNow();
		await requirePinAllowance(locked, leagueId, now);
		const message = { leagueId, userId, text, replyTo: null, key: randomUUID() };
		const [outcome] = await storeMessages(trx, { leagueId, conversation }, [message], now);
		if (!outcome || "error" in outcome) throw outcome?.error ?? new Error("The message has no result");
		const id = outcome.value;
		return updatePinned(trx, { id, version: conversation.version + 1, by: userId, at: new Date(now) });
	});
