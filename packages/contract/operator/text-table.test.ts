import { expect, test } from "vitest";
import { decodeText, parseNumber, splitTable } from "./text-table.ts";

test.each([
	["350000.0", ",", 350_000],
	["3e+05", ",", 300_000],
	["1,185,000", ",", 1_185_000],
	["609,000", ",", 609_000],
	["1 185 000", ";", 1_185_000],
	["1.185.000", ";", 1_185_000],
	["78,5", ";", 78.5],
	["78,125", ";", 78.125],
	["7,0", ",", 7],
	["-3", ",", -3],
	["+3", ",", 3],
	["1.185", ";", 1.185],
	["0x10", ",", Number.NaN],
	["1,18,000", ",", Number.NaN],
	["Infinity", ",", Number.NaN],
	["", ",", Number.NaN],
])("%j in a file with %j is %d", (text, separator, number) => {
	expect(parseNumber(text, { separator })).toBe(number);
});

test("a lone quote belongs to its cell, quoted cells keep separators", () => {
	expect(splitTable('a,b\n"Ada,1\n"Re""ef, A","x\ny"\nBea "B",2\n').rows).toEqual([
		{ line: 1, cells: ["a", "b"] },
		{ line: 2, cells: ['"Ada', "1"] },
		{ line: 3, cells: ['Re"ef, A', "x\ny"] },
		{ line: 5, cells: ['Bea "B"', "2"] },
	]);
});

test("commas in notes do not hide a table's tabs", () => {
	const { separator, rows } = splitTable("Pier\nPlayer\tInjury\nAda\tKnee, left\nBea\tKnee, right");
	expect([separator, rows[2]?.cells]).toEqual(["\t", ["Ada", "Knee, left"]]);
});

test("Latin-1 letters are read, and damaged UTF-8 is not guessed", () => {
	expect(decodeText(Buffer.from("Zo\u00eb", "latin1"))).toEqual({ text: "Zoë" });
	expect(decodeText(Buffer.from("Zo\u00eb;1\u00a0185\u00a0000", "latin1"))).toEqual({
		text: "Zoë;1\u00a0185\u00a0000",
	});
	expect(decodeText(Buffer.from("\u0093knee\u0094 \u0096 2\u00963 weeks", "latin1"))).toEqual({
		text: "“knee” – 2–3 weeks",
	});
	for (const text of ["Zo\u008e", "Lope\u0096a", "Nicol\u0097", "No\u0091l"])
		expect(decodeText(Buffer.from(text, "latin1"))).toEqual({ text: null });
	expect(decodeText(Buffer.concat([Buffer.from("Zoë,"), Buffer.from([0xe9])]))).toEqual({ text: null });
});
