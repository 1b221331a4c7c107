import { swapInTeam } from "@first-bounce/contract/team/team-actions";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLoopbackPush, createNoticeTasks, setStatus, subscribeBrowser } from "../../../testing/notifications.ts";
import { BENCHED, createKnownManager, KNOWN_TEAM, LATE_DEFENDERS } from "../../../testing/season/known-team.ts";
import { finishRound } from "../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR, seedTeam } from "../../../testing/season/small-season.ts";
import { type PushService, pushService } from "../../../testing/services/push-service.ts";
import { newManager, type TestApp, testApp } from "../../../testing/test-app.ts";

const MINUTE = 60_000;
const SECOND_ROUND = FIRST_BOUNCE + 7 * DAY;
const [OUT, ALSO_OUT] = LATE_DEFENDERS;
const UTILITY = 1061;

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

/** A team of squads that all play in round 1: below 1025 its players are of the first match. 1013 is captain, 1001 vice. */
const BUSY_TEAM = [
	...[1013, 1001, 1037, 1025, 1014],
	...[1004, 1040, 1028, 1016, 1005],
	1044,
	...[1034, 1022, 1010, 1046, 1035],
	...[1015, 1006, 1045, 1036],
	1017,
];

/** After round 1, two hours before the first match of round 2, when the team plays by live actions. */
async function beforeRoundTwo() {
	const manager = await createKnownManager(app);
	await finishRound(app, 1);
	app.clocks.setSeason(SECOND_ROUND - 2 * HOUR);
	return { ...manager, work: createNoticeTasks(app, push) };
}

describe("a player of hers who is out after all", () => {
	test("is told with the swap that helps, which does it when it is sent as it came", async () => {
		const { client, work } = await beforeRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [OUT]);
		await work.step();
		const [told, ...others] = browser.told();
		expect(others).toEqual([]);
		expect(told).toMatchObject({
			title: `P ${OUT} is out`,
			body: `Not playing in round 2: P ${OUT}. P ${UTILITY} could come in from your bench.`,
			url: `/team?swap=${OUT}-${UTILITY}`,
			swap: { label: `Swap in P ${UTILITY}`, done: `Swapped in: P ${UTILITY}.` },
		});
		const call = told?.swap?.call;
		if (!call) throw new Error("no swap to be sent");
		expect(call.address).toBe("/api/en/fantasy/team/swap");
		const body = call.body as Parameters<typeof client<typeof swapInTeam>>[1]["body"];
		const { team } = await client(swapInTeam, { body });
		expect(team.lineup.DEF).toContain(UTILITY);
		expect(team.utilityId).toBe(OUT);
		await expect(client(swapInTeam, { body })).rejects.toThrow();
	});

	test("is told once, whoever looks and however often, and not again when it is said again", async () => {
		const { client, work } = await beforeRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "not-playing", [OUT]);
		const other = createNoticeTasks(app, push);
		await Promise.all([work.write(), other.write(), work.write()]);
		await Promise.all([work.deliver(), other.deliver()]);
		await setStatus(app, "playing", [OUT]);
		await setStatus(app, "emergency", [OUT]);
		await work.step();
		expect(browser.told()).toHaveLength(1);
	});

	test("is told together with others who go out with her, each with a swap that is legal after the one before", async () => {
		const { client, work } = await beforeRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [OUT, ALSO_OUT]);
		await work.step();
		expect(browser.told()).toMatchObject([
			{ title: "2 of your players are out", url: `/team?swap=${OUT}-${UTILITY},${ALSO_OUT}-${BENCHED.DEF}` },
		]);
	});

	test("is no news when she is locked, was never to play, sits as utility, or is somebody else's", async () => {
		const { client, work } = await beforeRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "uncertain", [1059]);
		app.clocks.setSeason(SECOND_ROUND + HOUR);
		// Of a squad that plays first, whose status is not known, the utility, and of no team of hers.
		await setStatus(app, "injured", [1029, 1059, 1061, 1062]);
		await work.step();
		expect(browser.told()).toEqual([]);
	});

	test("is not told when she is to play again before it could leave", async () => {
		const { client, work } = await beforeRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [OUT]);
		await work.write();
		await setStatus(app, "playing", [OUT]);
		await work.deliver();
		expect(browser.told()).toEqual([]);
	});

	test("of a team that is still edited freely leads to the page, since there is no swap to be sent", async () => {
		const { client } = await createKnownManager(app, { slots: BUSY_TEAM });
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [1013]);
		await createNoticeTasks(app, push).step();
		expect(browser.told()).toMatchObject([{ url: "/team?swap=1013-1015", swap: { call: null } }]);
	});
});

