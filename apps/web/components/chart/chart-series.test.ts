import { expect, test } from "vitest";
import { computePointsRange } from "./chart-series.ts";

test("the axis of points begins at 0, or below negative scores", () => {
	expect(computePointsRange(40, 100)).toEqual([0, expect.closeTo(112)]);
	expect(computePointsRange(-25, 4)).toEqual([expect.closeTo(-28), 10]);
	expect(computePointsRange(null, null)).toEqual([0, 10]);
});
