import type { LookupAddress } from "node:dns";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import * as call from "@first-bounce/contract/leagues/webhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { createThrottle } from "../../../plugins/limits/throttle.ts";
import { isPublicAddress, lookupPublicAddress, PrivateAddressError } from "../../notifications/push/endpoint.ts";
import { writeDueCards } from "../cards/card-runner.ts";
import { advanceLeagues } from "../head-to-head/round-activity.ts";
import { endLeagueRoles } from "../members/leadership.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { claimDeliveries } from "./queries.ts";
import { createSendWebhook, createWebhookAgent } from "./send-webhook.ts";
import { sendTest } from "./service.ts";

const DISCORD = "https://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz_-0123456789";
const SLACK = "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX";
const MINUTE_MS = 60_000;

interface ReceivedRequest {
	readonly path: string;
	readonly body: string;
}

let app: TestApp;
let standIn: Server;
let received: ReceivedRequest[] = [];
/** The stand-in's response; null for none. */
let answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | null = { status: 204 };

async function readBody(request: IncomingMessage): Promise<string> {
	request.setEncoding("utf8");
	let body = "";
	for await (const chunk of request) body += chunk;
	return body;
}

beforeAll(async () => {
	app = await createTestApp({}, { rounds: 3 });
	standIn = createServer((request, response) => {
		void readBody(request).then((body) => {
			received.push({ path: request.url ?? "", body });
			if (answer) response.writeHead(answer.status, answer.headers).end();
		});
	});
	await new Promise<void>((resolve) => standIn.listen(0, "127.0.0.1", resolve));
}, 60_000);
afterAll(async () => {
	standIn.closeAllConnections();
	standIn.close();
	await app.close();
});
beforeEach(() => {
	received = [];
	answer = { status: 204 };
});
afterEach(() => app.database.pool.query("DELETE FROM league_webhooks"));

const getTarget = (url: URL) => new URL(url.pathname, `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`);
const send = createSendWebhook({ agent: null, getTarget });
const deliver = (sendWebhook = send, seasons: Pick<TestApp["seasons"], "peek"> = app.seasons) =>
	deliverWebhooks({
		db: app.database.db,
		seasons,
		clocks: app.clocks,
		send: sendWebhook,
		publicUrl: "https://bounce.example",
	});
const createServices = () => ({
	db: app.database.db,
	pool: app.database.pool,
	seasons: app.seasons,
	clocks: app.clocks,
	view: app.standings.current,
	media: app.media,
	publicUrl: "https://bounce.example",
	isPublicRead: false,
	throttle: createThrottle(app.database.pool, app.clocks.wallNow),
	send,
});
const advanceMinutes = (minutes: number) => app.clocks.setWall(app.clocks.wallNow() + minutes * MINUTE_MS);

async function createLeague() {
	const [ann, bea] = (await createLeagueManagers(app, 2)) as [LeagueManager, LeagueManager];
	const { id } = await createLeagueWith([ann, bea], { startId: 3 });
	// Leagues cannot be created for a round that has been played.
	await app.database.pool.query("UPDATE leagues SET start_id = 1 WHERE id = $1", [id]);
	return { id, ann, bea };
}
const add = ({ client }: LeagueManager, id: number, address = DISCORD, content = {}) =>
	client(call.addWebhook, { params: { id }, body: { address, sendsCards: true, sendsRecap: true, ...content } });

let published = 0;
/** Publishes round 1 when first called, and writes its cards in every league that has none yet. */
async function writeCards(): Promise<void> {
	if (published === 0) await finishRound(app, ++published);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	await app.database.pool.query("UPDATE league_activity_rounds SET has_cards = false");
	await app.database.pool.query(
		`INSERT INTO league_events (league_id, kind, round_id, data)
		SELECT m.league_id, 'results', 1, jsonb_build_object('teamId', min(m.team_id), 'points', 812)
		FROM league_members m GROUP BY m.league_id ON CONFLICT DO NOTHING`,
	);
	await writeDueCards({ db: app.database.db, seasons: app.seasons, clocks: app.clocks });
}
const getAddress = async ({ userId }: LeagueManager) =>
	(await app.database.pool.query("SELECT email FROM users WHERE id = $1", [userId])).rows[0].email;
