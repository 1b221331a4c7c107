import { expect, test } from "@playwright/test";
import { HEADLESS_OPTIMISING_LAUNCH_OPTIONS } from "../testing/browser.ts";
import { measureHeaps } from "../testing/heaps.ts";

const MAX_GROWTH = 1.2;

test.use({ launchOptions: HEADLESS_OPTIMISING_LAUNCH_OPTIONS });

test.describe("memory on a long match day", () => {
	// `npm run soak` compares the 300th and the 3,000th update.
	test("the heaps of an open page and of the server grow by less than 20 % between the 60th and the 300th score update", async ({
		browser,
	}) => {
		const [early, late] = await measureHeaps(browser, [60, 300]);
		if (!early || !late) throw new Error("The heaps were not measured");
		expect(late.browser).toBeLessThan(early.browser * MAX_GROWTH);
		expect(late.server).toBeLessThan(early.server * MAX_GROWTH);
	});
});
