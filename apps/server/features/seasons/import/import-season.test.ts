import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSeasonFolder, type WrittenFolder } from "../../../../../testing/season/season-folder.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { formatImportSummary, listImportProblems } from "./import-report.ts";
import { type ImportOptions, importSeason } from "./import-season.ts";

let database: Database;
let folder: WrittenFolder;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
	folder = createSeasonFolder();
});
afterEach(async () => {
	folder.discard();
	await database.pool.query("TRUNCATE seasons, users CASCADE");
});

const importFolder = (isDryRun = false, options: Pick<ImportOptions, "remove" | "preferFiles"> = {}) =>
	importSeason(database.db, folder.path, { isDryRun, ...options });
const count = async (table: string) => (await database.pool.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n;
const getNewestSeason = async () =>
	(await database.db.selectFrom("seasons").select(["id", "data_version", "is_current"]).orderBy("id").execute()).at(-1);

test("an import writes the whole season and makes it current", async () => {
	const report = await importFolder();
	expect(await getNewestSeason()).toEqual({ id: 7, data_version: 1, is_current: true });
	const { rows } = await database.pool.query("SELECT player_id, round_id, price FROM player_prices ORDER BY player_id");
	expect(rows).toEqual([
		{ player_id: 1, round_id: 1, price: 500_000 },
		{ player_id: 2, round_id: 1, price: 700_000 },
		{ player_id: 3, round_id: 2, price: 300_000 },
	]);
	const matches = await database.db
		.selectFrom("matches")
		.select(["id", "status", "home_score"])
		.orderBy("id")
		.execute();
	expect(matches).toEqual([
		{ id: 101, status: "complete", home_score: 31 },
		{ id: 102, status: "scheduled", home_score: null },
	]);
	expect(formatImportSummary(report, false)).toEqual(
		expect.arrayContaining([
			"Season 7, Two squads: new, the current season",
			"  Round 1 has all its results, and is published at once",
			"  3 players added",
			"  2 stat lines added",
			"Imported.",
		]),
	);
});

test("a dry run names clubs that would play twice in a round", async () => {
	await importFolder();
	folder.edit("matches.csv", (text) => `${text}104,1,20,10,2026-08-30T09:15:00Z,Pier Oval,,\n`);
	expect(formatImportSummary(await importFolder(true), true)).toEqual(
		expect.arrayContaining([
			"  Clubs with two matches at the same time or in a round",
			"      HAR: matches 101 and 104 in round 1",
			"      RAN: matches 101 and 104 in round 1",
		]),
	);
});

test("a match in place of an abandoned one is no clash", async () => {
	await importFolder();
	await database.pool.query("UPDATE matches SET is_abandoned = true WHERE id = 102");
	folder.edit("matches.csv", (text) => `${text}104,2,20,10,2026-09-05T09:15:00Z,Summit Park,,\n`);
	expect(formatImportSummary(await importFolder(true), true).join("\n")).not.toContain("Clubs with two matches");
});

test("stats that are worth impossible points are refused", async () => {
	folder.edit("stats.csv", (text) => text.replace("101,1,1,10,10,", "101,1,1,10,510,"));
	expect(listImportProblems(await importFolder())).toEqual([
		"stats.csv: player 1 would score 1559 points in match 101, which is impossible: check her stats and the season's scoring",
	]);
});

test("a season's import says what follows from its rounds [D1.9.96]", async () => {
	folder.edit("season.json", (text) => text.replace('"scoring"', '"cup": { "startRound": 1 }, "scoring"'));
	const lines = formatImportSummary(await importFolder(true), true);
	expect(lines.slice(1, 4)).toEqual([
		"  2 rounds: 3 trades in the season, elimination leagues of at most 3 teams",
		"  finals of leagues: grand final in round 2",
		"  cup from round 1: at most 4 teams without a qualifying round",
	]);
});

test("former clubs follow from a season's imported stats [D2.9.260]", async () => {
	folder.edit("players.csv", (text) => text.replace("1,Ada,Reef,10", "1,Ada,Reef,20"));
	await importFolder();
	const listFormer = async () =>
		(await database.pool.query("SELECT player_id, until_round, squad_id FROM former_squads")).rows;
	expect(await listFormer()).toEqual([{ player_id: 1, until_round: 1, squad_id: 10 }]);
	// A later import without stats for her new club keeps them.
	folder.edit("players.csv", (text) => text.replace("1,Ada,Reef,10", "1,Ada,Reefs,20"));
	await importFolder();
	expect(await listFormer()).toEqual([{ player_id: 1, until_round: 1, squad_id: 10 }]);
});

test("provider ids are imported, and stay when files lack them", async () => {
	const withProviderIds = (names: readonly string[]) => (text: string) =>
		text
			.trimEnd()
			.split("\n")
			.map((line, index) => `${line},${names[index]}`)
			.join("\n");
	folder.edit("squads.csv", withProviderIds(["provider_id", "CD_T7001", "CD_T7002"]));
	folder.edit("players.csv", withProviderIds(["provider_id", "CD_I1", ""]));
	folder.edit("signings.csv", withProviderIds(["provider_id", "CD_I77"]));
	await importFolder();
	const listProviderIds = async (table: string) =>
		(await database.pool.query(`SELECT provider_id FROM ${table} ORDER BY id`)).rows.map((row) => row.provider_id);
	expect([await listProviderIds("squads"), await listProviderIds("players")]).toEqual([
		["CD_T7001", "CD_T7002"],
		["CD_I1", null, "CD_I77"],
	]);
	folder.edit("squads.csv", (text) => text);
	await importFolder();
	expect(await listProviderIds("squads")).toEqual(["CD_T7001", "CD_T7002"]);
	folder.edit("players.csv", withProviderIds(["provider_id", "CD_I77", "CD_I5"]));
	expect(listImportProblems(await importFolder())).toEqual([
		"signings.csv:2: provider_id CD_I77 is a duplicate (first on line 2)",
	]);
});

test("of a file with many problems, the first 200 are listed", async () => {
	folder.edit("players.csv", (text) => {
		const [header = "", ...rows] = text.trim().split("\n");
		const [row = ""] = rows;
		return [header, ...rows, ...Array<string>(300).fill(row)].join("\n");
	});
	const lines = listImportProblems(await importFolder());
	expect([lines.length, lines.at(-1)]).toEqual([201, "and 100 more problems"]);
});

test("importing twice changes nothing the second time", async () => {
	await importFolder();
	const before = await getNewestSeason();
	const report = await importFolder();
	expect(formatImportSummary(report, false)).toEqual([
		"Season 7, Two squads: already here, the current season",
		"  nothing to change",
		"Imported.",
	]);
	expect(await getNewestSeason()).toEqual(before);
});

test("a dry run prints the differences from the database, and writes nothing", async () => {
	await importFolder();
	folder.edit("stats.csv", (text) => text.replace("101,1,1,10,10,", "101,1,1,10,12,"));
	folder.edit("signings.csv", (text) => text.split("\n").slice(0, 1).join("\n"));
	folder.edit("season.json", (text) => text.replace("Two squads", "Two old squads"));
	expect(formatImportSummary(await importFolder(true), true)).toEqual([
		"Season 7, Two old squads: already here, the current season",
		"  rules changed: name",
		"  1 stat line changed",
		"      ~ match 101, player 1: kicks 10 → 12",
		"  1 player kept: no longer in the files (--remove removes them)",
		"      = 3  first_name Cleo  last_name Ford  squad_id 10  positions RUC  from_round 2",
		"Dry run: nothing was written.",
	]);
	const lines = formatImportSummary(await importFolder(true, { remove: true }), true);
	expect(lines).toEqual([
		"Season 7, Two old squads: already here, the current season",
		"  1 player removed",
		"      - 3  first_name Cleo  last_name Ford  squad_id 10  positions RUC  from_round 2",
		"  1 opening price removed",
		"      - player 3, round 2  price 300000",
		"  rules changed: name",
		"  1 stat line changed",
		"      ~ match 101, player 1: kicks 10 → 12",
		"Dry run: nothing was written.",
	]);
	expect(await count("players")).toBe(3);
	await importFolder(false, { remove: true });
	expect(await count("players")).toBe(2);
	expect(await count("player_prices")).toBe(2);
	expect(
		(await database.db.selectFrom("stat_lines").select("kicks").where("player_id", "=", 1).execute())[0]?.kicks,
	).toBe(12);
	expect((await getNewestSeason())?.data_version).toBe(2);
});

test("nothing is imported if there is a problem", async () => {
	folder.edit("stats.csv", (text) => text.replace(",75,64", ",x%,64"));
	const report = await importFolder();
	expect(listImportProblems(report)).toEqual(["stats.csv:3: tog_percentage is not a number (x%)"]);
	expect([await count("seasons"), await count("players"), await count("stat_lines")]).toEqual([0, 0, 0]);
});

test("an import keeps later prices and live scores", async () => {
	await importFolder();
	await database.pool.query("INSERT INTO player_prices VALUES (7, 2, 1, 523000)");
	await database.pool.query("UPDATE matches SET status = 'playing', home_score = 6, away_score = 1 WHERE id = 102");
	const report = await importFolder();
	expect(report.outcome?.tables.every(({ changed, removed }) => changed.length + removed.length === 0)).toBe(true);
	expect(
		(await database.pool.query("SELECT price FROM player_prices WHERE round_id = 2 AND player_id = 1")).rows,
	).toEqual([{ price: 523_000 }]);
});

test("a player in a team or with stats is not removed", async () => {
	await importFolder();
	await database.pool.query(`
		WITH manager AS (INSERT INTO users (first_name, last_name, email) VALUES ('A', 'B', 'a@b.example') RETURNING id),
		team AS (INSERT INTO teams (season_id, user_id) SELECT 7, id FROM manager RETURNING id)
		INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency)
		SELECT id, 2, '{1,3}', 1, 3, '{}' FROM team`);
	const getHeader = (text: string) => text.split("\n").slice(0, 1).join("\n");
	folder.edit("signings.csv", getHeader);
	expect(listImportProblems(await importFolder(false, { remove: true }))).toEqual([
		"players.csv: player 3 cannot be removed: she is in line-ups of 1 team; mark her as departed in the console instead",
	]);
	folder.edit("signings.csv", (text) => text);
	folder.edit("stats.csv", (text) => text.replace(/\n101,1,1,.*/, ""));
	folder.edit("players.csv", (text) => text.replace(/\n1,Ada.*/, ""));
	await database.pool.query(`INSERT INTO stat_corrections (season_id, match_id, player_id, actor, reason)
		VALUES (7, 101, 1, 'operator:1', 'seen on video')`);
	expect(listImportProblems(await importFolder(false, { remove: true }))).toEqual([
		"players.csv: player 1 cannot be removed: she is in line-ups of 1 team, and she has stats of 1 match; mark her as departed in the console instead",
	]);
	expect(await count("players")).toBe(3);
});

test("a missing file changes nothing, whatever the options", async () => {
	await importFolder();
	folder.remove("signings.csv");
	folder.remove("stats.csv");
	for (const options of [{}, { remove: true }, { remove: true, preferFiles: true }]) {
		const report = await importFolder(false, options);
		expect(formatImportSummary(report, false)).toEqual([
			"Season 7, Two squads: already here, the current season",
			"  nothing to change",
			"  1 player kept: signed during the season, and there is no signings.csv",
			"      = 3  first_name Cleo  last_name Ford  squad_id 10  positions RUC  from_round 2",
			"Imported.",
		]);
	}
	expect([await count("players"), await count("player_prices"), await count("stat_lines")]).toEqual([3, 3, 2]);
});

test("a stats file of some matches leaves the others alone", async () => {
	folder.edit("matches.csv", (text) => text.replace("Summit Park,,", "Summit Park,20,10"));
	const [header, first, second] = folder.text("stats.csv").split("\n");
	const secondRound = `${first}`.replace("101,1,1", "102,2,1");
	folder.write("stats.csv", [header, first, second, secondRound, ""].join("\n"));
	await importFolder();
	expect(await count("stat_lines")).toBe(3);
	folder.write("stats.csv", [header, secondRound.replace(",10,10,5,", ",10,11,5,"), ""].join("\n"));
	const report = await importFolder(false, { remove: true });
	expect(listImportProblems(report)).toEqual([]);
	expect(formatImportSummary(report, false)).toEqual([
		"Season 7, Two squads: already here, the current season",
		"  1 stat line changed",
		"      ~ match 102, player 1: kicks 10 → 11",
		"Imported.",
	]);
	expect(await count("stat_lines")).toBe(3);
	folder.write("stats.csv", [header, first, secondRound, ""].join("\n"));
	await importFolder();
	expect(await count("stat_lines")).toBe(3);
	await importFolder(false, { remove: true });
	expect(await count("stat_lines")).toBe(2);
});

test("the folder of another season under this season's id is refused", async () => {
	await importFolder();
	folder.edit("players.csv", (text) => text.replace("Ada,Reef", "Uma,Hill").replace("Bea,Cliff", "Vera,Dale"));
	expect(listImportProblems(await importFolder())).toEqual([
		"season.json: 2 of the 3 players of season 7, Two squads, are missing or have another name in these files: if this is another season, give it a new id",
	]);
	expect((await importFolder(false, { preferFiles: true })).problems).toEqual([]);
});

test("rounds that have begun and squads with matches stay", async () => {
	folder.edit("rounds.csv", (text) => text.replace("3,Grand Final,true", "3,Round 3,false"));
	await importFolder();
	folder.edit("squads.csv", (text) => text.replace("20,Ranges,RAN", "30,Valley,VAL"));
	folder.edit("matches.csv", (text) => text.split("\n").slice(0, 1).join("\n"));
	folder.edit("players.csv", (text) => text.replace(/\n2,Bea.*/, ""));
	folder.edit("rounds.csv", (text) =>
		text.replace("2,Round 2,false\n", "").replace("3,Grand Final,true", "3,Round 3,false"),
	);
	folder.edit("signings.csv", (text) => text.replace(",2,300000", ",3,300000"));
	folder.write("stats.csv", `${folder.text("stats.csv").split("\n")[0]}\n`);
	await database.pool.query("UPDATE rounds SET status = 'playing' WHERE id = 2");
	const { problems } = await importFolder(false, { remove: true });
	expect(problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
		"players.csv: player 2 cannot be removed: she has stats of 1 match; mark her as departed in the console instead",
		"rounds.csv: round 2 cannot be removed: it has begun, and 1 match would still be in it",
		"squads.csv: squad 20 cannot be removed: 0 players and 3 matches would still belong to it",
	]);
	expect([await count("squads"), await count("rounds"), await count("matches")]).toEqual([2, 3, 3]);
});

