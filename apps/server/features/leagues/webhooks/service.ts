import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import type { addWebhook, listWebhooks, updateWebhook } from "@first-bounce/contract/leagues/webhooks";
import type { UserId } from "@first-bounce/rules/ids";
import { getTestCard } from "../../../i18n/card-texts.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { moderateConversation } from "../conversation/conversation-transaction.ts";
import type { LeagueServices } from "../league-row.ts";
import { requireRight } from "../members/league-transaction.ts";
import { getLeague } from "../service.ts";
import { maskAddress, parseWebhookAddress } from "./address.ts";
import { DELIVERY_LEASE_MS } from "./deliver-webhooks.ts";
import { formatPayload } from "./format-payload.ts";
import * as queries from "./queries.ts";
import type { SendWebhook } from "./send-webhook.ts";

export interface WebhookServices extends LeagueServices {
	readonly throttle: Throttle;
	readonly send: SendWebhook;
}

interface WebhookKey {
	readonly id: number;
	readonly webhookId: number;
}

const MAX_WEBHOOKS = 5;
const MAX_TESTS_PER_MINUTE = 5;

async function loadWebhooks(db: LeagueServices["db"], leagueId: number): Promise<SuccessOf<typeof listWebhooks>> {
	const rows = await queries.listWebhooks(db, leagueId);
	return {
		webhooks: rows.map(({ id, service, address, sends_cards, sends_recap, disabled_at }) => ({
			id,
			service,
			mask: maskAddress(address),
			sendsCards: sends_cards,
			sendsRecap: sends_recap,
			isOff: disabled_at !== null,
		})),
	};
}

export async function getWebhooks(services: WebhookServices, userId: UserId, leagueId: number) {
	requireRight(await getLeague(services, userId, leagueId), "webhooks");
	return loadWebhooks(services.db, leagueId);
}

/** Changes a league's webhooks while its conversation is locked. Refuses users who are not its commissioner. */
const changeWebhooks = (
	services: WebhookServices,
	userId: UserId,
	leagueId: number,
	change: (trx: LeagueServices["db"]) => Promise<unknown>,
) =>
	moderateConversation(services, { leagueId, right: "webhooks" }, userId, async ({ trx }) => {
		await change(trx);
		return loadWebhooks(trx, leagueId);
	});

export const createWebhook = (
	services: WebhookServices,
	userId: UserId,
	leagueId: number,
	{ address, language, sendsCards, sendsRecap }: BodyOf<typeof addWebhook> & { readonly language: string },
) =>
	changeWebhooks(services, userId, leagueId, async (trx) => {
		const parsed = parseWebhookAddress(address);
		if (!parsed) throw refuse(422, "webhook-address");
		if ((await queries.listWebhooks(trx, leagueId)).length >= MAX_WEBHOOKS)
			throw refuse(409, "too-many-webhooks", { most: MAX_WEBHOOKS });
		const at = new Date(services.clocks.wallNow());
		const content = { language, sends_cards: sendsCards, sends_recap: sendsRecap };
		const webhook = { league_id: leagueId, ...parsed, ...content, created_at: at, retry_at: at };
		if (!(await queries.insertWebhook(trx, webhook))) throw refuse(409, "webhook-known");
	});

export const setWebhookContent = (
	services: WebhookServices,
	userId: UserId,
	{ id: leagueId, webhookId }: WebhookKey,
	content: BodyOf<typeof updateWebhook>,
) =>
	changeWebhooks(services, userId, leagueId, async (trx) => {
		if (!(await queries.updateWebhookContent(trx, leagueId, webhookId, content))) throw refuse(404, "webhook-unknown");
	});

export const removeWebhook = (services: WebhookServices, userId: UserId, { id: leagueId, webhookId }: WebhookKey) =>
	changeWebhooks(services, userId, leagueId, (trx) => queries.deleteWebhook(trx, leagueId, webhookId));

/** Sends a test message. If the service accepts it, the webhook is switched on. */
export async function sendTest(services: WebhookServices, userId: UserId, { id: leagueId, webhookId }: WebhookKey) {
	const { db, clocks, throttle, send, publicUrl } = services;
	const league = await getLeague(services, userId, leagueId);
	requireRight(league, "webhooks");
	const webhook = await queries.findWebhook(db, leagueId, webhookId);
	if (!webhook) throw refuse(404, "webhook-unknown");
	await throttle.attempt(`webhook tests of ${leagueId}`, { max: MAX_TESTS_PER_MINUTE });
	const url = `${publicUrl}/leagues/${leagueId}/chat`;
	const payload = formatPayload(webhook.service, getTestCard(webhook.language), { leagueName: league.name, url });
	const outcome = await send(webhook.address, payload);
	if (outcome.kind !== "sent") throw refuse(409, "webhook-failed");
	// A delivery that is being sent keeps its lease.
	await queries.enableWebhook(db, webhookId, new Date(clocks.wallNow() + DELIVERY_LEASE_MS));
	return loadWebhooks(db, leagueId);
}
