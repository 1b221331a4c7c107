import { changeTeamCaptain, swapInTeam } from "@first-bounce/contract/team/team-actions";
import { submitTrades } from "@first-bounce/contract/team/trade";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	BENCHED,
	createKnownManager,
	KNOWN_TEAM,
	LATE_DEFENDERS,
	LATE_FREE,
	VICE_CAPTAIN,
} from "../../../../../testing/season/known-team.ts";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE, HOUR, seedTeam } from "../../../../../testing/season/small-season.ts";
import { createLeagueWith } from "../../../../../testing/server/league-managers.ts";
import {
	createLoopbackPush,
	createNoticeTasks,
	setStatus,
	subscribeBrowser,
} from "../../../../../testing/server/notifications.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { type PushService, startPushService } from "../../../../../testing/services/push-service.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { correctStatsOfMatches } from "../../match-day/corrections/correct-stats.ts";

const SECOND_ROUND = FIRST_BOUNCE + 7 * DAY;
const [OUT, ALSO_OUT] = LATE_DEFENDERS;
const UTILITY = 1061;

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

/** All players of this team play in round 1, ids below 1025 in the first match. 1013 is captain, 1001 vice captain. */
const ROUND_1_TEAM = [
	...[1013, 1001, 1037, 1025, 1014],
	...[1004, 1040, 1028, 1016, 1005],
	1044,
	...[1034, 1022, 1010, 1046, 1035],
	...[1015, 1006, 1045, 1036],
	1017,
];

/** Sets the clock two hours before the first match of round 2, when the team can be changed only by trades and swaps. */
async function setUpRoundTwo() {
	const manager = await createKnownManager(app);
	await finishRound(app, 1);
	app.clocks.setSeason(SECOND_ROUND - 2 * HOUR);
	return { ...manager, tasks: createNoticeTasks(app, push) };
}

