import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { generateFolder } from "../seasons/generator/write-folder.ts";
import { rehearseSeason } from "./rehearse-season.ts";

const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-long-season-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("14 rounds of 19 clubs are rehearsed with faults to the end [D1.9.94]", { timeout: 1_800_000 }, async () => {
	const season = { seed: 28, id: 2028, name: "2028", firstDay: Date.parse("2028-08-18T00:00:00Z") };
	const written = await generateFolder({ folder, ...season, rounds: 14, clubs: 19, playedRounds: 14 });
	expect(written).toMatchObject({ squads: 19, players: 570, matches: 126 });
	const lines: string[] = [];
	const report = await rehearseSeason({
		folder,
		speed: null,
		faults: "some",
		seed: 1,
		rounds: 14,
		teams: 30,
		port: 0,
		isUnattended: true,
		isKept: false,
		print: (line) => lines.push(line),
		signal: new AbortController().signal,
	});
	expect([report.problems, report.differences, report.hasPassed]).toEqual([[], [], true]);
	expect(lines).toContain("Robots have held a draft of 84 picks");
	expect(lines.filter((line) => line.endsWith("is published"))).toHaveLength(14);
});
