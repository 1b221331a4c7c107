import { saveNotificationPreferences } from "@first-bounce/contract/accounts/notifications";
import { showCalendar } from "@first-bounce/contract/operator/calendar";
import { closeSeason } from "@first-bounce/contract/operator/season";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import { createDraftRoom } from "../../../../../testing/server/draft-leagues.ts";
import { finishRoom, runWaiversOf } from "../../../../../testing/server/draft-waivers.ts";
import { createLeagueManagers, createLeagueWith } from "../../../../../testing/server/league-managers.ts";
import {
	type Client,
	createManager,
	createTestApp,
	createTestOperator,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { readConfig } from "../../../config.ts";
import { archiveClosedSeasons } from "../../static-files/archive/season-archive.ts";

let app: TestApp;
let client: Client;
const getCalendar = () => client(showCalendar, {});
const setMatches = async (status: string, where: string) => {
	await app.database.pool.query(`UPDATE matches SET status = '${status}' WHERE ${where}`);
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
};

beforeEach(async () => {
	app = await createTestApp({ recheck: { days: 4, intervalMs: 60_000 } });
	({ client } = await createTestOperator(app));
});
afterEach(() => app.close());

test("before the first round the calendar lists locks, reminders, publication (D2.9.69)", async () => {
	await app.database.pool.query("UPDATE matches SET time_zone = 'Australia/Perth' WHERE id = 101");
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
	app.clocks.setSeason(FIRST_BOUNCE - 2 * DAY);
	const { automaticEvents, tasks, steps, rounds } = await getCalendar();
	expect(automaticEvents.map(({ kind, at, roundId }) => [kind, at, roundId])).toEqual([
		["reminders", "2026-08-27T09:00:00.000Z", 1],
		["lock", "2026-08-28T09:00:00.000Z", 1],
		["lock", "2026-08-29T09:00:00.000Z", 1],
		["publication-wait", null, 1],
		["closing-letter", null, 1],
	]);
	expect(automaticEvents[1]?.match).toMatchObject({ id: 101, timeZone: "Australia/Perth" });
	expect(automaticEvents[3]?.minutes).toBe(120);
	expect(tasks).toEqual([]);
	expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
		"fetch done",
		"decide done",
		"import done",
		"rules current",
		"open done",
		"finals later",
		"close later",
		"next later",
	]);
	expect(rounds.map(({ state, phase }) => `${state} ${phase}`)).toEqual(["current open", "later open", "later open"]);
});

test("draws of leagues are listed with their round's first lock (D2.9.69)", async () => {
	// The league is not full: a full one would have been drawn already.
	await createLeagueWith(await createLeagueManagers(app, 2), { type: "h2h", size: 4 });
	app.clocks.setSeason(FIRST_BOUNCE - 2 * DAY);
	const { automaticEvents } = await getCalendar();
	expect(automaticEvents.filter(({ kind }) => kind === "draws").map(({ at, roundId }) => [at, roundId])).toEqual([
		["2026-08-28T09:00:00.000Z", 1],
	]);
});

test("during a round the calendar lists progress and tasks (D2.9.69)", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + 5 * HOUR);
	expect((await getCalendar()).tasks).toEqual([{ kind: "late-matches", count: 1, roundId: 1 }]);
	await app.database.pool.query("UPDATE rounds SET status = 'playing' WHERE id = 1");
	await setMatches("complete", "round_id = 1");
	app.clocks.setSeason(FIRST_BOUNCE + DAY + HOUR);
	const review = await getCalendar();
	expect(review.tasks).toEqual([{ kind: "matches-without-stats", count: 2, roundId: 1 }]);
	expect(review.automaticEvents.find(({ kind }) => kind === "publication")).toMatchObject({
		at: "2026-08-29T11:00:00.000Z",
		roundId: 1,
	});
	expect(review.automaticEvents.find(({ kind }) => kind === "closing-letter")).toMatchObject({
		at: "2026-08-29T11:00:00.000Z",
		roundId: 1,
	});
	expect(review.steps.find(({ step }) => step === "rules")?.state).toBe("done");
	expect(review.rounds[0]).toMatchObject({
		phase: "in-review",
		matchesLocked: 2,
		matchesComplete: 2,
		publishedAt: null,
	});
});

