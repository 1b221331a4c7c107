import fc from "fast-check";
import { expect, test } from "vitest";
import { computeContrast, getHeaderColours, getWatermarkOpacity } from "./club-colours.ts";
import { getKit } from "./club-kits.ts";

test("the header has the guernsey's colour, darkened for its text (D1.2.108)", () => {
	const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
	fc.assert(
		fc.property(colour, (body) => {
			const { background, text } = getHeaderColours({ body });
			expect(computeContrast(background, text)).toBeGreaterThanOrEqual(4.5);
		}),
	);
	expect(getHeaderColours(getKit(8097))).toEqual({ background: "#14161a", text: "#ffffff" });
	expect(getHeaderColours({ body: "#f2c230" })).toEqual({ background: "#f2c230", text: "#10162b" });
	expect(getHeaderColours({ body: "#e0552f" })).toEqual({ background: "#ba4727", text: "#ffffff" });
});

test("club 8096 has a stronger watermark than the others (D1.2.121)", () => {
	for (const squadId of [7386, 8097, 9409, 12])
		expect(getWatermarkOpacity(8096)).toBeGreaterThan(getWatermarkOpacity(squadId));
});
