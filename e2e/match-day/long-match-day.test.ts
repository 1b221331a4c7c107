import { expect, test } from "@playwright/test";
import { measureHeaps } from "../testing/heaps.ts";

const MOST = 1.2;

test.describe("memory on a long match day", () => {
	// The 300th and the 3,000th are compared by `npm run soak`.
	test("the heaps of an open page and of the server grow by less than 20 % between the 60th and the 300th score update", async ({
		browser,
	}) => {
		const [early, late] = await measureHeaps(browser, [60, 300]);
		if (!early || !late) throw new Error("not measured");
		expect(late.browser).toBeLessThan(early.browser * MOST);
		expect(late.server).toBeLessThan(early.server * MOST);
	});
});
