import { rankTeams, type TeamStanding } from "@first-bounce/rules/rankings/ranks";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sortByAverage } from "./filtered-rankings.ts";

const team = fc.record({
	totalPoints: fc.integer({ min: -5, max: 12 }),
	highestRoundPoints: fc.integer({ min: 0, max: 3 }),
	rounds: fc.integer({ min: 1, max: 4 }),
});

test("the order by average is that of the rules", () => {
	fc.assert(
		fc.property(fc.array(team, { maxLength: 30 }), (teams) => {
			const standings = teams.map(
				({ rounds, ...rest }, index): TeamStanding => ({
					...rest,
					teamId: index + 1,
					averagePoints: rest.totalPoints / rounds,
					roundPoints: 0,
					completedAt: 0,
				}),
			);
			const listIds = (order: "totalPoints" | "avgPoints") =>
				rankTeams(standings, order).map(({ standing }) => standing.teamId);
			const order = sortByAverage(
				Int32Array.from(listIds("totalPoints")),
				(teamId) => (teams[teamId - 1]?.totalPoints ?? 0) / (teams[teamId - 1]?.rounds ?? 1),
			);
			expect([...order]).toEqual(listIds("avgPoints"));
		}),
	);
});
