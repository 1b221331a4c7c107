import { STATES } from "@first-bounce/contract/constants";
import { rankTeams, type TeamStanding } from "@first-bounce/rules/rankings/ranks";
import { computeStandingsBytes, createStandingsArrays } from "@first-bounce/scoring/standings/standings";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTeamRows, createStandingsView } from "../standings/standings-view.ts";
import { createRankedSetFinder } from "./filtered-rankings.ts";
import type { TeamTraits } from "./team-directory.ts";

const ROUND = 4;
const team = fc.record({
	total: fc.integer({ min: -5, max: 9 }),
	points: fc.integer({ min: 0, max: 4 }),
	start: fc.integer({ min: 1, max: ROUND }),
	squad: fc.constantFrom(0, 11, 12, 13),
	state: fc.constantFrom(0, 1, 2),
});
type Team = typeof team extends fc.Arbitrary<infer Each> ? Each : never;

const buildStanding = ({ total, points, start }: Team, index: number): TeamStanding => ({
	teamId: index + 1,
	totalPoints: total,
	roundPoints: points,
	highestRoundPoints: 0,
	completedAt: index,
	averagePoints: total / (ROUND - start + 1),
});

/** Builds the standings of these teams as the scoring worker does, with rows in another order. */
function buildView(teams: readonly Team[]) {
	const standings = createStandingsArrays(new ArrayBuffer(computeStandingsBytes(teams.length)), teams.length);
	const ids = Int32Array.from(teams, (_, index) => teams.length - index);
	const rows = buildTeamRows(ids, teams.length);
	const listRanked = (order: "totalPoints" | "roundPoints") => rankTeams(teams.map(buildStanding), order);
	for (const [index, { total, points }] of teams.entries()) {
		const row = rows.rowByTeam[index + 1] ?? 0;
		standings.totals[row] = total;
		standings.points[row] = points;
	}
	for (const { rank, standing } of listRanked("totalPoints")) {
		const row = rows.rowByTeam[standing.teamId] ?? 0;
		standings.overallRank[row] = rank;
		standings.overallOrder[rank - 1] = row;
	}
	for (const { rank, standing } of listRanked("roundPoints")) {
		const row = rows.rowByTeam[standing.teamId] ?? 0;
		standings.roundRank[row] = rank;
		standings.roundOrder[rank - 1] = row;
	}
	return createStandingsView({ version: 1, roundId: ROUND, isLive: false, rankedCount: teams.length, rows, standings });
}

const buildTraits = (teams: readonly Team[]): TeamTraits => ({
	getSquadId: (teamId) => teams[teamId - 1]?.squad ?? 0,
	getTeamStateCode: (teamId) => teams[teamId - 1]?.state ?? 0,
	getStartRound: (teamId) => teams[teamId - 1]?.start ?? 0,
	isSupported: (squadId) => teams.some(({ squad }) => squad === squadId),
});

test("every filtered set has its teams in the rules' order", () => {
	fc.assert(
		fc.property(fc.array(team, { maxLength: 40 }), (teams) => {
			const findRankedSet = createRankedSetFinder(buildView(teams), buildTraits(teams));
			for (const order of ["totalPoints", "roundPoints", "avgPoints"] as const)
				for (const squadId of [undefined, 11, 13, 99])
					for (const state of [undefined, STATES[0], STATES[1], STATES[4]]) {
						const set = findRankedSet(order, { squadId, state });
						const isInSet = ({ squad, state: stateCode }: Team) =>
							(!squadId || squad === squadId) && (!state || STATES[stateCode - 1] === state);
						const expected = rankTeams(teams.map(buildStanding), order)
							.map(({ standing }) => standing.teamId)
							.filter((id) => isInSet(teams[id - 1] as Team));
						expect([set.length, ...Array.from(set.slice(0, set.length))]).toEqual([expected.length, ...expected]);
						expect(teams.map((_, index) => set.findPosition(index + 1))).toEqual(
							teams.map((_, index) => expected.indexOf(index + 1)),
						);
					}
		}),
		{ numRuns: 60 },
	);
});

test("a team that has not started has no position", () => {
	const teams: Team[] = [{ total: 1, points: 1, start: 1, squad: 11, state: 1 }];
	const findRankedSet = createRankedSetFinder(buildView(teams), buildTraits(teams));
	for (const filter of [{}, { squadId: 11 }, { state: STATES[0] }])
		expect(findRankedSet("totalPoints", filter).findPosition(77)).toBe(-1);
});