describe("a late-out notice", () => {
	test("suggests a swap, with an API call that makes it", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [OUT]);
		await tasks.step();
		const [message, ...others] = browser.messages();
		expect(others).toEqual([]);
		expect(message).toMatchObject({
			title: `P ${OUT} is out`,
			body: `Not playing in round 2: P ${OUT}. P ${UTILITY} could come in from your bench.`,
			url: `/team?swap=${OUT}-${UTILITY}`,
			swap: { label: `Swap in P ${UTILITY}`, done: `Swapped in: P ${UTILITY}.` },
		});
		const call = message?.swap?.call;
		if (!call) throw new Error("no swap call");
		expect(call.address).toBe("/api/en/fantasy/team/swap");
		const body = call.body as Parameters<typeof client<typeof swapInTeam>>[1]["body"];
		const { team } = await client(swapInTeam, { body });
		expect(team.lineup.DEF).toContain(UTILITY);
		expect(team.utilityId).toBe(OUT);
		await expect(client(swapInTeam, { body })).rejects.toThrow();
	});

	test("offers to change her trade while half of it is locked [D1.4.127]", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const { trades } = await client(submitTrades, {
			body: { tradePairs: [{ playerInId: LATE_FREE.DEF, playerOutId: 1001 }] },
		});
		app.clocks.setSeason(SECOND_ROUND + HOUR);
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [LATE_FREE.DEF]);
		await tasks.step();
		expect(browser.messages()).toMatchObject([
			{
				body: `Not playing in round 2: P 1062. P ${UTILITY} could come in from your bench. You can still change the trade of P 1062.`,
				url: `/team?check=&change=${trades[0]?.id}`,
				swap: { url: `/team?swap=1062-${UTILITY}` },
			},
		]);
	});

	test("comes again when a possible replacement is named out [D1.4.127]", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const { trades } = await client(submitTrades, {
			body: { tradePairs: [{ playerInId: LATE_FREE.DEF, playerOutId: 1001 }] },
		});
		app.clocks.setSeason(SECOND_ROUND + HOUR);
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		for (const id of [LATE_FREE.DEF, UTILITY, BENCHED.DEF]) {
			await setStatus(app, "injured", [id]);
			await tasks.step();
		}
		const url = `/team?check=&change=${trades[0]?.id}`;
		const change = "You can still change the trade of P 1062.";
		expect(browser.messages().map(({ title, body, url: opened }) => [title, body, opened])).toEqual([
			["P 1062 is out", `Not playing in round 2: P 1062. P ${UTILITY} could come in from your bench. ${change}`, url],
			[
				`P ${UTILITY} is out`,
				`Not playing in round 2: P ${UTILITY} and P 1062. P ${BENCHED.DEF} could come in from your bench. ${change}`,
				url,
			],
			[
				`P ${BENCHED.DEF} is out`,
				`Not playing in round 2: P ${BENCHED.DEF} and P 1062. No bench player can come in. ${change}`,
				url,
			],
		]);
	});

	test("offers the change if her replacement on the field is out [D1.4.127]", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const { trades } = await client(submitTrades, {
			body: { tradePairs: [{ playerInId: LATE_FREE.DEF, playerOutId: 1001 }] },
		});
		app.clocks.setSeason(SECOND_ROUND + HOUR);
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [LATE_FREE.DEF]);
		await client(swapInTeam, { body: { swapsPairs: [[LATE_FREE.DEF, UTILITY]] } });
		await setStatus(app, "injured", [UTILITY]);
		await tasks.step();
		expect(browser.messages().map(({ body, url }) => [body, url])).toEqual([
			[
				`Not playing in round 2: P ${UTILITY}. P ${BENCHED.DEF} could come in from your bench. You can still change the trade of P 1062.`,
				`/team?check=&change=${trades[0]?.id}`,
			],
		]);
	});

	test("calls the API at the configured path", async () => {
		const { client } = await setUpRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true, lockReminders: "problems" });
		await setStatus(app, "injured", [OUT]);
		app.clocks.setSeason(SECOND_ROUND - 30 * MINUTE_MS);
		await createNoticeTasks(app, push, "/game/api").step();
		expect(browser.messages().map(({ swap }) => swap?.call?.address)).toEqual(
			expect.arrayContaining(["/game/api/en/fantasy/team/swap", "/game/api/en/fantasy/team/change-captain"]),
		);
	});

	test("is sent once, however many servers run", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "not-playing", [OUT]);
		const other = createNoticeTasks(app, push);
		await Promise.all([tasks.create(), other.create(), tasks.create()]);
		await Promise.all([tasks.deliver(), other.deliver()]);
		await setStatus(app, "playing", [OUT]);
		await setStatus(app, "emergency", [OUT]);
		await tasks.step();
		expect(browser.messages()).toHaveLength(1);
	});

	test("covers all players who are ruled out, with legal swaps", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [OUT, ALSO_OUT]);
		await tasks.step();
		expect(browser.messages()).toMatchObject([
			{ title: "2 of your players are out", url: `/team?swap=${OUT}-${UTILITY},${ALSO_OUT}-${BENCHED.DEF}` },
		]);
	});

	test("is not created for locked, uncertain, utility or other players", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "uncertain", [1059]);
		app.clocks.setSeason(SECOND_ROUND + HOUR);
		// A locked player, a player who was uncertain, the utility, and a player of another team.
		await setStatus(app, "injured", [1029, 1059, 1061, 1062]);
		await tasks.step();
		expect(browser.messages()).toEqual([]);
	});

	test("is not sent if the player is back in time", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [OUT]);
		await tasks.create();
		await setStatus(app, "playing", [OUT]);
		await tasks.deliver();
		expect(browser.messages()).toEqual([]);
		await setStatus(app, "injured", [OUT]);
		await tasks.step();
		expect(browser.messages().map(({ title }) => title)).toEqual([`P ${OUT} is out`]);
	});

	test("links to the team page if the team has not started", async () => {
		const { client } = await createKnownManager(app, { slots: ROUND_1_TEAM });
		const browser = await subscribeBrowser(client, service, { lateOuts: true });
		await setStatus(app, "injured", [1013]);
		await createNoticeTasks(app, push).step();
		expect(browser.messages()).toMatchObject([{ url: "/team?swap=1013-1015", swap: { call: null } }]);
	});
});