test("an abbreviation that a stored squad keeps is refused for another squad", async () => {
	await importFolder();
	folder.edit("squads.csv", (text) => `${text.replace("10,Harbour,HAR", "10,Harbour,HRB")}30,Harvest,HAR\n`);
	await database.pool.query("UPDATE squads SET name = 'Port', abbreviation = 'HAR' WHERE id = 10");
	await database.pool.query("DELETE FROM season_imports WHERE table_name = 'squads'");
	expect(listImportProblems(await importFolder())).toEqual([
		"squads.csv: abbreviation HAR would be used twice: ids 10 and 30",
	]);
});

test("two simultaneous imports succeed, and one season is current", async () => {
	const other = createSeasonFolder();
	other.edit("season.json", (text) => text.replace('"id": 7', '"id": 8'));
	const reports = await Promise.all([importFolder(), importSeason(database.db, other.path)]);
	other.discard();
	expect(reports.map(({ problems }) => problems)).toEqual([[], []]);
	const seasons = await database.db.selectFrom("seasons").select(["id", "is_current"]).orderBy("id").execute();
	expect(seasons.map(({ id }) => id)).toEqual([7, 8]);
	expect(seasons.filter((season) => season.is_current)).toHaveLength(1);
});

test("two simultaneous imports of one season write it once", async () => {
	const reports = await Promise.all([importFolder(), importFolder()]);
	expect(reports.map(({ outcome }) => outcome?.isNew).toSorted()).toEqual([false, true]);
	expect((await getNewestSeason())?.data_version).toBe(1);
});

