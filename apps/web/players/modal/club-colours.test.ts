import fc from "fast-check";
import { expect, test } from "vitest";
import { kitOf } from "../../components/guernsey/club-kits.ts";
import { contrast, headerColours, watermarkOf } from "./club-colours.ts";

test("the header's words can be read on every club's colour", () => {
	const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
	fc.assert(
		fc.property(colour, (body) => {
			const { ground, ink } = headerColours({ body });
			expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5);
		}),
	);
	expect(headerColours(kitOf(8097))).toEqual({ ground: "#14161a", ink: "#ffffff" });
});

test("club 8096 has a stronger watermark than any other (D1.2.121)", () => {
	for (const squadId of [7386, 8097, 9409, 12]) expect(watermarkOf(8096)).toBeGreaterThan(watermarkOf(squadId));
});
