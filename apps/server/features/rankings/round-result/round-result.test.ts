import { type RoundResult, roundResult, showRoundResult } from "@first-bounce/contract/stats/round-result";
import { submitTrades } from "@first-bounce/contract/team/trade";
import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
	createKnownManager,
	getCost,
	KNOWN_TEAM,
	type KnownTeamManager,
	LATE_FREE,
} from "../../../../../testing/season/known-team.ts";
import { finishRound, saveKicks } from "../../../../../testing/season/play-rounds.ts";
import { DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import { createLeagueWith } from "../../../../../testing/server/league-managers.ts";
import { createManager, createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { advanceLeagues } from "../../leagues/head-to-head/round-activity.ts";
import { correctStats } from "../../match-day/corrections/correct-stats.ts";
import { saveProjections } from "../../projections/queries.ts";
import { computeOwnProjection } from "./own-projection.ts";

let app: TestApp;
/** Three managers with the same players but different captains: 1001, 1002 and 1025. Only the owner trades. */
let owner: KnownTeamManager;
let rival: KnownTeamManager;
let third: KnownTeamManager;
let h2h: { readonly id: number };
const [BROUGHT_IN, TRADED_OUT] = [LATE_FREE.FWD, 1058];
const BENCH_DEF = 1051;
const BENCH_MID = 1055;
const UTILITY = 1061;

const showResult = (roundId: number, { client } = owner) => client(showRoundResult, { params: { roundId } });
async function getResult(roundId: number, manager = owner): Promise<RoundResult> {
	const { result } = await showResult(roundId, manager);
	if (!result) throw new Error(`no result of round ${roundId}`);
	return result;
}

/** Publishes a round in which these players had these numbers of kicks, each worth three points. */
async function playRound(roundId: number, kicks: Readonly<Record<number, number>>): Promise<void> {
	app.clocks.setSeason(FIRST_BOUNCE + (roundId - 1) * 7 * DAY);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	for (const match of app.season.listMatchesOfRound(roundId)) {
		const ownKicks = Object.entries(kicks).filter(([id]) => {
			const squadId = app.season.players.find((player) => player.id === Number(id))?.squadId;
			return squadId === match.homeSquadId || squadId === match.awaySquadId;
		});
		if (ownKicks.length > 0) await saveKicks(app, match, Object.fromEntries(ownKicks));
	}
	await finishRound(app, roundId);
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
}

const saveEstimates = (roundId: number, estimate: number) =>
	saveProjections(
		app.database.db,
		{ seasonId: app.season.id, roundId },
		new Map(
			app.season.players.map(({ id }) => [
				id,
				{ estimate, low: 0, high: 90, seasonAverage: 0, lastThree: 0, pricePoints: 0 },
			]),
		),
	);

beforeAll(async () => {
	app = await createTestApp({}, { rounds: 4 });
	owner = await createKnownManager(app);
	// The first two players are captain and vice captain.
	rival = await createKnownManager(app, { slots: [1002, 1001, ...KNOWN_TEAM.slice(2)] });
	third = await createKnownManager(app, { slots: [1025, 1001, 1002, ...KNOWN_TEAM.slice(3)] });
	const members = [owner, rival].map(({ userId, id, client, ...team }) => ({
		userId,
		teamId: id,
		client,
		team: { userId, id, ...team },
	}));
	h2h = await createLeagueWith(members, { type: "h2h", size: 2, name: "Two of us" });
	await createLeagueWith(members, { name: "Open House" });
	await saveEstimates(1, 40.4);
	await playRound(1, { 1001: 20, 1002: 30, 1005: 10, 1010: 5, 1025: 8 });
	app.clocks.setSeason(FIRST_BOUNCE + 6 * DAY);
	const trade = { playerInId: BROUGHT_IN, playerOutId: TRADED_OUT };
	expect(getCost(app.season, BROUGHT_IN)).toBeGreaterThan(0);
	await owner.client(submitTrades, { body: { tradePairs: [trade] } });
	await playRound(2, {
		1025: 10,
		1049: 12,
		1056: 7,
		[BENCH_DEF]: 9,
		[BENCH_MID]: 11,
		[UTILITY]: 40,
		[BROUGHT_IN]: 15,
		[TRADED_OUT]: 20,
	});
	await playRound(3, { 1001: 50, 1002: 10, [BROUGHT_IN]: 4 });
}, 60_000);
afterAll(() => app.close());

describe("the result of a round", () => {
	test("has score, ranks, the average and the team's projection (D2.9.30)", async () => {
		const first = await getResult(1);
		expect(roundResult.parse(first)).toEqual(first);
		// 60 × 2 + 90 + 30 + 15 + 24; the rival has 309 and the third team 243.
		expect(first).toMatchObject({ points: 279, totalPoints: 279, roundRank: 2, overallRank: 2, teams: 3 });
		expect(first.averagePoints).toBe(277);
		// Nine players on field have a match, the captain among them: 10 × 40.4.
		expect(first.projectedPoints).toBe(404);
		expect((await getResult(2)).projectedPoints).toBeNull();
	});

	test("projects both matches of a double week (D2.9.30)", async () => {
		const season = app.seasons.current();
		const [round] = season.rounds;
		const [match] = round?.matches ?? [];
		if (!round || !match) throw new Error("Round 1 has no match");
		const doubleWeek = { ...round, matches: [...round.matches, { ...match, id: 199 }] };
		const [captainId = 0, viceCaptainId = 0] = KNOWN_TEAM;
		const lineup = buildLineupFromIds(KNOWN_TEAM, season.rules, { captainId, viceCaptainId, emergency: [] });
		// Six of the nine have two matches, the captain among them: 17 × 40.4.
		expect(await computeOwnProjection(app.database.pool, season, doubleWeek, lineup)).toBe(687);
	});

	test("has the previous round's ranks, except in the first (D2.9.30, D2.9.35)", async () => {
		expect(await getResult(1)).toMatchObject({ previousRoundRank: null, previousOverallRank: null });
		expect(await getResult(2)).toMatchObject({ roundRank: 3, previousRoundRank: 2, previousOverallRank: 2 });
		expect(await getResult(3)).toMatchObject({
			points: 342,
			roundRank: 1,
			overallRank: 1,
			previousRoundRank: 3,
			previousOverallRank: 3,
		});
	});

	test("shows what captain, bench and trades gained and cost (D2.9.31)", async () => {
		const first = await getResult(1);
		expect(first.captain).toEqual({ playerId: 1001, added: 60, best: { playerId: 1002, points: 90 }, missed: 30 });
		expect([first.best, first.worst]).toEqual([null, { kind: "captain", playerId: 1002, otherId: 1001, points: -30 }]);
		const second = await getResult(2);
		// The captain and the vice captain have a bye; the emergencies cover a defender and a midfielder.
		expect(second.points).toBe(30 + 36 + 21 + 27 + 33 + 45);
		expect(second.captain).toEqual({
			playerId: null,
			added: 0,
			best: { playerId: BROUGHT_IN, points: 45 },
			missed: 45,
		});
		expect(second.bench).toEqual({
			left: [{ playerId: UTILITY, points: 120 }],
			leftPoints: 120,
			covers: [
				{ inId: BENCH_DEF, outId: 1001, points: 27 },
				{ inId: BENCH_MID, outId: 1005, points: 33 },
			],
			missedSwap: { inId: UTILITY, outId: 1050, points: 120 },
		});
		expect(second.trades).toMatchObject([
			{ roundId: 2, playerInId: BROUGHT_IN, playerOutId: TRADED_OUT, gain: 45 - 60, roundPoints: -15 },
		]);
		expect(second.best).toEqual({ kind: "cover", playerId: BENCH_MID, otherId: 1005, points: 33 });
		expect(second.worst).toEqual({ kind: "swap", playerId: UTILITY, otherId: 1050, points: -120 });
		expect((await getResult(3)).trades).toMatchObject([{ gain: -15 + 12, roundPoints: 12 }]);
		expect((await getResult(3, rival)).trades).toEqual([]);
	});

	test("lists the match-ups by league with opponent and score (D2.9.32)", async () => {
		expect((await getResult(1)).matchUps).toEqual([
			{
				leagueId: h2h.id,
				leagueName: "Two of us",
				index: 0,
				isConsolation: false,
				isGrandFinal: false,
				isSemiFinal: false,
				outcome: "lost",
				points: 279,
				opponent: { userId: rival.userId, teamName: expect.stringMatching(/./), points: 309 },
			},
		]);
		expect((await getResult(1, rival)).matchUps).toMatchObject([{ outcome: "won", opponent: { points: 279 } }]);
		expect((await getResult(1, third)).matchUps).toEqual([]);
	});

	test("lists the records that the round set (D2.9.33)", async () => {
		expect((await getResult(1)).records).toEqual([]);
		const league = { leagueName: "Two of us" };
		expect((await getResult(2, rival)).records).toEqual([
			{ kind: "winning-streak", value: 2, before: null, ...league },
		]);
		expect((await getResult(3)).records).toEqual([
			{ kind: "season-score", value: 342, before: 309, leagueName: null },
			{ kind: "best-score", value: 342, before: 279, leagueName: null },
			{ kind: "best-overall-rank", value: 1, before: 2, leagueName: null },
			{ kind: "best-round-rank", value: 1, before: 2, leagueName: null },
			{ kind: "league-score", value: 342, before: 309, ...league },
			{ kind: "league-score", value: 342, before: 309, leagueName: "Open House" },
		]);
	});
});

describe("a round without a result", () => {
	test("is unpublished, before the start, or of an incomplete team (D2.9.35)", async () => {
		expect(await showResult(4)).toEqual({ result: null, reason: "not-published", startRoundId: 1 });
		const newcomer = await createManager(app);
		expect(await showResult(3, { ...owner, client: newcomer.client })).toEqual({
			result: null,
			reason: "no-team",
			startRoundId: null,
		});
		const late = await createKnownManager(app, { slots: KNOWN_TEAM, startRound: 3 });
		expect(await showResult(2, late)).toEqual({ result: null, reason: "not-started", startRoundId: 3 });
		expect((await getApiFailure(showResult(99))).code).toBe("round-unknown");
	});
});

test("a correction changes and marks its round's and later results (D2.9.34)", async () => {
	expect((await getResult(1)).isCorrected).toBe(false);
	const match = app.season.listMatchesOfRound(1).find(({ homeSquadId }) => homeSquadId === 11);
	const lines = [{ playerId: 1001, stats: buildStatLine({ K: 40 }) }];
	await correctStats(
		app.database,
		{ matchId: match?.id ?? 0, lines },
		{ actor: "operator:1", reason: "Kicks were missed" },
	);
	await app.seasons.refresh();
	await app.standings.refresh();
	await advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
	const first = await getResult(1);
	// 120 × 2 + 90 + 30 + 15 + 24 against 120 + 90 × 2 + 30 + 15 + 24.
	expect(first).toMatchObject({ isCorrected: true, points: 399, roundRank: 1, overallRank: 1 });
	expect(first.averagePoints).toBe(357);
	expect(first.captain).toMatchObject({ playerId: 1001, added: 120, missed: 0 });
	expect(first.matchUps).toMatchObject([{ outcome: "won", opponent: { points: 369 } }]);
	const thirdResult = await getResult(3);
	expect(thirdResult).toMatchObject({ isCorrected: true, points: 342, totalPoints: 399 + 192 + 342 });
	expect(thirdResult.records.map(({ kind }) => kind)).toEqual([]);
});

test("drawn match-ups and byes of an odd league are listed (D2.9.32)", async () => {
	const members = [owner, rival, third].map(({ userId, id, client, ...team }) => ({
		userId,
		teamId: id,
		client,
		team: { userId, id, ...team },
	}));
	const { id: leagueId } = await createLeagueWith(members, { type: "h2h", size: 4, name: "Three of us", startId: 4 });
	await playRound(4, {});
	const matchUps = (await Promise.all([owner, rival, third].map((manager) => getResult(4, manager)))).map((result) =>
		result.matchUps.find((matchUp) => matchUp.leagueId === leagueId),
	);
	expect(matchUps.map((matchUp) => matchUp?.outcome).toSorted()).toEqual(["bye", "drawn", "drawn"]);
	const drawnMatchUps = matchUps.filter((matchUp) => matchUp?.outcome === "drawn");
	expect(drawnMatchUps.map((matchUp) => matchUp?.opponent?.points)).toEqual([0, 0]);
	expect(matchUps.find((matchUp) => matchUp?.outcome === "bye")?.opponent).toBeNull();
});
