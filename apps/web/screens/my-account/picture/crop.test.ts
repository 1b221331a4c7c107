import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clampCrop, computeCropSquare, INITIAL_CROP } from "./crop.ts";

describe("cropping a picture to a square", () => {
	test("starts with the centre of a rectangular picture", () => {
		expect(computeCropSquare({ width: 400, height: 200 }, INITIAL_CROP)).toEqual({ left: 100, top: 0, side: 200 });
		expect(computeCropSquare({ width: 200, height: 600 }, INITIAL_CROP)).toEqual({ left: 0, top: 200, side: 200 });
	});

	test("moves the square against the direction of the drag", () => {
		expect(computeCropSquare({ width: 400, height: 200 }, { zoom: 1, x: 0.5, y: 0 })).toEqual({
			left: 0,
			top: 0,
			side: 200,
		});
		expect(computeCropSquare({ width: 400, height: 200 }, { zoom: 2, x: 0, y: 0 })).toEqual({
			left: 150,
			top: 50,
			side: 100,
		});
	});

	test("stays inside the picture at any offset and zoom", () => {
		const size = fc.record({ width: fc.integer({ min: 1, max: 6000 }), height: fc.integer({ min: 1, max: 6000 }) });
		const crop = fc.record({
			zoom: fc.double({ min: -2, max: 9, noNaN: true }),
			x: fc.double({ min: -9, max: 9, noNaN: true }),
			y: fc.double({ min: -9, max: 9, noNaN: true }),
		});
		fc.assert(
			fc.property(size, crop, (picture, request) => {
				const { left, top, side } = computeCropSquare(picture, request);
				const slack = 1e-6 * Math.max(picture.width, picture.height);
				expect(left).toBeGreaterThanOrEqual(-slack);
				expect(top).toBeGreaterThanOrEqual(-slack);
				expect(left + side).toBeLessThanOrEqual(picture.width + slack);
				expect(top + side).toBeLessThanOrEqual(picture.height + slack);
				expect(clampCrop(picture, clampCrop(picture, request))).toEqual(clampCrop(picture, request));
			}),
		);
	});
});
