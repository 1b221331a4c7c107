import { expect, test } from "@playwright/test";
import { measureHeaps } from "../testing/heaps.ts";

const MOST = 1.2;

test.describe("a page that stays open", () => {
	// The 300th and the 3,000th are compared by `npm run soak`.
	test("holds no more at the 300th publication than a fifth above the 60th, and neither does the server", async ({
		browser,
	}) => {
		const [early, late] = await measureHeaps(browser, [60, 300]);
		if (!early || !late) throw new Error("not measured");
		expect(late.browser).toBeLessThan(early.browser * MOST);
		expect(late.server).toBeLessThan(early.server * MOST);
	});
});
