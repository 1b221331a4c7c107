import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreSeason2023 } from "../../../testing/rules/season-2023.ts";
import {
	computeAllTimeLadder,
	computeRivalry,
	findLeagueRecords,
	findSeasonTitle,
	type HistoryMatchUp,
	type HistorySeason,
} from "./league-history.ts";

const createMatchUp = (
	roundId: number,
	[home, homePoints]: readonly [number, number],
	[away, awayPoints]: readonly [number, number],
	changes: Partial<HistoryMatchUp> = {},
): HistoryMatchUp => ({
	seasonId: 1,
	roundId,
	isFinal: false,
	isConsolation: false,
	isGrandFinal: false,
	home,
	homePoints,
	away,
	awayPoints,
	...changes,
});

const createSeason = (changes: Partial<HistorySeason> = {}): HistorySeason => ({
	seasonId: 1,
	ladder: [],
	isDecided: false,
	matchUps: [],
	scores: [],
	...changes,
});

const listScores = (matchUps: readonly HistoryMatchUp[]) =>
	matchUps.flatMap(({ seasonId, roundId, home, homePoints, away, awayPoints }) => [
		{ seasonId, roundId, userId: home, points: homePoints },
		{ seasonId, roundId, userId: away, points: awayPoints },
	]);

const createH2hSeason = (seasonId: number, matchUps: readonly HistoryMatchUp[]) => {
	const own = matchUps.map((matchUp) => ({ ...matchUp, seasonId }));
	return createSeason({ seasonId, matchUps: own, scores: listScores(own) });
};

/** Four real teams: three round robins, then the grand final of the top two, teams 3 and 1. */
function createSeason2023(): HistorySeason {
	const rounds = scoreSeason2023(4);
	const pairs = [
		[
			[1, 2],
			[3, 4],
		],
		[
			[1, 3],
			[2, 4],
		],
		[
			[1, 4],
			[2, 3],
		],
	] as const;
	const matchUps = rounds.flatMap((points, index) => {
		const isGrandFinal = index === 9;
		const matchUps = isGrandFinal ? ([[3, 1]] as const) : (pairs[index % 3] ?? []);
		return matchUps.map(([home, away]) =>
			createMatchUp(index + 1, [home, points[home - 1] ?? 0], [away, points[away - 1] ?? 0], {
				isFinal: isGrandFinal,
				isGrandFinal,
			}),
		);
	});
	return createH2hSeason(2023, matchUps);
}

describe("the champion of a season", () => {
	test("won the grand final, which a draw gives to the higher placed [D2.9.266]", () => {
		const grandFinal = { isFinal: true, isGrandFinal: true };
		const won = createSeason({ ladder: [1, 2], matchUps: [createMatchUp(3, [1, 800], [2, 801], grandFinal)] });
		const drawn = createSeason({ matchUps: [createMatchUp(3, [1, 800], [2, 800], grandFinal)] });
		expect(findSeasonTitle(won)).toEqual({ championId: 2, runnerUpId: 1 });
		expect(findSeasonTitle(drawn)).toEqual({ championId: 1, runnerUpId: 2 });
	});

	test("else tops the final ladder, before which there is none [D2.9.266]", () => {
		const ladder = [7, 5, 6];
		expect(findSeasonTitle(createSeason({ ladder, isDecided: true }))).toEqual({ championId: 7, runnerUpId: 5 });
		expect(findSeasonTitle(createSeason({ ladder }))).toBeNull();
	});

	test("does not exist in a league of one [D2.9.266]", () => {
		expect(findSeasonTitle(createSeason({ ladder: [7], isDecided: true }))).toBeNull();
	});
});

