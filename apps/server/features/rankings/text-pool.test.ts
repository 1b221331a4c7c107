import fc from "fast-check";
import { expect, test } from "vitest";
import { createTextPool } from "./text-pool.ts";

test("a text can be replaced by another length, changing no others", () => {
	const pool = createTextPool();
	const first = pool.put(Buffer.from("Kookaburras"), 0);
	const second = pool.put(Buffer.from("Zoë’s Rucks"), 0);
	expect(pool.put(Buffer.from("Kooks"), first)).toBe(first);
	const moved = pool.put(Buffer.from("The Kookaburras of Kew"), first);
	expect([pool.get(moved), pool.get(second), pool.get(0)]).toEqual(["The Kookaburras of Kew", "Zoë’s Rucks", ""]);
});

test("texts stored and replaced in any order can be read", () => {
	const edits = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.string({ maxLength: 60 })), { maxLength: 200 });
	fc.assert(
		fc.property(edits, (edited) => {
			const pool = createTextPool();
			const offsets = new Map<number, number>();
			const expected = new Map<number, string>();
			for (const [index, text] of edited) {
				const bytes = Buffer.from(text);
				offsets.set(index, pool.put(bytes, offsets.get(index) ?? 0));
				expected.set(index, bytes.toString());
			}
			for (const [index, text] of expected) expect(pool.get(offsets.get(index) ?? 0)).toBe(text);
		}),
	);
});

test("a text of more than 255 bytes is refused", () => {
	expect(() => createTextPool().put(Buffer.alloc(256), 0)).toThrow("A text of 256 bytes is longer than 255");
});
