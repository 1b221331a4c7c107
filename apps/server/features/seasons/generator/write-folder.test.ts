import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSeasonFolder } from "../import/files/read-season-folder.ts";
import { buildSeasonData } from "./build-season-data.ts";
import { generateSeason } from "./generate-season.ts";
import { writeSeasonFolder } from "./write-folder.ts";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), "generated-season-"));
});
afterAll(() => rm(folder, { recursive: true }));

const season = generateSeason({ seed: 11, id: 9, name: "Round trip", firstDay: Date.UTC(2026, 1, 6) });

test.each([0, 3, 12])("a season played up to round %i survives writing and reading", async (played) => {
	const data = buildSeasonData(season, played);
	await writeSeasonFolder(data, folder);
	const read = await readSeasonFolder(folder);
	expect(read.problems).toEqual([]);
	expect(read.skippedRows).toEqual([]);
	expect(read.season).toMatchObject(data);
});
