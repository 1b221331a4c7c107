import { showLeague } from "@first-bounce/contract/leagues/league";
import { createLeague, leaveLeague, updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { showLeagueLadder, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRandomRound } from "../../../../../testing/season/play-rounds.ts";
import {
	createSeededRandom,
	DAY,
	drawSlots,
	FIRST_BOUNCE,
	seedTeam,
} from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { settleRound } from "./match-results.ts";
import { advanceLeagues } from "./round-activity.ts";

/** Three rounds of the ladder, the semi-finals in round 4 and the grand final in round 5. */
const ROUNDS = 5;
const random = createSeededRandom(18);
const leagues = { ...DEFAULT_SEASON_RULES.leagues, finalsSeries: true };
let app: TestApp;
/** Six managers with the same line-up, and five with line-ups of their own. */
let equals: LeagueManager[];
let others: LeagueManager[];
let level: { id: number };
let ordinary: { id: number };
let small: { id: number };
let pair: { id: number };
/** All eleven managers, with consolation games and games against the median. */
let everyone: { id: number };
/** Five managers, of which one is outside the finals. */
let five: { id: number };

async function createEqualManagers(count: number): Promise<LeagueManager[]> {
	const slots = drawSlots(app.season, random);
	const managers: LeagueManager[] = [];
	for (let index = 0; index < count; index++) {
		const team = await seedTeam(app.database.db, app.season, { slots });
		managers.push({ userId: team.userId, teamId: team.id, team, client: app.as(await app.getToken(team.userId)) });
	}
	return managers;
}

beforeAll(async () => {
	app = await createTestApp({}, { rounds: ROUNDS, rules: { leagues } });
	equals = await createEqualManagers(6);
	others = await createLeagueManagers(app, 5);
	const form = { type: "h2h", size: 8, finalsSeries: true } as const;
	level = await createLeagueWith(equals, form);
	ordinary = await createLeagueWith(others, form);
	small = await createLeagueWith(others.slice(0, 3), form);
	pair = await createLeagueWith(others.slice(3), form);
	five = await createLeagueWith(others, { ...form, consolationGames: true });
	everyone = await createLeagueWith([...others, ...equals], {
		...form,
		size: 12,
		consolationGames: true,
		medianGame: true,
	});
}, 60_000);
afterAll(() => app.close());

const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
const getCommissioner = (id: number) =>
	(id === level.id ? equals : id === pair.id ? others.slice(3) : others)[0] as LeagueManager;
const getLadder = async (id: number) => {
	const { rankings, winnerTeamId } = await getCommissioner(id).client(showLeagueLadder, { query: { leagueId: id } });
	return { teamIds: rankings.map(({ teamId }) => teamId), winnerTeamId, rankings };
};
async function getRound(id: number, roundId: number) {
	const { matchUps, byes, ...rest } = await getCommissioner(id).client(showMatchUps, {
		body: { leagueId: id, roundId },
	});
	return {
		...rest,
		byes: byes.map(({ teamId }) => teamId),
		pairs: matchUps.map(({ home, away }) => [home.teamId, away.teamId]),
		winners: matchUps.map(({ winnerTeamId }) => winnerTeamId),
		matchUps,
	};
}

const playRound = (roundId: number) => playRandomRound(app, roundId, random, advance);

/** Changes a team's points in a published round and saves the results again, as a correction does. */
async function correctPoints(roundId: number, teamId: number, points: number): Promise<void> {
	const { db } = app.database;
	await db
		.updateTable("standings")
		.set({ points })
		.where("round_id", "=", roundId)
		.where("team_id", "=", teamId)
		.execute();
	await db.transaction().execute((transaction) =>
		settleRound(transaction, {
			seasonId: app.season.id,
			roundId,
			now: app.clocks.seasonNow(),
			standings: "standings",
		}),
	);
	await advance();
}

describe("a league with a finals series", () => {
	test("needs four teams and three rounds, also when its start moves (D2.1.40, D2.1.41)", async () => {
		const { client } = others[0] as LeagueManager;
		const create = (form: { size: number; startId: number }) =>
			client(createLeague, { body: { name: "Late", type: "h2h", finalsSeries: true, ...form } });
		expect(await getApiFailure(create({ size: 2, startId: 1 }))).toMatchObject({
			status: 422,
			code: "finals-series-size",
		});
		expect(await getApiFailure(create({ size: 4, startId: 4 }))).toMatchObject({
			status: 422,
			code: "finals-series-rounds",
		});
		const { league } = await create({ size: 4, startId: 3 });
		expect(league).toMatchObject({ finals: true, finalsSeries: true, grandFinalId: null, semiFinalId: null });
		const move = client(updateLeague, { params: { id: league.id }, body: { startId: 4 } });
		expect((await getApiFailure(move)).code).toBe("finals-series-rounds");
		await client(updateLeague, { params: { id: league.id }, body: { startId: 2 } });
	});

	test("has semi-finals second-last and the grand final last (D2.1.41)", async () => {
		for (const roundId of [1, 2]) await playRound(roundId);
		const { league } = await getCommissioner(level.id).client(showLeague, { params: { id: level.id } });
		expect(league).toMatchObject({ finalsSeries: true, semiFinalId: 4, grandFinalId: 5 });
		expect(Object.values(league.fixture ?? {}).map((pairs) => pairs.length)).toEqual([3, 3, 3, 0, 0]);
		expect(await getRound(level.id, 4)).toMatchObject({ pairs: [], byes: [], isSemiFinal: true, isGrandFinal: false });
	});

	test("pairs the top four once the ladder is complete (D2.1.42)", async () => {
		await playRound(3);
		for (const { id } of [level, ordinary]) {
			const [first, second, third, fourth] = (await getLadder(id)).teamIds;
			expect(await getRound(id, 4)).toMatchObject({
				pairs: [
					[first, fourth],
					[second, third],
				],
				byes: [],
				isSemiFinal: true,
			});
			expect(await getRound(id, 5)).toMatchObject({ pairs: [], isGrandFinal: true, isSemiFinal: false });
		}
	});

	test("pairs the teams outside the finals too, if it has chosen so [D2.9.274, D2.9.275]", async () => {
		const { league } = await getCommissioner(everyone.id).client(showLeague, { params: { id: everyone.id } });
		expect(league).toMatchObject({ consolationGames: true, medianGame: true });
		const { teamIds } = await getLadder(everyone.id);
		const [first, second, third, fourth, ...outside] = teamIds;
		const { pairs, matchUps, median } = await getRound(everyone.id, 4);
		expect(pairs).toEqual([
			[first, fourth],
			[second, third],
			outside.slice(0, 2),
			outside.slice(2, 4),
			outside.slice(4, 6),
		]);
		expect(matchUps.map(({ isSemiFinal, isConsolation }) => [isSemiFinal, isConsolation])).toEqual([
			[true, false],
			[true, false],
			[false, true],
			[false, true],
			[false, true],
		]);
		expect(median).toBeNull();
		expect((await getRound(ordinary.id, 4)).pairs).toHaveLength(2);
	});

	test("counts games against the median of each round [D2.9.273]", async () => {
		const { rankings } = await getLadder(everyone.id);
		const { matchUps, median } = await getRound(everyone.id, 3);
		const scores = matchUps.flatMap(({ home, away }) => [home.points ?? 0, away.points ?? 0]).sort((a, b) => a - b);
		expect(scores).toHaveLength(10);
		expect(median).toBe(((scores[4] ?? 0) + (scores[5] ?? 0)) / 2);
		for (const { played, WDL, medianWDL, premiershipPoints } of rankings) {
			const games = medianWDL ? medianWDL.win + medianWDL.draw + medianWDL.lose : 0;
			expect(played).toBe(2 * games);
			expect(premiershipPoints).toBe(4 * WDL.win + 2 * WDL.draw);
		}
		expect((await getLadder(ordinary.id)).rankings[0]?.medianWDL).toBeNull();
	});

	test("breaks ties on the ladder by who joined first (D2.1.42)", async () => {
		expect((await getLadder(level.id)).teamIds).toEqual(equals.map(({ teamId }) => teamId));
		expect((await getLadder(level.id)).rankings.every(({ WDL }) => WDL.draw === 3)).toBe(true);
	});

	test("sends the first of three teams, or both of two, through (D2.1.42)", async () => {
		const [first, second, third] = (await getLadder(small.id)).teamIds;
		expect(await getRound(small.id, 4)).toMatchObject({ pairs: [[second, third]], byes: [first] });
		const two = await getRound(pair.id, 4);
		expect([two.pairs, two.byes.toSorted((a, b) => a - b)]).toEqual([[], others.slice(3).map(({ teamId }) => teamId)]);
	});

	test("pairs the semi-finals again after a correction before they begin (D2.1.44)", async () => {
		const before = (await getLadder(ordinary.id)).teamIds;
		// Far more points raise the last team's percentage, and 0 points lower the first team's.
		await correctPoints(3, before[4] ?? 0, 9_000);
		await correctPoints(3, before[0] ?? 0, 0);
		const [first, second, third, fourth, fifth] = (await getLadder(ordinary.id)).teamIds;
		expect([first, second, third, fourth, fifth]).not.toEqual(before);
		expect((await getRound(ordinary.id, 4)).pairs).toEqual([
			[first, fourth],
			[second, third],
		]);
	});

	test("keeps the semi-finals once their round has begun (D2.1.44)", async () => {
		const { teamIds } = await getLadder(ordinary.id);
		const { pairs } = await getRound(ordinary.id, 4);
		const { rows } = await app.database.pool.query<{ team_id: number; points: number }>(
			"SELECT team_id, points FROM standings WHERE round_id = 3 AND team_id = ANY ($1)",
			[[teamIds[0], teamIds[4]]],
		);
		const before = app.clocks.seasonNow();
		app.clocks.setSeason(FIRST_BOUNCE + 3 * 7 * DAY);
		await correctPoints(3, teamIds[4] ?? 0, 9_000);
		await correctPoints(3, teamIds[0] ?? 0, 0);
		expect((await getLadder(ordinary.id)).teamIds).not.toEqual(teamIds);
		expect((await getRound(ordinary.id, 4)).pairs).toEqual(pairs);
		for (const { team_id, points } of rows) await correctPoints(3, team_id, points);
		app.clocks.setSeason(before);
	});

	test("pairs the semi-finals again when a semi-finalist leaves before they begin (D2.1.44)", async () => {
		const [, second, third, fourth, fifth] = (await getLadder(level.id)).teamIds;
		expect((await getRound(level.id, 4)).pairs[1]).toEqual([second, third]);
		const leaver = equals.find(({ teamId }) => teamId === third) as LeagueManager;
		await leaver.client(leaveLeague, { params: { id: level.id } });
		expect((await getRound(level.id, 4)).pairs).toEqual([
			[equals[0]?.teamId, fifth],
			[second, fourth],
		]);
	});

	test("gives drawn semi-finals to the higher-placed team (D2.1.43)", async () => {
		await playRound(4);
		const { pairs, winners, matchUps } = await getRound(level.id, 4);
		for (const { home, away, isSemiFinal } of matchUps)
			expect([home.points === away.points, isSemiFinal]).toEqual([true, true]);
		expect(winners).toEqual(pairs.map(([home]) => home));
		expect((await getRound(level.id, 5)).pairs).toEqual([winners]);
		const { rankings } = await getLadder(level.id);
		expect(rankings.every(({ WDL, pointsFor }) => WDL.draw === 3 && !("4" in pointsFor))).toBe(true);
		const byeTeam = (await getRound(small.id, 4)).byes[0];
		const [semiFinalWinner] = (await getRound(small.id, 4)).winners;
		expect((await getRound(small.id, 5)).pairs).toEqual([[byeTeam, semiFinalWinner]]);
	});

	test("gives byes in results as in the fixtures [D2.9.274]", async () => {
		for (const { id } of [five, small]) {
			const { byes } = await getRound(id, 4);
			expect(byes).toHaveLength(1);
			const { client } = others.find(({ teamId }) => teamId === byes[0]) as LeagueManager;
			const { result } = await client(showRoundResult, { params: { roundId: 4 } });
			expect(result?.matchUps.find(({ leagueId }) => leagueId === id)?.outcome).toBe("bye");
		}
		const playing = (await getRound(ordinary.id, 4)).pairs.flat();
		const { client } = others.find(({ teamId }) => !playing.includes(teamId)) as LeagueManager;
		const { result } = await client(showRoundResult, { params: { roundId: 4 } });
		expect(result?.matchUps.map(({ leagueId }) => leagueId)).not.toContain(ordinary.id);
	});

	test("pairs the grand final again after a correction of the semi-finals (D2.1.44)", async () => {
		const [winner, other] = (await getRound(ordinary.id, 4)).winners;
		const first = (await getRound(ordinary.id, 4)).pairs[0] ?? [];
		const loser = first.find((teamId) => teamId !== winner) ?? 0;
		await correctPoints(4, loser, 9_999);
		const after = await getRound(ordinary.id, 4);
		expect(after.winners).toEqual([loser, other]);
		expect((await getRound(ordinary.id, 5)).pairs[0]?.toSorted()).toEqual([loser, other].toSorted());
		expect(after.pairs[0]).toEqual(first);
	});

	test("replaces a semi-final winner who leaves by the beaten team (D2.1.43, D2.1.44)", async () => {
		const [, winner] = (await getRound(level.id, 4)).winners;
		const [, beaten] = (await getRound(level.id, 4)).pairs[1] ?? [];
		const leaver = equals.find(({ teamId }) => teamId === winner) as LeagueManager;
		await leaver.client(leaveLeague, { params: { id: level.id } });
		expect((await getRound(level.id, 5)).pairs).toEqual([[equals[0]?.teamId, beaten]]);
		expect((await getLadder(level.id)).winnerTeamId).toBeNull();
		await playRound(ROUNDS);
		expect((await getLadder(level.id)).winnerTeamId).toBe(equals[0]?.teamId);
		const final = (await getRound(ordinary.id, 5)).matchUps[0];
		const best = (final?.away.points ?? 0) > (final?.home.points ?? 0) ? final?.away : final?.home;
		expect((await getLadder(ordinary.id)).winnerTeamId).toBe(best?.teamId);
		expect((await getLadder(pair.id)).winnerTeamId).not.toBeNull();
	});

	test("lists the results of the finals in the league's activity (D2.1.45)", async () => {
		const { client } = getCommissioner(level.id);
		const { events } = await client(listLeagueActivity, { params: { id: level.id }, query: { limit: 100 } });
		const results = events.filter((event) => event.kind === "results").toReversed();
		expect(results.map(({ matches }) => matches.map((match) => [match.isSemiFinal, match.isGrandFinal]))).toEqual([
			[
				[false, false],
				[false, false],
				[false, false],
			],
			[
				[false, false],
				[false, false],
				[false, false],
			],
			[
				[false, false],
				[false, false],
				[false, false],
			],
			[
				[true, false],
				[true, false],
			],
			[[false, true]],
		]);
	});

	test("keeps finals that have been played when an earlier round is corrected (D2.1.44)", async () => {
		const semiFinals = (await getRound(ordinary.id, 4)).pairs;
		const grandFinal = (await getRound(ordinary.id, 5)).pairs;
		await correctPoints(2, (await getLadder(ordinary.id)).teamIds[4] ?? 0, 9_999);
		expect((await getRound(ordinary.id, 4)).pairs).toEqual(semiFinals);
		expect((await getRound(ordinary.id, 5)).pairs).toEqual(grandFinal);
	});

	test("ends with consolation games of losers and winners, off the ladder [D2.9.274]", async () => {
		const before = await getRound(everyone.id, 4);
		const { pairs, matchUps } = await getRound(everyone.id, 5);
		expect(matchUps.map(({ isGrandFinal, isConsolation }) => isGrandFinal !== isConsolation)).toEqual([
			true,
			true,
			true,
			true,
			true,
		]);
		const losers = before.matchUps.slice(0, 2).map(({ home, away, winnerTeamId }) => {
			return home.teamId === winnerTeamId ? away.teamId : home.teamId;
		});
		expect(pairs[1]?.toSorted((a, b) => a - b)).toEqual(losers.toSorted((a, b) => a - b));
		expect(new Set(pairs.flat()).size).toBe(10);
		const { rankings } = await getLadder(everyone.id);
		expect(Math.max(...rankings.map(({ played }) => played))).toBe(6);
	});
});
