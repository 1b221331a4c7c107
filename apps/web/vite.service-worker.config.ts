import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vite";

const DIST = path.resolve(import.meta.dirname, "dist");

function listPrecacheEntries() {
	const page = readFileSync(path.join(DIST, "index.html"), "utf8");
	const { offline }: { offline: string[] } = JSON.parse(readFileSync(path.join(DIST, "hints.json"), "utf8"));
	const named = [...page.matchAll(/(?:src|href)="(\/(?:assets\/|json\/locale\/|start\.js|favicon\.svg)[^"]*)"/g)];
	const files = new Set([...named.map(([, file = ""]) => file), ...offline, "/manifest.webmanifest"]);
	return [...files].map((url) => {
		const hash = createHash("sha256").update(readFileSync(path.join(DIST, url.split("?", 1)[0] ?? "")));
		return {
			url,
			revision: url.startsWith("/assets/") || url.includes("?v=") ? null : hash.digest("hex").slice(0, 16),
		};
	});
}

/** Built after the page, whose files it precaches. */
export default defineConfig(({ command }) => ({
	root: import.meta.dirname,
	publicDir: false,
	define: {
		__PRECACHE__: command === "build" ? JSON.stringify(listPrecacheEntries()) : "[]",
	},
	build: {
		outDir: "dist",
		emptyOutDir: false,
		target: "es2023",
		rolldownOptions: {
			input: path.resolve(import.meta.dirname, "service-worker/service-worker.ts"),
			output: { format: "iife", entryFileNames: "sw.js" },
		},
	},
}));