test("an import keeps operators' rules, and scoring once published", async () => {
	await importFolder();
	await database.pool.query(`UPDATE seasons SET name = 'Our league', rules = rules || '{"salaryCap": 16000000}'`);
	folder.edit("season.json", (text) => text.replace('"H": 2', '"H": 4'));
	expect(formatImportSummary(await importFolder(true), true)).toEqual([
		"Season 7, Two squads: already here, the current season",
		"  rules changed: scoring",
		"  2 rules kept: changed here since the last import (--prefer-files takes the files' values)",
		"      = name Our league (in the files Two squads), salaryCap 16000000 (in the files 15500000)",
		"Dry run: nothing was written.",
	]);
	await database.pool.query("UPDATE rounds SET status = 'complete', published_at = now() WHERE id = 1");
	const lines = formatImportSummary(await importFolder(false, { preferFiles: true }), false);
	expect(lines.slice(1, 3)).toEqual([
		"  rules changed: name, salaryCap",
		"  1 rule kept: a published round changes only by a correction (in the console, under Corrections)",
	]);
	const season = await database.db.selectFrom("seasons").select(["name", "rules"]).executeTakeFirstOrThrow();
	expect([season.name, season.rules.salaryCap, season.rules.scoring.H]).toEqual(["Two squads", 15_500_000, 2]);
});

