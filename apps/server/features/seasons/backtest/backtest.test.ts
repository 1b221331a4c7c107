import { beforeAll, describe, expect, test } from "vitest";
import {
	getSeason2023Path,
	readSeason2023Lineups,
	readSeason2023Stats,
} from "../../../../../testing/rules/season-2023.ts";
import { listPrices } from "../../../../../testing/season/prices-2023.ts";
import { readSeasonFolder } from "../import/files/read-season-folder.ts";
import type { SeasonData } from "../import/files/season-data.ts";
import { type BacktestOptions, type BacktestResult, runBacktest } from "./backtest.ts";

let season: SeasonData;
beforeAll(async () => {
	const read = await readSeasonFolder(getSeason2023Path());
	if (!read.season) throw new Error("the real season has problems");
	season = read.season;
});

/** A season takes about two seconds, and several times as long while other tests run. */
const TIMEOUT_MS = 240_000;

/** Cuts the season after some rounds. */
const takeRounds = (count: number): SeasonData => ({
	...season,
	rules: { ...season.rules, lastRound: count },
	rounds: season.rounds.slice(0, count),
	matches: season.matches.filter(({ roundId }) => roundId <= count),
});

function runBacktestOf(data: SeasonData, options: Partial<BacktestOptions> = {}): BacktestResult {
	const result = runBacktest(data, { strategy: "coach", seed: null, ownership: null, start: null, ...options });
	if (!result) throw new Error("no team was picked");
	return result;
}

/** Formats the part of a result up to a round, to compare it. */
const formatUpToRound = ({ rounds, projections }: BacktestResult, last: number) =>
	JSON.stringify({
		rounds: rounds.filter(({ round }) => round <= last),
		projections: projections.filter(({ round }) => round <= last),
	});

/** Gives stat rows of later rounds the stats of other rows, drops every fifth, and reverses the order of all rows. */
function scrambleRoundsAfter(data: SeasonData, last: number): SeasonData {
	const roundByMatch = new Map(data.matches.map(({ id, roundId }) => [id, roundId]));
	const isLater = ({ matchId }: { matchId: number }) => (roundByMatch.get(matchId) ?? 0) > last;
	const later = data.stats.filter(isLater);
	const scrambled = later.map((row, index) => ({
		...row,
		line: later[(index * 7919 + 13) % later.length]?.line ?? row.line,
	}));
	const dropped = scrambled.filter((_, index) => index % 5 !== 0);
	return {
		...data,
		stats: [...dropped, ...data.stats.filter((row) => !isLater(row))].reverse(),
		players: data.players.toReversed(),
		matches: data.matches.toReversed(),
	};
}

describe("a backtest of a past season", () => {
	test(
		"no decision depends on later rounds or the rows' order",
		() => {
			const short = takeRounds(5);
			const result = runBacktestOf(short, { seed: 3 });
			expect(result.rounds.flatMap(({ trades }) => trades).length).toBeGreaterThan(5);
			for (const last of [1, 3]) {
				const other = runBacktestOf(scrambleRoundsAfter(short, last), { seed: 3 });
				expect(formatUpToRound(other, last)).toBe(formatUpToRound(result, last));
				expect(formatUpToRound(other, 5)).not.toBe(formatUpToRound(result, 5));
			}
		},
		TIMEOUT_MS,
	);

	test(
		"every step, loops included, is legal and adds up [D2.9.885]",
		() => {
			const start = readSeason2023Lineups().find(({ team }) => team === 100);
			if (!start) throw new Error("there is no team 100");
			const { lineup } = start;
			const started = runBacktestOf(season, { start: { lineup, unknownPlayers: [] } });
			checkSeason(started);
			checkSeason(runBacktestOf(takeRounds(4)));
			expect(started.rounds).toHaveLength(10);
			// In a loop, the captain does not play and the vice captain's points double.
			const played = new Set(readSeason2023Stats().map(({ roundId, playerId }) => `${roundId} ${playerId}`));
			const looped = started.rounds.filter(({ round, captain }) => !played.has(`${round} ${captain}`));
			expect(looped.map(({ round }) => round)).toEqual([2, 3, 6, 7, 8, 9, 10]);
			expect(looped.every(({ round, viceCaptain }) => played.has(`${round} ${viceCaptain}`))).toBe(true);
			expect(started.rounds[0]).toMatchObject({
				lineup: lineup.field,
				captain: lineup.captainId,
				points: start.points,
				bank: 25_000,
				trades: [],
			});
		},
		TIMEOUT_MS,
	);

	test(
		"the coach's team scores over 500 points more than without trades",
		() => {
			const withoutTrades = runBacktestOf(season, { strategy: "autofill", seed: 1 });
			expect(withoutTrades.rounds.flatMap(({ trades }) => trades)).toEqual([]);
			expect(runBacktestOf(season, { seed: 1 }).total).toBeGreaterThan(withoutTrades.total + 500);
		},
		TIMEOUT_MS,
	);

	test("a seed changes the first team, repeatably", () => {
		const playFirstRound = (seed: number) =>
			JSON.stringify(runBacktestOf(takeRounds(1), { strategy: "autofill", seed }).rounds);
		expect(playFirstRound(1)).toBe(playFirstRound(1));
		expect(playFirstRound(1)).not.toBe(playFirstRound(2));
	});

	test("players whom many teams own are expected to score more", () => {
		const ownership = new Map([[1005279, 0.64]]);
		const getEstimate = (options: Partial<BacktestOptions>) =>
			runBacktestOf(takeRounds(1), { strategy: "autofill", ...options }).projections.find(
				({ round, player }) => round === 1 && player === 1005279,
			)?.estimate ?? 0;
		// 12 × √0.64
		expect(getEstimate({ ownership }) - getEstimate({})).toBeCloseTo(9.6, 10);
	});
});

