import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreSeason2023 } from "../../../testing/rules/season-2023.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computePlacings, findFinalWinner, pairConsolationGames, pairGrandFinal, pairSemiFinals } from "./finals.ts";
import { checkFinalsSeries, getFinalsRounds } from "./finals-rounds.ts";
import { buildFixture } from "./fixture.ts";
import { computeLadder } from "./ladder.ts";

const rules = {
	...DEFAULT_SEASON_RULES,
	leagues: { ...DEFAULT_SEASON_RULES.leagues, finalsSeries: true },
};
const createLadder = (...teamIds: number[]) => teamIds.map((teamId) => ({ teamId }));
const createResult = ([home, away]: readonly [number, number], homePoints: number, awayPoints: number) => {
	return { home, away, homePoints, awayPoints };
};

describe("a finals series", () => {
	test("is played in the last two rounds of three or more (D2.1.41)", () => {
		const series = { finals: true, finalsSeries: true };
		expect(getFinalsRounds([4, 5, 6], series)).toEqual({ semiFinalId: 5, grandFinalId: 6 });
		expect(getFinalsRounds([5, 6], series)).toEqual({ semiFinalId: null, grandFinalId: 6 });
		expect(getFinalsRounds([6], series)).toEqual({ semiFinalId: null, grandFinalId: null });
		expect(getFinalsRounds([4, 5, 6], { finals: true, finalsSeries: false })).toEqual({
			semiFinalId: null,
			grandFinalId: 6,
		});
		expect(getFinalsRounds([4, 5, 6], { finals: false, finalsSeries: true }).grandFinalId).toBeNull();
		expect(
			buildFixture([1, 2, 3, 4], [4, 5, 6], { finals: true, finalsSeries: true }).map(
				({ matchUps }) => matchUps.length,
			),
		).toEqual([2, 0, 0]);
	});

	test("needs a season that allows it, four teams and three rounds (D2.1.40)", () => {
		expect(checkFinalsSeries(4, [1, 2, 3], rules)).toBeNull();
		expect(checkFinalsSeries(4, [1, 2, 3], DEFAULT_SEASON_RULES)).toBe("finals-series-not-allowed");
		expect(checkFinalsSeries(2, [1, 2, 3], rules)).toBe("finals-series-size");
		expect(checkFinalsSeries(4, [2, 3], rules)).toBe("finals-series-rounds");
	});

	test("has first against fourth, and byes with fewer than four (D2.1.42)", () => {
		expect(pairSemiFinals(createLadder(7, 3, 9, 1, 5))).toEqual([
			{ place: 0, matchUp: [7, 1] },
			{ place: 1, matchUp: [3, 9] },
		]);
		expect(pairSemiFinals(createLadder(7, 3, 9))).toEqual([{ place: 1, matchUp: [3, 9] }]);
		expect(pairSemiFinals(createLadder(7, 3))).toEqual([]);
		expect(pairGrandFinal(createLadder(7, 3, 9), [createResult([3, 9], 900, 901)])).toEqual([7, 9]);
		expect(pairGrandFinal(createLadder(7, 3), [])).toEqual([7, 3]);
	});

	test("gives a drawn final to the higher placed home team (D2.1.43)", () => {
		const ladder = createLadder(7, 3, 9, 1, 5);
		expect(pairGrandFinal(ladder, [createResult([7, 1], 800, 800), createResult([3, 9], 700, 700)])).toEqual([7, 3]);
		expect(pairGrandFinal(ladder, [createResult([7, 1], 800, 801), createResult([3, 9], 700, 700)])).toEqual([3, 1]);
		expect(pairGrandFinal(ladder, [createResult([7, 1], 800, 801), createResult([3, 9], 700, 900)])).toEqual([9, 1]);
	});

	test("replaces a semi-final winner who leaves by the next best (D2.1.44)", () => {
		const semiFinals = [createResult([7, 1], 800, 700), createResult([3, 9], 700, 900)];
		expect(pairGrandFinal(createLadder(3, 9, 1, 5), semiFinals)).toEqual([9, 1]);
		expect(pairGrandFinal(createLadder(3, 9, 5), semiFinals)).toEqual([3, 9]);
		expect(pairGrandFinal(createLadder(9, 5), semiFinals)).toBeNull();
	});

	test("keeps the semi-finals' ladder order despite later corrections (D2.1.44)", () => {
		const semiFinals = [createResult([7, 1], 800, 700), createResult([3, 9], 900, 700)];
		expect(pairGrandFinal(createLadder(9, 5, 3, 7, 1), semiFinals)).toEqual([7, 3]);
	});

	test("ends every season with one premier of the top four", () => {
		const season = fc.record({
			teams: fc.integer({ min: 2, max: 20 }),
			rounds: fc.integer({ min: 3, max: 12 }),
			scores: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 30, maxLength: 30 }),
			leavers: fc.uniqueArray(fc.nat(19), { maxLength: 3 }),
		});
		fc.assert(
			fc.property(season, ({ teams, rounds, scores, leavers }) => {
				const ids = Array.from({ length: teams }, (_, index) => index + 1);
				const members = ids.map((teamId) => ({ teamId, joinNumber: teamId }));
				const getPoints = (round: number, team: number) => scores[(round * 11 + team * 7) % scores.length] ?? 0;
				const roundIds = Array.from({ length: rounds }, (_, index) => index + 1);
				const results = buildFixture(ids, roundIds, { finals: true, finalsSeries: true }).flatMap(
					({ roundId, matchUps }) =>
						matchUps.map(([home, away]) => ({
							...createResult([home, away], getPoints(roundId, home), getPoints(roundId, away)),
							roundId,
							isFinal: false,
							isConsolation: false,
						})),
				);
				const ladder = computeLadder(members, results, { tiebreaker: "percentage", medianGame: false }, rules);
				const topFour = ladder.slice(0, 4).map(({ teamId }) => teamId);
				const semiFinals = pairSemiFinals(ladder).map(({ matchUp }) =>
					createResult(matchUp, getPoints(rounds - 1, matchUp[0]), getPoints(rounds - 1, matchUp[1])),
				);
				const semiFinalists = semiFinals.flatMap(({ home, away }) => [home, away]);
				expect(new Set(semiFinalists).size).toBe(semiFinalists.length);
				const getPlace = (teamId: number | undefined) => topFour.indexOf(teamId ?? 0);
				for (const { home, away } of semiFinals) expect(getPlace(home)).toBeLessThan(getPlace(away));

				const finalists = pairGrandFinal(ladder, semiFinals);
				const winners = semiFinals.map((result) => findFinalWinner(result));
				for (const winner of winners) expect(finalists).toContain(winner);
				expect(getPlace(finalists?.[0])).toBeLessThan(getPlace(finalists?.[1]));
				expect(topFour).toContain(finalists?.[1]);

				const remaining = ladder.filter(({ teamId }) => !leavers.includes(teamId - 1));
				const grandFinal = pairGrandFinal(remaining, semiFinals);
				const stillIn = topFour.filter((teamId) => !leavers.includes(teamId - 1));
				if (stillIn.length >= 2) expect(grandFinal).not.toBeNull();
				for (const teamId of grandFinal ?? []) expect(leavers).not.toContain(teamId - 1);
				for (const winner of winners)
					if (!leavers.includes(winner - 1)) expect(grandFinal ?? [winner]).toContain(winner);
			}),
			{ numRuns: 300 },
		);
	});
});

