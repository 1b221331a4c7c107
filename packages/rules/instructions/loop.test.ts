import { describe, expect, test } from "vitest";
import { buildContextBefore, buildContextDuring, buildTeam, expectAccepted } from "../../../testing/rules/context.ts";
import { buildLoopContext, buildPlainSeason, type LoopFacts, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { applyInstruction } from "./apply-instruction.ts";
import { findLoopShortfall, listLoopCaptains, suggestLoop } from "./loop.ts";

// In round 2 vice captain 12 plays in the first match, and captain 6 and defender 5, who is left out, in the second. Defender
// 4 has a bye.
const season = buildPlainSeason({ 4: { squadId: 6 }, 12: { squadId: 2 } });
const open = buildContextBefore(season, 2);
const afterFirstMatch = buildContextDuring(season, 2, 0);
const team = buildTeam(PLAIN_LINEUP, season);
const LOOP = { playerId: 12, replacement: null, captainId: 5, minimumScore: 100 };

describe("a loop written beforehand", () => {
	const apply = (changes: Partial<typeof LOOP> = {}, context = afterFirstMatch, out = [5], saved = team) =>
		applyInstruction(
			saved,
			{ ...LOOP, ...changes },
			{ ...context, getChanceToPlay: (id) => (out.includes(id) ? 0 : 0.1) },
		);
	const listReasons = (ruling: ReturnType<typeof apply>) =>
		ruling.ok ? [] : ruling.violations.map((violation) => Object.values(violation).join(" "));

	test("makes captain who is left out, although the vice captain is locked [D2.9.830]", () => {
		expect(expectAccepted(apply()).team.lineup).toMatchObject({ captainId: 5, viceCaptainId: 12 });
		expect(expectAccepted(apply({}, buildContextBefore(season, 1))).team.lineup.captainId).toBe(5);
	});

	test("does nothing if the new captain may play or has a bye [D2.9.830]", () => {
		expect(listReasons(apply({}, open, []))).toEqual(["may-play 5"]);
		expect(listReasons(apply({ captainId: 4 }, open, [4]))).toEqual(["has-bye 4"]);
		expect(listReasons(apply({ captainId: 17 }, open, [17]))).toEqual(["captain-not-on-field 17"]);
	});

	test("does nothing once a captain is locked, or for another vice captain [D2.9.830]", () => {
		expect(listReasons(apply({}, buildContextDuring(season, 2, 1)))).toEqual(["locked 6", "locked 5"]);
		const other = buildTeam({ ...PLAIN_LINEUP, viceCaptainId: 13 }, season);
		expect(listReasons(apply({}, afterFirstMatch, [5], other))).toEqual(["not-vice-captain 12"]);
	});

	test("needs the score that the manager named [D2.9.830]", () => {
		expect(findLoopShortfall(LOOP, { state: "played", points: 100 })).toBeNull();
		expect(findLoopShortfall(LOOP, { state: "played", points: 99 })).toEqual({
			code: "score-too-low",
			playerId: 12,
			points: 99,
			minimum: 100,
		});
		expect(findLoopShortfall(LOOP, { state: "did-not-play", points: 0 })).toEqual({
			code: "did-not-play",
			playerId: 12,
		});
	});
});

describe("the loop that the coach suggests", () => {
	/** Everybody is expected to score 80, defender 4 has a bye, and defender 5 does not play. */
	const buildContext = (facts: LoopFacts = {}) => ({
		...buildLoopContext(season, { out: [5], ...facts }, (id) => facts.points?.[id] ?? 80),
		hasBye: (id: number) => id === 4,
	});
	const lineup = { ...PLAIN_LINEUP, emergency: [17] };

	test("asks for the captain's expected points, if her place costs nothing [D2.9.831]", () => {
		const plan = suggestLoop(lineup, buildContext({ points: { 6: 91.4, 12: 90 } }));
		expect(plan).toMatchObject({ captainId: 5, minimumScore: 92 });
		// Of a normal distribution around 90, what exceeds 92 on average.
		expect(plan?.gain).toBeCloseTo(8.9, 0);
	});

	test("asks for more by what her place on field costs [D2.9.831]", () => {
		// Nobody covers her, and a bench defender who is expected to score 30 could take her place.
		const uncovered = { ...PLAIN_LINEUP, emergency: [] };
		expect(suggestLoop(uncovered, buildContext({ points: { 6: 91.4, 17: 30 } }))?.minimumScore).toBe(122);
	});

	test("names nobody locked, on a bye or bench, or playing too early [D2.9.831]", () => {
		expect(listLoopCaptains(lineup, buildContext({ out: [3, 4, 5, 17] }))).toEqual([3, 5]);
		expect(listLoopCaptains(lineup, buildContext({ out: [3, 5], locked: [3] }))).toEqual([5]);
		expect(listLoopCaptains(lineup, buildContext({ out: [3, 5], starts: { 5: 1 } }))).toEqual([3]);
	});

	test("is none unless the vice captain plays well before the captain [D2.9.831]", () => {
		expect(suggestLoop(lineup, buildContext({ starts: { 6: 1 } }))).toBeNull();
		expect(suggestLoop(lineup, buildContext({ lastStarts: { 12: 23 } }))).toBeNull();
		expect(listLoopCaptains(lineup, buildContext({ lastStarts: { 12: 23 } }))).toEqual([]);
		expect(suggestLoop(lineup, buildContext({ locked: [12] }))).toBeNull();
		expect(suggestLoop(lineup, buildContext({ out: [] }))).toBeNull();
		expect(suggestLoop(lineup, buildContext({ out: [5, 12] }))).toBeNull();
	});
});
