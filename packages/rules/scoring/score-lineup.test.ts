import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlayerId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { LINES, type Line } from "../player.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { DID_NOT_PLAY, type PlayerRound, TO_COME } from "./player-round.ts";
import { scoreLineup } from "./score-lineup.ts";

/** Field 1–5 DEF, 6–10 MID, 11 RUC, 12–16 FWD; bench 17 DEF, 18 MID, 19 RUC, 20 FWD; utility 21; C 6, VC 12. */
const team: Lineup = {
	field: { DEF: [1, 2, 3, 4, 5], MID: [6, 7, 8, 9, 10], RUC: [11], FWD: [12, 13, 14, 15, 16] },
	bench: { DEF: [17], MID: [18], RUC: [19], FWD: [20] },
	utilityId: 21,
	captainId: 6,
	viceCaptainId: 12,
	emergency: [17, 18, 19, 20],
};
const positionsById = new Map<PlayerId, Line[]>(
	LINES.flatMap((line) => [...team.field[line], ...team.bench[line]].map((id): [PlayerId, Line[]] => [id, [line]])),
);
const createPlayed = (points: number): PlayerRound => ({ state: "played", points });

/** Everyone played and scored 10 points, except as given. */
function scoreRound(exceptions: Record<number, PlayerRound>, lines: Record<number, Line[]> = {}, lineup = team) {
	return scoreLineup(
		lineup,
		(id) => exceptions[id] ?? createPlayed(10),
		(id) => lines[id] ?? positionsById.get(id) ?? [],
		DEFAULT_SEASON_RULES,
	);
}

describe("a team's round", () => {
	test("counts sixteen on field, the captain twice, no bench (D1.5.32)", () => {
		expect(scoreRound({})).toMatchObject({ points: 170, doubled: 6, substitutions: [] });
		expect(scoreRound({ 17: createPlayed(500), 21: createPlayed(500) }).points).toBe(170);
	});

	test("doubles the vice captain only if the captain is out", () => {
		expect(scoreRound({ 6: DID_NOT_PLAY, 12: createPlayed(30), 18: DID_NOT_PLAY })).toMatchObject({
			points: 200,
			doubled: 12,
		});
		expect(scoreRound({ 6: TO_COME, 12: createPlayed(30) })).toMatchObject({ points: 170, doubled: 6 });
		const bothOut = scoreRound({ 6: DID_NOT_PLAY, 12: DID_NOT_PLAY, 18: createPlayed(7), 20: createPlayed(7) });
		expect(bothOut).toMatchObject({ points: 154, doubled: null });
	});

	test("keeps a captain who scored 0 or less as captain, without cover", () => {
		expect(scoreRound({ 6: createPlayed(-4) })).toMatchObject({ points: 142, doubled: 6, substitutions: [] });
		expect(scoreRound({ 6: createPlayed(0) })).toMatchObject({ points: 150, substitutions: [] });
	});

	test("does not double an emergency who covers the captain", () => {
		const { points, ledger } = scoreRound({ 6: DID_NOT_PLAY, 12: DID_NOT_PLAY, 18: createPlayed(50) });
		expect(points).toBe(140 + 50 + 10);
		expect(ledger.find(({ playerId }) => playerId === 18)).toMatchObject({ factor: 1, counted: 50, covers: 6 });
		expect(ledger.find(({ playerId }) => playerId === 6)).toMatchObject({ counted: 0, coveredBy: 18 });
	});

	test("lets an emergency cover only one player, the first", () => {
		const { points, substitutions } = scoreRound({ 2: DID_NOT_PLAY, 4: DID_NOT_PLAY });
		expect(substitutions).toEqual([{ out: 2, in: 17 }]);
		expect(points).toBe(160);
	});

	test("never counts a bench player who is not an emergency", () => {
		expect(scoreRound({ 2: DID_NOT_PLAY }, {}, { ...team, emergency: [18] })).toMatchObject({
			points: 160,
			substitutions: [],
		});
	});

	test("covers once her match ended, by emergencies who played", () => {
		expect(scoreRound({ 2: TO_COME })).toMatchObject({ points: 160, substitutions: [] });
		expect(scoreRound({ 2: DID_NOT_PLAY, 17: TO_COME })).toMatchObject({ points: 160, substitutions: [] });
	});

	test("uses a dual-position emergency where the fewest slots stay empty", () => {
		const { substitutions } = scoreRound({ 2: DID_NOT_PLAY, 7: DID_NOT_PLAY }, { 17: ["DEF", "MID"], 18: ["DEF"] });
		expect(substitutions).toEqual([
			{ out: 2, in: 18 },
			{ out: 7, in: 17 },
		]);
	});

	test("counts a negative score rather than leaving a slot empty", () => {
		expect(scoreRound({ 2: DID_NOT_PLAY, 17: createPlayed(-6) })).toMatchObject({ points: 154 });
	});

	test("prefers the emergency with the higher score, then the lower id", () => {
		const both = { 17: ["DEF"], 18: ["DEF"] } satisfies Record<number, Line[]>;
		expect(scoreRound({ 2: DID_NOT_PLAY, 18: createPlayed(11) }, both).substitutions).toEqual([{ out: 2, in: 18 }]);
		expect(scoreRound({ 2: DID_NOT_PLAY }, both).substitutions).toEqual([{ out: 2, in: 17 }]);
	});
});

