import { rankTeams } from "@first-bounce/rules/rankings/ranks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addPreviousTotals, rankOverall, rankRound } from "./rank-rows.ts";
import { computeStandingsBytes, createStandingsArrays, NOT_ENTERED, type StandingsArrays } from "./standings.ts";

interface Team {
	readonly total: number;
	readonly high: number;
	readonly points: number;
	readonly entered: boolean;
}

// Few different values, so that every kind of tie occurs.
const arbitraryTeam: fc.Arbitrary<Team> = fc.record({
	total: fc.constantFrom(-5, 0, 900, 901, 2_000_000),
	high: fc.constantFrom(0, 700, 701),
	points: fc.integer({ min: -3, max: 3 }).map((tens) => tens * 350),
	entered: fc.boolean(),
});

function rankWithCountingSort(teams: readonly Team[]): { standings: StandingsArrays; count: number } {
	const rows = teams.length;
	const standings = createStandingsArrays(new ArrayBuffer(computeStandingsBytes(rows)), rows);
	standings.points.set(teams.map((team) => (team.entered ? team.points : 0)));
	const totals = Int32Array.from(teams, (team) => (team.entered ? team.total : NOT_ENTERED));
	const highs = Int32Array.from(teams, (team) => (team.entered ? team.high : NOT_ENTERED));
	addPreviousTotals({ totals, highs }, standings, rows);
	const count = rankOverall(standings, rows);
	rankRound(standings, count, rows, new Int32Array(rows));
	return { standings, count };
}

/** Rank by row according to the rules package, 0 for teams not entered. */
function rankByRules(teams: readonly Team[], order: "totalPoints" | "roundPoints"): number[] {
	const entered = teams.flatMap(({ entered, total, high, points }, row) =>
		entered
			? [
					{
						teamId: row,
						completedAt: row,
						totalPoints: total + points,
						averagePoints: 0,
						highestRoundPoints: Math.max(high, points),
						roundPoints: points,
					},
				]
			: [],
	);
	const ranks = new Map(rankTeams(entered, order).map(({ rank, standing }) => [standing.teamId, rank]));
	return teams.map((_, row) => ranks.get(row) ?? 0);
}

describe("Ranks by counting sort", () => {
	it("match the rules, overall and for the round", () => {
		fc.assert(
			fc.property(fc.array(arbitraryTeam, { maxLength: 60 }), (teams) => {
				const { standings } = rankWithCountingSort(teams);
				expect([...standings.overallRank]).toEqual(rankByRules(teams, "totalPoints"));
				expect([...standings.roundRank]).toEqual(rankByRules(teams, "roundPoints"));
			}),
		);
	});

	it("list every team once, in rank order", () => {
		fc.assert(
			fc.property(fc.array(arbitraryTeam, { maxLength: 60 }), (teams) => {
				const { standings, count } = rankWithCountingSort(teams);
				expect(count).toBe(teams.filter((team) => team.entered).length);
				for (let rank = 1; rank <= count; rank++) {
					expect(standings.overallRank[standings.overallOrder[rank - 1] ?? -1]).toBe(rank);
					expect(standings.roundRank[standings.roundOrder[rank - 1] ?? -1]).toBe(rank);
				}
				expect([...standings.roundOrder].toSorted((a, b) => a - b)).toEqual(teams.map((_, row) => row));
			}),
		);
	});
});
