import { expect, test } from "vitest";
import type { Line } from "../player.ts";
import { buildRound, getStartTime, HOUR_MS } from "../testing/season-builder.ts";
import {
	findImplausibleStart,
	getLastBegunRoundId,
	getNextOpenRoundId,
	isClubChangeLocked,
	isFixtureChangeLocked,
} from "./change-limits.ts";
import {
	buildPreviousPositions,
	getPositionsInRound,
	listPlannedPositions,
	type PositionHistory,
} from "./positions.ts";

const SQUADS = [1, 2, 3, 4, 5, 6];
const ROUNDS = [
	buildRound(1, [[1, 2]], SQUADS, "complete"),
	buildRound(
		2,
		[
			[1, 3],
			[2, 4],
		],
		SQUADS,
	),
	buildRound(3, [[1, 4]], SQUADS),
];
const BEFORE_ROUND_2 = getStartTime(2) - 1;
const DURING_ROUND_2 = getStartTime(2) + HOUR_MS;

test("positions apply from the first round that has not begun; earlier rounds keep theirs (D2.9.56)", () => {
	expect([BEFORE_ROUND_2, DURING_ROUND_2].map((now) => getLastBegunRoundId(ROUNDS, now))).toEqual([1, 2]);
	expect([BEFORE_ROUND_2, DURING_ROUND_2].map((now) => getNextOpenRoundId(ROUNDS, now))).toEqual([2, 3]);
	expect(getNextOpenRoundId(ROUNDS, getStartTime(3))).toBeNull();
	const [DEF, MID, FWD] = [["DEF"], ["MID"], ["FWD"]] as const satisfies readonly (readonly Line[])[];
	const history = {
		latest: FWD,
		previous: [
			{ untilRound: 2, positions: DEF },
			{ untilRound: 4, positions: MID },
		],
	};
	expect([1, 2, 3, 4, 5].map((round) => getPositionsInRound(history, round))).toEqual([DEF, DEF, MID, MID, FWD]);
	expect(getPositionsInRound({ latest: FWD, previous: [] }, 1)).toEqual(FWD);
});

test("positions count from the chosen round on; a later choice replaces what was planned for its round and after (D2.9.57)", () => {
	const [DEF, MID, FWD] = [["DEF"], ["MID"], ["FWD"]] as const satisfies readonly (readonly Line[])[];
	const changePositions = (history: PositionHistory, latest: readonly Line[], fromRound: number) => ({
		latest,
		previous: buildPreviousPositions(history, fromRound),
	});
	const fromFive = changePositions({ latest: DEF, previous: [] }, MID, 5);
	expect([1, 4, 5, 6].map((round) => getPositionsInRound(fromFive, round))).toEqual([DEF, DEF, MID, MID]);
	expect(listPlannedPositions(fromFive, 2)).toEqual([{ fromRound: 5, positions: MID }]);
	expect(listPlannedPositions(fromFive, 5)).toEqual([]);
	const fromSeven = changePositions(fromFive, FWD, 7);
	expect(listPlannedPositions(fromSeven, 2)).toEqual([
		{ fromRound: 5, positions: MID },
		{ fromRound: 7, positions: FWD },
	]);
	const fromThree = changePositions(fromSeven, FWD, 3);
	expect([2, 3, 5, 7].map((round) => getPositionsInRound(fromThree, round))).toEqual([DEF, FWD, FWD, FWD]);
	expect(changePositions(fromFive, FWD, 1)).toEqual({ latest: FWD, previous: [] });
	// A second change from the same round on replaces the first, and earlier rounds keep their positions.
	const twice = changePositions(changePositions({ latest: DEF, previous: [] }, MID, 2), FWD, 2);
	expect([1, 2].map((round) => getPositionsInRound(twice, round))).toEqual([DEF, FWD]);
});

test("a player cannot change clubs while either club is locked, and a match that has begun cannot be moved (D2.9.56)", () => {
	expect(isClubChangeLocked([1, 4], ROUNDS, BEFORE_ROUND_2)).toBe(false);
	expect(isClubChangeLocked([1, 4], ROUNDS, DURING_ROUND_2)).toBe(true);
	expect(isClubChangeLocked([2, 4], ROUNDS, DURING_ROUND_2)).toBe(false);
	// Squads 5 and 6 have a bye and lock with the first match.
	expect(isClubChangeLocked([5, 4], ROUNDS, DURING_ROUND_2)).toBe(true);
	const [first, second] = ROUNDS[1]?.matches ?? [];
	if (!first || !second) throw new Error("Round 2 lacks a match");
	expect(isFixtureChangeLocked(first, DURING_ROUND_2)).toBe(true);
	expect(isFixtureChangeLocked(second, DURING_ROUND_2)).toBe(false);
});

test("a match start more than twelve hours ago or more than a year ahead is refused as a typo", () => {
	const now = Date.parse("2027-09-01T12:00:00Z");
	expect(findImplausibleStart(Date.parse("2027-09-01T00:00:00Z"), now)).toBeNull();
	expect(findImplausibleStart(Date.parse("2027-08-31T23:59:59Z"), now)).toBe("start-long-ago");
	expect(findImplausibleStart(Date.parse("2028-08-31T12:00:00Z"), now)).toBeNull();
	expect(findImplausibleStart(Date.parse("2028-08-31T12:00:01Z"), now)).toBe("start-far-ahead");
});
