import { expect, test } from "vitest";
import {
	computeSources,
	findBestLineup,
	listClaimResults,
	listPickResults,
	listTradeResults,
	type ReportMove,
	type ReportRound,
} from "./season-report.ts";
import type { SquadRules } from "./squad-rules.ts";

const RULES: SquadRules = {
	field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 },
	bench: { DEF: 0, MID: 1, RUC: 0, FWD: 0 },
	utilityScores: false,
	limits: { DEF: 2, MID: 3, RUC: 0, FWD: 2 },
};
const OWN = 1;
const OTHER = 2;
const DEF = { position: ["DEF"] } as const;
const MID = { position: ["MID"] } as const;
const FWD = { position: ["FWD"] } as const;

/**
 * Round 1: defender 11, midfielder 12 as captain, forward 13 and, on the bench, midfielder 14. In round 2 midfielder 15 has been
 * claimed for 14, and in round 3 forward 16 has come from the other team for 13.
 */
const ROUNDS: readonly ReportRound[] = [
	{
		roundId: 1,
		points: 50 + 2 * 60 + 30,
		squad: [
			{ id: 11, ...DEF, points: 50, counted: 50 },
			{ id: 12, ...MID, points: 60, counted: 120 },
			{ id: 13, ...FWD, points: 30, counted: 30 },
			{ id: 14, ...MID, points: 90, counted: 0 },
		],
	},
	{
		roundId: 2,
		points: 20 + 2 * 70 + 40,
		squad: [
			{ id: 11, ...DEF, points: 20, counted: 20 },
			{ id: 12, ...MID, points: 0, counted: 0 },
			{ id: 13, ...FWD, points: 40, counted: 40 },
			{ id: 15, ...MID, points: 70, counted: 140 },
		],
	},
	{
		roundId: 3,
		points: 10 + 2 * 80 + 55,
		squad: [
			{ id: 11, position: ["DEF", "FWD"], points: 10, counted: 10 },
			{ id: 12, ...MID, points: 80, counted: 160 },
			{ id: 15, ...MID, points: 65, counted: 0 },
			{ id: 16, ...FWD, points: 55, counted: 55 },
		],
	},
];
const POINTS: Readonly<Record<number, readonly number[]>> = {
	11: [50, 20, 10],
	12: [60, 0, 80],
	13: [30, 40, 100],
	14: [90, 5, 5],
	15: [75, 70, 65],
	16: [45, 35, 55],
};
const getPoints = (id: number, roundId: number) => POINTS[id]?.[roundId - 1] ?? 0;
const draft = (playerId: number, toTeamId: number, kind: "drafted" | "kept" = "drafted"): ReportMove => ({
	playerId,
	fromTeamId: null,
	toTeamId,
	kind,
	roundId: 1,
	changeId: null,
});
const MOVES: readonly ReportMove[] = [
	draft(12, OWN, "kept"),
	draft(16, OTHER),
	draft(11, OWN),
	draft(14, OWN),
	draft(13, OWN),
	{ playerId: 14, fromTeamId: OWN, toTeamId: null, kind: "dropped", roundId: 2, changeId: "7" },
	{ playerId: 15, fromTeamId: null, toTeamId: OWN, kind: "claimed", roundId: 2, changeId: "7" },
	{ playerId: 13, fromTeamId: OWN, toTeamId: OTHER, kind: "traded", roundId: 3, changeId: "8" },
	{ playerId: 16, fromTeamId: OTHER, toTeamId: OWN, kind: "traded", roundId: 3, changeId: "8" },
];
const CONTEXT = { teamId: OWN, rounds: ROUNDS, moves: MOVES, getPoints };

test("the best line-up puts the best players of each position on field [D2.9.555]", () => {
	const best = ROUNDS.map(({ squad }) => findBestLineup(squad, RULES, { captainFactor: 2 }));
	expect(best).toEqual([
		// 14 instead of 12, and as captain: 50 + 2 × 90 + 30.
		{ points: 260, playerIds: [14, 11, 13] },
		{ points: 200, playerIds: [15, 13, 11] },
		// 11 could play forward, but nobody else defends: 10 + 2 × 80 + 55.
		{ points: 225, playerIds: [12, 16, 11] },
	]);
	const [first] = ROUNDS;
	expect(findBestLineup(first?.squad ?? [], RULES, { captainFactor: 1 }).points).toBe(170);
	expect(findBestLineup(first?.squad ?? [], { ...RULES, utilityScores: true }, { captainFactor: 2 }).points).toBe(320);
});

test("points are told apart by how players came, until they leave [D2.9.556]", () => {
	// 11, 13 and 14: 80 + 60 + 10; 12: 120 + 160; 15: 140; 16: 55.
	expect(computeSources(CONTEXT)).toEqual({
		drafted: 150,
		kept: 280,
		claimed: 140,
		added: 0,
		traded: 55,
		corrected: 0,
	});
	expect(listClaimResults(CONTEXT)).toEqual([
		{ changeId: "7", roundId: 2, inIds: [15], outIds: [14], pointsIn: 140, pointsOut: 0 },
	]);
	const dropped: ReportMove = {
		...draft(15, OWN),
		fromTeamId: OWN,
		toTeamId: null,
		kind: "dropped",
		roundId: 2,
		changeId: "9",
	};
	expect(listClaimResults({ ...CONTEXT, moves: [...MOVES, dropped] })).toMatchObject([{ pointsIn: 0 }]);
});

test("a trade is worth the points that came less those that went [D2.9.557]", () => {
	const trade = { changeId: "8", roundId: 3, inIds: [16], outIds: [13] };
	expect(listTradeResults(CONTEXT)).toEqual([{ ...trade, pointsIn: 55, pointsOut: 100 }]);
	expect(listTradeResults({ ...CONTEXT, teamId: OTHER })).toEqual([
		{ ...trade, inIds: [13], outIds: [16], pointsIn: 100, pointsOut: 55 },
	]);
});

test("a pick is compared with what its number was worth [D2.9.558]", () => {
	const pick = (overall: number, playerId: number, teamId: number, isChosen = true) => ({
		overall,
		playerId,
		teamId,
		isChosen,
	});
	const picks = [pick(1, 12, OWN, false), pick(2, 16, OTHER), pick(3, 11, OWN), pick(4, 14, OWN), pick(5, 13, OWN)];
	// All drafted: 13 has 170, 12 has 140, 16 has 135, 14 has 100 and 11 has 80.
	expect(listPickResults(picks, CONTEXT)).toEqual([
		{ overall: 3, playerId: 11, points: 80, expected: 135 },
		{ overall: 4, playerId: 14, points: 100, expected: 100 },
		{ overall: 5, playerId: 13, points: 170, expected: 80 },
	]);
});