test("an imported season replaces only a demo as current", async () => {
	const add = (isDemo: boolean) =>
		database.db
			.insertInto("seasons")
			.values({ id: 1, name: "Before", rules: "{}", is_current: true, is_demo: isDemo })
			.execute();
	await add(false);
	expect(formatImportSummary(await importFolder(), false).slice(0, 2)).toEqual([
		"Season 7, Two squads: new, not the current season",
		"  Before stays the current season until this one begins",
	]);
	await database.pool.query("TRUNCATE seasons CASCADE");
	await add(true);
	expect((await importFolder()).outcome?.isCurrent).toBe(true);
	expect(await getNewestSeason()).toMatchObject({ id: 7, is_current: true });
});

test("an id of the demo is reported with all other problems (D2.9.225)", async () => {
	await database.pool.query(
		`INSERT INTO seasons (id, name, rules, is_current, is_demo) VALUES (7, 'Demo', '{}', true, true)`,
	);
	folder.edit("season.json", (text) => text.replace('"H": 2', '"H": "two"'));
	folder.edit("stats.csv", (text) => text.replace(",80,60", ",x,60"));
	expect(listImportProblems(await importFolder())).toEqual([
		"season.json: season 7 is the demo's: choose another id",
		"season.json:4: scoring.H: Invalid input: expected number, received string",
		"stats.csv:2: tog_percentage is not a number (x)",
	]);
	folder.edit("season.json", (text) => text.replace('"id": 7', '"id": 3000000000'));
	expect(listImportProblems(await importFolder())).toContain(
		"season.json:2: id: Too big: expected number to be <=2147483647",
	);
});
