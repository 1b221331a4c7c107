import * as call from "@first-bounce/contract/leagues/webhooks";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import * as webhooks from "./service.ts";

export function registerWebhooks(app: FastifyInstance, services: webhooks.WebhookServices): void {
	route(app, call.listWebhooks, ({ caller, params }) => webhooks.getWebhooks(services, caller.userId, params.id));
	route(app, call.addWebhook, ({ caller, params, body, language }) =>
		webhooks.createWebhook(services, caller.userId, params.id, { ...body, language }),
	);
	route(app, call.updateWebhook, ({ caller, params, body }) =>
		webhooks.setWebhookContent(services, caller.userId, params, body),
	);
	route(app, call.removeWebhook, ({ caller, params }) => webhooks.removeWebhook(services, caller.userId, params));
	route(app, call.testWebhook, ({ caller, params }) => webhooks.sendTest(services, caller.userId, params));
}
