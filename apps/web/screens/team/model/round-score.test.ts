import type { PlayerStatus } from "@first-bounce/rules/player";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../players/testing/season-builder.ts";
import { computeProjectedScore } from "./round-score.ts";

/** Captain 6, vice captain 7. Everyone is projected to score 80, except for bench midfielder 18 with 50. */
const projected = (out: readonly number[], scores: Record<number, number> = {}, isPlaying = false) => {
	const season = buildSeason(
		buildSquad((id) => ({
			status: (out.includes(id) ? "injured" : "playing") as PlayerStatus,
			stats: {
				projectedPoints: out.includes(id) ? 0 : id === 18 ? 50 : 80,
				scores: scores[id] === undefined ? { 1: 80 } : { 1: 80, 2: scores[id] },
			},
		})),
		isPlaying ? "playing" : "scheduled",
		[isPlaying ? "playing" : "scheduled", "scheduled"],
	);
	return computeProjectedScore(buildLineup(), isPlaying ? (season.current ?? null) : null, season);
};

test("the projected score follows the scoring rules: the captain counts twice", () => {
	expect(projected([])).toBe(17 * 80);
});

test("the vice captain and an emergency replace a captain who is out; with both out nobody doubles", () => {
	expect(projected([6])).toBe(16 * 80 + 50);
	expect(projected([6, 7])).toBe(14 * 80 + 50);
});

test("a player who is playing counts her projection, or her score if that is higher", () => {
	expect(projected([], { 1: 12 }, true)).toBe(17 * 80);
	expect(projected([], { 1: 100, 6: 90 }, true)).toBe(14 * 80 + 100 + 180);
});
