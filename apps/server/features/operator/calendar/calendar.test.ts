import { showCalendar } from "@first-bounce/contract/operator/calendar";
import { closeSeason } from "@first-bounce/contract/operator/season";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../testing/season/small-season.ts";
import { type Client, createTestApp, createTestOperator, type TestApp } from "../../../testing/test-app.ts";

let app: TestApp;
let client: Client;
const show = () => client(showCalendar, {});
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

test("before the first round the calendar lists locks with their grounds, reminders and the publication (D2.9.69)", async () => {
	await app.database.pool.query("UPDATE matches SET time_zone = 'Australia/Perth' WHERE id = 101");
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
	app.clocks.setSeason(FIRST_BOUNCE - 2 * DAY);
	const { machine, tasks, steps, rounds } = await show();
	expect(machine.map(({ kind, at, roundId }) => [kind, at, roundId])).toEqual([
		["reminders", "2026-08-27T09:00:00.000Z", 1],
		["lock", "2026-08-28T09:00:00.000Z", 1],
		["lock", "2026-08-29T09:00:00.000Z", 1],
		["publication-wait", null, 1],
	]);
	expect(machine[1]?.match).toMatchObject({ id: 101, timeZone: "Australia/Perth" });
	expect(machine[3]?.minutes).toBe(120);
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

test("a round is followed from its locks to its review, with what an operator has to do (D2.9.69)", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + 5 * HOUR);
	expect((await show()).tasks).toEqual([{ kind: "late-matches", count: 1, roundId: 1 }]);
	await app.database.pool.query("UPDATE rounds SET status = 'playing' WHERE id = 1");
	await setMatches("complete", "round_id = 1");
	app.clocks.setSeason(FIRST_BOUNCE + DAY + HOUR);
	const review = await show();
	expect(review.tasks).toEqual([{ kind: "matches-without-stats", count: 2, roundId: 1 }]);
	expect(review.machine.find(({ kind }) => kind === "publication")).toMatchObject({
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

test("a published round is done once its stats are no longer read again, and a season that is over waits to be closed (D2.9.69)", async () => {
	await app.database.pool.query("UPDATE rounds SET status = 'complete', published_at = $1 WHERE id = 1", [
		new Date(FIRST_BOUNCE + 2 * DAY),
	]);
	await setMatches("complete", "round_id = 1");
	app.clocks.setSeason(FIRST_BOUNCE + 3 * DAY);
	const published = await show();
	expect(published.rounds[0]).toMatchObject({ state: "current", recheckedUntil: "2026-09-03T09:00:00.000Z" });
	expect(published.machine.map(({ kind, roundId }) => `${kind} ${roundId}`)).toEqual([
		"reminders 2",
		"rechecks-end 1",
		"lock 2",
		"lock 2",
		"publication-wait 2",
	]);
	expect(published.machine[1]?.at).toBe("2026-09-03T09:00:00.000Z");
	app.clocks.setSeason(FIRST_BOUNCE + 6 * DAY);
	expect((await show()).rounds[0]?.state).toBe("done");

	await app.database.pool.query("UPDATE rounds SET status = 'complete', published_at = $1", [new Date(FIRST_BOUNCE)]);
	await setMatches("complete", "true");
	const over = await show();
	expect(over.tasks).toEqual([{ kind: "close", count: 1, roundId: null }]);
	expect(over.steps.slice(-3)).toEqual([
		{ step: "finals", state: "done" },
		{ step: "close", state: "current" },
		{ step: "next", state: "later" },
	]);
	await client(closeSeason, { body: { reason: "the season is over" } });
	await app.seasons.refresh();
	const archived = await show();
	expect(archived.machine).toEqual([]);
	expect(archived.steps.slice(-2)).toEqual([
		{ step: "close", state: "done" },
		{ step: "next", state: "current" },
	]);
});
