import { deactivateAccount } from "@first-bounce/contract/accounts/account";
import { authLogout } from "@first-bounce/contract/accounts/auth";
import { saveNotificationPreferences, showNotifications } from "@first-bounce/contract/accounts/notifications";
import { exportOwnData } from "@first-bounce/contract/accounts/own-data";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	createLoopbackPush,
	createNoticeTasks,
	DEFAULT_PREFERENCES,
	setStatus,
	subscribeBrowser,
} from "../../../testing/notifications.ts";
import { createKnownManager, LATE_DEFENDERS } from "../../../testing/season/known-team.ts";
import { finishRound } from "../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../testing/season/small-season.ts";
import { type PushService, pushService } from "../../../testing/services/push-service.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

const MINUTE = 60_000;
const SECOND_ROUND = FIRST_BOUNCE + 7 * DAY;
const [OUT, ALSO_OUT] = LATE_DEFENDERS;

let app: TestApp;
let service: PushService;
const push = createLoopbackPush();

beforeEach(async () => {
	service = await pushService();
	app = await testApp({ push });
	await setStatus(app, "playing");
});
afterEach(async () => {
	await app.close();
	await service.close();
});

/** Somebody with a player who is out two days before her match, of which nothing has been sent yet. */
async function withNews(preferences: Parameters<typeof subscribeBrowser>[2] = {}) {
	const manager = await createKnownManager(app);
	await finishRound(app, 1);
	app.clocks.setSeason(SECOND_ROUND - DAY);
	const browser = await subscribeBrowser(manager.client, service, { lateOuts: true, ...preferences });
	await setStatus(app, "injured", [OUT]);
	const work = createNoticeTasks(app, push);
	await work.write();
	return { ...manager, browser, work };
}

const wait = (milliseconds: number) => app.clocks.setWall(app.clocks.wallNow() + milliseconds);
const endings = async () =>
	(await app.database.pool.query("SELECT outcome, attempts FROM notice_deliveries ORDER BY due_at")).rows;

describe("quiet hours", () => {
	test("hold a message back until they end", async () => {
		// It is 19:00 in Melbourne, and the small hours in Vancouver.
		const quietHours = { from: "22:00", to: "07:30" };
		const { browser, work } = await withNews({ quietHours, zone: "America/Vancouver" });
		await work.deliver();
		expect(browser.told()).toEqual([]);
		wait(5 * HOUR + 29 * MINUTE);
		await work.deliver();
		expect(browser.told()).toEqual([]);
		wait(MINUTE);
		await work.deliver();
		expect(browser.told()).toHaveLength(1);
	});

	test("swallow what is no news any more when they end", async () => {
		const quietHours = { from: "22:00", to: "07:30" };
		const { browser, work } = await withNews({ quietHours, zone: "America/Vancouver" });
		await work.deliver();
		wait(6 * HOUR);
		app.clocks.setSeason(SECOND_ROUND + DAY + MINUTE);
		await work.deliver();
		expect(browser.told()).toEqual([]);
		expect(await endings()).toMatchObject([{ outcome: "late" }]);
	});
});

describe("a message on its way", () => {
	test("that a push service cannot take now is tried again later, and given up in the end", async () => {
		const { browser, work } = await withNews();
		service.answer(503);
		await work.deliver();
		await work.deliver();
		expect(browser.topics()).toHaveLength(1);
		service.answer(429, { "retry-after": "1800" });
		wait(MINUTE);
		await work.deliver();
		wait(29 * MINUTE);
		await work.deliver();
		expect(browser.topics()).toHaveLength(2);
		wait(MINUTE);
		service.answer(201);
		await work.deliver();
		expect(browser.topics()).toHaveLength(3);
		expect(await endings()).toEqual([{ outcome: "sent", attempts: 3 }]);
		await setStatus(app, "injured", [ALSO_OUT]);
		await work.write();
		service.answer(500);
		for (let attempt = 0; attempt < 8; attempt++) {
			await work.deliver();
			wait(5 * HOUR);
		}
		expect(await endings()).toEqual(expect.arrayContaining([{ outcome: "failed", attempts: 6 }]));
	});

	test("from a server that ended before it wrote down that it was sent comes twice, and is seen once", async () => {
		const { browser, work } = await withNews();
		await work.deliver();
		// As the database stands when the process is killed between the answer and the note of it.
		await app.database.pool.query("UPDATE notice_deliveries SET outcome = NULL, ended_at = NULL");
		await work.deliver();
		expect(browser.told()).toHaveLength(1);
		wait(MINUTE);
		await work.deliver();
		const [first, second] = browser.told();
		expect(browser.topics()).toEqual(["notice-1", "notice-1"]);
		expect(second?.tag).toBe(first?.tag);
	});

	test("to a browser that is gone takes its subscription away", async () => {
		const { client, work } = await withNews();
		service.answer(410);
		await work.deliver();
		expect((await client(showNotifications, {})).devices).toEqual([]);
	});

	test("is held back when she does not want it any more, and after twenty in a day", async () => {
		const { client, browser, work } = await withNews();
		await client(saveNotificationPreferences, {
			body: { ...DEFAULT_PREFERENCES, lateOuts: false, roundResults: true },
		});
		await work.deliver();
		expect(browser.told()).toEqual([]);
		await client(saveNotificationPreferences, { body: { ...DEFAULT_PREFERENCES, lateOuts: true } });
		await app.database.pool.query(
			`WITH made AS (INSERT INTO notices (user_id, kind, season_id, round_id, subject, created_at)
				SELECT user_id, 'lock', 1, 1, n::text, $1 FROM push_subscriptions, generate_series(1, 20) n RETURNING id)
			INSERT INTO notice_deliveries (notice_id, subscription_id, due_at, outcome, ended_at)
			SELECT made.id, p.id, $1, 'sent', $1 FROM made, push_subscriptions p`,
			[new Date(app.clocks.wallNow())],
		);
		await setStatus(app, "injured", [ALSO_OUT]);
		await work.step();
		expect(browser.told()).toEqual([]);
		wait(DAY + MINUTE);
		await setStatus(app, "injured", [1058]);
		await work.step();
		expect(browser.told()).toMatchObject([{ title: "P 1058 is out" }]);
	});
});

describe("a browser that is signed out", () => {
	test("is told nothing any more", async () => {
		const { client, browser, work } = await withNews();
		await client(authLogout, {});
		await work.deliver();
		expect(browser.told()).toEqual([]);
	});

	test("as is every one of an account that is shut, of which no such thing is kept; until then she can take all of it away", async () => {
		const { client, browser, work } = await withNews();
		const data = await client(exportOwnData, {});
		expect(data).toMatchObject({
			notificationPreferences: [{ late_outs: true, zone: "Australia/Melbourne" }],
			pushDevices: [{ language: "en" }],
			notices: [{ kind: "late-out", player_ids: [OUT], deliveries: [{ outcome: null }] }],
		});
		expect(JSON.stringify(data.pushDevices)).not.toContain("auth");
		await client(deactivateAccount, {});
		await work.deliver();
		expect(browser.told()).toEqual([]);
		for (const table of ["notification_preferences", "push_subscriptions", "notices", "notice_deliveries"])
			expect((await app.database.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
	});
});
