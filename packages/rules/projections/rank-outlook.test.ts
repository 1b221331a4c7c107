import { expect, test } from "vitest";
import { computeNormalShare } from "./normal.ts";
import { computeRankOutlook, groupProjectedTeams } from "./rank-outlook.ts";

const createGroups = (...totals: number[]) => totals.map((total) => ({ total, teams: 1 }));

test("the normal distribution agrees with a published table", () => {
	for (const [z, share] of [
		[0, 0.5],
		[1, 0.841_345],
		[-1.281_55, 0.1],
		[2.326_35, 0.99],
		[-4, 0.000_032],
	] as const)
		expect(computeNormalShare(z)).toBeCloseTo(share, 5);
});

test("a projected rank counts likely better rivals (D1.2.144)", () => {
	const projected = { groups: createGroups(1_300, 1_200, 1_100, 1_000), own: 1_100, deviation: 1 };
	expect(computeRankOutlook({ total: 1_100, deviation: 0, rank: 9 }, projected)).toEqual({
		rank: 3,
		best: 3,
		worst: 3,
	});
	expect(computeRankOutlook({ total: 1_250, deviation: 0, rank: 9 }, projected).rank).toBe(2);
	expect(computeRankOutlook({ total: 1_400, deviation: 0, rank: 9 }, projected).rank).toBe(1);
	expect(computeRankOutlook({ total: 900, deviation: 0, rank: 9 }, projected).rank).toBe(4);
});

test("a rank's range follows from the total's (D1.2.144)", () => {
	const groups = Array.from({ length: 1_001 }, (_, index) => ({ total: 11_000 - index, teams: 1 }));
	const projected = { groups, own: 10_500, deviation: 10 };
	const { rank, best, worst } = computeRankOutlook({ total: 10_500, deviation: 100, rank: 1 }, projected);
	expect([rank, best, worst]).toEqual([501, 373, 629]);
	expect(computeRankOutlook({ total: 10_990, deviation: 100, rank: 1 }, { ...projected, own: 10_990 })).toMatchObject({
		best: 1,
		worst: 139,
	});
});

test("once over, the projected rank is the actual rank", () => {
	const projected = { groups: createGroups(1_300, 1_300, 1_100), own: 1_300, deviation: 0 };
	expect(computeRankOutlook({ total: 1_300, deviation: 0, rank: 2 }, projected)).toEqual({
		rank: 2,
		best: 2,
		worst: 2,
	});
});

test("a million teams become a few hundred accurate groups (D1.2.144)", () => {
	const teams = Array.from({ length: 4_001 }, (_, index) => {
		const total = 14_000 - index;
		return {
			total,
			teams: Math.round(
				1_000_000 * (computeNormalShare((total - 11_999.5) / 600) - computeNormalShare((total - 12_000.5) / 600)),
			),
		};
	}).filter((group) => group.teams > 0);
	const groups = groupProjectedTeams(teams);
	const count = teams.reduce((sum, team) => sum + team.teams, 0);
	expect(groups.reduce((sum, group) => sum + group.teams, 0)).toBe(count);
	expect(groups.length).toBeLessThan(400);
	expect(groups.slice(0, 3)).toEqual(teams.slice(0, 3));
	for (const total of [13_800, 13_000, 12_500, 12_000, 11_500]) {
		const exact = 1 + teams.reduce((sum, team) => sum + (team.total > total ? team.teams : 0), 0);
		const { rank } = computeRankOutlook({ total, deviation: 0, rank: 0 }, { groups, own: 0, deviation: 1 });
		expect(Math.abs(rank - exact) / exact).toBeLessThan(0.04);
	}
});
