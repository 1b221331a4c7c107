import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: [
			"packages/**/*.test.ts",
			"apps/**/*.test.{ts,tsx}",
			"tools/**/*.test.ts",
			"bench/**/*.test.ts",
			"e2e/**/*.test.ts",
		],
		exclude: ["**/node_modules/**", "**/dist/**"],
	},
});
