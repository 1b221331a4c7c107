import { enterCup, showCup, showCupDraw, withdrawFromCup } from "@first-bounce/contract/leagues/cup";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRandomRound, setMatchStatus } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import type { LeagueManager } from "../../../../../testing/server/league-managers.ts";
import { createTestApp, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";
import { settleRound } from "../head-to-head/match-results.ts";
import { advanceLeagues } from "../head-to-head/round-activity.ts";

const random = createSeededRandom(1897);
let app: TestApp;
/** Managers in the order of their ranks while all have the same points. */
let managers: LeagueManager[];

const getManager = (index: number) => managers[index] as LeagueManager;
const findManager = (teamId: number | undefined) =>
	managers.find((manager) => manager.teamId === teamId) as LeagueManager;
const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());

/** Creates managers with the same line-up, or each with her own. */
async function createManagers(count: number, { isEqual }: { isEqual: boolean }): Promise<void> {
	managers = [];
	const equal = drawSlots(app.season, random);
	for (let index = 0; index < count; index++) {
		const slots = isEqual ? equal : drawSlots(app.season, random);
		const team = await seedTeam(app.database.db, app.season, { slots, completedAt: FIRST_BOUNCE - DAY + index });
		managers.push({ userId: team.userId, teamId: team.id, team, client: app.as(await app.getToken(team.userId)) });
	}
}

const startRound = (roundId: number) => {
	app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY);
	return advance();
};

const playRound = (roundId: number) => playRandomRound(app, roundId, random, advance);

const getCup = async (manager: LeagueManager) => (await manager.client(showCup, {})).cup;
async function getDraw(roundId: number, manager = getManager(0)) {
	const { matches } = await manager.client(showCupDraw, { query: { roundId, limit: 100 } });
	return matches.map(({ home, away, ...match }) => ({ ...match, home: home?.teamId, away: away?.teamId }));
}
const listPairs = async (roundId: number) => (await getDraw(roundId)).map(({ home, away }) => [home, away]);

/** Changes a team's points in a published round and saves the results again, as a correction does. */
async function correctPoints(roundId: number, teamId: number | undefined, points: number): Promise<void> {
	const { db } = app.database;
	await db
		.updateTable("standings")
		.set({ points })
		.where("round_id", "=", roundId)
		.where("team_id", "=", teamId ?? 0)
		.execute();
	await db.transaction().execute((transaction) =>
		settleRound(transaction, {
			seasonId: app.season.id,
			roundId,
			now: app.clocks.seasonNow(),
			standings: "standings",
		}),
	);
}

