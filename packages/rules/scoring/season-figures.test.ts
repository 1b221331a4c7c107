import { expect, test } from "vitest";
import type { Match, MatchStatus, Round } from "../round/round.ts";
import { computeSeasonFigures } from "./season-figures.ts";

const createMatch = (id: number, roundId: number, status: MatchStatus): Match => ({
	id,
	roundId,
	homeSquadId: 1,
	awaySquadId: 2,
	startsAt: 0,
	status,
});
const createPlayed = (roundId: number, points: number, isOver: boolean) => ({
	roundId,
	points,
	isAbandoned: false,
	isOver,
});
const createRound = (id: number, status: Round["status"], matches: readonly Match[]): Round => ({
	id,
	status,
	matches,
	byeSquads: [],
});
const round1 = createRound(1, "complete", [createMatch(1, 1, "complete")]);

test("the match being played counts in no average or lowest", () => {
	const compute = (status: "playing" | "complete") =>
		computeSeasonFigures(
			{
				squadId: 1,
				played: [createPlayed(1, 80, true), createPlayed(2, 20, status === "complete")],
				scores: new Map([
					[1, 80],
					[2, 20],
				]),
			},
			[round1, createRound(2, "playing", [createMatch(2, 2, status)])],
		);
	expect(compute("playing")).toEqual({ games: 1, average: 80, averageLast3: 80, averageLast5: 80, lowest: 80 });
	expect(compute("complete")).toEqual({ games: 2, average: 50, averageLast3: 50, averageLast5: 50, lowest: 20 });
});

test("between two matches the first counts, not as lowest", () => {
	const figures = computeSeasonFigures(
		{
			squadId: 1,
			played: [createPlayed(1, 80, true), createPlayed(2, 40, true)],
			scores: new Map([
				[1, 80],
				[2, 40],
			]),
		},
		[round1, createRound(2, "playing", [createMatch(2, 2, "complete"), createMatch(3, 2, "scheduled")])],
	);
	expect(figures).toEqual({ games: 2, average: 60, averageLast3: 60, averageLast5: 60, lowest: 80 });
});

test("the last three matches have the later one of a double week", () => {
	const figures = computeSeasonFigures(
		{
			squadId: 1,
			played: [
				createPlayed(1, 10, true),
				createPlayed(1, 40, true),
				createPlayed(2, 50, true),
				createPlayed(3, 60, true),
			],
			scores: new Map([
				[1, 50],
				[2, 50],
				[3, 60],
			]),
		},
		[],
	);
	expect(figures).toEqual({ games: 4, average: 40, averageLast3: 50, averageLast5: 40, lowest: 50 });
});

test("a player in her first match has no matches played", () => {
	const figures = computeSeasonFigures({ squadId: 1, played: [createPlayed(1, 9, false)], scores: new Map([[1, 9]]) }, [
		createRound(1, "playing", [createMatch(1, 1, "playing")]),
	]);
	expect(figures).toEqual({ games: 0, average: 0, averageLast3: 0, averageLast5: 0, lowest: null });
});