test("a published round is done once its stats are settled (D2.9.69)", async () => {
	await app.database.pool.query("UPDATE rounds SET status = 'complete', published_at = $1 WHERE id = 1", [
		new Date(FIRST_BOUNCE + 2 * DAY),
	]);
	await setMatches("complete", "round_id = 1");
	app.clocks.setSeason(FIRST_BOUNCE + 3 * DAY);
	const published = await getCalendar();
	expect(published.rounds[0]).toMatchObject({ state: "current", recheckedUntil: "2026-09-03T09:00:00.000Z" });
	expect(published.automaticEvents.map(({ kind, roundId }) => `${kind} ${roundId}`)).toEqual([
		"closing-letter 1",
		"reminders 2",
		"rechecks-end 1",
		"lock 2",
		"lock 2",
		"publication-wait 2",
		"closing-letter 2",
	]);
	expect(published.automaticEvents[2]?.at).toBe("2026-09-03T09:00:00.000Z");
	app.clocks.setSeason(FIRST_BOUNCE + 6 * DAY);
	expect((await getCalendar()).rounds[0]?.state).toBe("done");

	await app.database.pool.query("UPDATE rounds SET status = 'complete', published_at = $1", [new Date(FIRST_BOUNCE)]);
	await setMatches("complete", "true");
	const calendar = await getCalendar();
	expect(calendar.automaticEvents.at(-1)).toMatchObject({ kind: "archive", at: null, roundId: null });
	expect(calendar.tasks).toEqual([{ kind: "close", count: 1, roundId: null }]);
	expect(calendar.steps.slice(-3)).toEqual([
		{ step: "finals", state: "done" },
		{ step: "close", state: "current" },
		{ step: "next", state: "later" },
	]);
	await client(closeSeason, { body: { reason: "the season is over" } });
	await app.seasons.refresh();
	expect((await getCalendar()).automaticEvents.map(({ kind }) => kind)).toEqual(["archive"]);
	await archiveClosedSeasons(app.database.db);
	const archived = await getCalendar();
	expect(archived.automaticEvents).toEqual([]);
	expect(archived.steps.slice(-2)).toEqual([
		{ step: "close", state: "done" },
		{ step: "next", state: "current" },
	]);
});

test("the next backup and result mails are automatic events (D2.9.194)", async () => {
	const backup = { to: "/mnt/backups/", at: 990, keep: 14, key: null, beforeUpgrade: true };
	await app.close();
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, backup } });
	({ client } = await createTestOperator(app));
	const { pool } = app.database;
	app.clocks.setWall(Date.parse("2026-08-26T20:00:00Z"));
	const findBackup = async () => (await getCalendar()).automaticEvents.find(({ kind }) => kind === "backup");
	expect(await findBackup()).toMatchObject({ at: "2026-08-26T20:00:00.000Z", roundId: null });
	// The backup is due at wall-clock time, so it is listed after the events at season time.
	expect((await getCalendar()).automaticEvents.at(-1)?.kind).toBe("backup");
	await pool.query(
		"INSERT INTO backups (started_at, place, size) VALUES ('2026-08-26T16:30:05Z', '/mnt/backups/a', 5)",
	);
	expect((await findBackup())?.at).toBe("2026-08-27T16:30:00.000Z");
	await pool.query("UPDATE backups SET started_at = '2026-08-25T16:30:05Z'");
	expect((await findBackup())?.at).toBe("2026-08-26T20:00:00.000Z");

	expect((await getCalendar()).automaticEvents.some(({ kind }) => kind === "result-mails")).toBe(false);
	const lena = await createManager(app, "Lena");
	const body = {
		lockReminders: "off",
		minutesBefore: 60,
		lateOuts: false,
		roundResults: false,
		resultMails: true,
	} as const;
	await lena.client(saveNotificationPreferences, { body: { ...body, quietHours: null, zone: "Australia/Perth" } });
	await pool.query("UPDATE users SET email_verified_at = now() WHERE id = $1", [lena.user.id]);
	expect((await getCalendar()).automaticEvents.find(({ kind }) => kind === "result-mails")).toMatchObject({
		roundId: 1,
		managers: 1,
	});
});

