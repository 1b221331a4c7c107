import { describe, expect, test } from "vitest";
import {
	readSeason2023Lineups,
	readSeason2023Positions,
	readSeason2023Rules,
	readSeason2023Stats,
} from "../../../testing/rules/season-2023.ts";
import { buildLineupFromIds } from "../lineup/slots.ts";
import { LINES } from "../player.ts";
import { DID_NOT_PLAY } from "../scoring/player-round.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { findBestAndWorst } from "./best-and-worst.ts";
import { computeProjectedScore, computeRoundDecisions } from "./captain-and-bench.ts";
import { computeWinningStreak, findRoundRecords, getScoreOutcome, type MatchUpOutcome } from "./records.ts";

const RULES = DEFAULT_SEASON_RULES;
/** Players 1 to 5 DEF, 6 to 10 MID, 11 RUC, 12 to 16 FWD; bench 17 DEF, 18 MID, 19 RUC, 20 FWD; 21 the utility. */
const team = buildLineupFromIds(
	Array.from({ length: 21 }, (_, index) => index + 1),
	RULES,
	{ captainId: 6, viceCaptainId: 7, emergency: [17, 18, 19, 20] },
);
const listPositions = (id: number) => {
	if (id === 21) return ["MID"] as const;
	const line = LINES.find((line) => [...team.field[line], ...team.bench[line]].includes(id));
	return line ? [line] : [];
};
/** Calls of a round in which everyone on field scored 50 and the bench did not play, except for the points given. */
function computeDecisions(points: Readonly<Record<number, number | null>>) {
	const getPlayerRound = (id: number) => {
		const playerPoints = points[id] === undefined ? (id <= 16 ? 50 : null) : points[id];
		return playerPoints === null ? DID_NOT_PLAY : ({ state: "played", points: playerPoints } as const);
	};
	return computeRoundDecisions({ team, getPlayerRound, getPositions: listPositions, rules: RULES });
}

describe("the captain", () => {
	test("is compared with the best player on field", () => {
		const { points, captain } = computeDecisions({ 6: 80, 12: 110, 18: 140 });
		expect(points).toBe(14 * 50 + 110 + 160);
		expect(captain).toMatchObject({ playerId: 6, added: 80, best: { playerId: 12, points: 110 }, missed: 30 });
		const better = { ...team, captainId: 12, viceCaptainId: 6 };
		const getPlayerRound = (id: number) =>
			id > 16 ? DID_NOT_PLAY : ({ state: "played", points: id === 12 ? 110 : id === 6 ? 80 : 50 } as const);
		const rescored = computeRoundDecisions({ team: better, getPlayerRound, getPositions: listPositions, rules: RULES });
		expect(rescored.points - points).toBe(30);
	});

	test("who was the best on field has a lead", () => {
		expect(computeDecisions({ 6: 120, 1: 90 }).captain).toMatchObject({
			playerId: 6,
			missed: 0,
			nextBestId: 1,
			lead: 30,
		});
		expect(computeDecisions({ 6: 90, 1: 90 }).captain).toMatchObject({ best: { playerId: 6 }, missed: 0, lead: 0 });
	});

	test("who did not play is replaced by the vice captain", () => {
		expect(computeDecisions({ 6: null, 7: 40 }).captain).toMatchObject({ playerId: 7, added: 40, missed: 10 });
		const neither = computeDecisions({ 6: null, 7: null, 3: 77 });
		expect(neither.captain).toMatchObject({ playerId: null, added: 0, best: { playerId: 3, points: 77 }, missed: 77 });
	});
});

describe("the bench", () => {
	test("lists points left on it, and the best swap", () => {
		const { bench } = computeDecisions({ 17: 60, 18: 44, 21: 95, 8: 20, 2: 35 });
		expect(bench.left).toEqual([
			{ playerId: 21, points: 95 },
			{ playerId: 17, points: 60 },
			{ playerId: 18, points: 44 },
		]);
		expect(bench.leftPoints).toBe(199);
		expect(bench.covers).toEqual([]);
		expect(bench.missedSwap).toEqual({ inId: 21, outId: 8, points: 75 });
	});

	test("lists emergencies who covered, and names fitting missed swaps", () => {
		const { points, bench } = computeDecisions({ 3: null, 17: 42, 20: 30, 12: 10, 19: 99 });
		expect(points).toBe(12 * 50 + 50 + 42 + 10 + 50 + 50);
		expect(bench.covers).toEqual([{ inId: 17, outId: 3, points: 42 }]);
		expect(bench.left.map(({ playerId }) => playerId)).toEqual([19, 20]);
		// The ruck on the bench fits no slot on field but the ruck's.
		expect(bench.missedSwap).toEqual({ inId: 19, outId: 11, points: 49 });
	});

	test("a swap that would have added nothing is not named", () => {
		expect(computeDecisions({ 18: 50, 17: -3 }).bench.missedSwap).toBeNull();
	});
});

test("the projected score adds up the field, captain doubled", () => {
	const getProjected = (id: number) => (id === 6 ? 70.25 : id === 21 ? 500 : 50.1);
	expect(computeProjectedScore(team, getProjected, RULES)).toBe(892);
});

