import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { findFinalWinner, pairGrandFinal } from "./finals.ts";
import { buildFixture } from "./fixture.ts";
import { computeLadder, type LeagueResult, TIEBREAKERS, type Tiebreaker } from "./ladder.ts";

const rules = DEFAULT_SEASON_RULES;
const members = [1, 2, 3, 4].map((teamId) => ({ teamId, joinedAt: 10 - teamId }));
const createResult = (
	home: number,
	homePoints: number,
	away: number,
	awayPoints: number,
	isFinal = false,
): LeagueResult => ({
	roundId: 1,
	home,
	homePoints,
	away,
	awayPoints,
	isFinal,
});
const listOrder = (results: LeagueResult[], tiebreaker: Tiebreaker = "percentage") =>
	computeLadder(members, results, tiebreaker, rules).map(({ teamId }) => teamId);

describe("a ladder", () => {
	test("gives four points for a win and two for draws", () => {
		const [top, ...rest] = computeLadder(
			members,
			[createResult(1, 900, 2, 600), createResult(3, 700, 1, 700)],
			"percentage",
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
		const [top] = computeLadder(members, results, "percentage", rules);
		expect(top).toMatchObject({ teamId: 1, played: 1, pointsFor: 900 });
	});

	test("sends the top two to the grand final", () => {
		expect(pairGrandFinal(computeLadder(members, [createResult(2, 2, 3, 1)], "percentage", rules), [])).toEqual([2, 4]);
		expect(pairGrandFinal([{ teamId: 5 }], [])).toBeNull();
		expect(findFinalWinner(createResult(2, 700, 4, 700, true))).toBe(2);
		expect(findFinalWinner(createResult(2, 700, 4, 701, true))).toBe(4);
	});

	test("agrees with totals added up independently, over random seasons", () => {
		const play = fc.record({
			teams: fc.integer({ min: 2, max: 9 }),
			tiebreaker: fc.constantFrom(...TIEBREAKERS),
			scores: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 20, maxLength: 20 }),
		});
		fc.assert(
			fc.property(play, ({ teams, tiebreaker, scores }) => {
				const league = Array.from({ length: teams }, (_, i) => ({ teamId: i + 1, joinedAt: (i * 7) % 5 }));
				const rounds = buildFixture(
					league.map(({ teamId }) => teamId),
					[1, 2, 3, 4, 5],
					false,
				);
				const getPoints = (round: number, team: number) => scores[(round * 7 + team * 3) % scores.length] ?? 0;
				const results = rounds.flatMap(({ roundId, matchUps }) =>
					matchUps.map(([home, away]) => ({
						...createResult(home, getPoints(roundId, home), away, getPoints(roundId, away)),
						roundId,
					})),
				);
				const tally = new Map(league.map(({ teamId }) => [teamId, { premiership: 0, own: 0, other: 0 }]));
				for (const { home, away, homePoints, awayPoints } of results) {
					for (const [team, own, other] of [
						[home, homePoints, awayPoints],
						[away, awayPoints, homePoints],
					] as const) {
						const sum = tally.get(team) ?? { premiership: 0, own: 0, other: 0 };
						sum.premiership += own > other ? 4 : own === other ? 2 : 0;
						sum.own += own;
						sum.other += other;
					}
				}
				const rows = computeLadder(league, results, tiebreaker, rules);
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
