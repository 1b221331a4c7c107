import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/dist/**"];
const setupFiles = ["tools/test-run/quiet-console.ts"];
/** How long a condition may take to come true on a busy machine; a test waits for it, never for a time. */
const expectation = { poll: { timeout: 20_000 } };

/** Tests wait for PostgreSQL, child processes and clocks, so three workers would leave a quarter of two cores idle. */
const MAX_WORKERS = 4;

/** Four times the default room for short-lived objects, so that they are collected less than half as often. */
const execArgv = ["--max-semi-space-size=64"];

/** Files that run a copy of the checkout, servers in turn or a whole real season. `npm test` leaves them to `npm run check:nightly`. */
const NIGHTLY = [
	"apps/server/cli/database/upgrade.test.ts",
	"apps/server/features/leagues/draft/sleeping-leader.test.ts",
	"apps/server/features/leagues/draft/squads/many-random-transactions.test.ts",
	"apps/server/features/leagues/draft/waivers/killed-run.test.ts",
	"apps/server/features/leagues/draft/whole-season.test.ts",
	"apps/server/features/match-day/replay/replay-by-feed.test.ts",
	"apps/server/features/rehearsal/long-season.test.ts",
	"apps/server/plugins/http/shutdown/rolling-restart.test.ts",
	"tools/closed-folder.test.ts",
];

const server = {
	setupFiles: [...setupFiles, "testing/server/low-cost-passwords.ts"],
	globalSetup: ["testing/server/stop-database.ts"],
	isolate: false,
	expect: expectation,
	maxWorkers: MAX_WORKERS,
	execArgv,
	testTimeout: 60_000,
	hookTimeout: 120_000,
};

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					...server,
					name: "server",
					include: ["packages", "apps/server", "testing", "tools", "bench", "soak"].map(
						(folder) => `${folder}/**/*.test.ts`,
					),
					exclude: [...exclude, ...NIGHTLY],
				},
			},
			{ test: { ...server, name: "nightly", include: NIGHTLY } },
			{
				test: {
					name: "web",
					include: ["apps/web/**/*.test.{ts,tsx}"],
					exclude,
					setupFiles: [...setupFiles, "testing/web/setup.ts"],
					environment: "jsdom",
					// Forms begin with the country of the device.
					env: { TZ: "UTC" },
					isolate: false,
					restoreMocks: true,
					unstubGlobals: true,
					unstubEnvs: true,
					expect: expectation,
					maxWorkers: MAX_WORKERS,
					execArgv,
					testTimeout: 30_000,
				},
			},
		],
	},
});
