import { expect, test } from "vitest";
import { createEmptyLineup } from "../lineup/slots.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computePlayerPoints } from "./player-points.ts";
import type { PlayerRound } from "./player-round.ts";
import { scoreLineup } from "./score-lineup.ts";
import { EMPTY_STAT_LINE, type StatKey, type StatLine } from "./stats.ts";

const emptyLine: StatLine = { ...EMPTY_STAT_LINE, TOG: 80 };
const computePointsOfOne = (stat: StatKey) => computePlayerPoints({ ...emptyLine, [stat]: 1 }, DEFAULT_SEASON_RULES);

test("a kick, a handball and a mark are 3, a tackle 4 (D1.9.01, D1.9.02, D1.9.03, D1.9.04)", () => {
	expect([computePointsOfOne("K"), computePointsOfOne("H"), computePointsOfOne("M"), computePointsOfOne("T")]).toEqual([
		3, 3, 3, 4,
	]);
});

test("a free kick for is worth 1, a free kick against −3 (D1.9.05, D1.9.06)", () => {
	expect([computePointsOfOne("FF"), computePointsOfOne("FA")]).toEqual([1, -3]);
});

test("a goal is 6, behind 1, hitout 1, time 0 (D1.9.07, D1.9.08, D1.9.09)", () => {
	expect([
		computePointsOfOne("G"),
		computePointsOfOne("B"),
		computePointsOfOne("HO"),
		computePlayerPoints(emptyLine, DEFAULT_SEASON_RULES),
	]).toEqual([6, 1, 1, 0]);
});

test("the captain counts twice, or else the vice captain (D1.9.11)", () => {
	const empty = createEmptyLineup(DEFAULT_SEASON_RULES);
	const lineup = { ...empty, field: { ...empty.field, DEF: [1, 2, 0, 0, 0] }, captainId: 1, viceCaptainId: 2 };
	const computeScore = (captain: PlayerRound) => {
		const getPlayerRound = (id: number): PlayerRound => (id === 1 ? captain : { state: "played", points: 50 });
		return scoreLineup(lineup, getPlayerRound, () => ["DEF"], DEFAULT_SEASON_RULES).points;
	};
	expect(computeScore({ state: "played", points: 30 })).toBe(60 + 50);
	expect(computeScore({ state: "to-come", points: 0 })).toBe(50);
	expect(computeScore({ state: "did-not-play", points: 0 })).toBe(100);
});
