import { defineConfig } from "@playwright/test";
import { HEADLESS_LAUNCH_OPTIONS, LAUNCH_OPTIONS } from "./testing/browser/browser.ts";

function findTest(name: string): string {
	return `**/e2e/${name}.test.ts`;
}

/** The files that take longest. They start first, so that with several workers none ends long after the others. */
const LONGEST = ["leagues", "stats", "match-day/*", "team/*", "site/every-page", "engines/first-journeys"].map(
	findTest,
);

/** The files whose pages need Chromium with its windows: for notifications and passkeys. */
const WINDOWED = ["notifications", "passkeys", "match-day/late-correction"].map(findTest);

/** Files that build a second copy of the product, open twelve pages, play a real season, or go through all journeys in each engine. `npm test` leaves them to `npm run check:nightly`. */
const NIGHTLY = ["site/third-language", "draft-twelve", "draft-season", "past-season", "engines/all-journeys"].map(
	findTest,
);

export default defineConfig({
	testDir: "e2e",
	// Node runs TypeScript itself; Playwright would first rewrite the 600 files of the server that the tests import.
	build: { external: ["**/{apps,packages,testing,tools}/**"] },
	globalSetup: "./testing/browser/global-setup.ts",
	projects: [
		{ name: "windowed", testMatch: WINDOWED, use: { launchOptions: LAUNCH_OPTIONS } },
		{ name: "longest", testMatch: LONGEST, testIgnore: WINDOWED },
		{ name: "others", testIgnore: [...LONGEST, ...WINDOWED, ...NIGHTLY] },
		{ name: "nightly", testMatch: NIGHTLY },
	],
	// One journey leaves a quarter of two cores idle. With three, pages are so slow that tests fail for no fault of the site.
	workers: 2,
	retries: 0,
	forbidOnly: true,
	timeout: 240_000,
	/** How long a condition may take to come true on a busy machine; a test waits for it, never for a time. */
	expect: { timeout: 20_000 },
	reporter: "list",
	use: {
		actionTimeout: 30_000,
		navigationTimeout: 30_000,
		launchOptions: HEADLESS_LAUNCH_OPTIONS,
		// A trace takes a sixth of a journey's processor time: `npm test` records one of a file that failed by running it again.
		trace: "off",
		screenshot: "only-on-failure",
	},
});
