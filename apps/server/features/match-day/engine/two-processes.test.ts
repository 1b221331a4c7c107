import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { authLogout } from "@first-bounce/contract/accounts/auth";
import {
	saveNotificationPreferences,
	showNotifications,
	subscribeToPush,
} from "@first-bounce/contract/accounts/notifications";
import { createClient } from "@first-bounce/contract/client";
import { showClock } from "@first-bounce/contract/clock";
import { showDraftBoard } from "@first-bounce/contract/draft/draft";
import { fillWithRobots, setAutopick, setDraftOrder, startDraft } from "@first-bounce/contract/draft/draft-process";
import { sendMessage } from "@first-bounce/contract/leagues/conversation";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { showRankings } from "@first-bounce/contract/stats/rankings";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedManager } from "../../../../../testing/season/saving-managers.ts";
import { createSeededRandom, FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import { SMALL_SQUAD } from "../../../../../testing/server/draft-leagues.ts";
import { DEFAULT_PREFERENCES } from "../../../../../testing/server/notifications.ts";
import { isLeader, type ServerProcess, startServerProcess } from "../../../../../testing/server/server-process.ts";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";
import type { Database } from "../../../db/open.ts";
import { queueMail } from "../../notifications/mail/queue-mail.ts";
import { insertMessage } from "../../operator/alerts/queries.ts";
import { rotateSecret } from "../../operator/secrets/service.ts";
import type { Channel } from "../../seasons/current/pg-listener.ts";
import { incrementDataVersion } from "../../seasons/current/season-version-queries.ts";
import { setClock } from "../../seasons/current/set-clock.ts";

/** The longest time that a season may have no leader. */
const TAKEOVER_SECONDS = 10;
/** The number of managers, of mails and of alerts. The last manager signs out below and gets no push message. */
const DELIVERIES = 12;

let database: Database;
let push: PushService;
const mails: string[] = [];
const alerts: string[] = [];
const smtp = new SMTPServer({
	authOptional: true,
	disabledCommands: ["STARTTLS"],
	onData: async (stream, { envelope }, callback) => {
		await text(stream);
		mails.push(...envelope.rcptTo.map(({ address }) => address));
		callback();
	},
});
const webhook = createServer(async (request, response) => {
	alerts.push(JSON.parse(await text(request)).text);
	response.end();
});
const processes: ServerProcess[] = [];
const tokens: string[] = [];

function getProcesses(): readonly [ServerProcess, ServerProcess] {
	const [one, two] = processes;
	if (!one || !two) throw new Error("Two processes were not started");
	return [one, two];
}
const createClientOf = ({ address }: ServerProcess, token = "") =>
	createClient({ origin: address, language: "en", fetch, headers: () => ({ "x-sid": token }) });

beforeAll(async () => {
	await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
	await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
	push = await startPushService();
	database = await createTestDatabase();
	const season = await seedSeason(database.db);
	const random = createSeededRandom(20);
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - 5 * HOUR, speed: 0 }, Date.now());
	for (let index = 0; index < DELIVERIES; index++) tokens.push((await seedManager(database, season, random)).token);
	const env = {
		DATABASE_URL: database.url,
		FEED: "manual",
		SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
		ALERT_WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/hook`,
		PUSH_TO_LOOPBACK: "on",
	};
	processes.push(...(await Promise.all([startServerProcess(env), startServerProcess(env)])));
});
afterAll(async () => {
	for (const process of processes) await process.kill();
	await database.close();
	await push.close();
	await new Promise<void>((resolve) => smtp.close(resolve));
	await new Promise((resolve) => webhook.close(resolve));
});

/** Opens the live stream of a manager, and returns what it has received so far. */
async function openStream({ address }: ServerProcess, token: string) {
	const abort = new AbortController();
	const { body } = await fetch(`${address}/api/en/live`, { headers: { "x-sid": token }, signal: abort.signal });
	let received = "";
	const reading = (async () => {
		for await (const chunk of body ?? []) received += Buffer.from(chunk).toString();
	})().catch(() => undefined);
	return {
		received: () => received,
		close: async () => {
			abort.abort();
			await reading;
		},
	};
}

const readSeasonName = async ({ address }: ServerProcess) =>
	((await (await fetch(`${address}/json/fantasy/season.json`)).json()) as { name: string }).name;

/** Starts a draft of a manager against three robots in which the server picks for her too, or in which she is up first. */
async function startRobotDraft(
	client: ReturnType<typeof createClientOf>,
	{ isUpFirst = false } = {},
): Promise<{ readonly id: number }> {
	const draft = { squad: SMALL_SQUAD };
	const { league } = await client(createLeague, {
		body: { name: "Robots", startId: 1, class: "draft", size: 4, draft },
	});
	const params = { id: league.id };
	await client(fillWithRobots, { params });
	const { seats } = await client(showDraftBoard, { params });
	const teamIds = seats.map(({ teamId }) => teamId);
	await client(setDraftOrder, { params, body: isUpFirst ? { method: "manual", teamIds } : { method: "draw" } });
	if (!isUpFirst) await client(setAutopick, { params, body: { mode: "on" } });
	await client(startDraft, { params });
	return league;
}

const countPicks = async (process: ServerProcess, id: number): Promise<number> => {
	const board = await createClientOf(process, tokens[0])(showDraftBoard, { params: { id } });
	return board.completedPicks.length;
};

/** For each channel, a change by one process or a command, which both processes must then show. */
const CHANGES: Readonly<Record<Channel, () => Promise<void>>> = {
	season_changed: async () => {
		await database.db.updateTable("seasons").set({ name: "Renamed season" }).execute();
		await incrementDataVersion(database.db, 1);
		for (const process of getProcesses()) await expect.poll(() => readSeasonName(process)).toBe("Renamed season");
	},
	clock_changed: async () => {
		const seasonAt = FIRST_BOUNCE - 4 * HOUR;
		await setClock(database.db, { seasonAt, speed: 0 }, Date.now());
		for (const process of getProcesses())
			await expect
				.poll(async () => (await createClientOf(process)(showClock, {})).seasonTime)
				.toBe(new Date(seasonAt).toISOString());
	},
	maintenance_changed: async () => {
		const begin = "INSERT INTO site_maintenance (text, began_at, resumes_drafts) VALUES ('Back soon', now(), false)";
		const readStatus = (process: ServerProcess) =>
			createClientOf(process)(showClock, {}).then(
				() => 200,
				({ status }) => status,
			);
		await database.pool.query(begin);
		for (const process of getProcesses()) await expect.poll(() => readStatus(process)).toBe(503);
		await database.pool.query("DELETE FROM site_maintenance");
		for (const process of getProcesses()) await expect.poll(() => readStatus(process)).toBe(200);
	},
	people_changed: async () => {
		const [one, two] = getProcesses();
		const token = tokens.at(-1) ?? "";
		const readRankings = (process: ServerProcess) =>
			createClientOf(process, token)(showRankings, {}).then(
				() => 200,
				({ status }) => status,
			);
		// Both keep the session in memory for a minute.
		expect([await readRankings(one), await readRankings(two)]).toEqual([200, 200]);
		await createClientOf(one, token)(authLogout, {});
		await expect.poll(() => readRankings(two)).toBe(401);
	},
	conversation_changed: async () => {
		const [one, two] = getProcesses();
		const token = tokens[0] ?? "";
		const { league } = await createClientOf(one, token)(createLeague, { body: { name: "Two Processes", startId: 1 } });
		const stream = await openStream(two, token);
		await expect.poll(stream.received).toContain("event: version");
		const body = { text: "Hello from the other process", key: crypto.randomUUID() };
		await createClientOf(one, token)(sendMessage, { params: { id: league.id }, body });
		await expect.poll(stream.received).toContain("Hello from the other process");
		await stream.close();
	},
	draft_changed: async () => {
		const [one, two] = getProcesses();
		const stream = await openStream(two, tokens[0] ?? "");
		await expect.poll(stream.received).toContain("event: version");
		const { id } = await startRobotDraft(createClientOf(one, tokens[0]));
		// The leader, whichever process that is, picks for the robots.
		await expect.poll(stream.received).toContain(`event: draft\ndata: {"leagueId":${id},"version":`);
		await expect.poll(() => countPicks(two, id), { timeout: 12_000 }).toBeGreaterThan(1);
		await stream.close();
	},
	secrets_changed: async () => {
		const readKey = async (server: ServerProcess) =>
			(await createClientOf(server, tokens[0])(showNotifications, {})).publicKey;
		const [one, two] = getProcesses();
		const before = await readKey(one);
		expect(await readKey(two)).toBe(before);
		const audit = { actor: "test", reason: "A backup was stolen" };
		await rotateSecret(database.db, { name: "push-keys", revokesPrevious: false }, audit);
		await expect.poll(() => readKey(one)).not.toBe(before);
		const after = await readKey(one);
		await expect.poll(() => readKey(two)).toBe(after);
	},
};

test.each(Object.entries(CHANGES))("%s reaches a process that did not make the change", async (_, change) => {
	await change();
});

test("mails, pushes and alerts of two processes are sent once", async () => {
	const [one] = getProcesses();
	for (const token of tokens.slice(0, -1)) {
		const client = createClientOf(one, token);
		const preferences = { ...DEFAULT_PREFERENCES, lockReminders: "always" as const, minutesBefore: 120 as const };
		await client(saveNotificationPreferences, { body: preferences });
		await client(subscribeToPush, { body: push.browser().subscription });
	}
	const now = Date.now();
	const addresses = Array.from({ length: DELIVERIES }, (_, index) => `fan${index}@example.test`);
	const data = { firstName: "Zoë", url: "https://bounce.example/reset-password#abc_-123" };
	for (const to of addresses) await queueMail(database.db, { kind: "reset-password", to, language: "en", now, data });
	const texts = Array.from({ length: DELIVERIES }, (_, index) => `Alert ${index}`);
	for (const text of texts) await insertMessage(database.db, text, new Date(now));
	await setClock(database.db, { seasonAt: FIRST_BOUNCE - HOUR, speed: 0 }, now);

	const countDeliveries = async () =>
		(
			await database.pool.query(`SELECT
				(SELECT count(*)::int FROM outbox_mails WHERE sent_at IS NULL) AS mails,
				(SELECT count(*)::int FROM operator_alert_messages WHERE sent_at IS NULL) AS alerts,
				(SELECT count(*)::int FROM notice_deliveries WHERE outcome = 'sent') AS pushed`)
		).rows[0];
	await expect.poll(countDeliveries, { timeout: 20_000 }).toEqual({ mails: 0, alerts: 0, pushed: DELIVERIES - 1 });
	expect(mails.toSorted()).toEqual(addresses.toSorted());
	expect(alerts.filter((alert) => alert.startsWith("Alert ")).toSorted()).toEqual(texts.toSorted());
	const paths = push.received.map(({ path }) => path);
	expect([paths.length, new Set(paths).size]).toEqual([DELIVERIES - 1, DELIVERIES - 1]);
});

test("another process leads within ten seconds after the leader was killed", async () => {
	const [one, two] = getProcesses();
	await expect.poll(async () => (await isLeader(one)) !== (await isLeader(two))).toBe(true);
	const [leader, other] = (await isLeader(one)) ? [one, two] : [two, one];
	const { id } = await startRobotDraft(createClientOf(other, tokens[0]));
	await expect.poll(() => countPicks(other, id), { timeout: 12_000 }).toBeGreaterThan(0);
	const own = createClientOf(other, tokens[1]);
	const waiting = { params: { id: (await startRobotDraft(own, { isUpFirst: true })).id } };
	const { deadline } = await own(showDraftBoard, waiting);
	await leader.kill();
	const picksBefore = await countPicks(other, id);
	await expect.poll(() => isLeader(other), { timeout: TAKEOVER_SECONDS * 1_000, interval: 100 }).toBe(true);
	expect(await (await fetch(`${other.address}/readyz`)).json()).toMatchObject({ status: "ready", leader: true });
	// A live draft goes on under the new leader.
	await expect.poll(() => countPicks(other, id), { timeout: 12_000 }).toBeGreaterThan(picksBefore);
	// Nobody is picked for because of it, and her clock runs on.
	expect(await own(showDraftBoard, waiting)).toMatchObject({ completedPicks: [], draftStatus: "live", deadline });
});
