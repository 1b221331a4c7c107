import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDER = path.join(ROOT, "docs/decisions");
const INDEX = readFileSync(path.join(FOLDER, "README.md"), "utf8");
const SECTIONS = ["## Context", "## Alternatives", "## Decision", "## Consequences"];
/** A citation may continue in the next line of a text or comment. */
const CITATION = /\bdecision(?: |\n[ \t]*(?:\*|\/\/|--|#)?[ \t]*)(\d{3})\b/gi;

const RECORDS = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
	.map((file) => file.replaceAll(path.sep, "/"))
	.filter((file) => /\/\d{3}-[a-z0-9-]+\.md$/.test(file))
	.map((file) => ({
		file,
		number: path.basename(file).slice(0, 3),
		lines: readFileSync(path.join(FOLDER, file), "utf8").trimEnd().split("\n"),
	}))
	.toSorted((a, b) => a.number.localeCompare(b.number));

test("decision records are numbered from 001 without gaps", () => {
	const expected = RECORDS.map((_, index) => String(index + 1).padStart(3, "0"));
	expect(expected.length).toBeGreaterThan(50);
	expect(RECORDS.map(({ number }) => number)).toEqual(expected);
});

test.each(RECORDS)("$file has title, date, four sections and enough lines", ({ number, lines }) => {
	expect(lines[0]).toMatch(new RegExp(`^# ${number} \\S`));
	expect(lines[2]).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/);
	expect(lines.filter((line) => line.startsWith("## "))).toEqual(SECTIONS);
	expect(lines.length).toBeGreaterThanOrEqual(10);
	expect(lines.length).toBeLessThanOrEqual(40);
});

test("the index lists every decision record with its title", () => {
	const missing = RECORDS.filter(
		({ file, number, lines }) => !INDEX.includes(`| ${number} | [${lines[0]?.slice(6)}](${file}) |`),
	);
	expect(missing.map(({ file }) => file)).toEqual([]);
});

test("every cited decision exists", () => {
	const numbers = new Set(RECORDS.map(({ number }) => number));
	const { stdout } = spawnSync("git", ["grep", "-Iliw", "decision"], { cwd: ROOT, encoding: "utf8" });
	const citingTexts = stdout
		.trimEnd()
		.split("\n")
		.map((file) => readFileSync(path.join(ROOT, file), "utf8"));
	const cited = citingTexts.flatMap((text) => [...text.matchAll(CITATION)].map(([, number = ""]) => number));
	expect(cited.length).toBeGreaterThan(40);
	expect("// See decision\n\t// 015.".match(CITATION)).toHaveLength(1);
	expect(cited.filter((number) => !numbers.has(number))).toEqual([]);
});