describe("a lock reminder", () => {
	test("is sent once before the lock, if there is a problem", async () => {
		const { client } = await createKnownManager(app, { slots: ROUND_1_TEAM });
		const tasks = createNoticeTasks(app, push);
		const browser = await subscribeBrowser(client, service, { lockReminders: "problems", minutesBefore: 30 });
		app.clocks.setSeason(FIRST_BOUNCE - 20 * MINUTE_MS);
		await tasks.step();
		expect(browser.messages()).toEqual([]);
		await setStatus(app, "injured", [1013]);
		app.clocks.setSeason(FIRST_BOUNCE - 19 * MINUTE_MS);
		await tasks.step();
		await createNoticeTasks(app, push).step();
		expect(browser.messages()).toMatchObject([
			{
				title: "2 things to fix before Fri 7:00 pm AEST",
				body: "Your captain P 1013 is not expected to play. P 1001 scores double instead. +1 more alert",
				url: "/team?check",
				tag: "lock-1",
			},
		]);
	});

	test("has a button that fixes a started team's first problem", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const browser = await subscribeBrowser(client, service, { lockReminders: "problems", minutesBefore: 60 });
		app.clocks.setSeason(SECOND_ROUND - 30 * MINUTE_MS);
		await tasks.step();
		const [message] = browser.messages();
		expect(message).toMatchObject({
			title: "7 things to fix before Fri 7:00 pm AEST",
			body: "Neither your captain P 1001 nor P 1002 is expected to play: nobody scores double. +6 more alerts",
			swap: { label: "Make P 1059 captain", done: "P 1059 is captain.", url: "/team?check" },
		});
		const call = message?.swap?.call;
		if (!call) throw new Error("no call");
		expect(call.address).toBe("/api/en/fantasy/team/change-captain");
		const body = call.body as Parameters<typeof client<typeof changeTeamCaptain>>[1]["body"];
		expect((await client(changeTeamCaptain, { body })).team.captainId).toBe(1059);
		// The same reminder, built again, no longer warns about the captain.
		await app.database.pool.query("DELETE FROM notice_deliveries");
		await app.database.pool.query("DELETE FROM notices");
		await createNoticeTasks(app, push).step();
		const [, later] = browser.messages();
		expect(later?.body).toBe("Your vice captain P 1002 is not expected to play. +6 more alerts");
	});

	test('set to "always" is sent before the first lock of the round', async () => {
		const { client } = await createKnownManager(app, { slots: ROUND_1_TEAM });
		const tasks = createNoticeTasks(app, push);
		const browser = await subscribeBrowser(client, service, { lockReminders: "always", minutesBefore: 60 });
		app.clocks.setSeason(FIRST_BOUNCE - 61 * MINUTE_MS);
		await tasks.step();
		expect(browser.messages()).toEqual([]);
		app.clocks.setSeason(FIRST_BOUNCE - 59 * MINUTE_MS);
		await tasks.step();
		expect(browser.messages()).toMatchObject([{ body: "You're set. P 1013 is captain." }]);
		app.clocks.setSeason(FIRST_BOUNCE + DAY - 30 * MINUTE_MS);
		await tasks.step();
		expect(browser.messages()).toHaveLength(1);
		await setStatus(app, "not-playing", [1040, 1028]);
		app.clocks.setSeason(FIRST_BOUNCE + DAY - 28 * MINUTE_MS);
		await tasks.step();
		expect(browser.messages().at(-1)?.body).toBe(
			"P 1028 is not expected to play. No cover: this spot will score 0. +1 more alert",
		);
	});

	test("tells a manager with an incomplete team when the round will start", async () => {
		const { client } = await createManager(app);
		const browser = await subscribeBrowser(client, service, { lockReminders: "problems", zone: "Europe/Paris" });
		app.clocks.setSeason(FIRST_BOUNCE - 50 * MINUTE_MS);
		await createNoticeTasks(app, push).step();
		expect(browser.messages()).toMatchObject([
			{
				title: "The round starts Fri 11:00 am GMT+2",
				body: "Your team is not complete. Fill every spot to play this round.",
			},
		]);
	});

	test("is never sent after the lock", async () => {
		const { client, tasks } = await setUpRoundTwo();
		const browser = await subscribeBrowser(client, service, { lockReminders: "always" });
		app.clocks.setSeason(SECOND_ROUND - 10 * MINUTE_MS);
		await tasks.create();
		app.clocks.setSeason(SECOND_ROUND + MINUTE_MS);
		await tasks.deliver();
		expect(browser.messages()).toEqual([]);
	});
});

