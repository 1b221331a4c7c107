import { showConversation } from "@first-bounce/contract/leagues/conversation";
import { createLeague, leaveLeague, updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { showLeagueLadder, showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { showPastLeague } from "@first-bounce/contract/leagues/past-leagues";
import { correctStatLines, previewStats } from "@first-bounce/contract/operator/stats";
import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRandomRound } from "../../../../../testing/season/play-rounds.ts";
import { createSeasonFolder } from "../../../../../testing/season/season-folder.ts";
import { createSeededRandom, DAY, FIRST_BOUNCE } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	createTestLeague,
	type LeagueManager,
} from "../../../../../testing/server/league-managers.ts";
import { createTestApp, createTestOperator, type TestApp } from "../../../../../testing/server/test-app.ts";
import { buildStatLine } from "../../../../../testing/stats-providers/test-feed.ts";
import { listCalendarMatchUps } from "../../calendar/match-up-queries.ts";
import { saveClock } from "../../seasons/current/clock-queries.ts";
import { importSeason } from "../../seasons/import/import-season.ts";
import { beginSeason } from "../../seasons/rollover/rollover.ts";
import { writeDueCards } from "../cards/card-runner.ts";
import { advanceLeagues } from "./round-activity.ts";

/** Two rounds of the ladder, the semi-finals in round 3 and the grand final in round 4. */
const ROUNDS = 4;
const random = createSeededRandom(31);
const leagues = { ...DEFAULT_SEASON_RULES.leagues, finalsSeries: true };
const nextFolder = createSeasonFolder();
let app: TestApp;
let managers: LeagueManager[];
let league: { id: number };

beforeAll(async () => {
	app = await createTestApp({}, { rounds: ROUNDS, rules: { leagues } });
	managers = await createLeagueManagers(app, 9);
	const form = { type: "h2h", size: 10, finalsSeries: true, medianGame: true, consolationGames: true } as const;
	league = await createLeagueWith(managers, form);
}, 60_000);
afterAll(async () => {
	await app.close();
	nextFolder.discard();
});

const ann = () => managers[0] as LeagueManager;
const findManager = (teamId: number | undefined) => managers.find((one) => one.teamId === teamId) as LeagueManager;
const advance = () => advanceLeagues(app.database.db, app.seasons.current(), app.clocks.seasonNow());
async function playRound(roundId: number): Promise<void> {
	await playRandomRound(app, roundId, random, advance);
	await writeDueCards({ db: app.database.db, seasons: app.seasons, clocks: app.clocks });
}
const getLadder = () => ann().client(showLeagueLadder, { query: { leagueId: league.id } });
const listLadder = async () => (await getLadder()).rankings.map(({ teamId }) => teamId);
const getRound = (roundId: number) => ann().client(showMatchUps, { body: { leagueId: league.id, roundId } });
async function getPairs(roundId: number) {
	const { matchUps, byes } = await getRound(roundId);
	const listPairs = (isConsolation: boolean) =>
		matchUps
			.filter((match) => match.isConsolation === isConsolation)
			.map(({ home, away }) => [home.teamId, away.teamId]);
	return {
		finals: listPairs(false),
		consolation: listPairs(true),
		winners: matchUps.map(({ winnerTeamId }) => winnerTeamId),
		byes: byes.map(({ teamId }) => teamId),
	};
}
const getResult = async (teamId: number | undefined, roundId: number) =>
	(await findManager(teamId).client(showRoundResult, { params: { roundId } })).result;
async function findResultsCard(roundId: number) {
	const { messages } = await ann().client(showConversation, { params: { id: league.id }, query: {} });
	const found = messages.find(
		(message) => message.kind === "card" && message.card.type === "results" && message.roundId === roundId,
	);
	return found?.kind === "card" && found.card.type === "results" ? found.card : null;
}

