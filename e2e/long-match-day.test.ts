import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "./testing/browser.ts";
import { measureHeaps } from "./testing/heaps.ts";

const MOST = 1.2;

describe("a page that stays open", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterAll(() => browser?.close());

	// The 300th and the 3,000th are compared by `npm run soak`.
	test("holds no more at the 300th publication than a fifth above the 60th, and neither does the server", async () => {
		const [early, late] = await measureHeaps(browser, [60, 300]);
		if (!early || !late) throw new Error("not measured");
		expect(late.browser).toBeLessThan(early.browser * MOST);
		expect(late.server).toBeLessThan(early.server * MOST);
	});
});