describe("with four real teams over the 2023 season", () => {
	const season = createSeason2023();

	test("the all-time ladder counts match-ups, finals included [D2.9.267]", () => {
		const rows = computeAllTimeLadder([season]);
		expect(
			rows.map(({ userId, played, won, drawn, lost, pointsFor, pointsAgainst, titles, runnerUps }) => [
				userId,
				played,
				won,
				drawn,
				lost,
				pointsFor,
				pointsAgainst,
				titles,
				runnerUps,
			]),
		).toEqual([
			[3, 10, 7, 0, 3, 13_194, 12_058, 1, 0],
			[1, 10, 6, 0, 4, 12_564, 12_367, 0, 1],
			[4, 9, 5, 0, 4, 11_061, 10_879, 0, 0],
			[2, 9, 1, 0, 8, 9_989, 11_504, 0, 0],
		]);
		expect(rows.map(({ percentage }) => percentage?.toFixed(4))).toEqual([
			"109.4211",
			"101.5929",
			"101.6729",
			"86.8307",
		]);
		expect(rows.map(({ seasons, rounds, points }) => [seasons, rounds, points])).toEqual([
			[1, 10, 13_194],
			[1, 10, 12_564],
			[1, 9, 11_061],
			[1, 9, 9_989],
		]);
	});

	test("the records name who, when and against whom, and list ties [D2.9.268]", () => {
		const { highest, lowest, largestMargin, smallestMargin, winningRun, losingRun } = findLeagueRecords([season]);
		expect(highest).toEqual([{ seasonId: 2023, roundId: 3, userId: 3, points: 1407, opponentId: 2 }]);
		expect(lowest).toEqual([{ seasonId: 2023, roundId: 5, userId: 2, points: 934, opponentId: 4 }]);
		const listMargins = (records: typeof largestMargin) =>
			records.map(({ roundId, home, away, winnerId, margin }) => [roundId, home, away, winnerId, margin]);
		expect(listMargins(largestMargin)).toEqual([[6, 2, 3, 3, 350]]);
		expect(listMargins(smallestMargin)).toEqual([
			[4, 3, 4, 4, 30],
			[9, 1, 4, 1, 30],
		]);
		const at = (roundId: number) => ({ seasonId: 2023, roundId });
		expect(winningRun).toEqual([{ userId: 1, length: 4, from: at(6), to: at(9), isCurrent: false }]);
		expect(losingRun).toEqual([{ userId: 2, length: 5, from: at(5), to: at(9), isCurrent: true }]);
	});

	test("two managers' match-ups are listed with their balance [D2.9.269]", () => {
		const { meetings, ...balance } = computeRivalry(season.matchUps, 1, 3);
		expect(balance).toEqual({ won: 1, drawn: 0, lost: 3, pointsFor: 5034, pointsAgainst: 5257 });
		expect(meetings.map(({ roundId, own, other, outcome }) => [roundId, own, other, outcome])).toEqual([
			[10, 1282, 1397, "lost"],
			[8, 1355, 1299, "won"],
			[5, 1093, 1160, "lost"],
			[2, 1304, 1401, "lost"],
		]);
		expect(meetings.map(({ isFinal }) => isFinal)).toEqual([true, false, false, false]);
	});
});

describe("over several seasons", () => {
	test("a run goes on over byes and into the next season [D2.9.268]", () => {
		const first = createH2hSeason(1, [createMatchUp(1, [1, 900], [2, 800]), createMatchUp(3, [1, 900], [3, 800])]);
		const second = createH2hSeason(2, [createMatchUp(1, [3, 700], [1, 701]), createMatchUp(2, [1, 800], [2, 800])]);
		const { winningRun, losingRun } = findLeagueRecords([first, second]);
		const from = { seasonId: 1, roundId: 1 };
		const to = { seasonId: 2, roundId: 1 };
		expect(winningRun).toEqual([{ userId: 1, length: 3, from, to, isCurrent: false }]);
		expect(losingRun.map(({ userId, length }) => [userId, length])).toEqual([[3, 2]]);
	});

	test("teams without a manager are on no ladder and hold no record [D2.9.307]", () => {
		const season = createH2hSeason(1, [createMatchUp(1, [1, 900], [0, 950]), createMatchUp(1, [2, 700], [3, 705])]);
		const withoutRobots = { ...season, scores: season.scores.filter(({ userId }) => userId !== 0) };
		expect(computeAllTimeLadder([withoutRobots]).map(({ userId, lost }) => [userId, lost])).toEqual([
			[3, 0],
			[2, 1],
			[1, 1],
		]);
		const { highest, largestMargin } = findLeagueRecords([withoutRobots]);
		expect(highest).toEqual([{ seasonId: 1, roundId: 1, userId: 1, points: 900, opponentId: null }]);
		expect(largestMargin).toMatchObject([{ home: 2, away: 3, margin: 5 }]);
	});

	test("one result is not a run, and nothing played sets no record [D2.9.268]", () => {
		const one = createH2hSeason(1, [createMatchUp(1, [1, 900], [2, 800])]);
		expect(findLeagueRecords([one])).toMatchObject({ winningRun: [], losingRun: [] });
		const empty = { highest: [], lowest: [], largestMargin: [], smallestMargin: [], winningRun: [], losingRun: [] };
		expect(findLeagueRecords([createSeason()])).toEqual(empty);
	});

	test("without match-ups the ladder is by points, records without opponents [D2.9.267]", () => {
		const scores = [
			{ seasonId: 1, roundId: 1, userId: 4, points: 900 },
			{ seasonId: 1, roundId: 1, userId: 5, points: 950 },
			{ seasonId: 2, roundId: 1, userId: 4, points: 800 },
		];
		const seasons = [
			createSeason({ scores: scores.slice(0, 2), ladder: [5, 4], isDecided: true }),
			createSeason({ seasonId: 2, scores: scores.slice(2), ladder: [4] }),
		];
		expect(
			computeAllTimeLadder(seasons).map(({ userId, seasons: count, rounds, points, titles, runnerUps, percentage }) => [
				userId,
				count,
				rounds,
				points,
				titles,
				runnerUps,
				percentage,
			]),
		).toEqual([
			[4, 2, 2, 1700, 0, 1, null],
			[5, 1, 1, 950, 1, 0, null],
		]);
		expect(findLeagueRecords(seasons).highest).toEqual([{ ...scores[1], opponentId: null }]);
	});
});

