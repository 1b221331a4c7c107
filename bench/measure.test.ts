import { expect, test } from "vitest";
import { type Comparison, computeRatio, isMet, measureInTurns, summarise } from "./measure.ts";

const buildComparison = (goal: Comparison["goal"]): Comparison => ({
	label: "score",
	result: summarise([20, 10, 60]),
	floorName: "copy",
	floor: summarise([5, 5, 5, 1]),
	unit: "ms",
	...(goal ? { goal } : {}),
});

test("a comparison meets its goal by the ratio of the medians", () => {
	expect(computeRatio(buildComparison({ kind: "at most", ratio: 4 }))).toBe(4);
	expect(isMet(buildComparison({ kind: "at most", ratio: 4 }))).toBe(true);
	expect(isMet(buildComparison({ kind: "at most", ratio: 3.9 }))).toBe(false);
	expect(isMet(buildComparison({ kind: "at least", ratio: 4.1 }))).toBe(false);
	expect(isMet(buildComparison({ kind: "times faster", ratio: 0.25 }))).toBe(true);
	expect(isMet(buildComparison(undefined))).toBeNull();
});

test("candidates run in turn, and warm-up runs do not count", async () => {
	const order: string[] = [];
	const candidate = (name: string) => async () => order.push(name);
	const results = await measureInTurns({ a: candidate("a"), b: candidate("b") }, { runs: 2, warmups: 1 });
	expect(order.join("")).toBe("ababab");
	expect(results.a.samples).toEqual([3, 5]);
	expect(results.b).toMatchObject({ min: 4, median: 5, max: 6 });
});
