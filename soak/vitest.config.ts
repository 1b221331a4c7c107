import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Runs tests that need what `npm test` cannot rely on: programs of Debian, or the history of the repository. */
export default defineConfig({
	root: fileURLToPath(new URL("..", import.meta.url)),
	test: { include: ["soak/**/*.soak.ts"], testTimeout: 600_000, hookTimeout: 120_000 },
});