describe("the options of a head-to-head league", () => {
	test("change until the start, consolation games only with finals [D2.9.275]", async () => {
		const { client } = ann();
		const change = (id: number, body: { medianGame?: boolean; consolationGames?: boolean }) =>
			client(updateLeague, { params: { id }, body });
		const { id } = await createTestLeague(ann(), { type: "h2h" });
		expect((await change(id, { medianGame: true })).league).toMatchObject({
			medianGame: true,
			consolationGames: false,
		});
		expect((await change(id, { consolationGames: true })).league).toMatchObject({
			medianGame: true,
			consolationGames: true,
		});
		expect((await change(id, { medianGame: false })).league).toMatchObject({
			medianGame: false,
			consolationGames: true,
		});
		const open = await createTestLeague(ann());
		expect(await getApiFailure(change(open.id, { medianGame: true }))).toMatchObject({
			status: 422,
			code: "league-not-h2h",
		});
		const noFinals = await createTestLeague(ann(), { type: "h2h", finals: false, consolationGames: true });
		expect(noFinals.consolationGames).toBe(false);
		expect((await getApiFailure(change(noFinals.id, { consolationGames: true }))).code).toBe("league-no-finals");
		const body = { name: "Odd", startId: 1, type: "h2h" as const, medianGame: "yes" as unknown as boolean };
		expect((await getApiFailure(client(createLeague, { body }))).code).toBe("invalid-field");
	});
});

describe("a league with median games", () => {
	test("tells each manager about them, in results and in the chat [D2.9.278]", async () => {
		await playRound(1);
		const { median, matchUps, byes } = await getRound(1);
		const points = median ?? Number.NaN;
		for (const team of matchUps.flatMap(({ home, away }) => [home, away])) {
			const outcome = (team.points ?? 0) > points ? "won" : (team.points ?? 0) < points ? "lost" : "drawn";
			const result = await getResult(team.teamId, 1);
			expect(result?.matchUps).toMatchObject([{ leagueId: league.id, median: { points, outcome } }]);
		}
		expect((await getResult(byes[0]?.teamId, 1))?.matchUps).toMatchObject([{ outcome: "bye" }]);
		expect((await getResult(byes[0]?.teamId, 1))?.matchUps[0]?.median).toBeUndefined();
		expect((await findResultsCard(1))?.median).toBe(points);
		const change = ann().client(updateLeague, { params: { id: league.id }, body: { medianGame: false } });
		expect((await getApiFailure(change)).code).toBe("league-started");
	});

	test("counts changed median games in a correction's preview [D2.9.278]", async () => {
		await playRound(2);
		const operator = (await createTestOperator(app)).client;
		const { matchUps } = await getRound(2);
		const [lowest] = matchUps
			.flatMap(({ home, away }) => [home, away])
			.toSorted((a, b) => (a.points ?? 0) - (b.points ?? 0));
		const line = await app.database.db
			.selectFrom("stat_lines")
			.innerJoin("matches", "matches.id", "stat_lines.match_id")
			.where("player_id", "in", findManager(lowest?.teamId).team.slots.slice(0, 16))
			.where("matches.round_id", "=", 2)
			.select(["player_id", "match_id", "kicks"])
			.executeTakeFirstOrThrow();
		const params = { id: line.match_id };
		const lines = (K: number) => [{ playerId: line.player_id, stats: { ...buildStatLine({ K }), TOG: 80 } }];
		// A correction reads the stored clock, by which round 3 has not started.
		await saveClock(app.database.db, app.season.id, {
			season_at: new Date(app.clocks.seasonNow()),
			wall_at: new Date(),
			speed: 1,
			playing_round_id: null,
			hold_at: null,
		});
		const correct = async (K: number) => {
			await operator(correctStatLines, { params, body: { reason: "Video", lines: lines(K) } });
			await app.seasons.refresh();
			await app.standings.refresh();
			await advance();
		};
		const before = await getPairs(3);
		const listResults = async () => {
			const { matchUps: games, median } = await getRound(2);
			return games.flatMap(({ home, away, winnerTeamId }) => [
				winnerTeamId,
				...[home, away].map((team) => Math.sign((team.points ?? 0) - (median ?? 0))),
			]);
		};
		const resultsBefore = await listResults();
		const preview = await operator(previewStats, { params, body: { lines: lines(300) } });
		await correct(300);
		const resultsAfter = await listResults();
		const changed = resultsAfter.filter((result, index) => result !== resultsBefore[index]).length;
		expect(changed).toBeGreaterThan(1);
		const effect = preview.rounds.find(({ roundId }) => roundId === 2);
		expect(effect).toMatchObject({ resultsChanged: changed, leaguesTouched: 1, eliminationsChanged: 0 });
		const ladder = await listLadder();
		expect((await getPairs(3)).consolation).toEqual([ladder.slice(4, 6), ladder.slice(6, 8)]);
		await correct(line.kicks);
		expect(await getPairs(3)).toEqual(before);
	});
});

