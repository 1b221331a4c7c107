import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Runs tests that need a Debian program, which `npm test` cannot rely on: `npm run soak -- pgbouncer`. */
export default defineConfig({
	root: fileURLToPath(new URL("..", import.meta.url)),
	test: { include: ["soak/*.soak.ts"], testTimeout: 600_000, hookTimeout: 120_000 },
});
