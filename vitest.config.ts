import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/dist/**"];
const setupFiles = ["tools/quiet-console.ts"];

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: "rooms",
					include: ["packages", "apps/server", "tools", "bench", "soak"].map((folder) => `${folder}/**/*.test.ts`),
					exclude,
					setupFiles,
					globalSetup: ["apps/server/testing/stop-database.ts"],
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
			{
				test: { name: "web", include: ["apps/web/**/*.test.{ts,tsx}"], exclude, setupFiles, environment: "jsdom" },
			},
			{
				test: {
					name: "journeys",
					include: ["e2e/**/*.test.ts"],
					exclude,
					testTimeout: 120_000,
					hookTimeout: 120_000,
					fileParallelism: false,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
