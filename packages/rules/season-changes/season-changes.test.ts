import { expect, test } from "vitest";
import { buildRound, getStartTime } from "../../../testing/rules/season-builder.ts";
import { HOUR_MS } from "../durations.ts";
import type { Line } from "../player.ts";
import { findImplausibleAge, findImplausibleStart, getLastBegunRoundId, getNextOpenRoundId } from "./change-limits.ts";
import { findClubClashes } from "./club-clashes.ts";
import {
	buildFormerSquads,
	type ClubHistory,
	deriveFormerSquads,
	getClubChangeRoundId,
	getSquadInRound,
} from "./clubs.ts";
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

test("positions apply from the first round not begun (D2.9.56)", () => {
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

test("positions count from the chosen round, until a later choice (D2.9.57)", () => {
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

test("a match start too far away is refused as typo", () => {
	const now = Date.parse("2027-09-01T12:00:00Z");
	expect(findImplausibleStart(Date.parse("2027-09-01T00:00:00Z"), now)).toBeNull();
	expect(findImplausibleStart(Date.parse("2027-08-31T23:59:59Z"), now)).toBe("start-long-ago");
	expect(findImplausibleStart(Date.parse("2028-08-31T12:00:00Z"), now)).toBeNull();
	expect(findImplausibleStart(Date.parse("2028-08-31T12:00:01Z"), now)).toBe("start-far-ahead");
});

test("a birthday of a child or of a century ago is implausible", () => {
	const firstStart = Date.parse("2027-09-01T09:00:00Z");
	expect(findImplausibleAge("2023-03-15", firstStart)).toBe("too-young");
	expect(findImplausibleAge("0001-01-01", firstStart)).toBe("too-old");
	expect(findImplausibleAge("2017-09-01", firstStart)).toBeNull();
	expect(findImplausibleAge("1999-12-31", firstStart)).toBeNull();
});

test("a former club counts in the rounds before the new one [D2.9.260]", () => {
	const move = (history: ClubHistory, squadId: number, fromRound: number): ClubHistory => ({
		squadId,
		formerSquads: buildFormerSquads(history, { squadId, fromRound }),
	});
	const listSquads = (history: ClubHistory) => [1, 2, 3, 4, 5, 6].map((round) => getSquadInRound(history, round));
	const first = { squadId: 1 };
	expect(listSquads(first)).toEqual([1, 1, 1, 1, 1, 1]);
	expect(move(first, 2, 1)).toEqual({ squadId: 2, formerSquads: [] });
	const moved = move(first, 2, 3);
	expect(moved.formerSquads).toEqual([{ untilRound: 2, squadId: 1 }]);
	expect(listSquads(moved)).toEqual([1, 1, 2, 2, 2, 2]);
	const twice = move(moved, 3, 5);
	expect(listSquads(twice)).toEqual([1, 1, 2, 2, 3, 3]);
	expect(listSquads(move(twice, 1, 6))).toEqual([1, 1, 2, 2, 3, 1]);
	// A move that was a mistake, and one that was never true.
	expect(move(moved, 1, 3)).toEqual({ squadId: 1, formerSquads: [] });
	expect(move(twice, 2, 5)).toEqual(moved);
	expect(move(twice, 3, 1)).toEqual({ squadId: 3, formerSquads: [] });
	expect(listSquads(move(twice, 3, 4))).toEqual([1, 1, 2, 3, 3, 3]);
});

test("a new club counts from the current or next round [D2.9.260]", () => {
	expect(getClubChangeRoundId(ROUNDS)).toBe(2);
	expect(getClubChangeRoundId(ROUNDS.map((round) => ({ ...round, status: "complete" })))).toBe(4);
	expect(getClubChangeRoundId([])).toBe(1);
});

test("former clubs follow from the stats of a season", () => {
	const matches = [
		{ roundId: 1, squadId: 1 },
		{ roundId: 3, squadId: 1 },
		{ roundId: 4, squadId: 2 },
		{ roundId: 4, squadId: 3 },
		{ roundId: 6, squadId: 3 },
	];
	expect(deriveFormerSquads(3, matches)).toEqual([{ untilRound: 3, squadId: 1 }]);
	expect(deriveFormerSquads(4, matches)).toEqual([
		{ untilRound: 3, squadId: 1 },
		{ untilRound: 6, squadId: 3 },
	]);
	expect(deriveFormerSquads(1, [])).toEqual([]);
});

test("a club's second match at a time or in a round", () => {
	const start = Date.parse("2027-09-03T09:00:00Z");
	const build = (id: number, roundId: number, homeSquadId: number, awaySquadId: number, hours: number) => ({
		id,
		roundId,
		homeSquadId,
		awaySquadId,
		startsAt: start + hours * HOUR_MS,
	});
	const fixture = [build(1, 1, 11, 12, 0), build(2, 1, 13, 14, 0), build(3, 2, 11, 13, 168)];
	expect(findClubClashes(fixture)).toEqual([]);
	expect(findClubClashes([...fixture, build(4, 1, 12, 13, 24), build(5, 3, 15, 11, 169)])).toEqual([
		{ squadId: 11, matchIds: [3, 5], roundId: null },
		{ squadId: 12, matchIds: [1, 4], roundId: 1 },
		{ squadId: 13, matchIds: [2, 4], roundId: 1 },
	]);
});
