import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { removeCallSchemas, removeUnsupportedLanguages } from "./build-plugins.ts";

/** Builds the prerenderer (decision 050) as one worker thread script. */
export default defineConfig({
	root: import.meta.dirname,
	plugins: [react(), removeUnsupportedLanguages(), removeCallSchemas()],
	define: { "process.env.NODE_ENV": JSON.stringify("production") },
	publicDir: false,
	ssr: { noExternal: true },
	build: { ssr: "prerender/worker.ts", outDir: "prerender/dist", emptyOutDir: true, target: "node24" },
});