describe("a cup whose teams all score the same", () => {
	beforeAll(async () => {
		const config = { publicUrl: TEST_URL, oidc: null, publicRead: true };
		app = await createTestApp({ config }, { rounds: 6, rules: { cup: { startRound: 2, seed: 7 } } });
		await createManagers(12, { isEqual: true });
	}, 60_000);
	afterAll(() => app.close());

	test("can be entered and left until its first round starts (D2.1.50)", async () => {
		expect(await getCup(getManager(0))).toMatchObject({ status: "open", startId: 2, entrants: 0, isEntered: false });
		for (const { client } of managers) await client(enterCup, {});
		await getManager(11).client(enterCup, {});
		expect((await getManager(11).client(withdrawFromCup, {})).cup).toMatchObject({ isEntered: false, entrants: 11 });
		expect(await getCup(getManager(0))).toMatchObject({
			isEntered: true,
			entrants: 11,
			rounds: [],
			path: [],
			winner: null,
		});
		await playRound(1);
		expect(await getCup(getManager(0))).toMatchObject({ status: "open", entrants: 11 });
	});

	test("is drawn at its first match, with byes for first places (D2.1.52)", async () => {
		await startRound(2);
		const cup = await getCup(getManager(0));
		expect(cup).toMatchObject({ status: "playing", entrants: 11, qualifiers: null });
		expect(cup?.rounds).toEqual([{ roundId: 2, stage: "round", matches: 8, isDecided: false }]);
		const draw = await getDraw(2);
		expect(draw.map(({ place, away }) => [place, away === undefined])).toEqual([
			[0, true],
			[1, true],
			[2, true],
			[3, true],
			[4, true],
			[5, false],
			[6, false],
			[7, false],
		]);
		const drawnTeamIds = draw.flatMap(({ home, away }) => [home, away]).filter((teamId) => teamId !== undefined);
		expect(drawnTeamIds.toSorted()).toEqual(
			managers
				.slice(0, 11)
				.map(({ teamId }) => teamId)
				.toSorted(),
		);
		for (const call of [enterCup, withdrawFromCup])
			expect(await getApiFailure(getManager(11).client(call, {}))).toMatchObject({ status: 409, code: "cup-started" });
		await advance();
		expect(await getDraw(2)).toEqual(draw);
	});

	test("shows a manager her opponent or bye, or no path (D2.1.54)", async () => {
		const draw = await getDraw(2);
		const { path: bye } = (await getCup(findManager(draw[0]?.home))) ?? {};
		expect(bye).toEqual([
			{ roundId: 2, stage: "round", points: null, opponent: null, opponentPoints: null, isBye: true, outcome: null },
		]);
		const { path } = (await getCup(findManager(draw[7]?.away))) ?? {};
		expect(path).toMatchObject([{ roundId: 2, isBye: false, opponent: { teamId: draw[7]?.home }, outcome: null }]);
		expect(await getCup(getManager(11))).toMatchObject({ isEntered: false, path: [] });
	});

	test("decides equal scores by overall rank and pairs the next round (D2.1.53)", async () => {
		const draw = await getDraw(2);
		// The publication itself makes these pairs: they are read before leagues are advanced.
		let paired: Awaited<ReturnType<typeof listPairs>> = [];
		await playRandomRound(app, 2, random, async () => {
			paired = await listPairs(3);
			await advance();
		});
		const getSeed = (teamId: number | undefined) => managers.findIndex((manager) => manager.teamId === teamId);
		const decided = await getDraw(2);
		for (const { home, away, homePoints, awayPoints, winnerTeamId } of decided) {
			if (away !== undefined) expect(homePoints).toBe(awayPoints);
			expect(winnerTeamId).toBe(away === undefined || getSeed(home) < getSeed(away) ? home : away);
		}
		const winners = decided.map(({ winnerTeamId }) => winnerTeamId);
		expect(paired).toEqual([0, 1, 2, 3].map((place) => [winners[place], winners[7 - place]]));
		expect(await listPairs(3)).toEqual(paired);
		const loser = draw[7]?.home === winners[7] ? draw[7]?.away : draw[7]?.home;
		expect((await getCup(findManager(loser)))?.path).toMatchObject([{ outcome: "out" }]);
		expect((await getCup(findManager(winners[7] ?? 0)))?.path).toMatchObject([
			{ outcome: "through" },
			{ roundId: 3, stage: "quarter-final", outcome: null },
		]);
	});

	test("decides a match again when corrected before the next round (D2.1.55)", async () => {
		const [, , , , , match] = await getDraw(2);
		const loser = match?.winnerTeamId === match?.home ? match?.away : match?.home;
		await correctPoints(2, loser, 9_999);
		const [, , , , , corrected] = await getDraw(2);
		expect(corrected?.winnerTeamId).toBe(loser);
		expect((await listPairs(3)).flat()).toContain(loser);
		expect((await listPairs(3)).flat()).not.toContain(match?.winnerTeamId);
		expect((await getCup(findManager(loser)))?.path).toMatchObject([
			{ outcome: "through", points: 9_999 },
			{ roundId: 3 },
		]);
	});

	test("keeps the teams through when corrected after the next start (D2.1.55)", async () => {
		await startRound(3);
		await setMatchStatus(app, app.season.listMatchesOfRound(3).slice(0, 1), "playing");
		const pairs = await listPairs(3);
		const [, , , , , match] = await getDraw(2);
		await correctPoints(2, match?.winnerTeamId ?? 0, 1);
		const [, , , , , corrected] = await getDraw(2);
		expect(corrected?.winnerTeamId).toBe(match?.winnerTeamId);
		expect([corrected?.homePoints, corrected?.awayPoints]).toContain(1);
		expect(await listPairs(3)).toEqual(pairs);
	});

	test("eliminates a team whose manager's account is deactivated (D2.1.53)", async () => {
		const [match] = await getDraw(3);
		const getSeed = (teamId: number | undefined) => managers.findIndex((manager) => manager.teamId === teamId);
		const [better, worse] = [match?.home, match?.away].toSorted((a, b) => getSeed(a) - getSeed(b));
		const { userId } = findManager(better);
		await app.database.db.updateTable("users").set({ is_active: false }).where("id", "=", userId).execute();
		await playRound(3);
		const [decided] = await getDraw(3, findManager(worse));
		expect(decided?.winnerTeamId).toBe(worse);
		await app.database.db.updateTable("users").set({ is_active: true }).where("id", "=", userId).execute();
	});

	test("ends with one winner after its last round, whom everyone sees (D2.1.54)", async () => {
		await playRound(4);
		expect((await getCup(getManager(0)))?.rounds.map(({ stage }) => stage)).toEqual([
			"round",
			"quarter-final",
			"semi-final",
			"final",
		]);
		const [final] = await getDraw(5);
		await playRound(5);
		const cup = await getCup(getManager(0));
		expect(cup?.status).toBe("complete");
		expect([final?.home, final?.away]).toContain(cup?.winner?.teamId);
		const champion = findManager(cup?.winner?.teamId);
		expect((await getCup(champion))?.path.map(({ outcome }) => outcome)).toEqual([
			"through",
			"through",
			"through",
			"won",
		]);
		const best = [final?.home, final?.away]
			.map((teamId) => managers.findIndex((manager) => manager.teamId === teamId))
			.toSorted((a, b) => a - b)[0];
		expect(cup?.winner?.teamId).toBe(getManager(best ?? 0).teamId);
		await playRound(6);
		expect((await getCup(getManager(0)))?.rounds).toHaveLength(4);
	});

	test("decides the final again after any later correction (D2.1.55)", async () => {
		const [final] = await getDraw(5);
		const loser = final?.winnerTeamId === final?.home ? final?.away : final?.home;
		await correctPoints(5, loser, 9_999);
		expect((await getCup(getManager(0)))?.winner?.teamId).toBe(loser);
	});

	test("can be read by visitors with PUBLIC_READ, but not entered (D2.1.56)", async () => {
		const { cup } = await app.visitor(showCup, {});
		expect(cup).toMatchObject({ status: "complete", isEntered: false, path: [], winner: { fullName: "" } });
		expect(cup?.winner?.teamName).toMatch(/^Team \d+$/);
		const { matches, total } = await app.visitor(showCupDraw, { query: { roundId: 2 } });
		expect([matches.length, total]).toEqual([8, 8]);
		expect(new Set(matches.map(({ home }) => home?.fullName))).toEqual(new Set([""]));
		expect(await getApiFailure(app.visitor(enterCup, {}))).toMatchObject({ status: 401 });
	});
});

