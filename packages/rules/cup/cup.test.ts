import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type CupScore,
	compareCupScores,
	drawCupByPublicSeed,
	findCupWinner,
	getCupStage,
	pairCupRound,
	planCup,
	selectQualifiers,
} from "./cup.ts";

const listNumbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const createScore = (teamId: number, points: number, change: Partial<CupScore> = {}): CupScore => {
	return { teamId, points, isActive: true, overallRank: teamId, ...change };
};

/** Plays a cup to its end; `getPoints` gives a team's points in a round. */
function playCup(teams: readonly number[], seed: number, getPoints: (round: number, team: number) => number) {
	const rounds: { home: number | null; away: number | null; winner: number | null }[][] = [];
	let slots: (number | null)[] = drawCupByPublicSeed(teams, seed);
	while (slots.length > 1) {
		const build = (teamId: number | null) =>
			teamId === null ? null : createScore(teamId, getPoints(rounds.length, teamId));
		const played = pairCupRound(slots).map(({ home, away }) => {
			return { home, away, winner: findCupWinner(build(home), build(away)) };
		});
		rounds.push(played);
		slots = played.map(({ winner }) => winner);
	}
	return { rounds, winner: slots[0] };
}

describe("a cup", () => {
	test("halves its teams every round, after a qualifying round if needed (D2.1.51)", () => {
		expect(planCup(1, [1, 2, 3])).toBeNull();
		expect(planCup(2, [7])).toBeNull();
		expect(planCup(2, [7, 8, 9])).toEqual({ qualifyingRoundId: null, teamCount: 2, roundIds: [7] });
		expect(planCup(5, [7, 8, 9])).toEqual({ qualifyingRoundId: null, teamCount: 5, roundIds: [7, 8, 9] });
		expect(planCup(8, [7, 8, 9])).toEqual({ qualifyingRoundId: null, teamCount: 8, roundIds: [7, 8, 9] });
		expect(planCup(9, [7, 8, 9])).toEqual({ qualifyingRoundId: 7, teamCount: 4, roundIds: [8, 9] });
		expect(planCup(100_000, listNumbersTo(12))).toEqual({
			qualifyingRoundId: 1,
			teamCount: 2_048,
			roundIds: listNumbersTo(12).slice(1),
		});
		expect(planCup(100_000, listNumbersTo(24))?.roundIds).toHaveLength(17);
	});

	test("ends in round 14 if it has the teams for it [D1.9.94]", () => {
		const rounds = listNumbersTo(14);
		const findEnd = (teams: number, startId = 1) => {
			const plan = planCup(teams, rounds.slice(startId - 1));
			return [plan?.qualifyingRoundId, plan?.teamCount, plan?.roundIds.at(-1)];
		};
		expect(findEnd(2)).toEqual([null, 2, 1]);
		expect(findEnd(180, 7)).toEqual([null, 180, 14]);
		expect(findEnd(8_193)).toEqual([null, 8_193, 14]);
		expect(findEnd(16_384)).toEqual([null, 16_384, 14]);
		expect(findEnd(16_385)).toEqual([1, 8_192, 14]);
		expect(findEnd(600_000, 3)).toEqual([3, 2_048, 14]);
	});

	test("of version 0.1.0 was drawn by the season's public seed", () => {
		expect(drawCupByPublicSeed([4, 1, 3, 2], 1)).toEqual(drawCupByPublicSeed([1, 2, 3, 4], 1));
		expect(drawCupByPublicSeed(listNumbersTo(8), 1)).toEqual([7, 3, 2, 8, 4, 1, 6, 5]);
		expect(drawCupByPublicSeed(listNumbersTo(8), 2)).not.toEqual(drawCupByPublicSeed(listNumbersTo(8), 1));
		expect(drawCupByPublicSeed(listNumbersTo(500), 3).toSorted((a, b) => a - b)).toEqual(listNumbersTo(500));
	});

	test("gives byes to the first teams of the draw (D2.1.52)", () => {
		expect(pairCupRound([10, 20, 30, 40, 50])).toEqual([
			{ place: 0, home: 10, away: null },
			{ place: 1, home: 20, away: null },
			{ place: 2, home: 30, away: null },
			{ place: 3, home: 40, away: 50 },
		]);
		expect(pairCupRound([10, 20])).toEqual([{ place: 0, home: 10, away: 20 }]);
	});

	test("is decided by points, overall rank, and open accounts (D2.1.53)", () => {
		expect(findCupWinner(createScore(1, 900), createScore(2, 901))).toBe(2);
		expect(findCupWinner(createScore(1, 900, { overallRank: 8 }), createScore(2, 900, { overallRank: 7 }))).toBe(2);
		expect(findCupWinner(createScore(1, 0, { overallRank: null }), createScore(2, 0))).toBe(2);
		expect(findCupWinner(createScore(2, 0, { overallRank: null }), createScore(1, 0, { overallRank: null }))).toBe(1);
		expect(findCupWinner(createScore(1, 900, { isActive: false }), createScore(2, 3))).toBe(2);
		expect(findCupWinner(null, createScore(2, 0))).toBe(2);
		expect(findCupWinner(createScore(2, 0), null)).toBe(2);
		expect(findCupWinner(null, null)).toBeNull();
	});

	test("lets the best scores of a qualifying round through (D2.1.51)", () => {
		const scores = [
			createScore(1, 5),
			createScore(2, 9),
			createScore(3, 9),
			createScore(4, 7, { isActive: false }),
			createScore(5, 6),
		];
		expect(selectQualifiers(scores, 2)).toEqual([2, 3]);
		expect(selectQualifiers(scores, 4)).toEqual([2, 3, 5, 1]);
	});

	test("calls its last rounds quarter-final, semi-final and final", () => {
		expect([1, 2, 4, 8, 16].map(getCupStage)).toEqual(["final", "semi-final", "quarter-final", "round", "round"]);
	});

	test("has one winner, and fair pairings, whatever the scores", () => {
		const cup = fc.record({
			teams: fc.integer({ min: 2, max: 300 }),
			seed: fc.integer({ min: 0, max: 1_000_000 }),
			points: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 40, maxLength: 40 }),
		});
		fc.assert(
			fc.property(cup, ({ teams, seed, points }) => {
				const getPoints = (round: number, team: number) => points[(round * 13 + team * 7) % points.length] ?? 0;
				const { rounds, winner } = playCup(listNumbersTo(teams), seed, getPoints);
				expect(rounds).toHaveLength(Math.ceil(Math.log2(teams)));
				let alive = new Set(listNumbersTo(teams));
				const byes = new Map<number, number>();
				const out = new Set<number>();
				for (const [index, round] of rounds.entries()) {
					const playing = round.flatMap(({ home, away }) => [home, away]).filter((team) => team !== null);
					expect(new Set(playing)).toEqual(alive);
					expect(playing).toHaveLength(alive.size);
					for (const { home, away, winner: through } of round) {
						expect([home, away]).toContain(through);
						const bye = home === null ? away : away === null ? home : null;
						if (bye !== null) byes.set(bye, (byes.get(bye) ?? 0) + 1);
						const beaten = bye === null ? [home, away].find((team) => team !== through) : null;
						if (typeof beaten === "number") out.add(beaten);
					}
					expect(round.some(({ away }) => away === null) && index > 0).toBe(false);
					alive = new Set(round.flatMap(({ winner: through }) => through ?? []));
				}
				expect([...alive]).toEqual([winner]);
				expect(out.size).toBe(teams - 1);
				expect(Math.max(0, ...byes.values())).toBeLessThanOrEqual(1);
				expect(playCup(listNumbersTo(teams).toReversed(), seed, getPoints)).toEqual({ rounds, winner });
			}),
		);
	});

	test("never leaves two teams level", () => {
		const anyScore = fc.record({
			teamId: fc.integer({ min: 1, max: 4 }),
			isActive: fc.boolean(),
			points: fc.integer({ min: 0, max: 2 }),
			overallRank: fc.option(fc.integer({ min: 1, max: 3 })),
		});
		fc.assert(
			fc.property(anyScore, anyScore, (a, b) => {
				expect(Math.sign(compareCupScores(a, b)) + Math.sign(compareCupScores(b, a))).toBe(0);
				if (a.teamId !== b.teamId) expect(compareCupScores(a, b)).not.toBe(0);
			}),
		);
	});
});