describe("a result notice", () => {
	test("is sent once when the round is over, to those interested", async () => {
		const { client } = await createKnownManager(app);
		await seedTeam(app.database.db, app.season, { slots: KNOWN_TEAM });
		const subscriber = await subscribeBrowser(client, service, { roundResults: true });
		const other = await createKnownManager(app);
		const nonSubscriber = await subscribeBrowser(other.client, service, { lateOuts: true });
		const tasks = createNoticeTasks(app, push);
		await tasks.step();
		expect(subscriber.messages()).toEqual([]);
		await finishRound(app, 1);
		await tasks.step();
		await createNoticeTasks(app, push).step();
		expect(subscriber.messages()).toEqual([
			{
				title: "Round 1: 0 points",
				body: "Rank 1 in the round, 1 overall.",
				tag: "result-1",
				url: "/results/1",
			},
		]);
		expect(nonSubscriber.messages()).toEqual([]);
	});

	test("has the team's result in the cup (D2.1.57)", async () => {
		const { client, userId } = await createKnownManager(app);
		const rival = await seedTeam(app.database.db, app.season, { slots: KNOWN_TEAM });
		const { pool } = app.database;
		await pool.query("INSERT INTO cups (season_id, drawn_at, start_id, seed, entrants) VALUES (1, now(), 1, 1, 2)");
		await pool.query(
			"INSERT INTO cup_matches (season_id, round_id, place, home_team_id, away_team_id) SELECT 1, 1, 0, id, $2 FROM teams WHERE user_id = $1",
			[userId, rival.id],
		);
		const browser = await subscribeBrowser(client, service, { roundResults: true });
		const tasks = createNoticeTasks(app, push);
		await finishRound(app, 1);
		await tasks.step();
		const [message] = browser.messages();
		expect(message?.body).toBe("Rank 1 in the round, 1 overall. You won the cup!");
	});

	test("says that the team is through in the cup, or out (D2.1.57)", async () => {
		const { client, userId } = await createKnownManager(app);
		const rival = await createKnownManager(app);
		const { pool } = app.database;
		await pool.query("INSERT INTO cups (season_id, drawn_at, start_id, seed, entrants) VALUES (1, now(), 1, 1, 4)");
		await pool.query(
			`INSERT INTO cup_matches (season_id, round_id, place, home_team_id, away_team_id)
			SELECT 1, 1, 0, own.id, other.id FROM teams own, teams other WHERE own.user_id = $1 AND other.user_id = $2`,
			[userId, rival.userId],
		);
		await pool.query(
			"INSERT INTO cup_matches (season_id, round_id, place, home_team_id, away_team_id) VALUES (1, 1, 1, $1, $2)",
			[
				(await seedTeam(app.database.db, app.season, { slots: KNOWN_TEAM })).id,
				(await seedTeam(app.database.db, app.season, { slots: KNOWN_TEAM })).id,
			],
		);
		const browser = await subscribeBrowser(client, service, { roundResults: true });
		const rivalBrowser = await subscribeBrowser(rival.client, service, { roundResults: true });
		const tasks = createNoticeTasks(app, push);
		await finishRound(app, 1);
		await tasks.step();
		expect([browser.messages()[0]?.body, rivalBrowser.messages()[0]?.body]).toEqual([
			"Rank 1 in the round, 1 overall. You're through to the next round of the cup.",
			"Rank 2 in the round, 2 overall. You are out of the cup.",
		]);
	});

	test("says who survived in an elimination league, and who is out [D2.1.77]", async () => {
		const managers = [await createKnownManager(app), await createKnownManager(app), await createKnownManager(app)];
		await createLeagueWith(managers, { type: "elimination", size: 3, name: "Last Legs" });
		const browsers: Awaited<ReturnType<typeof subscribeBrowser>>[] = [];
		for (const { client } of managers) browsers.push(await subscribeBrowser(client, service, { roundResults: true }));
		const tasks = createNoticeTasks(app, push);
		const listBodies = () =>
			browsers.map(({ messages }) =>
				messages()
					.at(-1)
					?.body.replace(/^Rank.*overall\. ?/, ""),
			);
		await finishRound(app, 1);
		await tasks.step();
		const survived = "Last Legs: you survived, 2 teams left.";
		expect(listBodies()).toEqual([survived, survived, "Last Legs: you're out."]);
		await finishRound(app, 2);
		await tasks.step();
		expect(listBodies()).toEqual(["Last Legs: you're the last team left. You won!", "Last Legs: you're out.", ""]);
	});

	test("is not sent for a round that was over long before", async () => {
		const { client } = await createKnownManager(app);
		await finishRound(app, 1);
		app.clocks.setSeason(app.clocks.seasonNow() + 2 * DAY);
		const browser = await subscribeBrowser(client, service, { roundResults: true });
		await createNoticeTasks(app, push).step();
		expect(browser.messages()).toEqual([]);
	});
});