const listOutcomes = async () =>
	(
		await app.database.pool.query(
			"SELECT outcome, attempts FROM league_webhook_deliveries ORDER BY webhook_id, message_id",
		)
	).rows;
/** Creates a league with a webhook and one card that waits to be sent to it. */
async function createWaitingDelivery(address = DISCORD) {
	const league = await createLeague();
	const { webhooks } = await add(league.ann, league.id, address);
	await writeCards();
	return { ...league, webhookId: webhooks[0]?.id ?? 0 };
}

describe("an address", () => {
	test.each([
		"http://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz",
		"https://discord.com.evil.example/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz",
		"https://evil.example/https://discord.com/api/webhooks/1",
		"https://user:password@discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz",
		"https://discord.com:8443/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz",
		"https://discord.com/api/webhooks/../users/@me",
		"https://discord.com/api/webhooks/123456789012345678/AbCdEfGhIjKlMnOpQrStUvWxYz?wait=true",
		"https://hooks.slack.com/services/",
		"https://hooks.slack.com@10.0.0.1/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
		"https://127.0.0.1/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
		"javascript:alert(1)",
	])("that is no webhook address of Discord or Slack is refused: %s [D2.7.61]", async (address) => {
		const { id, ann } = await createLeague();
		expect((await getApiFailure(add(ann, id, address))).code).toBe("webhook-address");
	});

	test("is stored once, up to five per league, and shown masked [D2.7.61]", async () => {
		const { id, ann, bea } = await createLeague();
		const { webhooks } = await add(ann, id);
		expect(webhooks).toMatchObject([{ service: "discord", mask: "…6789", sendsCards: true, isOff: false }]);
		expect(JSON.stringify(await ann.client(call.listWebhooks, { params: { id } }))).not.toContain("AbCdEf");
		expect((await getApiFailure(add(ann, id))).code).toBe("webhook-known");
		for (const digit of [1, 2, 3]) await add(ann, id, `${DISCORD}${digit}`);
		expect((await add(ann, id, SLACK)).webhooks.map(({ service }) => service).at(-1)).toBe("slack");
		expect((await getApiFailure(add(ann, id, `${DISCORD}9`))).code).toBe("too-many-webhooks");
		expect((await getApiFailure(add(bea, id, `${DISCORD}8`))).code).toBe("not-commissioner");
		expect((await getApiFailure(bea.client(call.listWebhooks, { params: { id } }))).code).toBe("not-commissioner");
		const [first] = webhooks;
		const params = { id, webhookId: first?.id ?? 0 };
		const changed = await ann.client(call.updateWebhook, { params, body: { sendsCards: false, sendsRecap: true } });
		expect(changed.webhooks[0]).toMatchObject({ sendsCards: false, sendsRecap: true });
		expect((await ann.client(call.removeWebhook, { params })).webhooks).toHaveLength(4);
	});

	test("is not connected to private addresses, and follows no redirect [D2.7.62]", async () => {
		const createLookup =
			(addresses: readonly string[]): LookupFunction =>
			(hostname, _options, done) => {
				const allowed: LookupAddress[] = addresses.filter(isPublicAddress).map((address) => ({ address, family: 4 }));
				if (allowed.length === 0) done(new PrivateAddressError(hostname), "");
				else done(null, allowed);
			};
		for (const address of ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1"]) {
			const sendThere = createSendWebhook({ agent: createWebhookAgent(createLookup([address])) });
			expect(await sendThere(DISCORD, "{}")).toEqual({ kind: "refused", reason: "discord.com is not a public host" });
		}
		expect(createWebhookAgent().options.lookup).toBe(lookupPublicAddress);
		const target = getTarget(new URL("https://discord.com/elsewhere")).href;
		answer = { status: 302, headers: { location: target } };
		expect(await send(DISCORD, "{}")).toEqual({ kind: "refused", reason: "the service responded with 302" });
		expect(received.map(({ path }) => path)).toEqual([new URL(DISCORD).pathname]);
	});
});

