import { deactivateAccount } from "@first-bounce/contract/accounts/account";
import { authLogout } from "@first-bounce/contract/accounts/auth";
import {
	saveNotificationPreferences,
	sendTestPush,
	showNotifications,
} from "@first-bounce/contract/accounts/notifications";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createKnownManager, LATE_DEFENDERS } from "../../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	DEFAULT_PREFERENCES,
	setStatus,
	subscribeBrowser,
} from "../../../../../testing/server/notifications.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";

const SECOND_ROUND = FIRST_BOUNCE + 7 * DAY;
const [OUT, ALSO_OUT] = LATE_DEFENDERS;

let app: TestApp;
let service: PushService;
const push = createLoopbackPush();

beforeEach(async () => {
	service = await startPushService();
	app = await createTestApp({ push });
	await setStatus(app, "playing");
});
afterEach(async () => {
	await app.close();
	await service.close();
});

/** Creates a manager with a late-out notice that has not been sent yet, two days before the player's match. */
async function createPendingNotice(preferences: Parameters<typeof subscribeBrowser>[2] = {}) {
	const manager = await createKnownManager(app);
	await finishRound(app, 1);
	app.clocks.setSeason(SECOND_ROUND - DAY);
	const browser = await subscribeBrowser(manager.client, service, { lateOuts: true, ...preferences });
	await setStatus(app, "injured", [OUT]);
	const tasks = createNoticeTasks(app, push);
	await tasks.create();
	return { ...manager, browser, tasks };
}

const advanceClock = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);
const listOutcomes = async () =>
	(await app.database.pool.query("SELECT outcome, attempts FROM notice_deliveries ORDER BY due_at")).rows;

describe("quiet hours", () => {
	test("delay a message until they end", async () => {
		// It is 19:00 in Melbourne and 02:00 in Vancouver.
		const quietHours = { from: "22:00", to: "07:30" };
		const { browser, tasks } = await createPendingNotice({ quietHours, zone: "America/Vancouver" });
		await tasks.deliver();
		expect(browser.messages()).toEqual([]);
		advanceClock(5 * HOUR + 29 * MINUTE_MS);
		await tasks.deliver();
		expect(browser.messages()).toEqual([]);
		advanceClock(MINUTE_MS);
		await tasks.deliver();
		expect(browser.messages()).toHaveLength(1);
	});

	test("drop a message that is out of date when they end", async () => {
		const quietHours = { from: "22:00", to: "07:30" };
		const { browser, tasks } = await createPendingNotice({ quietHours, zone: "America/Vancouver" });
		await tasks.deliver();
		advanceClock(6 * HOUR);
		app.clocks.setSeason(SECOND_ROUND + DAY + MINUTE_MS);
		await tasks.deliver();
		expect(browser.messages()).toEqual([]);
		expect(await listOutcomes()).toMatchObject([{ outcome: "late" }]);
	});
});

