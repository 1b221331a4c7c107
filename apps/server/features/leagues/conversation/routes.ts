import * as call from "@first-bounce/contract/leagues/conversation";
import * as webhookCall from "@first-bounce/contract/leagues/webhooks";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { getSettings, getSuggestedRecap, sendRecap, updateSettings } from "../cards/service.ts";
import { createSendWebhook } from "../webhooks/send-webhook.ts";
import * as webhooks from "../webhooks/service.ts";
import type { ConversationServices } from "./conversation-transaction.ts";
import { listMutedMembers, reportMessage, setConversationLock, setMute } from "./moderation.ts";
import { setPin } from "./pin-messages.ts";
import { reactToMessage } from "./react-to-message.ts";
import { findMentionChoices, getConversation, listChanges, listUnreadCounts, markRead } from "./read-conversation.ts";
import { removeMessage } from "./remove-messages.ts";
import { createStoreMessage, sendMessage } from "./send-message.ts";

const buildKey = ({ id, messageId }: { readonly id: number; readonly messageId: number }) => ({
	leagueId: id,
	messageId,
});

export function registerConversations(app: FastifyInstance, leagues: ConversationServices): void {
	const services = { ...leagues, storeMessage: createStoreMessage(leagues) };
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

function registerCards(app: FastifyInstance, services: ConversationServices): void {
	route(app, call.showConversationSettings, ({ caller, params }) => getSettings(services, caller.userId, params.id));
	route(app, call.updateConversationSettings, ({ caller, params, body }) =>
		updateSettings(services, caller.userId, params.id, body),
	);
	route(app, call.showRecap, ({ caller, params, language }) =>
		getSuggestedRecap(services, caller.userId, params.id, language),
	);
	route(app, call.postRecap, async ({ caller, params, body }) => ({
		message: await sendRecap(services, caller.userId, params.id, body),
	}));
}

function registerWebhooks(app: FastifyInstance, services: webhooks.WebhookServices): void {
	route(app, webhookCall.listWebhooks, ({ caller, params }) =>
		webhooks.getWebhooks(services, caller.userId, params.id),
	);
	route(app, webhookCall.addWebhook, ({ caller, params, body, language }) =>
		webhooks.createWebhook(services, caller.userId, params.id, { ...body, language }),
	);
	route(app, webhookCall.updateWebhook, ({ caller, params, body }) =>
		webhooks.setWebhookContent(services, caller.userId, params, body),
	);
	route(app, webhookCall.removeWebhook, ({ caller, params }) =>
		webhooks.removeWebhook(services, caller.userId, params),
	);
	route(app, webhookCall.testWebhook, ({ caller, params }) => webhooks.sendTest(services, caller.userId, params));
}
