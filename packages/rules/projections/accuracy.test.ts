import { expect, test } from "vitest";
import { computeAccuracy } from "./accuracy.ts";
import { computeBaselines } from "./baselines.ts";

test("baselines are season average, weighted last three, and price", () => {
	const computeBaselinesOf = (scores: readonly number[]) => computeBaselines({ price: 600_000, scores }, 12_000);
	// (3 × 90 + 2 × 60 + 30) ÷ 6 = 70
	expect(computeBaselinesOf([90, 60, 30])).toEqual({ seasonAverage: 60, lastThree: 70, pricePoints: 50 });
	expect(computeBaselinesOf([90, 60, 30, 150])).toEqual({ seasonAverage: 82.5, lastThree: 70, pricePoints: 50 });
	// (3 × 90 + 2 × 60) ÷ 5 = 78
	expect(computeBaselinesOf([90, 60])).toEqual({ seasonAverage: 75, lastThree: 78, pricePoints: 50 });
	expect(computeBaselinesOf([])).toEqual({ seasonAverage: 50, lastThree: 50, pricePoints: 50 });
});

test("errors are averaged over all who played, ranges inclusive", () => {
	const projection = { estimate: 64, low: 38.4, high: 89.6, seasonAverage: 60, lastThree: 70, pricePoints: 50 };
	const accuracy = computeAccuracy([
		{ ...projection, score: 74 },
		{ ...projection, score: 90 },
		{ ...projection, score: 38.4 },
		{ ...projection, score: 64 },
	]);
	expect(accuracy).toMatchObject({ scores: 4, coverage: 0.75 });
	// (10 + 26 + 25.6 + 0) ÷ 4, (14 + 30 + 21.6 + 4) ÷ 4, (4 + 20 + 31.6 + 6) ÷ 4, (24 + 40 + 11.6 + 14) ÷ 4
	expect(accuracy?.error).toBeCloseTo(15.4, 10);
	expect(accuracy?.seasonAverageError).toBeCloseTo(17.4, 10);
	expect(accuracy?.lastThreeError).toBeCloseTo(15.4, 10);
	expect(accuracy?.priceError).toBeCloseTo(22.4, 10);
	expect(computeAccuracy([])).toBeNull();
});