describe("the best and the worst call", () => {
	const createTrade = (playerInId: number, playerOutId: number, roundPoints: number) => ({
		playerInId,
		playerOutId,
		roundPoints,
	});

	test("are the choices that gained and lost the most", () => {
		const decisions = computeDecisions({ 6: 120, 1: 90, 3: null, 17: 42, 18: 58 });
		expect(findBestAndWorst(decisions, [createTrade(2, 90, 41), createTrade(4, 91, -9)])).toEqual({
			best: { kind: "cover", playerId: 17, otherId: 3, points: 42 },
			worst: { kind: "trade", playerId: 4, otherId: 91, points: -9 },
		});
		expect(findBestAndWorst(computeDecisions({ 6: 120, 1: 90 }), []).best).toEqual({
			kind: "captain",
			playerId: 6,
			otherId: 1,
			points: 30,
		});
		expect(findBestAndWorst(computeDecisions({ 6: 80, 12: 110, 18: 140 }), []).worst).toEqual({
			kind: "swap",
			playerId: 18,
			otherId: 8,
			points: -90,
		});
	});

	test("do not exist in a round in which no choice mattered", () => {
		expect(findBestAndWorst(computeDecisions({}), [createTrade(2, 90, 0)])).toEqual({ best: null, worst: null });
	});
});

describe("records", () => {
	const createRound = (roundId: number, points: number, roundRank: number, overallRank: number) => ({
		roundId,
		points,
		roundRank,
		overallRank,
	});

	test("of a season are set by rounds that beat all", () => {
		const rounds = [createRound(2, 900, 40, 40), createRound(3, 1000, 30, 35), createRound(4, 1100, 30, 20)];
		const bestScores = new Map([
			[1, 1050],
			[2, 1090],
			[3, 1080],
			[4, 1100],
		]);
		expect(findRoundRecords(rounds, bestScores)).toEqual([
			{ kind: "season-score", value: 1100, before: 1090 },
			{ kind: "best-score", value: 1100, before: 1000 },
			{ kind: "best-overall-rank", value: 20, before: 35 },
		]);
		expect(findRoundRecords(rounds.slice(0, 2), bestScores).map(({ kind }) => kind)).toEqual([
			"best-score",
			"best-overall-rank",
			"best-round-rank",
		]);
	});

	test("need an earlier round to beat, not to equal [D2.9.33]", () => {
		expect(findRoundRecords([], new Map())).toEqual([]);
		expect(findRoundRecords([createRound(1, 900, 1, 1)], new Map([[1, 900]]))).toEqual([]);
		expect(findRoundRecords([createRound(1, 900, 3, 3), createRound(2, 900, 3, 3)], new Map([[1, 950]]))).toEqual([]);
	});

	test("a winning streak counts up to the newest match-up", () => {
		const computeStreak = (outcomes: string) =>
			computeWinningStreak(
				[...outcomes].map((letter): MatchUpOutcome => (letter === "W" ? "won" : letter === "L" ? "lost" : "drawn")),
			);
		expect(computeStreak("")).toEqual({ length: 0, isLongest: true });
		expect(computeStreak("WW")).toEqual({ length: 2, isLongest: true });
		expect(computeStreak("WWLWW")).toEqual({ length: 2, isLongest: false });
		expect(computeStreak("WWDWWW")).toEqual({ length: 3, isLongest: true });
		expect(computeStreak("WWL").length).toBe(0);
		expect([getScoreOutcome(10, 9), getScoreOutcome(9, 10), getScoreOutcome(9, 9)]).toEqual(["won", "lost", "drawn"]);
	});
});

test("the decisions of real teams agree with published points", () => {
	const round1 = new Map(
		readSeason2023Stats()
			.filter(({ roundId }) => roundId === 1)
			.map(({ playerId, fantasyPoints }) => [playerId, fantasyPoints]),
	);
	const positions = readSeason2023Positions();
	const rules = { ...RULES, ...readSeason2023Rules() };
	const teams = readSeason2023Lineups().slice(0, 400);
	expect(teams).toHaveLength(400);
	let covered = 0;
	for (const { lineup, benchLine, points } of teams) {
		const getPlayerRound = (id: number) => {
			const playerScore = round1.get(id);
			return playerScore === undefined ? DID_NOT_PLAY : ({ state: "played", points: playerScore } as const);
		};
		const getPositions = (id: number) => {
			const line = benchLine.get(id);
			return line ? [line] : (positions.get(id) ?? []);
		};
		const decisions = computeRoundDecisions({ team: lineup, getPlayerRound, getPositions, rules });
		expect(decisions.points).toBe(points);
		const field = LINES.flatMap((line) => lineup.field[line]).filter((id) => round1.has(id));
		const scores = field.map((id) => round1.get(id) ?? 0);
		const doubled = [lineup.captainId, lineup.viceCaptainId].find((id) => round1.has(id)) ?? 0;
		expect(decisions.captain.added).toBe(round1.get(doubled) ?? 0);
		expect(decisions.captain.missed).toBe(Math.max(...scores) - (round1.get(doubled) ?? 0));
		const fromCovers = points - scores.reduce((sum, score) => sum + score, 0) - (round1.get(doubled) ?? 0);
		expect(decisions.bench.covers.reduce((sum, cover) => sum + cover.points, 0)).toBe(fromCovers);
		const bench = [...LINES.flatMap((line) => lineup.bench[line]), lineup.utilityId];
		const onBench = bench.reduce((sum, id) => sum + (round1.get(id) ?? 0), 0);
		expect(decisions.bench.leftPoints).toBe(onBench - fromCovers);
		covered += decisions.bench.covers.length;
	}
	expect(covered).toBeGreaterThan(20);
});
