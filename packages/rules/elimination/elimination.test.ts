import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreSeason2023 } from "../../../testing/rules/season-2023.ts";
import { computeElimination, type EliminationSeason, type EliminationTeam } from "./elimination.ts";

/** The points of teams 1, 2, 3 …, round by round from round 1 on. */
const createRounds = (...rounds: number[][]) =>
	rounds.map((scores, index) => ({
		roundId: index + 1,
		points: new Map(scores.map((points, team) => [team + 1, points])),
	}));
const createTeams = (count: number, left: Readonly<Record<number, number>> = {}): EliminationTeam[] =>
	Array.from({ length: count }, (_, index) => ({
		teamId: index + 1,
		joinedNo: 100 + index,
		leftInRound: left[index + 1] ?? null,
	}));
const createSeason = (
	rounds: number[][],
	changes: Partial<Omit<EliminationSeason, "published">> = {},
): EliminationSeason => ({ published: createRounds(...rounds), live: null, startId: 1, lastRound: 10, ...changes });
const compute = (teams: EliminationTeam[], ...season: Parameters<typeof createSeason>) =>
	computeElimination(teams, createSeason(...season));
const listOut = ({ out }: ReturnType<typeof computeElimination>) =>
	out.map(({ teamId, roundId, reason }) => `${roundId}: ${teamId} ${reason}`);

describe("an elimination league", () => {
	test("loses its lowest team each round until one is left", () => {
		const rounds = [
			[50, 40, 60],
			[30, 99, 31],
			[10, 0, 20],
		];
		expect(compute(createTeams(3), rounds.slice(0, 1))).toEqual({
			alive: [3, 1],
			out: [{ teamId: 2, roundId: 1, reason: "lowest", points: 40 }],
			dangerCount: 0,
			winnerTeamId: null,
		});
		const ended = compute(createTeams(3), rounds);
		expect([listOut(ended), ended.alive, ended.winnerTeamId]).toEqual([["1: 2 lowest", "2: 1 lowest"], [3], 3]);
	});

	test("breaks ties by season points, then by joining", () => {
		expect(
			listOut(
				compute(
					createTeams(3),
					[
						[70, 80, 90],
						[50, 50, 50],
						[10, 10, 10],
					],
					{ startId: 2 },
				),
			),
		).toEqual(["2: 1 lowest", "3: 2 lowest"]);
		expect(listOut(compute(createTeams(3), [[50, 50, 50]]))).toEqual(["1: 3 lowest"]);
	});

	test("counts a team without points as 0, above one below 0", () => {
		const published = [{ roundId: 1, points: new Map([[1, -3]]) }];
		const { out } = computeElimination(createTeams(2), { ...createSeason([]), published });
		expect(out).toEqual([{ teamId: 1, roundId: 1, reason: "lowest", points: -3 }]);
	});

	test("takes a member who leaves as the round's cut", () => {
		const rounds = [
			[50, 40, 60, 70],
			[40, 50, 60, 70],
		];
		expect(listOut(compute(createTeams(4, { 4: 2 }), rounds))).toEqual(["1: 2 lowest", "2: 4 left"]);
		expect(listOut(compute(createTeams(4, { 2: 2 }), rounds))).toEqual(["1: 2 lowest", "2: 1 lowest"]);
		expect(listOut(compute(createTeams(4, { 3: 1, 4: 1 }), rounds))).toEqual(["1: 3 left", "1: 4 left", "2: 1 lowest"]);
	});

	test("is over as soon as all but one have left", () => {
		const { alive, out, winnerTeamId } = compute(createTeams(3, { 1: 2 }), [[50, 60, 70]], { startId: 1 });
		expect([alive, out.map(({ teamId }) => teamId), winnerTeamId]).toEqual([[3, 2], [1], null]);
		const ended = compute(createTeams(3, { 2: 2 }), [[50, 60, 70]]);
		expect([ended.alive, listOut(ended), ended.winnerTeamId]).toEqual([[3], ["1: 1 lowest", "2: 2 left"], 3]);
		expect(ended.out[1]?.points).toBeNull();
	});

	test("keeps the last to leave if everyone leaves", () => {
		const ended = compute(createTeams(3, { 1: 1, 2: 3, 3: 2 }), []);
		expect([ended.alive, listOut(ended), ended.winnerTeamId]).toEqual([[2], ["1: 1 left", "2: 3 left"], 2]);
	});

	test("keeps only the best in the season's last round", () => {
		const shortened = compute(createTeams(4), [[50, 40, 60, 70]], { lastRound: 1 });
		expect([shortened.alive, listOut(shortened)]).toEqual([[4], ["1: 2 lowest", "1: 1 lowest", "1: 3 lowest"]]);
	});

	test("has teams in danger while a round is played, but no cut", () => {
		const live = {
			roundId: 2,
			points: new Map([
				[1, 10],
				[2, 5],
				[3, 20],
			]),
		};
		const playing = compute(createTeams(3), [[50, 60, 70]], { live });
		expect([playing.alive, playing.dangerCount, playing.winnerTeamId]).toEqual([[3, 2], 1, null]);
		const left = compute(createTeams(4, { 4: 2 }), [[50, 60, 70, 80]], { live });
		expect([left.alive, left.dangerCount]).toEqual([[3, 2], 0]);
		expect(compute(createTeams(3), [], { live, startId: 3 }).dangerCount).toBe(0);
		expect(compute(createTeams(3), [], { live, startId: 2, lastRound: 2 }).dangerCount).toBe(2);
	});

	test("has no winner if it never had a second team", () => {
		expect(compute(createTeams(1), [[50]], { lastRound: 1 })).toMatchObject({
			alive: [1],
			out: [],
			winnerTeamId: null,
		});
	});
});