describe("a message", () => {
	test("is retried when the service is unavailable, then fails", async () => {
		const { browser, tasks } = await createPendingNotice();
		service.answer(503);
		await tasks.deliver();
		await tasks.deliver();
		expect(browser.topics()).toHaveLength(1);
		service.answer(429, { "retry-after": "1800" });
		advanceClock(MINUTE_MS);
		await tasks.deliver();
		advanceClock(29 * MINUTE_MS);
		await tasks.deliver();
		expect(browser.topics()).toHaveLength(2);
		advanceClock(MINUTE_MS);
		service.answer(201);
		await tasks.deliver();
		expect(browser.topics()).toHaveLength(3);
		expect(await listOutcomes()).toEqual([{ outcome: "sent", attempts: 3 }]);
		await setStatus(app, "injured", [ALSO_OUT]);
		await tasks.create();
		service.answer(500);
		for (let attempt = 0; attempt < 8; attempt++) {
			await tasks.deliver();
			advanceClock(5 * HOUR);
		}
		expect(await listOutcomes()).toEqual(expect.arrayContaining([{ outcome: "failed", attempts: 6 }]));
	});

	test("that was sent before a crash is shown once", async () => {
		const { browser, tasks } = await createPendingNotice();
		await tasks.deliver();
		// The state of the database if the process is killed between sending and recording.
		await app.database.pool.query("UPDATE notice_deliveries SET outcome = NULL, ended_at = NULL");
		await tasks.deliver();
		expect(browser.messages()).toHaveLength(1);
		advanceClock(MINUTE_MS);
		await tasks.deliver();
		const [first, second] = browser.messages();
		expect(browser.topics()).toEqual(["notice-1", "notice-1"]);
		expect(second?.tag).toBe(first?.tag);
	});

	test("to a browser that no longer exists deletes its subscription", async () => {
		const { client, tasks } = await createPendingNotice();
		service.answer(410);
		await tasks.deliver();
		expect((await client(showNotifications, {})).devices).toEqual([]);
	});

	/** Sends `count` further messages to the manager's browsers. */
	const notifyAgain = async (userId: number, count: number, tasks: { readonly deliver: () => Promise<unknown> }) => {
		for (let index = 0; index < count; index++) {
			await app.database.pool.query(
				`WITH n AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, player_ids, created_at)
					SELECT user_id, kind, season_id, round_id, gen_random_uuid(), player_ids, created_at FROM notices
					WHERE user_id = $1 ORDER BY id LIMIT 1 RETURNING id)
				INSERT INTO notice_deliveries (notice_id, subscription_id, due_at)
				SELECT n.id, p.id, $2 FROM n, push_subscriptions p WHERE p.user_id = $1 AND p.ended_at IS NULL`,
				[userId, new Date(app.clocks.wallNow())],
			);
			await tasks.deliver();
		}
	};

	test.each([400, 403])("that is refused three times with %i ends the subscription", async (status) => {
		const { client, userId, browser, tasks } = await createPendingNotice();
		const getDevice = async () => (await client(showNotifications, {})).devices[0];
		service.answer(status);
		await tasks.deliver();
		await notifyAgain(userId, 1, tasks);
		expect(await getDevice()).toMatchObject({ isCurrent: true, endedAt: null });
		// One that arrives begins the count again.
		service.answer(201);
		await notifyAgain(userId, 1, tasks);
		service.answer(status);
		await notifyAgain(userId, 2, tasks);
		expect(await getDevice()).toMatchObject({ endedAt: null });
		await notifyAgain(userId, 1, tasks);
		const endedAt = new Date(app.clocks.wallNow()).toISOString();
		expect(await getDevice()).toMatchObject({ isCurrent: true, endedAt });
		const sent = browser.topics().length;
		expect(sent).toBe(6);
		service.answer(201);
		await setStatus(app, "injured", [ALSO_OUT]);
		await tasks.create();
		await notifyAgain(userId, 1, tasks);
		expect(browser.topics()).toHaveLength(sent);
		const test = client(sendTestPush, { body: { id: (await getDevice())?.id ?? "" } });
		expect((await getApiFailure(test)).code).toBe("push-device-gone");
		const again = await subscribeBrowser(client, service, { lateOuts: true });
		expect(await getDevice()).toMatchObject({ isCurrent: true, endedAt: null });
		await notifyAgain(userId, 1, tasks);
		expect(again.topics()).toHaveLength(1);
	});

	test("too large for the push service does not end the subscription", async () => {
		const { client, userId, tasks } = await createPendingNotice();
		service.answer(413);
		await tasks.deliver();
		await notifyAgain(userId, 4, tasks);
		expect((await client(showNotifications, {})).devices).toMatchObject([{ endedAt: null }]);
		expect((await listOutcomes()).map(({ outcome }) => outcome)).toEqual(Array(5).fill("failed"));
	});

	test("is not sent when turned off, or after twenty a day", async () => {
		const { client, browser, tasks } = await createPendingNotice();
		await client(saveNotificationPreferences, {
			body: { ...DEFAULT_PREFERENCES, lateOuts: false, roundResults: true },
		});
		await tasks.deliver();
		expect(browser.messages()).toEqual([]);
		await client(saveNotificationPreferences, { body: { ...DEFAULT_PREFERENCES, lateOuts: true } });
		await app.database.pool.query(
			`WITH made AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
				SELECT user_id, 'lock', 1, 1, n::text, $1 FROM push_subscriptions, generate_series(1, 20) n RETURNING id)
			INSERT INTO notice_deliveries (notice_id, subscription_id, due_at, outcome, ended_at)
			SELECT made.id, p.id, $1, 'sent', $1 FROM made, push_subscriptions p`,
			[new Date(app.clocks.wallNow())],
		);
		await setStatus(app, "injured", [ALSO_OUT]);
		await tasks.step();
		expect(browser.messages()).toEqual([]);
		advanceClock(DAY + MINUTE_MS);
		await setStatus(app, "injured", [1058]);
		await tasks.step();
		expect(browser.messages()).toMatchObject([{ title: "P 1058 is out" }]);
	});
});

test("notices of a draft do not use up the daily limit", async () => {
	const { browser, tasks } = await createPendingNotice();
	await app.database.pool.query(
		`WITH made AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
			SELECT user_id, k.kind, 1, 0, '1:' || n || ':1:live', $1
			FROM push_subscriptions, generate_series(1, 10) n, unnest('{draft-turn,draft-soon}'::text[]) AS k (kind) RETURNING id)
		INSERT INTO notice_deliveries (notice_id, subscription_id, due_at, outcome, ended_at)
		SELECT made.id, p.id, $1, 'sent', $1 FROM made, push_subscriptions p`,
		[new Date(app.clocks.wallNow())],
	);
	await tasks.deliver();
	expect(browser.messages()).toHaveLength(1);
});

describe("a user", () => {
	test("receives no messages after signing out", async () => {
		const { client, browser, tasks } = await createPendingNotice();
		await client(authLogout, {});
		await tasks.deliver();
		expect(browser.messages()).toEqual([]);
	});

	test("receives none after closing the account, which deletes its data", async () => {
		const { client, browser, tasks } = await createPendingNotice();
		const data = await client(exportOwnData, {});
		expect(data).toMatchObject({
			notificationPreferences: [{ late_outs: true, zone: "Australia/Melbourne" }],
			pushDevices: [{ language: "en" }],
			notices: [{ kind: "late-out", player_ids: [OUT], deliveries: [{ outcome: null }] }],
		});
		expect(JSON.stringify(data.pushDevices)).not.toContain("auth");
		await client(deactivateAccount, {});
		await tasks.deliver();
		expect(browser.messages()).toEqual([]);
		for (const table of ["notification_preferences", "push_subscriptions", "notices", "notice_deliveries"])
			expect((await app.database.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
	});
});
