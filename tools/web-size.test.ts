import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { measureFirstLoad } from "./first-load.ts";

const DIST = path.resolve(import.meta.dirname, "../apps/web/dist");
const KILOBYTE = 1000;

test("the home page loads little: 130 kB scripts, 20 kB styles", () => {
	expect(measureFirstLoad(".js")).toBeGreaterThan(0);
	expect(measureFirstLoad(".js")).toBeLessThanOrEqual(130 * KILOBYTE);
	expect(measureFirstLoad(".css")).toBeLessThanOrEqual(20 * KILOBYTE);
});

test("the home page does not load the chart library", () => {
	const page = readFileSync(path.join(DIST, "index.html"), "utf8");
	const firstFiles = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? "");
	const files = readdirSync(path.join(DIST, "assets")).filter((file) => file.endsWith(".js"));
	// A class name of uPlot, the chart library.
	const chunks = files.filter((file) => readFileSync(path.join(DIST, "assets", file), "utf8").includes("u-over"));
	expect(chunks).toHaveLength(1);
	expect(firstFiles.map((file) => path.basename(file))).not.toContain(chunks[0]);
	const entry = firstFiles.map((file) => readFileSync(path.join(DIST, file), "utf8")).join("");
	expect(entry).not.toMatch(new RegExp(`from\\s*"\\./${chunks[0]}"`));
});

test("live updates load neither the components nor the game", () => {
	const files = new Set<string>();
	const add = (file: string) => {
		if (files.has(file)) return;
		files.add(file);
		const source = readFileSync(path.join(DIST, "assets", file), "utf8");
		for (const [, imported = ""] of source.matchAll(/from\s*"\.\/([^"]+\.js)"/g)) add(imported);
	};
	const [liveUpdates = ""] = readdirSync(path.join(DIST, "assets")).filter((file) =>
		/^live-updates-.*\.js$/.test(file),
	);
	add(liveUpdates);
	const names = [...files].map((file) => file.replace(/-[\w-]{7}\.js$/, ""));
	expect(names).toContain("season");
	expect(names).not.toContain("aria");
	expect(names).not.toContain("game");
});

test("the web build does not contain zod", () => {
	const scripts = readdirSync(path.join(DIST, "assets")).filter((file) => file.endsWith(".js"));
	expect(scripts.length).toBeGreaterThan(20);
	expect(scripts.filter((file) => readFileSync(path.join(DIST, "assets", file), "utf8").includes("_zod"))).toEqual([]);
});
