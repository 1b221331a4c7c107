import { DAY_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { QueueName } from "../../../db/job-schema.ts";
import type { Db } from "../../../db/tables/tables.ts";
import { formatCard } from "../../../i18n/card-texts.ts";
import type { JobQueue } from "../../jobs/job-queue.ts";
import { type Runner, startRunner } from "../../jobs/runner.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { loadSeason } from "../../seasons/current/load-season-snapshot.ts";
import type { SeasonHolder } from "../../seasons/current/season-holder.ts";
import type { Clocks } from "../../seasons/current/season-snapshot.ts";
import { createCardLookups } from "../cards/service.ts";
import { listMessagesByIds } from "../conversation/message-queries.ts";
import { buildMessageView } from "../conversation/message-view.ts";
import { formatPayload } from "./format-payload.ts";
import * as queries from "./queries.ts";
import type { SendWebhook, WebhookOutcome } from "./send-webhook.ts";

/** The delay before each retry. A webhook is switched off when its last retry fails, after about 21 hours. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 240, 960].map((minutes) => minutes * MINUTE_MS);
/** The delay after a service has answered 429 without Retry-After. */
const BUSY_DELAY_MS = MINUTE_MS;
/** Longer than a request can take. If the process ends during a request, the card is sent again after this time. */
export const DELIVERY_LEASE_MS = 2 * MINUTE_MS;
/** A card that could not be sent for this long is not sent any more. */
const MAX_AGE_MS = 3 * DAY_MS;
const BATCH_SIZE = 8;
const CHECK_INTERVAL_MS = 3_000;
const QUEUES = ["webhook-delivery"] as const satisfies readonly QueueName[];

export interface WebhookDeliveryServices {
	readonly db: Db;
	readonly seasons: Pick<SeasonHolder, "peek">;
	readonly clocks: Pick<Clocks, "wallNow">;
	readonly send: SendWebhook;
	/** The base of links, without a trailing slash. */
	readonly publicUrl: string;
}

/** Builds the payload of a delivery; null if its message is gone. */
async function buildPayload(
	{ db, seasons, publicUrl }: WebhookDeliveryServices,
	{ leagueId, messageId, language, service }: queries.DueDelivery,
): Promise<string | null> {
	const league = await queries.findLeagueWithCommissioner(db, leagueId);
	const current = seasons.peek();
	// A card may have waited until after the next season has begun, whose players have other ids.
	const season = league && current?.seasonId !== league.season_id ? await loadSeason(db, league.season_id) : current;
	const [row] = await listMessagesByIds(db, leagueId, [], [messageId]);
	const message = row && buildMessageView(row, null);
	if (!season || !league || message?.kind !== "card") return null;
	const card = formatCard(message.card, message.roundId, language, createCardLookups(season, league));
	const text = message.text === null ? card : { title: card.title, lines: [message.text] };
	return formatPayload(service, text, { leagueName: league.name, url: `${publicUrl}/leagues/${leagueId}/chat` });
}

/** Switches a webhook off and notifies the commissioner by mail. */
const switchOff = (
	{ db, publicUrl }: WebhookDeliveryServices,
	{ webhookId, leagueId, service }: queries.DueDelivery,
	now: number,
	reason: string,
): Promise<void> =>
	db.transaction().execute(async (trx) => {
		if (!(await queries.disableWebhook(trx, webhookId, new Date(now), reason))) return;
		const league = await queries.findLeagueWithCommissioner(trx, leagueId);
		if (!league?.email) return;
		const data = {
			firstName: league.first_name ?? "",
			league: league.name,
			service: service === "discord" ? "Discord" : "Slack",
			url: `${publicUrl}/leagues/${leagueId}/settings`,
		};
		await queueMail(trx, { kind: "webhook-off", to: league.email, data, now, language: league.language ?? "en" });
	});

async function saveOutcome(services: WebhookDeliveryServices, delivery: queries.DueDelivery, outcome: WebhookOutcome) {
	const { db, clocks } = services;
	const now = clocks.wallNow();
	const at = new Date(now);
	if (outcome.kind === "sent") {
		await queries.endDelivery(db, delivery, { outcome: "sent", at });
		return queries.markWebhookWorking(db, delivery.webhookId, at);
	}
	const { reason } = outcome;
	if (outcome.kind === "later" && outcome.isBusy) {
		const retryAt = new Date(now + (outcome.after || BUSY_DELAY_MS));
		return queries.postponeWebhook(db, delivery, { failures: delivery.failures, retryAt, reason });
	}
	const failures = delivery.failures + 1;
	const delay = RETRY_DELAYS_MS[delivery.failures];
	if (outcome.kind === "gone" || delay === undefined) return switchOff(services, delivery, now, reason);
	// The service would refuse this card again, but may accept the next one.
	if (outcome.kind === "refused") await queries.endDelivery(db, delivery, { outcome: "failed", at, reason });
	return queries.postponeWebhook(db, delivery, { failures, retryAt: new Date(now + delay), reason });
}

async function deliver(services: WebhookDeliveryServices, delivery: queries.DueDelivery): Promise<void> {
	const { db, clocks } = services;
	const now = clocks.wallNow();
	const isTooOld = now - delivery.createdAt.getTime() > MAX_AGE_MS;
	const payload = delivery.isWanted && !isTooOld ? await buildPayload(services, delivery) : null;
	if (payload === null) {
		// The webhook is due again at once, for its next delivery.
		const at = new Date(now);
		const reason = isTooOld ? "too old" : "no longer wanted";
		await queries.endDelivery(db, delivery, { outcome: "unwanted", at });
		await queries.postponeWebhook(db, delivery, { failures: delivery.failures, retryAt: at, reason });
		return;
	}
	await saveOutcome(services, delivery, await services.send(delivery.address, payload));
}

/** Sends due deliveries to webhooks, and returns how many it attempted. Safe to run twice and in several processes. */
export async function deliverWebhooks(services: WebhookDeliveryServices): Promise<number> {
	let attempts = 0;
	for (;;) {
		const now = services.clocks.wallNow();
		const lease = { now: new Date(now), leaseUntil: new Date(now + DELIVERY_LEASE_MS), limit: BATCH_SIZE };
		const due = await queries.claimDeliveries(services.db, lease);
		if (due.length === 0) return attempts;
		await Promise.all(due.map((delivery) => deliver(services, delivery)));
		attempts += due.length;
	}
}

export function startWebhookDelivery(
	services: WebhookDeliveryServices & { readonly queue: Pick<JobQueue, "send" | "drain"> },
	onError: (error: unknown) => void,
): Runner {
	const { db, clocks, queue } = services;
	return startRunner(
		async () => {
			if (await queries.hasDueDelivery(db, new Date(clocks.wallNow())))
				await queue.send("webhook-delivery", {}, { key: "all" });
			await queue.drain(QUEUES, async () => ({ attempts: await deliverWebhooks(services) }));
		},
		onError,
		CHECK_INTERVAL_MS,
	);
}
