import type { PlayerStatus } from "@first-bounce/rules/player";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../players/testing/season-builder.ts";
import { listLockWarnings } from "./lock-warnings.ts";

/** Captain 6 and vice captain 7 are midfielders, 17 to 20 the bench; those named are out. */
function said(out: readonly number[], locked: readonly number[] = [], scores: Record<number, number> = {}) {
	const season = buildSeason(
		buildSquad((id) => ({
			status: (out.includes(id) ? "injured" : "playing") as PlayerStatus,
			stats: scores[id] === undefined ? {} : { scores: { 1: 80, 2: scores[id] } },
		})),
	);
	const { current } = season;
	if (!current) throw new Error("a season without rounds");
	return listLockWarnings(buildLineup(), { season, round: current, isLocked: (id) => locked.includes(id) });
}

test("with everybody expected to play there is nothing to say", () => {
	expect(said([])).toEqual([]);
	expect(said([17, 21])).toEqual([]);
});

test("a captain who is out: the vice captain doubles, and the emergency of her line comes in", () => {
	expect(said([6])).toEqual([
		{ kind: "vice-doubles", id: 6, otherId: 7 },
		{ kind: "covered", id: 6, otherId: 18 },
	]);
	expect(said([6, 7])[0]).toEqual({ kind: "nobody-doubles", id: 6, otherId: 7 });
});

test("a vice captain who outscored what the captain is projected to: it counts only if the captain does not play", () => {
	expect(said([], [7], { 7: 120 })).toEqual([{ kind: "vice-played", id: 6, otherId: 7, points: 120 }]);
	expect(said([], [7], { 7: 60 })).toEqual([]);
});

test("two defenders out with one emergency: one is covered, the other scores nothing", () => {
	expect(said([1, 2]).map(({ kind }) => kind)).toEqual(["donut", "covered"]);
});

test("of what is locked nothing is said: it cannot be changed", () => {
	expect(said([1, 6], [1, 6])).toEqual([]);
});