const anyMatchUps = fc
	.array(
		fc.record({
			roundId: fc.integer({ min: 1, max: 6 }),
			home: fc.integer({ min: 1, max: 5 }),
			gap: fc.integer({ min: 1, max: 4 }),
			homePoints: fc.integer({ min: -1, max: 3 }),
			awayPoints: fc.integer({ min: -1, max: 3 }),
			isFinal: fc.boolean(),
		}),
		{ maxLength: 20 },
	)
	.map((drawn) => {
		const taken = new Set<string>();
		return drawn.flatMap(({ roundId, home, gap, homePoints, awayPoints, isFinal }) => {
			const away = ((home + gap - 1) % 5) + 1;
			const keys = [home, away].map((userId) => `${roundId} ${userId}`);
			if (keys.some((key) => taken.has(key))) return [];
			for (const key of keys) taken.add(key);
			return [createMatchUp(roundId, [home, homePoints], [away, awayPoints], { isFinal })];
		});
	});
const anySeasons = fc
	.array(anyMatchUps, { maxLength: 4 })
	.map((seasons) => seasons.map((matchUps, index) => createH2hSeason(index + 1, matchUps)));

const computeAll = (seasons: readonly HistorySeason[]) => ({
	ladder: computeAllTimeLadder(seasons),
	records: findLeagueRecords(seasons),
});

describe("over random seasons", () => {
	test("wins equal losses, and points for equal points against [D2.9.267]", () => {
		fc.assert(
			fc.property(anySeasons, (seasons) => {
				const sums = { won: 0, lost: 0, drawn: 0, pointsFor: 0, pointsAgainst: 0, played: 0 };
				for (const row of computeAllTimeLadder(seasons)) {
					for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += row[key];
					expect(row.won + row.drawn + row.lost).toBe(row.played);
				}
				expect(sums.won).toBe(sums.lost);
				expect(sums.pointsFor).toBe(sums.pointsAgainst);
				expect(sums.drawn % 2).toBe(0);
				expect(sums.played).toBe(2 * seasons.reduce((total, { matchUps }) => total + matchUps.length, 0));
			}),
		);
	});

	test("the order of seasons, match-ups and scores makes no difference [D2.9.267]", () => {
		fc.assert(
			fc.property(anySeasons, (seasons) => {
				const reversed = seasons.toReversed().map((season) => ({
					...season,
					matchUps: season.matchUps.toReversed(),
					scores: season.scores.toReversed(),
				}));
				expect(computeAll(reversed)).toEqual(computeAll(seasons));
			}),
		);
	});

	test("no score or margin goes beyond a record, and runs are real [D2.9.268]", () => {
		fc.assert(
			fc.property(anySeasons, (seasons) => {
				const { highest, lowest, largestMargin, smallestMargin, winningRun } = findLeagueRecords(seasons);
				const matchUps = seasons.flatMap((season) => season.matchUps);
				for (const { homePoints, awayPoints } of matchUps) {
					for (const points of [homePoints, awayPoints]) {
						expect(points).toBeLessThanOrEqual(highest[0]?.points ?? Number.NaN);
						expect(points).toBeGreaterThanOrEqual(lowest[0]?.points ?? Number.NaN);
					}
					expect(Math.abs(homePoints - awayPoints)).toBeLessThanOrEqual(largestMargin[0]?.margin ?? Number.NaN);
					expect(Math.abs(homePoints - awayPoints)).toBeGreaterThanOrEqual(smallestMargin[0]?.margin ?? Number.NaN);
				}
				const ladder = computeAllTimeLadder(seasons);
				for (const { userId, length } of winningRun)
					expect(ladder.find((row) => row.userId === userId)?.won).toBeGreaterThanOrEqual(length);
			}),
		);
	});

	test("two managers' balances mirror each other and add up to the ladder [D2.9.269]", () => {
		fc.assert(
			fc.property(anySeasons, (seasons) => {
				const matchUps = seasons.flatMap((season) => season.matchUps);
				for (const { userId, won, lost, pointsFor } of computeAllTimeLadder(seasons)) {
					const others = [1, 2, 3, 4, 5].filter((id) => id !== userId);
					const rivalries = others.map((otherId) => computeRivalry(matchUps, userId, otherId));
					expect(rivalries.reduce((total, rivalry) => total + rivalry.won, 0)).toBe(won);
					expect(rivalries.reduce((total, rivalry) => total + rivalry.lost, 0)).toBe(lost);
					expect(rivalries.reduce((total, rivalry) => total + rivalry.pointsFor, 0)).toBe(pointsFor);
					const mirrored = others.map((otherId) => computeRivalry(matchUps, otherId, userId));
					expect(mirrored.map((rivalry) => [rivalry.lost, rivalry.won])).toEqual(
						rivalries.map((rivalry) => [rivalry.won, rivalry.lost]),
					);
				}
			}),
		);
	});
});