describe("a cup with more teams than its rounds can hold", () => {
	beforeAll(async () => {
		app = await createTestApp({}, { rounds: 4, rules: { cup: { startRound: 2, seed: 1 } } });
		await createManagers(10, { isEqual: false });
		for (const { client } of managers.slice(0, 9)) await client(enterCup, {});
	}, 60_000);
	afterAll(() => app.close());

	test("has a qualifying round, whose best scores go through (D2.1.51)", async () => {
		await playRound(1);
		await startRound(2);
		const before = await getCup(getManager(0));
		expect(before).toMatchObject({ entrants: 9, qualifiers: 4, status: "playing" });
		expect(before?.rounds).toEqual([{ roundId: 2, stage: "qualifying", matches: 0, isDecided: false }]);
		expect(before?.path).toMatchObject([{ stage: "qualifying", opponent: null, isBye: false, outcome: null }]);
		await playRound(2);
		const rows = await app.database.db
			.selectFrom("standings")
			.where("round_id", "=", 2)
			.select(["team_id", "points", "overall_rank"])
			.execute();
		const entered = new Set(managers.slice(0, 9).map(({ teamId }) => teamId));
		const best = rows
			.filter(({ team_id }) => entered.has(team_id))
			.toSorted((a, b) => b.points - a.points || (a.overall_rank ?? 0) - (b.overall_rank ?? 0))
			.map(({ team_id }) => team_id);
		expect((await listPairs(3)).flat().toSorted()).toEqual(best.slice(0, 4).toSorted());
		expect((await getCup(findManager(best[3])))?.path).toMatchObject([{ outcome: "through" }, { stage: "semi-final" }]);
		expect((await getCup(findManager(best[4])))?.path).toMatchObject([{ stage: "qualifying", outcome: "out" }]);
	});

	test("qualifies another team when a correction makes it one of the best (D2.1.55)", async () => {
		const through = (await listPairs(3)).flat();
		const out = managers.slice(0, 9).find(({ teamId }) => !through.includes(teamId));
		await correctPoints(2, out?.teamId, 9_999);
		expect((await listPairs(3)).flat()).toContain(out?.teamId);
		await playRound(3);
		await playRound(4);
		expect(await getCup(getManager(0))).toMatchObject({ status: "complete", winner: { teamId: expect.any(Number) } });
	});
});

describe("a season", () => {
	test("without a cup has none to enter (D2.1.50)", async () => {
		app = await createTestApp({}, { rounds: 3 });
		await createManagers(1, { isEqual: true });
		expect(await getCup(getManager(0))).toBeNull();
		expect(await getApiFailure(getManager(0).client(enterCup, {}))).toMatchObject({ status: 404, code: "cup-unknown" });
		await app.close();
	});

	test("in which only one team entered has no cup (D2.1.51)", async () => {
		app = await createTestApp({}, { rounds: 3, rules: { cup: { startRound: 1, seed: 1 } } });
		await createManagers(2, { isEqual: true });
		await getManager(0).client(enterCup, {});
		await playRound(1);
		expect(await getCup(getManager(0))).toMatchObject({
			status: "cancelled",
			entrants: 1,
			rounds: [],
			path: [],
			winner: null,
		});
		await app.close();
	});
});