describe("consolation games", () => {
	const createGame = (matchUp: readonly [number, number], homePoints: number, awayPoints: number, isFinal = false) => {
		return { ...createResult(matchUp, homePoints, awayPoints), isFinal, isConsolation: !isFinal };
	};
	const finals = [
		[1, 4],
		[2, 3],
	] as const;

	test("pair neighbours on the ladder below the top four [D2.9.274]", () => {
		const ladder = createLadder(1, 2, 3, 4, 5, 6, 7, 8, 9);
		expect(pairConsolationGames({ ladder, finals, isSemiFinal: true, before: [] })).toEqual([
			[5, 6],
			[7, 8],
		]);
	});

	test("in the last round pair losers of semi-finals, winners, then losers [D2.9.274]", () => {
		const before = [
			createGame([1, 4], 900, 800, true),
			createGame([2, 3], 700, 800, true),
			createGame([5, 6], 600, 700),
			createGame([7, 8], 500, 400),
		];
		const ladder = createLadder(1, 2, 3, 4, 5, 6, 7, 8, 9);
		expect(pairConsolationGames({ ladder, finals: [[1, 3]], isSemiFinal: false, before })).toEqual([
			[2, 4],
			[6, 7],
			[9, 5],
		]);
	});

	test("know the losers of semi-finals after one has left the league", () => {
		const before = [
			createGame([1, 4], 900, 800, true),
			createGame([2, 3], 900, 800, true),
			createGame([5, 6], 600, 700),
			createGame([7, 8], 500, 400),
		];
		const ladder = createLadder(1, 2, 3, 5, 6, 7, 8);
		expect(pairConsolationGames({ ladder, finals: [[1, 2]], isSemiFinal: false, before })).toEqual([
			[3, 6],
			[7, 5],
		]);
	});

	test("in a league without semi-finals pair everybody outside the grand final", () => {
		const ladder = createLadder(3, 1, 2, 5, 4);
		expect(pairConsolationGames({ ladder, finals: [[3, 1]], isSemiFinal: false, before: [] })).toEqual([[2, 5]]);
	});

	test("give the placings after the finals, a draw to the higher placed [D2.9.277]", () => {
		const ladder = createLadder(3, 5, 1, 6, 4, 7, 8);
		const lastRound = [
			createGame([3, 5], 1300, 1301, true),
			createGame([1, 6], 1282, 1282),
			createGame([4, 7], 1102, 1198),
		];
		expect(computePlacings(ladder, lastRound, [])).toEqual([5, 3, 1, 6, 7, 4, 8]);
		expect(computePlacings(ladder, lastRound.toReversed(), [])).toEqual([5, 3, 1, 6, 7, 4, 8]);
		// A member who has left is not placed.
		expect(computePlacings(createLadder(3, 5, 6, 4, 7, 8), lastRound, [])).toEqual([5, 3, 6, 7, 4, 8]);
	});

	test("end the real 2023 season [D2.9.274, D2.9.277]", () => {
		const scores = scoreSeason2023(8);
		const play = (roundId: number, [home, away]: readonly [number, number]) =>
			[[home, away], scores[roundId - 1]?.[home - 1] ?? 0, scores[roundId - 1]?.[away - 1] ?? 0] as const;
		// The ladder after eight rounds.
		const ladder = createLadder(3, 5, 6, 1, 4, 7, 8, 2);
		const semiFinals = pairSemiFinals(ladder).map(({ matchUp }) => matchUp);
		const games = pairConsolationGames({ ladder, finals: semiFinals, isSemiFinal: true, before: [] });
		expect(games).toEqual([
			[4, 7],
			[8, 2],
		]);
		const semiResults = semiFinals.map((pair) => createGame(...play(9, pair), true));
		const before = [...semiResults, ...games.map((pair) => createGame(...play(9, pair)))];
		expect(pairGrandFinal(ladder, semiResults)).toEqual([3, 5]);
		const last = pairConsolationGames({ ladder, finals: [[3, 5]], isSemiFinal: false, before });
		expect(last).toEqual([
			[6, 1],
			[4, 8],
			[7, 2],
		]);
		const lastRound = [createGame(...play(10, [3, 5]), true), ...last.map((pair) => createGame(...play(10, pair)))];
		expect(computePlacings(ladder, lastRound, before)).toEqual([5, 3, 1, 6, 8, 4, 2, 7]);
	});

	test("never pair a finalist, nor a team twice", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 2, max: 20 }),
				fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 40, maxLength: 40 }),
				fc.uniqueArray(fc.nat(19), { maxLength: 3 }),
				(teams, scores, leavers) => {
					const ladder = createLadder(...Array.from({ length: teams }, (_, index) => index + 1));
					const semiFinals = pairSemiFinals(ladder).map(({ matchUp }) => matchUp);
					const semiRound = pairConsolationGames({ ladder, finals: semiFinals, isSemiFinal: true, before: [] });
					const play = (matchUp: readonly [number, number]) =>
						[matchUp, scores[matchUp[0]] ?? 0, scores[matchUp[1] + 19] ?? 0] as const;
					const before = [
						...semiFinals.map((matchUp) => createGame(...play(matchUp), true)),
						...semiRound.map((matchUp) => createGame(...play(matchUp))),
					];
					const left = ladder.filter(({ teamId }) => !leavers.includes(teamId - 1));
					const grandFinal = pairGrandFinal(left, before.slice(0, semiFinals.length));
					const last = pairConsolationGames({
						ladder: left,
						finals: grandFinal ? [grandFinal] : [],
						isSemiFinal: false,
						before,
					});
					for (const [games, others] of [
						[semiRound, semiFinals],
						[last, grandFinal ? [grandFinal] : []],
					] as const) {
						const playing = [...games.flat(), ...others.flat()];
						expect(new Set(playing).size).toBe(playing.length);
					}
					const members = new Set(left.map(({ teamId }) => teamId));
					expect(last.flat().filter((teamId) => !members.has(teamId))).toEqual([]);
					const idle = left.filter(({ teamId }) => ![...last.flat(), ...(grandFinal ?? [])].includes(teamId));
					expect(idle.length).toBe((left.length - (grandFinal?.length ?? 0)) % 2);
					const lastRound = [
						...(grandFinal ? [createGame(...play(grandFinal), true)] : []),
						...last.map((matchUp) => createGame(...play(matchUp))),
					];
					const placings = computePlacings(left, lastRound, before);
					expect(new Set(placings)).toEqual(members);
					expect(placings).toHaveLength(left.length);
					expect(computePlacings(left, lastRound.toReversed(), before.toReversed())).toEqual(placings);
					if (grandFinal) expect(grandFinal).toContain(placings[1]);
				},
			),
		);
	});
});
