import { defineConfig } from "@playwright/test";
import { LAUNCH_OPTIONS } from "./e2e/testing/browser.ts";

export default defineConfig({
	testDir: "e2e",
	globalSetup: "./e2e/testing/global-setup.ts",
	// Each worker has a browser and a server, which keep two cores busy.
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
		launchOptions: LAUNCH_OPTIONS,
		// Snapshots of each step cost Chromium a third more time: `--trace on` takes them of a file that is run again.
		trace: { mode: "retain-on-failure", snapshots: false, screenshots: false },
		screenshot: "only-on-failure",
	},
});
