import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";

const DIST = path.resolve(import.meta.dirname, "../apps/web/dist");
const isBuilt = existsSync(path.join(DIST, "index.html"));
const KILOBYTE = 1024;

/** What the first page asks for before it draws, packed as it is sent; in bytes. */
function firstLoad(ending: string): number {
	const page = readFileSync(path.join(DIST, "index.html"), "utf8");
	const named = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = ""]) => file);
	return named
		.filter((file) => file.endsWith(ending))
		.reduce((sum, file) => sum + brotliCompressSync(readFileSync(path.join(DIST, file))).length, 0);
}

test.skipIf(!isBuilt)(
	`the first page stays light: at most 130 KB of script and 20 KB of style, by brotli${isBuilt ? "" : " (skipped: the web is not built)"}`,
	() => {
		expect(firstLoad(".js")).toBeGreaterThan(0);
		expect(firstLoad(".js")).toBeLessThanOrEqual(130 * KILOBYTE);
		expect(firstLoad(".css")).toBeLessThanOrEqual(20 * KILOBYTE);
	},
);