/** An independent computation: it goes through the rounds and looks for the worst key, without sorting anything. */
function eliminateNaively(
	teams: readonly EliminationTeam[],
	rounds: readonly number[][],
	startRound: number,
): string[] {
	const result: string[] = [];
	const isOut = new Set<number>();
	for (let round = startRound; round <= rounds.length && isOut.size < teams.length - 1; round++) {
		const getKey = ({ teamId, joinedNo }: EliminationTeam) => [
			rounds[round - 1]?.[teamId - 1] ?? 0,
			rounds.slice(0, round).reduce((sum, scores) => sum + (scores[teamId - 1] ?? 0), 0),
			-joinedNo,
		];
		const isWorse = (a: EliminationTeam, b: EliminationTeam) => {
			const [keyA, keyB] = [getKey(a), getKey(b)];
			const at = keyA.findIndex((part, index) => part !== keyB[index]);
			return (keyA[at] ?? 0) < (keyB[at] ?? 0);
		};
		let worst: EliminationTeam | undefined;
		for (const team of teams)
			if (!isOut.has(team.teamId) && (worst === undefined || isWorse(team, worst))) worst = team;
		if (!worst) break;
		isOut.add(worst.teamId);
		result.push(`${round}: ${worst.teamId} lowest`);
	}
	return result;
}

const anyLeague = fc
	.record({
		teamCount: fc.integer({ min: 2, max: 9 }),
		roundCount: fc.integer({ min: 1, max: 8 }),
		startId: fc.integer({ min: 1, max: 4 }),
		scores: fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 72, maxLength: 72 }),
		left: fc.dictionary(fc.constantFrom("1", "2", "3", "4"), fc.integer({ min: 1, max: 8 })),
	})
	.map(({ teamCount, roundCount, startId, scores, left }) => ({
		teams: createTeams(teamCount),
		leaving: createTeams(teamCount, left),
		rounds: Array.from({ length: roundCount }, (_, round) => scores.slice(round * 9, round * 9 + teamCount)),
		startId,
	}));

describe("over random seasons, an elimination league", () => {
	test("agrees with an independent computation", () => {
		fc.assert(
			fc.property(anyLeague, ({ teams, rounds, startId }) => {
				expect(listOut(compute(teams, rounds, { startId, lastRound: 99 }))).toEqual(
					eliminateNaively(teams, rounds, startId),
				);
			}),
		);
	});

	test("has every team once, alive or out, and always somebody alive", () => {
		fc.assert(
			fc.property(anyLeague, fc.boolean(), ({ leaving, rounds, startId }, isEnd) => {
				const lastRound = isEnd ? rounds.length : 99;
				const { alive, out, winnerTeamId } = compute(leaving, rounds, { startId, lastRound });
				const listed = [...alive, ...out.map(({ teamId }) => teamId)];
				expect(listed.toSorted((a, b) => a - b)).toEqual(leaving.map(({ teamId }) => teamId));
				expect(alive.length).toBeGreaterThan(0);
				expect(winnerTeamId).toBe(alive.length === 1 ? alive[0] : null);
				if (isEnd && startId <= rounds.length) expect(alive).toHaveLength(1);
				const outInRounds = out.map(({ roundId }) => roundId);
				expect(outInRounds).toEqual(outInRounds.toSorted((a, b) => a - b));
			}),
		);
	});

	test("never changes earlier cuts with a later round", () => {
		fc.assert(
			fc.property(anyLeague, ({ leaving, rounds, startId }) => {
				const all = listOut(compute(leaving, rounds, { startId, lastRound: 99 }));
				const earlier = compute(leaving, rounds.slice(0, -1), { startId, lastRound: 99 });
				const published = earlier.out.filter(({ points }) => points !== null);
				expect(all.slice(0, published.length)).toEqual(listOut({ ...earlier, out: published }));
				expect(listOut(compute(leaving.toReversed(), rounds, { startId, lastRound: 99 }))).toEqual(all);
			}),
		);
	});
});

describe("over the real 2023 season, an elimination league", () => {
	test.each([
		{ size: 11, lastOut: 10 },
		{ size: 8, lastOut: 7 },
	])("of $size ends in round $lastOut, by an independent computation [D2.1.70]", ({ size, lastOut }) => {
		const rounds = scoreSeason2023(size);
		const { alive, out, winnerTeamId } = compute(createTeams(size), rounds);
		expect(listOut({ out } as ReturnType<typeof compute>)).toEqual(eliminateNaively(createTeams(size), rounds, 1));
		expect([alive.length, out.length, out.at(-1)?.roundId]).toEqual([1, size - 1, lastOut]);
		expect(winnerTeamId).toBe(alive[0]);
	});

	test("of 11 gets a team back by a correction", () => {
		const rounds = scoreSeason2023(11);
		const before = compute(createTeams(11), rounds.slice(0, 4));
		const third = before.out[2]?.teamId ?? 0;
		const corrected = rounds
			.slice(0, 4)
			.map((scores, index) =>
				scores.map((points, team) => (index === 2 && team + 1 === third ? points + 400 : points)),
			);
		const after = compute(createTeams(11), corrected);
		expect(before.alive).not.toContain(third);
		expect(after.out[2]?.teamId).not.toBe(third);
		expect(listOut(after)).toEqual(eliminateNaively(createTeams(11), corrected, 1));
		expect(listOut(after).slice(0, 2)).toEqual(listOut(before).slice(0, 2));
	});
});
