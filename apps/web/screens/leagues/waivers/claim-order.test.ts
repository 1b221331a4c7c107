import { expect, test } from "vitest";
import { isAlternative, removeClaim, reorderClaims, toggleAlternative } from "./claim-order.ts";

/** Claims 1 to 4, of which 2 and 3 are one group. */
const CLAIMS = [
	{ key: "1", group: null },
	{ key: "2", group: 5 },
	{ key: "3", group: 5 },
	{ key: "4", group: null },
];
const show = (claims: readonly { readonly key: string; readonly group: number | null }[]) =>
	claims.map(({ key }, index) => `${isAlternative(claims, index) ? "or " : ""}${key}`).join(", ");

test("a claim moved between two of a group becomes one of it", () => {
	expect(show(CLAIMS)).toBe("1, 2, or 3, 4");
	expect(show(reorderClaims(CLAIMS, ["1", "2", "4", "3"]))).toBe("1, 2, or 4, or 3");
});

test("a claim moved away leaves its group", () => {
	expect(show(reorderClaims(CLAIMS, ["2", "1", "4", "3"]))).toBe("2, 1, 4, 3");
	expect(show(reorderClaims(CLAIMS, ["1", "3", "2", "4"]))).toBe("1, 3, or 2, 4");
});

test("claims are joined with those before them, and parted again", () => {
	const joined = toggleAlternative(CLAIMS, 3);
	expect(show(joined)).toBe("1, 2, or 3, or 4");
	expect(show(toggleAlternative(joined, 2))).toBe("1, 2, 3, or 4");
	expect(show(toggleAlternative(CLAIMS, 1))).toBe("1, or 2, or 3, 4");
	expect(show(toggleAlternative(CLAIMS, 2))).toBe("1, 2, 3, 4");
	expect(show(toggleAlternative(CLAIMS, 0))).toBe("1, 2, or 3, 4");
});

test("a group that loses all claims but one ends", () => {
	const left = removeClaim(CLAIMS, "3");
	expect(left).toEqual([
		{ key: "1", group: null },
		{ key: "2", group: null },
		{ key: "4", group: null },
	]);
});
