import * as call from "@first-bounce/contract/leagues/webhooks";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import {
	createWebhook,
	getWebhooks,
	removeWebhook,
	sendTest,
	setWebhookContent,
	type WebhookServices,
} from "./service.ts";

const needs = "season";

const buildKey = ({ id, webhookId }: { readonly id: number; readonly webhookId: number }) => ({
	leagueId: id,
	webhookId,
});

/** Registers the calls for the webhooks that a league's cards are sent to. */
export function registerWebhooks(app: FastifyInstance, services: WebhookServices): void {
	route(app, call.listWebhooks, {
		needs,
		handler: ({ caller, params }) => getWebhooks(services, caller.userId, params.id),
	});
	route(app, call.addWebhook, {
		needs,
		handler: ({ caller, params, body, language }) =>
			createWebhook(services, caller.userId, params.id, { ...body, language }),
	});
	route(app, call.updateWebhook, {
		needs,
		handler: ({ caller, params, body }) => setWebhookContent(services, caller.userId, buildKey(params), body),
	});
	route(app, call.removeWebhook, {
		needs,
		handler: ({ caller, params }) => removeWebhook(services, caller.userId, buildKey(params)),
	});
	route(app, call.testWebhook, {
		needs,
		handler: ({ caller, params }) => sendTest(services, caller.userId, buildKey(params)),
	});
}
