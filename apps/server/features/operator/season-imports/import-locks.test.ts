import {
	importSeasonFiles,
	previewSeason,
	type SeasonFile,
} from "@first-bounce/contract/operator/season/season-import";
import { listSeasonImports, undoSeasonImport } from "@first-bounce/contract/operator/season/season-undo";
import { listLockedSquads } from "@first-bounce/rules/lockout/lockout";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishRound } from "../../../../../testing/season/play-rounds.ts";
import { buildSeededFiles } from "../../../../../testing/season/seeded-folder.ts";
import { DAY, FIRST_BOUNCE, HOUR } from "../../../../../testing/season/small-season.ts";
import {
	type Client,
	createTestApp,
	createTestOperator,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";

/** Clubs 15 and 16 have a bye in round 1, which locks at the first bounce. No feed reports a match. */
const reason = "as the league told us";
let app: TestApp;
let client: Client;
let files: SeasonFile[];

beforeAll(async () => {
	app = await createTestApp();
	({ client } = await createTestOperator(app));
	files = buildSeededFiles(app.season);
	await client(importSeasonFiles, { body: { files, reason } });
});
afterAll(() => app.close());

const editFile = (name: SeasonFile["name"], change: (text: string) => string): SeasonFile[] =>
	files.map((file) => (file.name === name ? { ...file, text: change(file.text) } : file));
const listLocked = async (roundId: number) => {
	const round = (await app.seasons.refresh()).rounds.find(({ id }) => id === roundId);
	return round ? [...listLockedSquads(round, app.clocks.seasonNow())].toSorted() : null;
};

test("clubs with a bye stay locked through an import and undo", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	expect(await listLocked(1)).toEqual([11, 12, 15, 16]);
	const start = new Date(FIRST_BOUNCE + 2 * DAY).toISOString();
	const withMatch = editFile("matches.csv", (text) => `${text}103,1,15,16,${start},,,\n`);
	expect(await client(importSeasonFiles, { body: { files: withMatch, reason } })).toMatchObject({ isValid: true });
	expect(app.seasons.current().rounds[0]?.matches.map(({ id }) => id)).toEqual([101, 102, 103]);
	expect(await listLocked(1)).toEqual([11, 12, 15, 16]);
	const [newest] = (await client(listSeasonImports, {})).imports;
	await client(undoSeasonImport, { params: { id: newest?.id ?? 0 }, body: { reason } });
	expect(app.seasons.current().rounds[0]?.matches.map(({ id }) => id)).toEqual([101, 102]);
	expect(await listLocked(1)).toEqual([11, 12, 15, 16]);
});

test("a match begun by the clock keeps start, round and clubs", async () => {
	app.clocks.setSeason(FIRST_BOUNCE + HOUR);
	const start = new Date(FIRST_BOUNCE).toISOString();
	const later = new Date(FIRST_BOUNCE + 3 * DAY).toISOString();
	for (const row of [`101,1,11,12,${later}`, `101,2,11,12,${later}`, `101,1,15,16,${start}`])
		await client(importSeasonFiles, {
			body: {
				files: editFile("matches.csv", (text) => text.replace(`101,1,11,12,${start}`, row)),
				reason,
				preferFiles: true,
			},
		});
	expect(app.seasons.current().rounds[0]?.matches[0]).toMatchObject({
		id: 101,
		startsAt: FIRST_BOUNCE,
		homeSquadId: 11,
		awaySquadId: 12,
	});
	expect(await listLocked(1)).toEqual([11, 12, 15, 16]);
});

test("a round begun by the clock stays in the season", async () => {
	await finishRound(app, 1);
	app.clocks.setSeason(FIRST_BOUNCE + 7 * DAY);
	const shorter = editFile("season.json", (text) => text.replace('"lastRound": 3', '"lastRound": 1'));
	const { problems } = await client(previewSeason, { body: { files: shorter, preferFiles: true } });
	await client(importSeasonFiles, { body: { files: shorter, reason, preferFiles: true } });
	expect(problems).toEqual([]);
	expect(await listLocked(2)).toEqual([11, 12, 13, 14]);
});
