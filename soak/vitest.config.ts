import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests that need programs of Debian, which `npm test` cannot expect: `npm run soak -- pgbouncer`. */
export default defineConfig({
	root: fileURLToPath(new URL("..", import.meta.url)),
	test: { include: ["soak/*.soak.ts"], testTimeout: 600_000, hookTimeout: 120_000 },
});
