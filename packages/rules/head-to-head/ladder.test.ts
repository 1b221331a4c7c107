import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreSeason2023 } from "../../../testing/rules/season-2023.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { listAverageGames } from "./average-game.ts";
import { findFinalWinner, pairGrandFinal } from "./finals.ts";
import { buildFixture } from "./fixture.ts";
import { computeLadder, computeMediansByRound, type MatchUpResult, TIEBREAKERS, type Tiebreaker } from "./ladder.ts";

const rules = DEFAULT_SEASON_RULES;
const NO_FINALS = { finals: false, finalsSeries: false };
const PERCENTAGE = { tiebreaker: "percentage", medianGame: false } as const;
const members = [1, 2, 3, 4].map((teamId) => ({ teamId, joinNumber: 10 - teamId }));
const createResult = (
	home: number,
	homePoints: number,
	away: number,
	awayPoints: number,
	isFinal = false,
): MatchUpResult => ({
	roundId: 1,
	home,
	homePoints,
	away,
	awayPoints,
	isFinal,
	isConsolation: false,
});
const listOrder = (results: MatchUpResult[], tiebreaker: Tiebreaker = "percentage") =>
	computeLadder(members, results, { tiebreaker, medianGame: false }, rules).map(({ teamId }) => teamId);

describe("a ladder", () => {
	test("gives four points for a win and two for draws", () => {
		const [top, ...rest] = computeLadder(
			members,
			[createResult(1, 900, 2, 600), createResult(3, 700, 1, 700)],
			PERCENTAGE,
			rules,
		);
		expect(top).toMatchObject({
			teamId: 1,
			played: 2,
			wins: 1,
			draws: 1,
			losses: 0,
			premiershipPoints: 6,
			pointsFor: 1600,
			pointsAgainst: 1300,
		});
		expect(top?.percentage).toBeCloseTo(123.08, 2);
		expect(rest.find(({ teamId }) => teamId === 4)).toMatchObject({ played: 0, percentage: null, pointsFor: 0 });
	});

	test("counts games against the average, and their median games [D2.9.465]", () => {
		const results = [createResult(1, 900, 2, 601), createResult(3, 700, 4, 650)];
		const averageGames = listAverageGames([{ roundId: 1, teamId: 5, points: 713 }], results);
		expect(averageGames).toEqual([{ roundId: 1, teamId: 5, points: 713, average: 713 }]);
		const five = [...members, { teamId: 5, joinNumber: 1 }];
		const rows = computeLadder(five, results, { tiebreaker: "percentage", medianGame: true, averageGames }, rules);
		expect(rows.find(({ teamId }) => teamId === 5)).toMatchObject({
			played: 2,
			wins: 1,
			draws: 1,
			losses: 0,
			pointsFor: 713,
			pointsAgainst: 713,
			// The median of 601, 650, 700 and 900.
			median: { wins: 1, draws: 0, losses: 0 },
		});
		expect(listAverageGames([{ roundId: 2, teamId: 5, points: 713 }], results)).toEqual([]);
	});

	test("breaks ties by percentage or points for, then joining", () => {
		const results = [createResult(1, 1000, 2, 900), createResult(3, 600, 4, 500)];
		expect(listOrder(results, "percentage")).toEqual([3, 1, 2, 4]);
		expect(listOrder(results, "points_for")).toEqual([1, 3, 2, 4]);
		expect(listOrder([])).toEqual([4, 3, 2, 1]);
	});

	test("ranks a team without points against first among equals", () => {
		expect(listOrder([createResult(1, 900, 2, 1), createResult(3, 1, 4, 0)])).toEqual([3, 1, 2, 4]);
	});

	test("counts match-ups with leavers, but not the grand final", () => {
		const results = [createResult(1, 900, 99, 600), createResult(2, 1, 1, 2000, true)];
		const [top] = computeLadder(members, results, PERCENTAGE, rules);
		expect(top).toMatchObject({ teamId: 1, played: 1, pointsFor: 900 });
	});

	test("counts a game against the round's median beside the match-up [D2.9.273]", () => {
		const results = [createResult(1, 1000, 2, 900), createResult(3, 800, 4, 700)];
		expect(computeMediansByRound(results)).toEqual(new Map([[1, 850]]));
		const rows = computeLadder(members, results, { tiebreaker: "percentage", medianGame: true }, rules);
		expect(rows.map(({ teamId, played, premiershipPoints }) => [teamId, played, premiershipPoints])).toEqual([
			[1, 2, 8],
			[3, 2, 4],
			[2, 2, 4],
			[4, 2, 0],
		]);
		// The loss to team 1 and the win over the median.
		expect(rows[2]).toMatchObject({ wins: 1, losses: 1, pointsFor: 900, pointsAgainst: 1000 });
		expect(rows[2]?.median).toEqual({ wins: 1, draws: 0, losses: 0 });
	});

	test("counts median games over the real 2023 season [D2.9.273]", () => {
		const scores = scoreSeason2023(8);
		const ids = Array.from({ length: 8 }, (_, index) => index + 1);
		const rounds = scores.map((_, index) => index + 1);
		const results = buildFixture(ids, rounds, NO_FINALS).flatMap(({ roundId, matchUps }) =>
			matchUps.map(([home, away]) => {
				const getPoints = (teamId: number) => scores[roundId - 1]?.[teamId - 1] ?? 0;
				return { ...createResult(home, getPoints(home), away, getPoints(away)), roundId };
			}),
		);
		expect([...computeMediansByRound(results).values()]).toEqual([
			1242.5, 1285, 1286.5, 1255.5, 1126.5, 1252.5, 1195.5, 1291.5, 1169, 1225,
		]);
		const league = ids.map((teamId) => ({ teamId, joinNumber: teamId }));
		const describeLadder = (medianGame: boolean) =>
			computeLadder(league, results, { tiebreaker: "percentage", medianGame }, rules).map(
				({ teamId, played, wins, losses, median, premiershipPoints }) =>
					`${teamId}: ${played} played, ${wins}-${losses}${median ? ` (${median.wins}-${median.losses})` : ""}, ${premiershipPoints}`,
			);
		expect(describeLadder(true)).toEqual([
			"3: 20 played, 17-3 (9-1), 68",
			"5: 20 played, 16-4 (9-1), 64",
			"1: 20 played, 14-6 (8-2), 56",
			"6: 20 played, 13-7 (7-3), 52",
			"4: 20 played, 9-11 (3-7), 36",
			"7: 20 played, 6-14 (2-8), 24",
			"8: 20 played, 3-17 (1-9), 12",
			"2: 20 played, 2-18 (1-9), 8",
		]);
		expect(describeLadder(false)).toEqual([
			"3: 10 played, 8-2, 32",
			"5: 10 played, 7-3, 28",
			"6: 10 played, 6-4, 24",
			"1: 10 played, 6-4, 24",
			"4: 10 played, 6-4, 24",
			"7: 10 played, 4-6, 16",
			"8: 10 played, 2-8, 8",
			"2: 10 played, 1-9, 4",
		]);
	});

	test("wins equal losses outside median games [D2.9.273]", () => {
		const results = fc.array(
			fc
				.tuple(
					fc.integer({ min: 1, max: 4 }),
					fc.uniqueArray(fc.constantFrom(1, 2, 3, 4), { minLength: 2, maxLength: 2 }),
					fc.tuple(fc.integer({ min: -1, max: 3 }), fc.integer({ min: -1, max: 3 })),
				)
				.map(([roundId, [home = 1, away = 2], [homePoints, awayPoints]]) => ({
					...createResult(home, homePoints, away, awayPoints),
					roundId,
				})),
			{ maxLength: 12 },
		);
		fc.assert(
			fc.property(results, (played) => {
				const rows = computeLadder(members, played, { tiebreaker: "percentage", medianGame: true }, rules);
				const plain = computeLadder(members, played, PERCENTAGE, rules);
				const sum = (of: typeof rows, count: (row: (typeof rows)[number]) => number) =>
					of.reduce((total, row) => total + count(row), 0);
				const medianWins = sum(rows, ({ median }) => median?.wins ?? 0);
				const medianLosses = sum(rows, ({ median }) => median?.losses ?? 0);
				expect(sum(rows, ({ wins, losses }) => wins - losses)).toBe(medianWins - medianLosses);
				// At most half of the teams are on either side of a median.
				expect(Math.max(medianWins, medianLosses)).toBeLessThanOrEqual(played.length);
				expect(sum(rows, (row) => row.played)).toBe(4 * played.length);
				const getPoints = (of: typeof rows) =>
					of
						.toSorted((a, b) => a.teamId - b.teamId)
						.map(({ pointsFor, pointsAgainst, percentage }) => [pointsFor, pointsAgainst, percentage]);
				expect(getPoints(rows)).toEqual(getPoints(plain));
				expect(
					computeLadder(
						members.toReversed(),
						played.toReversed(),
						{ tiebreaker: "percentage", medianGame: true },
						rules,
					),
				).toEqual(rows);
			}),
		);
	});

	test("draws with the median, and plays none in finals", () => {
		const results = [createResult(1, 800, 2, 800), createResult(3, 900, 4, 700, true)];
		const rows = computeLadder(members, results, { tiebreaker: "percentage", medianGame: true }, rules);
		expect(rows.find(({ teamId }) => teamId === 1)).toMatchObject({ played: 2, draws: 2 });
		expect(rows.find(({ teamId }) => teamId === 3)).toMatchObject({ played: 0, wins: 0 });
	});

	test("sends the top two to the grand final", () => {
		expect(pairGrandFinal(computeLadder(members, [createResult(2, 2, 3, 1)], PERCENTAGE, rules), [])).toEqual([2, 4]);
		expect(pairGrandFinal([{ teamId: 5 }], [])).toBeNull();
		expect(findFinalWinner(createResult(2, 700, 4, 700, true))).toBe(2);
		expect(findFinalWinner(createResult(2, 700, 4, 701, true))).toBe(4);
	});

	test("agrees with totals added up independently, over random seasons", () => {
		const play = fc.record({
			teams: fc.integer({ min: 2, max: 9 }),
			tiebreaker: fc.constantFrom(...TIEBREAKERS),
			medianGame: fc.boolean(),
			scores: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 20, maxLength: 20 }),
		});
		fc.assert(
			fc.property(play, ({ teams, tiebreaker, medianGame, scores }) => {
				const league = Array.from({ length: teams }, (_, i) => ({ teamId: i + 1, joinNumber: (i * 7) % 5 }));
				const rounds = buildFixture(
					league.map(({ teamId }) => teamId),
					[1, 2, 3, 4, 5],
					NO_FINALS,
				);
				const getPoints = (round: number, team: number) => scores[(round * 7 + team * 3) % scores.length] ?? 0;
				const results = rounds.flatMap(({ roundId, matchUps }) =>
					matchUps.map(([home, away]) => ({
						...createResult(home, getPoints(roundId, home), away, getPoints(roundId, away)),
						roundId,
					})),
				);
				const tally = new Map(league.map(({ teamId }) => [teamId, { premiership: 0, own: 0, other: 0 }]));
				for (const { roundId, home, away, homePoints, awayPoints } of results) {
					for (const [team, own, other] of [
						[home, homePoints, awayPoints],
						[away, awayPoints, homePoints],
					] as const) {
						const inRound = results.filter((result) => result.roundId === roundId);
						const sorted = inRound.flatMap((r) => [r.homePoints, r.awayPoints]).sort((a, b) => a - b);
						const median = ((sorted[inRound.length - 1] ?? 0) + (sorted[inRound.length] ?? 0)) / 2;
						const sum = tally.get(team) ?? { premiership: 0, own: 0, other: 0 };
						for (const opponent of medianGame ? [other, median] : [other])
							sum.premiership += own > opponent ? 4 : own === opponent ? 2 : 0;
						sum.own += own;
						sum.other += other;
					}
				}
				const rows = computeLadder(league, results, { tiebreaker, medianGame }, rules);
				expect(rows.map(({ teamId }) => teamId).sort((a, b) => a - b)).toEqual(league.map(({ teamId }) => teamId));
				const keys = rows.map(({ teamId }) => {
					const { premiership, own, other } = tally.get(teamId) ?? { premiership: 0, own: 0, other: 0 };
					const percentage = other === 0 ? 1e9 : own / other;
					const ties = tiebreaker === "percentage" ? [percentage, own] : [own, percentage];
					return [premiership, ...ties, -(((teamId - 1) * 7) % 5), -teamId];
				});
				for (const [index, key] of keys.slice(1).entries()) {
					const above = keys[index] ?? [];
					const firstDifference = key.findIndex((part, i) => part !== above[i]);
					expect(above[firstDifference] ?? 0).toBeGreaterThan(key[firstDifference] ?? 0);
				}
				for (const row of rows) {
					expect(row).toMatchObject({
						premiershipPoints: tally.get(row.teamId)?.premiership,
						pointsFor: tally.get(row.teamId)?.own,
						pointsAgainst: tally.get(row.teamId)?.other,
					});
				}
			}),
		);
	});
});
