import { expect, test } from "vitest";
import { createIdLookup, parseIdNumber } from "./id-lookup.ts";

const ROWS = [
	{ id: 7, providerId: "CD_I1013415" },
	{ id: 1013415, providerId: "CD_I8" },
	{ id: 9, providerId: null },
	{ id: 100_000, providerId: null },
	{ id: 11, providerId: "297373.0" },
];
const find = createIdLookup(ROWS);
const list = (text: string) => find(text).map(({ id }) => id);

test.each([
	["CD_I1013415", [7]],
	["cd_i 01013415", [7]],
	["CD_I8", [1013415]],
	["1013415", [1013415, 7]],
	["01013415.0", [1013415, 7]],
	["7", [7]],
	["CD_I7", []],
	["CD_I9", [9]],
	["CD_I297373", [11]],
	["CD_I11", []],
	["8", [1013415]],
	["1e+05", [100_000]],
	["'9", [9]],
	["", []],
	["Ada", []],
])("%j finds %j", (text, ids) => {
	expect(list(text)).toEqual(ids);
});

test("only the number at an id's end is read", () => {
	expect(["CD_M5001", "12", "Round 3", "R", ""].map(parseIdNumber)).toEqual([5001, 12, 3, null, null]);
});

test.each(["-1001", "1001.5", "9.97001E+05", "1,001", "997.001"])(
	"the number %s names nobody by its last digits",
	(text) => {
		const find = createIdLookup([{ id: 5 }, { id: 1 }, { id: 1001, providerId: "CD_I997001" }]);
		expect(find(text)).toEqual([]);
		expect(parseIdNumber(text)).toBeNull();
	},
);
