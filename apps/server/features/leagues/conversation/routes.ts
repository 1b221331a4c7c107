import * as call from "@first-bounce/contract/leagues/conversation";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { registerCards } from "../cards/routes.ts";
import { registerWebhooks } from "../webhooks/routes.ts";
import { createSendWebhook } from "../webhooks/send-webhook.ts";
import type { ConversationServices } from "./conversation-transaction.ts";
import { listMutedMembers, reportMessage, setConversationLock, setMute } from "./moderation.ts";
import { setPin } from "./pin-messages.ts";
import { reactToMessage } from "./react-to-message.ts";
import { findMentionChoices, getConversation, listChanges, listUnreadCounts, markRead } from "./read-conversation.ts";
import { removeMessage } from "./remove-messages.ts";
import { createMessageStore, sendMessage } from "./send-message.ts";

const buildKey = ({ id, messageId }: { readonly id: number; readonly messageId: number }) => ({
	leagueId: id,
	messageId,
});

export function registerConversations(app: FastifyInstance, leagues: ConversationServices): void {
	const services = { ...leagues, storeMessage: createMessageStore(leagues) };
	route(app, call.showConversation, ({ caller, params, query }) =>
		getConversation(services, caller.userId, params.id, query.before ?? null),
	);
	route(app, call.listConversationChanges, ({ caller, params, query }) =>
		listChanges(services, caller.userId, params.id, query.after),
	);
	route(app, call.listUnreadCounts, async ({ caller }) => ({
		leagues: await listUnreadCounts(services, caller.userId),
	}));
	route(app, call.findMentions, async ({ caller, params, query }) => ({
		members: await findMentionChoices(services, caller.userId, params.id, query.search),
	}));
	route(app, call.sendMessage, async ({ caller, params, body }) => ({
		message: await sendMessage(services, caller.userId, params.id, body),
	}));
	route(app, call.reactToMessage, async ({ caller, params, body }) => ({
		message: await reactToMessage(services, caller.userId, buildKey(params), body),
	}));
	route(app, call.removeMessage, async ({ caller, params }) => {
		await removeMessage(services, caller.userId, buildKey(params));
		return { removed: true as const };
	});
	route(app, call.pinMessage, async ({ caller, params, body }) => ({
		message: await setPin(services, caller.userId, buildKey(params), body.isPinned),
	}));
	route(app, call.markConversationRead, async ({ caller, params, body }) => ({
		unread: await markRead(services, caller.userId, { leagueId: params.id, messageId: body.messageId }),
	}));
	registerModeration(app, services);
	registerCards(app, services);
	registerWebhooks(app, { ...services, send: createSendWebhook() });
}

function registerModeration(app: FastifyInstance, services: ConversationServices): void {
	route(app, call.reportMessage, async ({ caller, params }) => {
		await reportMessage(services, caller.userId, buildKey(params));
		return { reported: true as const };
	});
	route(app, call.lockConversation, async ({ caller, params, body }) => ({
		state: await setConversationLock(services, caller.userId, params.id, body.isLocked),
	}));
	route(app, call.listMutedMembers, async ({ caller, params }) => ({
		members: await listMutedMembers(services, caller.userId, params.id),
	}));
	route(app, call.muteMember, async ({ caller, params, body }) => ({
		members: await setMute(services, caller.userId, params.id, body),
	}));
}