describe("a card", () => {
	test("is sent once to each webhook, wherever the job runs [D2.7.63]", async () => {
		const { id, ann } = await createLeague();
		await add(ann, id, DISCORD);
		await add(ann, id, SLACK);
		await add(ann, id, `${DISCORD}1`, { sendsCards: false });
		await writeCards();
		await writeCards();
		await Promise.all([deliver(), deliver()]);
		await deliver();
		expect(received.map(({ path }) => path).toSorted()).toEqual(
			[new URL(DISCORD).pathname, new URL(SLACK).pathname].toSorted(),
		);
		const [discord, slack] = received
			.toSorted((one, other) => one.path.localeCompare(other.path))
			.map(({ body }) => JSON.parse(body));
		expect(discord.allowed_mentions).toEqual({ parse: [] });
		expect(discord.embeds[0]).toMatchObject({
			title: "The Wednesday Club · Round 1\\: results",
			url: `https://bounce.example/leagues/${id}/chat`,
		});
		expect(discord.embeds[0].description).toMatch(/^Top score\\: Team \d+, /);
		expect(slack.text).toContain(`*<https://bounce.example/leagues/${id}/chat|The Wednesday Club · Round 1: results>*`);
		expect(await listOutcomes()).toEqual([
			{ outcome: "sent", attempts: 1 },
			{ outcome: "sent", attempts: 1 },
		]);
	});

	test("is sent in its webhook's language, after earlier cards [D2.7.63]", async () => {
		const { id, ann } = await createLeague();
		const { statusCode } = await app.app.inject({
			method: "POST",
			url: `/api/fr/fantasy/league/${id}/conversation/webhooks`,
			headers: { host: "localhost:3000", "x-sid": await app.getToken(ann.userId) },
			payload: { address: DISCORD, sendsCards: true, sendsRecap: true },
		});
		expect(statusCode).toBe(200);
		await writeCards();
		await app.database.pool.query(
			`WITH card AS (INSERT INTO league_messages (league_id, version, kind, round_id, data, at, is_notified)
				SELECT league_id, version + 1, kind, 2, data, at, true FROM league_messages WHERE league_id = $1 RETURNING id)
			INSERT INTO league_webhook_deliveries (webhook_id, message_id, created_at)
			SELECT w.id, card.id, now() FROM league_webhooks w, card WHERE w.league_id = $1`,
			[id],
		);
		await deliver();
		expect(received.map(({ body }) => JSON.parse(body).embeds[0].title)).toEqual([
			"The Wednesday Club · Journée 1\u00a0\\: résultats",
			"The Wednesday Club · Journée 2\u00a0\\: résultats",
		]);
	});

	test("is written as of its season if the next one has begun", async () => {
		const { id } = await createWaitingDelivery();
		await app.database.pool.query(
			"UPDATE leagues SET type = 'h2h', finals = true, tiebreaker = 'percentage' WHERE id = $1",
			[id],
		);
		const season = app.seasons.current();
		// In the next season the first round is the grand final.
		const next = { ...season, seasonId: 99, rules: { ...season.rules, lastRound: 1 } };
		await deliver(send, { peek: () => next });
		expect(JSON.parse(received[0]?.body ?? "").embeds[0].title).toBe("The Wednesday Club · Round 1\\: results");
	});

	test("is retried with growing delays, then switched off with mail [D2.7.64]", async () => {
		const { id, ann, webhookId } = await createWaitingDelivery();
		answer = { status: 500 };
		await deliver();
		await deliver();
		expect(received).toHaveLength(1);
		for (const minutes of [1, 5, 15, 60, 240, 960]) {
			advanceMinutes(minutes - 0.5);
			await deliver();
			const before = received.length;
			advanceMinutes(0.5);
			await deliver();
			expect(received).toHaveLength(before + 1);
		}
		expect(received).toHaveLength(7);
		const { webhooks } = await ann.client(call.listWebhooks, { params: { id } });
		expect(webhooks).toMatchObject([{ isOff: true }]);
		expect(await listOutcomes()).toEqual([{ outcome: "failed", attempts: 7 }]);
		const { rows } = await app.database.pool.query(
			"SELECT to_address, body_text FROM outbox_mails WHERE kind = 'webhook-off'",
		);
		expect(rows).toHaveLength(1);
		expect(rows[0].to_address).toBe(await getAddress(ann));
		expect(rows[0].body_text).toContain("Discord");
		expect(rows[0].body_text).not.toContain("AbCdEf");
		advanceMinutes(10_000);
		await deliver();
		expect(received).toHaveLength(7);

		const services = createServices();
		const key = { id, webhookId };
		await expect(sendTest(services, ann.userId, key)).rejects.toMatchObject({ message: "webhook-failed" });
		answer = { status: 204 };
		expect((await sendTest(services, ann.userId, key)).webhooks).toMatchObject([{ isOff: false }]);
	});

	test("that is being sent is not sent again by a test [D2.7.63]", async () => {
		const { id, ann, webhookId } = await createWaitingDelivery();
		const now = app.clocks.wallNow();
		const lease = { now: new Date(now), leaseUntil: new Date(now + 2 * MINUTE_MS), limit: 8 };
		expect(await claimDeliveries(app.database.db, lease)).toMatchObject([{ webhookId }]);
		await sendTest(createServices(), ann.userId, { id, webhookId });
		expect(await claimDeliveries(app.database.db, lease)).toEqual([]);
	});

	test("waits as long as a busy service asks [D2.7.64]", async () => {
		await createWaitingDelivery();
		answer = { status: 429, headers: { "retry-after": "90" } };
		for (let attempt = 0; attempt < 10; attempt++) {
			await deliver();
			advanceMinutes(1);
			await deliver();
			expect(received).toHaveLength(attempt + 1);
			advanceMinutes(0.5);
		}
		expect(received).toHaveLength(10);
		answer = { status: 200 };
		await deliver();
		expect(await listOutcomes()).toEqual([{ outcome: "sent", attempts: 11 }]);
	});

	test("is retried when the service does not answer at all [D2.7.64]", async () => {
		await createWaitingDelivery(SLACK);
		answer = null;
		await deliver(createSendWebhook({ agent: null, getTarget, timeoutMs: 150 }));
		answer = { status: 200 };
		await deliver();
		expect(received).toHaveLength(1);
		advanceMinutes(1);
		await deliver();
		expect(await listOutcomes()).toEqual([{ outcome: "sent", attempts: 2 }]);
	});

	test("is not sent to deleted webhooks, nor if hidden or old [D2.7.64]", async () => {
		const deletedWebhook = await createWaitingDelivery();
		answer = { status: 404 };
		await deliver();
		const { webhooks } = await deletedWebhook.ann.client(call.listWebhooks, { params: { id: deletedWebhook.id } });
		expect(webhooks).toMatchObject([{ isOff: true }]);
		const { rowCount } = await app.database.pool.query(
			"SELECT FROM outbox_mails WHERE kind = 'webhook-off' AND to_address = $1",
			[await getAddress(deletedWebhook.ann)],
		);
		expect(rowCount).toBe(1);
		received = [];
		answer = { status: 204 };
		const hidden = await createWaitingDelivery();
		await app.database.pool.query(
			"UPDATE league_messages SET hidden_at = now(), hidden_by = 'commissioner' WHERE league_id = $1",
			[hidden.id],
		);
		await createWaitingDelivery();
		await app.database.pool.query(
			"UPDATE league_webhook_deliveries SET created_at = created_at - interval '73 hours' WHERE outcome IS NULL",
		);
		await deliver();
		expect(received).toEqual([]);
	});
});

test("when a commissioner closes her account, the league's webhooks are deleted", async () => {
	const { id, ann, bea } = await createLeague();
	await add(ann, id);
	await app.database.db.transaction().execute((trx) => endLeagueRoles(trx, ann.userId));
	expect((await bea.client(call.listWebhooks, { params: { id } })).webhooks).toEqual([]);
});
