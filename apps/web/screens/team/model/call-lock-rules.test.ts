import type { PlayerStatus } from "@first-bounce/rules/player";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { listLockWarnings } from "./call-lock-rules.ts";

/**
 * Captain 6 and vice captain 7 are midfielders, 17 to 20 are the bench; players listed in `out` are injured. Those with
 * scores play in the first match, which has the given status, the others in the second.
 */
function listWarningsFor(
	out: readonly number[],
	locked: readonly number[] = [],
	scores: Record<number, number> = {},
	firstMatch: "scheduled" | "playing" | "complete" = "scheduled",
	minutes: number | null = null,
) {
	const season = buildSeason(
		buildSquad((id) => ({
			squadId: scores[id] === undefined ? 3 : 1,
			status: (out.includes(id) ? "injured" : "playing") as PlayerStatus,
			stats: scores[id] === undefined ? {} : { scores: { 1: 80, 2: scores[id] } },
		})),
		"playing",
		[firstMatch, "scheduled"],
		minutes,
	);
	const { current } = season;
	if (!current) throw new Error("a season without rounds");
	return listLockWarnings(buildLineup(), { season, round: current, isLocked: (id) => locked.includes(id) });
}

test("there are no warnings while everyone is expected to play", () => {
	expect(listWarningsFor([])).toEqual([]);
	expect(listWarningsFor([17, 21])).toEqual([]);
});

test("if the captain is out, vice captain and emergency count", () => {
	expect(listWarningsFor([6])).toEqual([
		{ kind: "vice-doubles", id: 6, otherId: 7 },
		{ kind: "covered", id: 6, otherId: 18 },
	]);
	expect(listWarningsFor([6, 7])[0]).toEqual({ kind: "nobody-doubles", id: 6, otherId: 7 });
});

test("a captain whose match is called off early is out (D2.9.77)", () => {
	// Without her match, her chance to play is 0.
	const season = buildSeason(
		buildSquad((id) => ({
			squadId: 3,
			status: "playing",
			stats: id === 6 ? { chanceToPlay: 0, projectedPoints: 0 } : {},
		})),
		"playing",
	);
	const { current } = season;
	if (!current) throw new Error("a season without rounds");
	expect(listLockWarnings(buildLineup(), { season, round: current, isLocked: () => false })).toEqual([
		{ kind: "vice-doubles", id: 6, otherId: 7 },
		{ kind: "covered", id: 6, otherId: 18 },
	]);
});

test("a vice captain doubles only if the captain is out", () => {
	expect(listWarningsFor([], [7], { 7: 120 }, "complete")).toEqual([
		{ kind: "vice-played", id: 6, otherId: 7, points: 120 },
	]);
	expect(listWarningsFor([], [7], { 7: 60 }, "complete")).toEqual([]);
});

test("a vice captain playing is compared by her projected score", () => {
	// 60 points and half of her projected 80 to come, against the captain's 80
	expect(listWarningsFor([], [7], { 7: 60 }, "playing", 40)).toEqual([
		{ kind: "vice-playing", id: 6, otherId: 7, points: 100 },
	]);
	expect(listWarningsFor([], [7], { 7: 30 }, "playing", 40)).toEqual([]);
});

test("with two defenders out, one emergency covers one", () => {
	expect(listWarningsFor([1, 2]).map(({ kind }) => kind)).toEqual(["donut", "covered"]);
});

test("locked players cause no warnings, because they cannot be changed", () => {
	expect(listWarningsFor([1, 6], [1, 6])).toEqual([]);
});