describe("a correction notice", () => {
	const audit = { actor: "operator:1", reason: "counted again" };
	type Corrections = Parameters<typeof correctStatsOfMatches>[1];
	/** Corrects the vice captain's kicks. Her points count twice because the captain has no stats. */
	const buildCorrections = (K: number | null) => [
		{ matchId: 101, lines: [{ playerId: VICE_CAPTAIN, stats: K === null ? null : buildStatLine({ K }) }] },
	];
	async function correct(corrections: Corrections): Promise<void> {
		await correctStatsOfMatches(app.database, corrections, audit, { wallNow: app.clocks.wallNow() });
		await app.seasons.refresh();
	}
	/** Sets up a subscriber who was notified of her result in round 1, 0 points. */
	async function setUpResult() {
		const { client } = await createKnownManager(app);
		const { messages } = await subscribeBrowser(client, service, { roundResults: true });
		await finishRound(app, 1);
		const tasks = createNoticeTasks(app, push);
		await tasks.step();
		expect(messages().map(({ title }) => title)).toEqual(["Round 1: 0 points"]);
		return { tasks, listCorrections: () => messages().slice(1) };
	}

	test("is sent once to those interested whose points changed", async () => {
		const { tasks, listCorrections } = await setUpResult();
		const other = { matchId: 102, lines: [{ playerId: KNOWN_TEAM[2] ?? 0, stats: buildStatLine({ K: 2 }) }] };
		await correct([...buildCorrections(10), other]);
		await tasks.step();
		expect(listCorrections()).toEqual([
			{
				title: "Round 1 corrected: 66 points",
				body: "You had 0 points before. Rank 1 in the round, 1 overall.",
				tag: "result-1",
				url: "/results/1",
			},
		]);
	});

	test("is sent to an opponent whose result changed, in her language (D2.9.161)", async () => {
		const [winner, loser] = [await createKnownManager(app), await createKnownManager(app, { slots: ROUND_1_TEAM })];
		const members = [winner, loser].map((manager) => ({ ...manager, teamId: manager.id, team: manager }));
		await createLeagueWith(members, { type: "h2h", size: 2, name: "Footy mates" });
		const browser = await subscribeBrowser(loser.client, service, { roundResults: true });
		const tasks = createNoticeTasks(app, push);
		await tasks.step();
		await finishRound(app, 1);
		await tasks.step();
		await correct(buildCorrections(10));
		await tasks.step();
		expect(browser.messages().slice(1)).toEqual([
			{
				title: "Round 1 corrected: your results changed",
				body: expect.stringMatching(/^Footy mates: now a loss to Team \d+, 0–60\.$/),
				tag: "result-1",
				url: "/results/1",
			},
		]);
		await app.database.pool.query("UPDATE push_subscriptions SET language = 'fr'");
		await correct(buildCorrections(null));
		await tasks.step();
		expect(browser.messages().at(-1)).toMatchObject({
			title: "La journée 1 corrigée\u00a0: vos résultats ont changé",
			body: expect.stringMatching(/^Footy mates\u00a0: désormais un nul contre Team \d+, 0–0\.$/),
		});
	});

	test("is sent to a manager whose cup result a rival changed (D2.9.161)", async () => {
		const manager = await createKnownManager(app);
		const rival = await seedTeam(app.database.db, app.season, { slots: ROUND_1_TEAM });
		const { pool } = app.database;
		await pool.query("INSERT INTO cups (season_id, drawn_at, start_id, seed, entrants) VALUES (1, now(), 1, 1, 2)");
		await pool.query(
			"INSERT INTO cup_matches (season_id, round_id, place, home_team_id, away_team_id) VALUES (1, 1, 0, $1, $2)",
			[manager.id, rival.id],
		);
		const browser = await subscribeBrowser(manager.client, service, { roundResults: true });
		const tasks = createNoticeTasks(app, push);
		await finishRound(app, 1);
		await tasks.step();
		await correct(buildCorrections(10));
		await tasks.step();
		const rivalsCaptain = { playerId: ROUND_1_TEAM[0] ?? 0, stats: buildStatLine({ K: 20 }) };
		await correct([{ matchId: 101, lines: [rivalsCaptain] }]);
		await tasks.step();
		expect(browser.messages().at(-1)).toMatchObject({
			title: "Round 1 corrected: your results changed",
			body: "You are out of the cup.",
		});
	});

	test("is not sent for an undone correction, and compares with before (D2.9.161)", async () => {
		const { tasks, listCorrections } = await setUpResult();
		await correct(buildCorrections(10));
		await correct(buildCorrections(null));
		await tasks.step();
		expect(listCorrections()).toEqual([]);
		await correct(buildCorrections(10));
		await correct(buildCorrections(11));
		await Promise.all([tasks.step(), createNoticeTasks(app, push).step()]);
		expect(listCorrections()).toMatchObject([
			{ title: "Round 1 corrected: 66 points", body: expect.stringMatching(/^You had 0 points before\./) },
		]);
		await correct(buildCorrections(null));
		await tasks.step();
		expect(listCorrections().slice(1)).toMatchObject([
			{ title: "Round 1 corrected: 0 points", body: expect.stringMatching(/^You had 66 points before\./) },
		]);
	});

	test("that is unsent also uses channels turned on later", async () => {
		const { tasks, listCorrections } = await setUpResult();
		const { pool } = app.database;
		const savePreferences = (mails: boolean, push: boolean) =>
			pool.query("UPDATE notification_preferences SET result_mails = $1, round_results = $2", [mails, push]);
		const listMailStates = async () =>
			(await pool.query("SELECT mail_state FROM notices WHERE kind = 'correction' ORDER BY id")).rows;
		await correct(buildCorrections(10));
		await savePreferences(true, true);
		await correct(buildCorrections(11));
		expect(await listMailStates()).toEqual([{ mail_state: "waiting" }]);
		await tasks.step();
		await pool.query("UPDATE notices SET mail_state = 'queued'");

		await savePreferences(true, false);
		await correct(buildCorrections(12));
		await savePreferences(true, true);
		await correct(buildCorrections(13));
		await tasks.step();
		expect(listCorrections().map(({ title }) => title)).toEqual([
			"Round 1 corrected: 66 points",
			"Round 1 corrected: 78 points",
		]);
		expect(await listMailStates()).toEqual([{ mail_state: "queued" }, { mail_state: "waiting" }]);
	});

	test("covers all rounds that were corrected together (D2.9.161)", async () => {
		const { tasks, listCorrections } = await setUpResult();
		await finishRound(app, 2);
		await tasks.step();
		const secondRound = { matchId: 201, lines: [{ playerId: KNOWN_TEAM[2] ?? 0, stats: buildStatLine({ K: 2 }) }] };
		await correct([...buildCorrections(10), secondRound]);
		await tasks.step();
		expect(listCorrections().slice(1)).toEqual([
			{
				title: "Corrected: round 1 and round 2",
				body: "Round 1: 60 points (0 before). Round 2: 6 points (0 before).",
				tag: "result-1",
				url: "/results/1",
			},
		]);
	});

	test("is not sent before the result, which has corrected points (D2.9.161)", async () => {
		const { client } = await createKnownManager(app);
		const { messages } = await subscribeBrowser(client, service, { roundResults: true });
		await finishRound(app, 1);
		const tasks = createNoticeTasks(app, push);
		await tasks.create();
		await correct(buildCorrections(10));
		await tasks.step();
		expect(messages().map(({ title }) => title)).toEqual(["Round 1: 60 points"]);
	});
});
