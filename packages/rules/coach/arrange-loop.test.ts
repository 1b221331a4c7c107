import { describe, expect, test } from "vitest";
import { buildLoopContext, buildPlainSeason, type LoopFacts, PLAIN_LINEUP } from "../../../testing/rules/plain-team.ts";
import { arrangeLoop } from "./arrange-loop.ts";

const season = buildPlainSeason();

/** Midfielder 6 is expected to score 100, 12 scores 95, others on field 70 and the rest 30. */
const buildContext = (facts: LoopFacts) => {
	const expected: Readonly<Record<number, number>> = { 6: 100, 12: 95, ...facts.points };
	return buildLoopContext(season, facts, (id) =>
		facts.out?.includes(id) ? 0 : (expected[id] ?? (id <= 16 ? 70 : 30)),
	);
};

describe("a line-up that the coach prepares for a loop", () => {
	test("has a bench player on field who does not play [D2.9.882]", () => {
		const arranged = arrangeLoop(PLAIN_LINEUP, buildContext({ out: [17] }));
		expect(arranged?.lineup).toMatchObject({ captainId: 6, viceCaptainId: 12, emergency: [1, 18, 19, 20] });
		expect(arranged?.lineup.field.DEF).toEqual([17, 2, 3, 4, 5]);
		expect(arranged?.plan).toMatchObject({ captainId: 17, minimumScore: 100 });
	});

	test("takes her from the utility through the bench [D2.9.882]", () => {
		const arranged = arrangeLoop(PLAIN_LINEUP, buildContext({ out: [21] }));
		expect(arranged?.lineup).toMatchObject({ utilityId: 18 });
		expect(arranged?.lineup.field.MID).toEqual([6, 21, 8, 9, 10]);
		expect(arranged?.lineup.bench.MID).toEqual([7]);
		expect(arranged?.swaps).toEqual([
			[21, 18],
			[21, 7],
		]);
	});

	test("makes the best early player vice captain [D2.9.882]", () => {
		const points = { 6: 90, 12: 80, 13: 92 };
		const arranged = arrangeLoop(PLAIN_LINEUP, buildContext({ out: [17], points, starts: { 13: 0 } }));
		expect(arranged?.lineup).toMatchObject({ captainId: 6, viceCaptainId: 13 });
	});

	test("stays as it is if the loop would gain nothing [D2.9.882]", () => {
		expect(arrangeLoop(PLAIN_LINEUP, buildContext({}))).toBeNull();
		// She plays before the vice captain's match is over.
		expect(arrangeLoop(PLAIN_LINEUP, buildContext({ out: [17], starts: { 17: 1 } }))).toBeNull();
		expect(arrangeLoop(PLAIN_LINEUP, buildContext({ out: [17], lastStarts: { 12: 23 } }))).toBeNull();
		expect(arrangeLoop(PLAIN_LINEUP, buildContext({ out: [17], locked: [6] }))).toBeNull();
		// The captain plays early herself, and is expected to score far more than anybody after her.
		const early = { out: [17], points: { 6: 150, 12: 70 }, starts: { 6: 0 } };
		expect(arrangeLoop(PLAIN_LINEUP, buildContext(early))).toBeNull();
	});
});