describe("a reminder of a lock", () => {
	test("comes so many minutes of the season before it, once, and only when something would go wrong", async () => {
		const { client } = await createKnownManager(app, { slots: BUSY_TEAM });
		const work = createNoticeTasks(app, push);
		const browser = await subscribeBrowser(client, service, { lockReminders: "problems", minutesBefore: 30 });
		app.clocks.setSeason(FIRST_BOUNCE - 20 * MINUTE);
		await work.step();
		expect(browser.told()).toEqual([]);
		await setStatus(app, "injured", [1013]);
		app.clocks.setSeason(FIRST_BOUNCE - 19 * MINUTE);
		await work.step();
		await createNoticeTasks(app, push).step();
		expect(browser.told()).toMatchObject([
			{
				title: "P 1013 and 10 others lock Fri 7:00 pm",
				body: "Your captain P 1013 is not expected to play. P 1001 scores double instead. +1 more alert",
				url: "/team",
				tag: "lock-1",
			},
		]);
	});

	test("that is always wanted comes before the first of the round's, and before later ones when something is wrong", async () => {
		const { client } = await createKnownManager(app, { slots: BUSY_TEAM });
		const work = createNoticeTasks(app, push);
		const browser = await subscribeBrowser(client, service, { lockReminders: "always", minutesBefore: 60 });
		app.clocks.setSeason(FIRST_BOUNCE - 61 * MINUTE);
		await work.step();
		expect(browser.told()).toEqual([]);
		app.clocks.setSeason(FIRST_BOUNCE - 59 * MINUTE);
		await work.step();
		expect(browser.told()).toMatchObject([{ body: "You're set. P 1013 is captain." }]);
		app.clocks.setSeason(FIRST_BOUNCE + DAY - 30 * MINUTE);
		await work.step();
		expect(browser.told()).toHaveLength(1);
		await setStatus(app, "not-playing", [1040, 1028]);
		app.clocks.setSeason(FIRST_BOUNCE + DAY - 28 * MINUTE);
		await work.step();
		expect(browser.told().at(-1)?.body).toBe(
			"P 1028 is not expected to play. No cover: this spot will score 0. +1 more alert",
		);
	});

	test("tells somebody without a whole team that the round starts", async () => {
		const { client } = await newManager(app);
		const browser = await subscribeBrowser(client, service, { lockReminders: "problems", zone: "Europe/Paris" });
		app.clocks.setSeason(FIRST_BOUNCE - 50 * MINUTE);
		await createNoticeTasks(app, push).step();
		expect(browser.told()).toMatchObject([
			{
				title: "The round starts Fri 11:00 am",
				body: "Your team is not complete. Fill all 21 spots to play this round.",
			},
		]);
	});

	test("is never sent after its lock", async () => {
		const { client, work } = await beforeRoundTwo();
		const browser = await subscribeBrowser(client, service, { lockReminders: "always" });
		app.clocks.setSeason(SECOND_ROUND - 10 * MINUTE);
		await work.write();
		app.clocks.setSeason(SECOND_ROUND + MINUTE);
		await work.deliver();
		expect(browser.told()).toEqual([]);
	});
});

describe("the result of a round", () => {
	test("comes once it is over, with points and ranks, to those who want it", async () => {
		const { client } = await createKnownManager(app);
		await seedTeam(app.database.db, app.season, { slots: KNOWN_TEAM });
		const wanting = await subscribeBrowser(client, service, { roundResults: true });
		const other = await createKnownManager(app);
		const silent = await subscribeBrowser(other.client, service, { lateOuts: true });
		const work = createNoticeTasks(app, push);
		await work.step();
		expect(wanting.told()).toEqual([]);
		await finishRound(app, 1);
		await work.step();
		await createNoticeTasks(app, push).step();
		expect(wanting.told()).toEqual([
			{
				title: "Round 1: 0 points",
				body: "Rank 1 in the round, 1 overall.",
				tag: "result-1",
				url: "/team/season",
			},
		]);
		expect(silent.told()).toEqual([]);
	});

	test("is no news of rounds that were over before anybody could be told, or long ago", async () => {
		const { client } = await createKnownManager(app);
		await finishRound(app, 1);
		app.clocks.setSeason(app.clocks.seasonNow() + 2 * DAY);
		const browser = await subscribeBrowser(client, service, { roundResults: true });
		await createNoticeTasks(app, push).step();
		expect(browser.told()).toEqual([]);
	});
});
