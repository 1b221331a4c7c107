import { expect, test } from "vitest";
import { AUTOFILL_STYLES, computeStyledPoints } from "./autofill-style.ts";

const even = { projected: 80, scores: [79, 81, 80], priceRise: 0 };
const uneven = { projected: 80, scores: [30, 80, 130], priceRise: -6_000 };

test("each style prefers other players of the same projection [D2.9.504]", () => {
	const compute = (player: typeof even) => AUTOFILL_STYLES.map((style) => computeStyledPoints(player, style));
	expect(compute(even).map((points) => Math.round(points * 10) / 10)).toEqual([80, 79.4, 80.6, 80]);
	expect(compute(uneven)).toEqual([80, 50, 110, 78]);
});

test("a newcomer's spread is a share of her projection [D2.9.504]", () => {
	expect(computeStyledPoints({ projected: 100, scores: [90], priceRise: 0 }, "safe")).toBeCloseTo(79);
	expect(computeStyledPoints({ projected: 0, scores: [10, 90], priceRise: 50_000 }, "bold")).toBe(0);
	expect(computeStyledPoints({ projected: 0, scores: [], priceRise: 50_000 }, "value")).toBe(0);
});
