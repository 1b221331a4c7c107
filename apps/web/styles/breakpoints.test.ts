import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const WEB = path.resolve(import.meta.dirname, "..");
/** D1 §9, D2 §9: in pixels at the usual size of type. */
const BREAKPOINTS = { mobile: 640, tablet: 768, menu: 1000, tooltip: 760 };

const files = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter(
	(file) => file.endsWith(".module.css") && !file.includes("node_modules") && !file.startsWith("dist"),
);
/** Where a file's media queries part widths, in pixels: one that ends at 639 parts at 640. */
const widthsOf = (file: string): readonly number[] => {
	const css = readFileSync(path.join(WEB, file), "utf8");
	const queries = css.matchAll(/@media[^{]*\((max|min)-width: ([\d.]+)em\)/g);
	return [...queries].map(([, kind, em]) => Math.round(Number(em) * 16) + (kind === "max" ? 1 : 0));
};

test("D2.9.17 D1.9.56 the frame of the page parts its widths at the documents' four breakpoints and, for asides and for type at twice its size on a phone, one more each", () => {
	const shared = files.filter((file) => /^(app|components)\//.test(file));
	const parted = new Set(shared.flatMap(widthsOf));
	for (const width of Object.values(BREAKPOINTS)) expect([...parted]).toContain(width);
	const others = [...parted].filter((width) => !Object.values(BREAKPOINTS).includes(width));
	expect(others.toSorted((a, b) => a - b)).toEqual([320, 1280]);
});
