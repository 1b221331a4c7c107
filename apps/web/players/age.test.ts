import { expect, test } from "vitest";
import { computeAge } from "./age.ts";

const parseDay = (text: string) => new Date(`${text}T12:00:00`).getTime();

test("an age increases on the birthday (D1.2.112)", () => {
	expect(computeAge("2000-03-07", parseDay("2026-03-06"))).toBe(25);
	expect(computeAge("2000-03-07", parseDay("2026-03-07"))).toBe(26);
	expect(computeAge("2000-12-31", parseDay("2026-01-01"))).toBe(25);
});

test("a missing or zero birthday has no age (D1.2.113)", () => {
	for (const birthday of [null, 0, "", "0", "0000-00-00"])
		expect(computeAge(birthday, parseDay("2026-03-07"))).toBeNull();
});
