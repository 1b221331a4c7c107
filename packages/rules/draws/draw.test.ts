import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createDrawKey, orderByDraw } from "./draw.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const seed = "11".repeat(32);
const moment = "22".repeat(32);

test("a draw follows from seed, moment value and entrants as documented", () => {
	expect(sha256(seed)).toBe("3138bb9bc78df27c473ecfd1410f7bd45ebac1f59cf3ff9cfe4db77aab7aedd3");
	const key = createDrawKey({ seed, moment, entrants: [10, 9, 1, 2] }, sha256);
	expect(key).toBe("0100fa6b672da0e8cc038a9b227d469b82c2b2e48203d2dcc04230d81e480a63");
	expect(orderByDraw([1, 2, 9, 10], key, sha256)).toEqual([9, 1, 2, 10]);
	expect(orderByDraw([10, 2, 9, 1], key, sha256)).toEqual([9, 1, 2, 10]);
	expect(orderByDraw([9, 1], key, sha256)).toEqual([9, 1]);
});

test("another seed, moment value or entrant gives another draw", () => {
	const keys = [
		createDrawKey({ seed, moment, entrants: [1, 2, 9] }, sha256),
		createDrawKey({ seed, moment, entrants: [1, 2, 10] }, sha256),
		createDrawKey({ seed, moment, entrants: [1, 29] }, sha256),
		createDrawKey({ seed, moment: "23".repeat(32), entrants: [1, 2, 9] }, sha256),
		createDrawKey({ seed: "12".repeat(32), moment, entrants: [1, 2, 9] }, sha256),
	];
	expect(new Set(keys).size).toBe(5);
});

test("teams with neighbouring numbers are not drawn side by side", () => {
	const entrants = Array.from({ length: 1_000 }, (_, index) => index + 1);
	const order = orderByDraw(entrants, createDrawKey({ seed, moment, entrants }, sha256), sha256);
	expect(order.toSorted((a, b) => a - b)).toEqual(entrants);
	expect(order.slice(1).filter((id, index) => Math.abs(id - (order[index] ?? 0)) === 1).length).toBeLessThan(12);
});