describe("consolation games", () => {
	/** The ladder after the last regular round. */
	let ladder: number[];

	test("give the last of an odd number a bye [D2.9.274]", async () => {
		ladder = await listLadder();
		const { consolation, byes } = await getPairs(3);
		expect(consolation).toEqual([ladder.slice(4, 6), ladder.slice(6, 8)]);
		expect(byes).toEqual(ladder.slice(8));
		const { userId } = findManager(ladder[4]);
		const entries = await listCalendarMatchUps(app.database.pool, app.season.id, userId);
		expect(entries.find(({ roundId }) => roundId === 3)).toMatchObject({ isConsolation: true, isSemiFinal: false });
	});

	test("are named in the chat, the activity and results [D2.9.278]", async () => {
		await playRound(3);
		expect(await listLadder()).toEqual(ladder);
		expect((await getLadder()).placings).toBeUndefined();
		const flags = [false, false, true, true];
		const { events } = await ann().client(listLeagueActivity, { params: { id: league.id }, query: {} });
		const results = events.find((event) => event.kind === "results" && event.roundId === 3);
		expect(results?.kind === "results" ? results.matches.map(({ isConsolation }) => isConsolation) : []).toEqual(flags);
		expect((await findResultsCard(3))?.matchUps.map(({ isConsolation }) => isConsolation)).toEqual(flags);
		const { winners } = await getPairs(3);
		const result = await getResult(winners[2] ?? 0, 3);
		expect(result?.matchUps).toMatchObject([{ isConsolation: true, outcome: "won" }]);
		expect(result?.matchUps[0]?.median).toBeUndefined();
	});

	test("are paired again when a member leaves [D2.9.274]", async () => {
		const { consolation, finals, byes } = await getPairs(4);
		expect(consolation).toHaveLength(3);
		const leaver = consolation[1]?.find((teamId) => teamId !== ann().teamId);
		await findManager(leaver).client(leaveLeague, { params: { id: league.id } });
		const after = await getPairs(4);
		expect(after.finals).toEqual(finals);
		expect(after.consolation[0]).toEqual(consolation[0]);
		const others = [...consolation.slice(1).flat(), ...byes].filter((teamId) => teamId !== leaver);
		expect([...after.consolation.slice(1).flat(), ...after.byes]).toEqual(others);
	});

	test("give the placings after the grand final [D2.9.277]", async () => {
		await playRound(4);
		const { placings, winnerTeamId } = await getLadder();
		const { finals, consolation, winners, byes } = await getPairs(4);
		const expected = [...finals, ...consolation].flatMap((pair, index) => [
			winners[index],
			pair.find((teamId) => teamId !== winners[index]),
		]);
		expect(placings?.filter((teamId) => !byes.includes(teamId))).toEqual(expected);
		expect([placings?.[0], placings?.length]).toEqual([winnerTeamId, 8]);
	});

	test("stay in the archive with medians and placings [D2.9.277]", async () => {
		const { placings } = await getLadder();
		const medians = [];
		for (const roundId of [1, 2, 3, 4]) medians.push((await getRound(roundId)).median ?? undefined);
		await importSeason(app.database.db, nextFolder.path);
		await beginSeason(app.database.db, 7, { actor: "command line", reason: "the year is over" });
		await app.seasons.refresh();
		app.clocks.setSeason(FIRST_BOUNCE - DAY);
		const params = { seasonId: app.season.id, leagueId: league.id };
		const past = await ann().client(showPastLeague, { params, query: {} });
		expect(past.placings?.map(({ teamId }) => teamId)).toEqual(placings);
		expect(past.rounds.map(({ median }) => median)).toEqual(medians);
		expect(medians.map((median) => median === undefined)).toEqual([false, false, true, true]);
	});
});
