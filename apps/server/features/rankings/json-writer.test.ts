import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiJson, createJsonWriter, pieceOf } from "./json-writer.ts";

test("whole numbers and hundredths are written as JSON has them, whatever was written before", () => {
	const out = createJsonWriter();
	const whole = fc.oneof(fc.integer(), fc.integer({ min: -120, max: 120 }), fc.maxSafeInteger());
	fc.assert(
		fc.property(whole, fc.integer(), (number, hundredths) => {
			out.whole(number);
			out.text(pieceOf(","));
			out.hundredths(hundredths);
			expect(out.take()).toBe(JSON.stringify([number, hundredths / 100]).slice(1, -1));
		}),
	);
});

test("a text longer than the writer has ever had room for is kept whole", () => {
	const out = createJsonWriter();
	const text = "Boundary Riders ".repeat(10_000);
	const { bytes, length } = pieceOf(text);
	out.part(bytes, 0, 9);
	out.part(bytes, 9, length - 9);
	expect(out.length()).toBe(text.length);
	expect(out.take()).toBe(text);
	expect(out.take()).toBe("");
});

test("names in any letters stay the same names", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), (name) => {
			const json = asciiJson(Buffer.from(JSON.stringify(name)));
			expect(json.every((byte) => byte < 128)).toBe(true);
			expect(JSON.parse(json.toString())).toBe(name);
		}),
		{ examples: [["Ngaire Ōtautahi 🏉 Ó Súilleabháin"]] },
	);
});
