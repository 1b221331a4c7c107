import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Runs tests that need programs of Debian or the repository's history, which `npm test` cannot rely on. */
export default defineConfig({
	root: fileURLToPath(new URL("..", import.meta.url)),
	test: { include: ["soak/**/*.soak.ts"], testTimeout: 600_000, hookTimeout: 120_000 },
});
