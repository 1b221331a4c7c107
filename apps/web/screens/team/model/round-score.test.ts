import type { PlayerStatus } from "@first-bounce/rules/player";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { computeProjectedScore } from "./round-score.ts";

/** Captain 6, vice captain 7. Everyone is projected to score 80, except for bench midfielder 18 with 50. */
const computeProjected = (
	out: readonly number[],
	scores: Record<number, number> = {},
	live?: { readonly minutes: number | null },
) => {
	const { current, ...season } = buildSeason(
		buildSquad((id) => ({
			status: (out.includes(id) ? "injured" : "playing") as PlayerStatus,
			stats: {
				projectedPoints: out.includes(id) ? 0 : id === 18 ? 50 : 80,
				scores: scores[id] === undefined ? { 1: 80 } : { 1: 80, 2: scores[id] },
			},
		})),
		live ? "playing" : "scheduled",
		[live ? "playing" : "scheduled", "scheduled"],
	);
	if (!current || !live) return computeProjectedScore(buildLineup(), null, { ...season, current });
	const matches = current.matches.map((match) => ({ ...match, minutes: live.minutes }));
	return computeProjectedScore(buildLineup(), { ...current, matches }, { ...season, current });
};

test("the projected score follows the scoring rules: the captain counts twice", () => {
	expect(computeProjected([])).toBe(17 * 80);
});

test("vice captain and emergency replace a captain who is out", () => {
	expect(computeProjected([6])).toBe(16 * 80 + 50);
	expect(computeProjected([6, 7])).toBe(14 * 80 + 50);
});

test("a playing player's projection moves with score and time", () => {
	// Everyone's club has played 60 of 80 minutes, so 20 of each player's 80 projected points are still to come.
	const computeLive = (scores: Record<number, number>) => computeProjected([], scores, { minutes: 60 });
	expect(computeLive({})).toBe(17 * 20);
	expect(computeLive({ 1: 12 })).toBe(17 * 20 + 12);
	expect(computeLive({ 1: 100, 6: 90 })).toBe(17 * 20 + 100 + 180);
});

test("while the time is unknown a player counts her projection", () => {
	expect(computeProjected([], { 1: 12 }, { minutes: null })).toBe(17 * 80);
	expect(computeProjected([], { 1: 100, 6: 90 }, { minutes: null })).toBe(14 * 80 + 100 + 180);
});

test("a later round's projection leaves out byes and the injured", () => {
	const season = buildSeason(
		buildSquad((id) => ({
			status: id === 6 ? "not-playing" : id === 1 ? "injured" : id === 7 ? "uncertain" : "playing",
			squadId: id === 16 ? 5 : 1,
			stats: { projectedPoints: [1, 6].includes(id) ? 0 : 80, chanceToPlay: [1, 6].includes(id) ? 0 : 0.5 },
		})),
	);
	const rounds = [3, 4, 5].flatMap((id) => season.rounds.slice(-1).map((round) => ({ ...round, id })));
	const later = { ...season, rounds: [...season.rounds, ...rounds] };
	const scoreIn = (id: number) =>
		computeProjectedScore(
			{ ...buildLineup(), emergency: [] },
			later.rounds.find((round) => round.id === id) ?? null,
			later,
		);
	// Captain 6, whose club left her out this round, plays; 16 has a bye; 1 is back in the third round from now.
	expect([scoreIn(3), scoreIn(4), scoreIn(5)]).toEqual([15 * 80, 15 * 80, 16 * 80]);
	expect(computeProjectedScore({ ...buildLineup(), emergency: [] }, null, later)).toBe(14 * 80);
});
