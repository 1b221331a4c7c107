import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	applyDirection,
	computePlayerRanks,
	RANK_ORDERS,
	type RankOrder,
	rankTeams,
	type TeamStanding,
} from "./ranks.ts";

const createStanding = (teamId: number, overrides: Partial<TeamStanding> = {}): TeamStanding => ({
	teamId,
	totalPoints: 100,
	averagePoints: 50,
	highestRoundPoints: 60,
	roundPoints: 40,
	completedAt: 0,
	...overrides,
});
const listIds = (standings: readonly TeamStanding[], order: RankOrder) =>
	rankTeams(standings, order).map((row) => row.standing.teamId);

describe("a team's rank", () => {
	test("is by total, best round, completion, then id", () => {
		const teams = [
			createStanding(1, { completedAt: 9 }),
			createStanding(2, { highestRoundPoints: 61, completedAt: 10 }),
			createStanding(3, { completedAt: 8 }),
			createStanding(5, { completedAt: 8 }),
			createStanding(4, { totalPoints: 101, highestRoundPoints: 1 }),
		];
		expect(listIds(teams, "totalPoints")).toEqual([4, 2, 3, 5, 1]);
	});

	test("in a round is by round points, then overall", () => {
		const teams = [
			createStanding(1, { roundPoints: 70, averagePoints: 20 }),
			createStanding(2, { roundPoints: 70, averagePoints: 90, totalPoints: 130 }),
			createStanding(3, { roundPoints: 71, averagePoints: 90, totalPoints: 120 }),
		];
		expect(listIds(teams, "roundPoints")).toEqual([3, 2, 1]);
		expect(listIds(teams, "avgPoints")).toEqual([2, 3, 1]);
	});

	test("ascending order reverses the rows and keeps each rank", () => {
		const rows = applyDirection(
			rankTeams([createStanding(1), createStanding(2, { totalPoints: 300 })], "totalPoints"),
			"asc",
		);
		expect(rows.map(({ rank, standing }) => [rank, standing.teamId])).toEqual([
			[2, 1],
			[1, 2],
		]);
	});

	const few = fc.integer({ min: 0, max: 2 });
	const teams = fc.uniqueArray(
		fc.record({
			teamId: fc.integer({ min: 1, max: 60 }),
			totalPoints: few,
			averagePoints: few,
			highestRoundPoints: few,
			roundPoints: few,
			completedAt: few,
		}),
		{ selector: ({ teamId }) => teamId, maxLength: 40 },
	);

	test("runs from 1 to n without gaps, in any order", () => {
		const listKeys = (team: TeamStanding, order: RankOrder) => [
			...(order === "totalPoints" ? [] : [order === "avgPoints" ? team.averagePoints : team.roundPoints]),
			team.totalPoints,
			team.highestRoundPoints,
			-team.completedAt,
			-team.teamId,
		];
		const isRankedHigher = (a: TeamStanding, b: TeamStanding, order: RankOrder) => {
			const other = listKeys(b, order);
			const [difference = 0] = listKeys(a, order).flatMap((key, i) =>
				key === other[i] ? [] : [key - (other[i] ?? 0)],
			);
			return difference > 0;
		};
		fc.assert(
			fc.property(teams, fc.constantFrom(...RANK_ORDERS), (standings, order) => {
				const ranked = rankTeams(standings, order);
				expect(ranked.map(({ rank }) => rank)).toEqual(standings.map((_, index) => index + 1));
				for (const { rank, standing } of ranked) {
					expect(rank).toBe(1 + standings.filter((other) => isRankedHigher(other, standing, order)).length);
				}
				expect(rankTeams(standings.toReversed(), order)).toEqual(ranked);
			}),
		);
	});
});

test("players with equal points share a rank (D1.9.44, D1.9.45)", () => {
	const fixed = new Map([
		[1, 80],
		[2, 95],
		[3, 80],
		[4, -3],
	]);
	expect([...computePlayerRanks(fixed)].sort()).toEqual([
		[1, 2],
		[2, 1],
		[3, 2],
		[4, 4],
	]);
	fc.assert(
		fc.property(fc.array(fc.integer({ min: -5, max: 5 })), (scores) => {
			const ranks = computePlayerRanks(new Map(scores.map((points, id) => [id, points])));
			expect(scores.map((_, id) => ranks.get(id))).toEqual(
				scores.map((score) => 1 + scores.filter((other) => other > score).length),
			);
		}),
	);
});