/** Brute force: every emergency in every empty slot or none, compared as docs/game-rules.md#cover says. */
function bruteForceScore(
	lineup: Lineup,
	getPlayerRound: (id: PlayerId) => PlayerRound,
	getPositions: (id: PlayerId) => Line[],
) {
	const slots = LINES.flatMap((line) => lineup.field[line].map((id) => ({ id, line })));
	const empty = slots.filter(({ id }) => getPlayerRound(id).state === "did-not-play");
	const candidates = lineup.emergency.filter((id) => getPlayerRound(id).state === "played");
	let assignments: Map<number, PlayerId>[] = [new Map()];
	for (const id of candidates) {
		assignments = assignments.flatMap((assignment) => [
			assignment,
			...empty.flatMap(({ line }, index) =>
				assignment.has(index) || !getPositions(id).includes(line) ? [] : [new Map([...assignment, [index, id]])],
			),
		]);
	}
	const createKey = (assignment: Map<number, PlayerId>) => [
		-assignment.size,
		-[...assignment.values()].reduce((sum, id) => sum + getPlayerRound(id).points, 0),
		...empty.map((_, index) => (assignment.has(index) ? 0 : 1)),
		...empty.map((_, index) => assignment.get(index) ?? 0),
	];
	const [best = new Map<number, PlayerId>()] = assignments
		.map((assignment) => ({ assignment, key: createKey(assignment) }))
		.sort((a, b) => a.key.map((part, i) => part - (b.key[i] ?? 0)).find((difference) => difference !== 0) ?? 0)
		.map(({ assignment }) => assignment);
	const captainOut = getPlayerRound(lineup.captainId).state === "did-not-play";
	const doubledId = captainOut ? lineup.viceCaptainId : lineup.captainId;
	const onField = slots.reduce((sum, { id }) => sum + getPlayerRound(id).points * (id === doubledId ? 2 : 1), 0);
	return {
		points: onField + [...best.values()].reduce((sum, id) => sum + getPlayerRound(id).points, 0),
		substitutions: empty.flatMap(({ id }, index) => {
			const cover = best.get(index);
			return cover ? [{ out: id, in: cover }] : [];
		}),
	};
}

const roundState = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(DID_NOT_PLAY) },
	{ weight: 1, arbitrary: fc.constant(TO_COME) },
	{ weight: 6, arbitrary: fc.integer({ min: -3, max: 6 }).map(createPlayed) },
);
const positions = fc.subarray([...LINES], { minLength: 1, maxLength: 3 });

test("a team's points match a brute-force search over covers", () => {
	fc.assert(
		fc.property(
			fc.array(roundState, { minLength: 22, maxLength: 22 }),
			fc.array(positions, { minLength: 4, maxLength: 4 }),
			fc.shuffledSubarray([17, 18, 19, 20]),
			fc.shuffledSubarray([6, 12, 1, 11], { minLength: 2, maxLength: 2 }),
			(rounds, benchPositions, emergency, [captainId = 6, viceCaptainId = 12]) => {
				const lineup: Lineup = { ...team, emergency, captainId, viceCaptainId };
				const getPlayerRound = (id: PlayerId) => rounds[id] ?? DID_NOT_PLAY;
				const getPositions = (id: PlayerId) => benchPositions[id - 17] ?? positionsById.get(id) ?? [];
				const score = scoreLineup(lineup, getPlayerRound, getPositions, DEFAULT_SEASON_RULES);
				expect(score).toMatchObject(bruteForceScore(lineup, getPlayerRound, getPositions));
				expect(score.ledger.reduce((sum, { counted }) => sum + counted, 0)).toBe(score.points);
			},
		),
		{ numRuns: 400 },
	);
});

describe("the utility of a draft team", () => {
	const score = (utilityScores: boolean, exceptions: Record<number, PlayerRound>, lineup = team) =>
		scoreLineup(
			lineup,
			(id) => exceptions[id] ?? createPlayed(10),
			(id) => positionsById.get(id) ?? [],
			{ captainFactor: 2, utilityScores },
		);

	test("counts where the league lets it score, twice as captain", () => {
		expect(score(false, { 21: createPlayed(50) }).points).toBe(170);
		expect(score(true, { 21: createPlayed(50) }).points).toBe(220);
		expect(score(true, { 21: createPlayed(50) }, { ...team, captainId: 21 }).points).toBe(160 + 100);
	});

	test("is covered by an emergency of any position who is left", () => {
		const ruckAndUtilityOut = { 11: DID_NOT_PLAY, 21: DID_NOT_PLAY, 17: createPlayed(40), 19: createPlayed(60) };
		expect(score(true, ruckAndUtilityOut)).toMatchObject({
			points: 160 + 60 + 40,
			substitutions: [
				{ out: 11, in: 19 },
				{ out: 21, in: 17 },
			],
		});
		expect(score(false, ruckAndUtilityOut).points).toBe(160 + 60);
	});
});