test("an operator is asked to notify winners and fetch again (D2.9.195)", async () => {
	await app.close();
	const { seasonFetch } = readConfig({ DEMO: "off" });
	app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: null, seasonFetch } });
	({ client } = await createTestOperator(app));
	const { pool } = app.database;
	const listTasks = async () => (await getCalendar()).tasks.map(({ kind, count }) => [kind, count]);
	expect(await listTasks()).toEqual([]);
	const setFetched = (daysAgo: number) =>
		pool.query(
			`INSERT INTO season_fetches (season_id, competition, preset, state, progress, result, started_at, reported_at)
				VALUES (1, 264, 'official', 'done', '{}', '{"questions": []}', $1, $1)
				ON CONFLICT (season_id) DO UPDATE SET started_at = $1`,
			[new Date(app.clocks.wallNow() - daysAgo * DAY)],
		);
	await setFetched(6.9);
	expect(await listTasks()).toEqual([]);
	await setFetched(8.5);
	expect(await listTasks()).toEqual([["fetch-again", 8]]);

	const [winner, second] = await createLeagueManagers(app, 2);
	await pool.query("INSERT INTO round_closings (season_id, round_id, sent_winners) VALUES (1, 1, $1)", [
		[winner?.teamId, second?.teamId],
	]);
	expect(await listTasks()).toEqual([
		["winners", 2],
		["fetch-again", 8],
	]);
	await pool.query(
		"INSERT INTO winner_notes (season_id, kind, subject, team_id, told_at, told_by) VALUES (1, 'round', '1', $1, now(), $2)",
		[winner?.teamId, winner?.userId],
	);
	expect(await listTasks()).toEqual([
		["winners", 1],
		["fetch-again", 8],
	]);
});

test("drafts, waiver runs and the end of trading are listed with leagues [D2.9.595]", async () => {
	app.clocks.setSeason(FIRST_BOUNCE - DAY);
	const rooms = [await createDraftRoom(app), await createDraftRoom(app)];
	for (const room of rooms) await finishRoom(room);
	await createDraftRoom(app, {
		isStarted: false,
		settings: { draftStart: new Date(app.clocks.wallNow() + DAY).toISOString() },
	});
	await app.database.db.updateTable("drafts").set({ trade_deadline_round_id: 1 }).execute();
	const listEvents = async () =>
		(await getCalendar()).automaticEvents
			.filter(({ kind }) => ["drafts", "waivers", "trade-deadline"].includes(kind))
			.map(({ kind, at, roundId, drafts, leagues }) => [kind, at, roundId, drafts ?? leagues]);
	expect(await listEvents()).toEqual([
		["waivers", "2026-08-27T23:00:00.000Z", 1, 2],
		["trade-deadline", "2026-08-28T09:00:00.000Z", 1, 2],
		["drafts", new Date(app.clocks.wallNow() + DAY).toISOString(), null, 1],
	]);
	expect((await getCalendar()).tasks).toEqual([]);
	app.clocks.setSeason(Date.parse("2026-08-27T23:06:00.000Z"));
	expect((await getCalendar()).tasks).toEqual([{ kind: "draft-leagues-late", count: 2, roundId: null }]);
	await runWaiversOf(app);
	expect((await getCalendar()).tasks).toEqual([]);
	expect((await listEvents()).map(([kind]) => kind)).toEqual(["trade-deadline", "drafts"]);
});
