import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { SEASON_FILES } from "@first-bounce/contract/constants";
import { listAudit } from "@first-bounce/contract/operator/audit";
import { beginSeason, listSeasons } from "@first-bounce/contract/operator/season";
import {
	importSeasonFiles,
	previewSeason,
	type SeasonFile,
} from "@first-bounce/contract/operator/season/season-import";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	type Client,
	createManager,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { generateFolder } from "../../seasons/generator/write-folder.ts";

const SEASON = 1000;
let app: TestApp;
let client: Client;
let files: SeasonFile[];

beforeAll(async () => {
	app = await createTestApp();
	({ client } = await createTestOperator(app));
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-files-"));
	const firstDay = Date.parse("2027-08-27T00:00:00Z");
	await generateFolder({ folder, seed: 3, id: SEASON, name: "League of 2027", playedRounds: 0, firstDay });
	const read = async (name: SeasonFile["name"]) =>
		readFile(path.join(folder, name), "utf8").then(
			(text) => [{ name, text }],
			() => [],
		);
	files = (await Promise.all(SEASON_FILES.map(read))).flat();
	await rm(folder, { recursive: true });
});
afterAll(() => app.close());

const reason = "the fixture is out";
const listSeasonIds = async () => (await client(listSeasons, {})).seasons.map(({ id }) => id);

test("season files are previewed and imported, after the current season", async () => {
	const before = await listSeasonIds();
	const preview = await client(previewSeason, { body: { files } });
	expect(preview).toMatchObject({ isValid: true, problems: [] });
	expect(preview.summary[0]).toBe(`Season ${SEASON}, League of 2027: new, not the current season`);
	expect(preview.summary.at(-1)).toBe("Dry run: nothing was written.");
	expect(await listSeasonIds()).toEqual(before);

	const done = await client(importSeasonFiles, { body: { files, reason } });
	expect(done.summary.at(-1)).toBe("Imported.");
	expect(await listSeasonIds()).toEqual([SEASON, ...before]);
	const [entry] = (await client(listAudit, { query: {} })).entries;
	expect(entry).toMatchObject({ action: "season-imported", subject: `season:${SEASON}`, reason });
	expect(entry?.after).toMatchObject({ name: "League of 2027", players: { added: 540, changed: 0, removed: 0 } });

	const again = await client(previewSeason, { body: { files } });
	expect(again.summary).toContain("  nothing to change");
	// The current season is not over, so the new one cannot begin.
	const early = await getApiFailure(client(beginSeason, { params: { id: SEASON }, body: { reason } }));
	expect(early.code).toBe("season-not-over");
});

test("files of more than 64 KB can be previewed and imported", async () => {
	const large = files.map((file) =>
		file.name === "season.json" ? { ...file, text: `${file.text}${" ".repeat(200_000)}` } : file,
	);
	expect(await client(previewSeason, { body: { files: large } })).toMatchObject({ isValid: true });
	expect((await client(importSeasonFiles, { body: { files: large, reason } })).summary.at(-1)).toBe("Imported.");
});

test("problems are listed by file and line, and prevent importing", async () => {
	const broken = files.map((file) => {
		if (file.name === "season.json") return { ...file, text: file.text.replace(String(SEASON), "2000") };
		return file.name === "players.csv" ? { ...file, text: file.text.replace(/^(.*\n)(\d+)/, "$1oops") } : file;
	});
	const report = await client(importSeasonFiles, { body: { files: broken, reason } });
	expect(report).toMatchObject({ isValid: false, summary: [] });
	expect(report.problems[0]).toMatch(/^players\.csv:2: /);
	expect(await listSeasonIds()).not.toContain(2000);
	const incomplete = files.filter(({ name }) => name !== "matches.csv");
	const { problems } = await client(previewSeason, { body: { files: incomplete } });
	expect(problems.join("\n")).toContain("matches.csv");
});

test("only operators import, and paths out of the folder are refused", async () => {
	const manager = await createManager(app);
	expect((await getApiFailure(manager.client(previewSeason, { body: { files } }))).status).toBe(403);
	const outsideFiles = [{ name: "../season.json", text: "{}" }] as never;
	expect((await getApiFailure(client(previewSeason, { body: { files: outsideFiles } }))).status).toBe(422);
});

test("the preview names the demo that ends, which is confirmed (D2.9.222)", async () => {
	await app.database.pool.query("UPDATE seasons SET is_demo = true WHERE id = 1");
	const editedFiles = files.map((file) =>
		file.name === "season.json" ? { ...file, text: file.text.replace(String(SEASON), "1001") } : file,
	);
	const ends = { id: 1, name: "Small season", isDemo: true, openRound: 1, teams: 2, managers: 2, leagues: 0 };
	const preview = await client(previewSeason, { body: { files: editedFiles } });
	expect(preview.ends).toEqual(ends);
	expect(preview.summary.slice(1, 3)).toEqual([
		"  This ends the demo (season 1, Small season). Round 1 of 3 is not complete.",
		"      2 teams (2 of which belong to registered managers) and 0 leagues can no longer be played or seen",
	]);
	expect(await getApiFailure(client(importSeasonFiles, { body: { files: editedFiles, reason } }))).toMatchObject({
		status: 409,
		code: "season-import-ends-demo",
	});
	expect(await listSeasonIds()).toEqual([SEASON, 1]);
	expect((await client(importSeasonFiles, { body: { files: editedFiles, reason, endDemo: true } })).ends).toEqual(ends);
	const current = (await client(listSeasons, {})).seasons.filter(({ isCurrent }) => isCurrent);
	expect(current.map(({ id }) => id)).toEqual([1001]);
	// The demo's accounts are deactivated, so it cannot be started again.
	const restart = client(beginSeason, { params: { id: 1 }, body: { reason } });
	expect((await getApiFailure(restart)).code).toBe("season-is-closed");
});
