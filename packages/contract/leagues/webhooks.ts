import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague } from "../call-access.ts";
import { id, idInUrl } from "../fields.ts";

const content = {
	/** Whether cards are sent: automatic posts about results, trades and records. */
	sendsCards: z.boolean(),
	sendsRecap: z.boolean(),
};

/** A webhook of a league at Discord or Slack. Its address is a secret and never returned. */
const webhook = z.object({
	id,
	service: z.enum(["discord", "slack"]),
	/** The end of the address. */
	mask: z.string(),
	...content,
	/** Whether it was switched off after repeated failures. A successful test switches it on again. */
	isOff: z.boolean(),
});
export type Webhook = z.output<typeof webhook>;

const webhooks = z.object({ webhooks: z.array(webhook) });
const changeWebhook = {
	access: "active",
	params: z.strictObject({ id: idInUrl, webhookId: idInUrl }),
	success: webhooks,
} as const;

export const listWebhooks = defineCall("GET", "/fantasy/league/:id/conversation/webhooks", {
	...actInLeague,
	summary: "Extension: the league's webhooks at Discord and Slack; commissioner only",
	success: webhooks,
});

export const addWebhook = defineCall("POST", "/fantasy/league/:id/conversation/webhooks", {
	...actInLeague,
	summary:
		"Extension: post what happens in a league to Discord or Slack too, in the language of the path; commissioner only",
	body: z.strictObject({
		/** The address that Discord or Slack gave out for a webhook. */
		address: z.string().trim().max(500),
		...content,
	}),
	success: webhooks,
});

export const updateWebhook = defineCall("POST", "/fantasy/league/:id/conversation/webhook/:webhookId", {
	...changeWebhook,
	summary: "Extension: set what a webhook is sent; commissioner only",
	body: z.strictObject(content),
});

export const removeWebhook = defineCall("POST", "/fantasy/league/:id/conversation/webhook/:webhookId/remove", {
	...changeWebhook,
	summary: "Extension: remove a webhook; commissioner only",
});

export const testWebhook = defineCall("POST", "/fantasy/league/:id/conversation/webhook/:webhookId/test", {
	...changeWebhook,
	summary: "Extension: send a test to a webhook, which switches it on again if it works; commissioner only",
});