/** Checks a season against the rules of 2023, repeated here so that the check is independent of the tested code. */
function checkSeason({ rounds, total }: BacktestResult): void {
	const prices = listPrices();
	const positions = new Map(season.players.map(({ id, positions, fromRound }) => [id, { positions, fromRound }]));
	const scores = new Map(
		readSeason2023Stats().map(({ roundId, playerId, fantasyPoints }) => [`${roundId} ${playerId}`, fantasyPoints]),
	);
	const getPrice = (round: number, id: number) => prices.get(`${round} ${id}`) ?? Number.NaN;
	let ownedIds: number[] = [];
	let bank = 15_500_000;
	for (const { round, lineup, bench, utility, captain, viceCaptain, emergencies, trades, ...result } of rounds) {
		const shape = Object.entries(lineup).map(([line, ids]) => [line, ids.length]);
		expect(shape).toEqual(Object.entries({ DEF: 5, MID: 5, RUC: 1, FWD: 5 }));
		expect(Object.values(bench).map((ids) => ids.length)).toEqual([1, 1, 1, 1]);
		for (const [line, ids] of [...Object.entries(lineup), ...Object.entries(bench)]) {
			for (const id of ids) expect(positions.get(id)?.positions).toContain(line);
		}
		const field = Object.values(lineup).flat();
		const benched = Object.values(bench).flat();
		const team = [...field, ...benched, utility];
		expect(new Set(team).size).toBe(21);
		for (const id of team) expect(positions.get(id)?.fromRound).toBeLessThanOrEqual(round);
		expect(field).toEqual(expect.arrayContaining([captain, viceCaptain]));
		expect(captain).not.toBe(viceCaptain);
		expect(benched).toEqual(expect.arrayContaining([...emergencies]));

		if (ownedIds.length === 0) bank -= team.reduce((sum, id) => sum + getPrice(round, id), 0);
		else {
			expect(trades.length).toBeLessThanOrEqual(3);
			for (const trade of trades) {
				expect(ownedIds).toContain(trade.out);
				expect(ownedIds).not.toContain(trade.in);
				bank += getPrice(round, trade.out) - getPrice(round, trade.in);
				ownedIds = ownedIds.map((id) => (id === trade.out ? trade.in : id));
			}
			expect(team.toSorted()).toEqual(ownedIds.toSorted());
		}
		ownedIds = team;
		expect(result.bank).toBe(bank);
		expect(bank).toBeGreaterThanOrEqual(0);

		const getPoints = (id: number) => scores.get(`${round} ${id}`);
		let points = 0;
		for (const [line, ids] of Object.entries(lineup)) {
			const [benchId = 0] = bench[line as keyof typeof bench];
			const absent = ids.filter((id) => getPoints(id) === undefined);
			const cover = absent.length > 0 && emergencies.includes(benchId) ? (getPoints(benchId) ?? 0) : 0;
			points += ids.reduce((sum, id) => sum + (getPoints(id) ?? 0), 0) + cover;
		}
		const doubled = [captain, viceCaptain].find((id) => getPoints(id) !== undefined);
		points += getPoints(doubled ?? 0) ?? 0;
		expect(result.points).toBe(points);
	}
	expect(total).toBe(rounds.reduce((sum, { points }) => sum + points, 0));
}
