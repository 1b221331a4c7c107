import { isNeverLocked } from "@first-bounce/rules/lockout/locked-players";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad, withSecondMatch } from "../../../../../testing/web/player-season.ts";
import { findLineupTip } from "./lineup-tip.tsx";

/** 1 to 5 and, on the bench, 17 are defenders; 6 is captain, 7 vice captain. Projections not in `points` are 80. */
const buildSeasonWithPoints = (points: Readonly<Record<number, number>>) =>
	buildSeason(buildSquad((id) => ({ stats: { projectedPoints: points[id] ?? 80 } })));
const buildContext = (points: Readonly<Record<number, number>>, isLocked = isNeverLocked) => ({
	season: buildSeasonWithPoints(points),
	round: null,
	isLocked,
});

test("the best swap brings in a better projected bench player", () => {
	expect(findLineupTip(buildLineup(), buildContext({ 17: 95, 19: 90 }))).toMatchObject({
		kind: "swap",
		playerInId: 17,
		gain: 15,
	});
});

test("a bench player with two matches is compared by both", () => {
	const squad = buildSquad((id) => ({ squadId: id === 17 ? 3 : 1, stats: { projectedPoints: id === 17 ? 50 : 80 } }));
	const season = withSecondMatch(buildSeason(squad));
	expect(findLineupTip(buildLineup(), { season, round: null, isLocked: isNeverLocked })).toMatchObject({
		kind: "swap",
		playerInId: 17,
		gain: 20,
	});
});

test("a player not expected to play is never suggested", () => {
	for (const [status, projectedPoints] of [
		["injured", 0],
		["not-playing", 0],
		["emergency", 19],
	] as const) {
		const season = buildSeason(
			buildSquad((id) => (id === 17 ? { status, stats: { projectedPoints } } : { stats: { projectedPoints: 80 } })),
		);
		expect(findLineupTip(buildLineup(), { season, round: null, isLocked: isNeverLocked })).toBeNull();
	}
});

test("the best captain is suggested if that adds more than any swap", () => {
	expect(findLineupTip(buildLineup(), buildContext({ 9: 110, 17: 95 }))).toMatchObject({
		kind: "captain",
		playerInId: 9,
		playerOutId: 6,
		gain: 30,
	});
});

test("locked players stay, and the best line-up has no tip", () => {
	expect(
		findLineupTip(
			buildLineup(),
			buildContext({ 17: 95 }, (id) => id === 17),
		),
	).toBeNull();
	expect(
		findLineupTip(
			buildLineup(),
			buildContext({ 9: 110 }, (id) => id === 6),
		),
	).toBeNull();
	expect(findLineupTip(buildLineup(), buildContext({}))).toBeNull();
});
