import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const WEB = path.resolve(import.meta.dirname, "..");
/** In pixels at the default font size. */
const BREAKPOINTS = { mobile: 640, tablet: 768, menu: 1000, tooltip: 760 };

const files = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter(
	(file) => file.endsWith(".module.css") && !file.includes("node_modules") && !file.startsWith("dist"),
);
/** The breakpoints of a file's media queries in pixels; `max-width: 639px` is a breakpoint at 640. */
const listBreakpoints = (file: string): readonly number[] => {
	const css = readFileSync(path.join(WEB, file), "utf8");
	const queries = css.matchAll(/@media[^{]*\((max|min)-width: ([\d.]+)em\)/g);
	return [...queries].map(([, kind, em]) => Math.round(Number(em) * 16) + (kind === "max" ? 1 : 0));
};

test("the common styles use only the four breakpoints and two others (D2.9.17)", () => {
	const commonFiles = files.filter((file) => /^(app|components)\//.test(file));
	const used = new Set(commonFiles.flatMap(listBreakpoints));
	for (const width of Object.values(BREAKPOINTS)) expect([...used]).toContain(width);
	const others = [...used].filter((width) => !Object.values(BREAKPOINTS).includes(width));
	expect(others.toSorted((a, b) => a - b)).toEqual([320, 1280]);
});

test("below 760 px a tip takes the window's width (D1.9.56)", () => {
	expect(listBreakpoints("components/tip/tip.module.css")).toEqual([760]);
	const css = readFileSync(path.join(WEB, "components/tip/tip.module.css"), "utf8");
	const [, narrow] = /@media \(max-width: 47\.4375em\) \{\s*\.popover \{([^}]*)\}/.exec(css) ?? [];
	expect(narrow?.split(/\s*\n\s*/).filter(Boolean)).toEqual(["width: calc(100vw - 24px);", "max-width: none;"]);
});
