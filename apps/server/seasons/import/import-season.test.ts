import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../db/open.ts";
import { testDatabase } from "../../testing/database.ts";
import { smallSeasonFolder, type WrittenFolder } from "../../testing/season-folder.ts";
import { importSeason } from "./import-season.ts";
import { importProblems, importSummary } from "./report-import.ts";

let database: Database;
let folder: WrittenFolder;
beforeAll(async () => {
	database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
	folder = smallSeasonFolder();
});
afterEach(async () => {
	folder.discard();
	await database.pool.query("TRUNCATE seasons, users CASCADE");
});

const bringIn = (isDryRun = false) => importSeason(database.db, folder.path, { isDryRun });
const count = async (table: string) => (await database.pool.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n;
const version = async () =>
	(await database.db.selectFrom("seasons").select(["id", "data_version", "is_current"]).orderBy("id").execute()).at(-1);

test("a season goes in whole, is the current one, and says what came", async () => {
	const report = await bringIn();
	expect(await version()).toEqual({ id: 7, data_version: 1, is_current: true });
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
	expect(importSummary(report, false)).toEqual(
		expect.arrayContaining([
			"Season 7, Two squads: new, the current season",
			"  3 players added",
			"  2 stat lines added",
			"Imported.",
		]),
	);
});

test("another source's names of squads, players and matches come with the files, and one of them stays when a file falls silent", async () => {
	const named = (names: readonly string[]) => (text: string) =>
		text
			.trimEnd()
			.split("\n")
			.map((line, index) => `${line},${names[index]}`)
			.join("\n");
	folder.edit("squads.csv", named(["provider_id", "CD_T7001", "CD_T7002"]));
	folder.edit("players.csv", named(["provider_id", "CD_I1", ""]));
	folder.edit("signings.csv", named(["provider_id", "CD_I77"]));
	await bringIn();
	const names = async (table: string) =>
		(await database.pool.query(`SELECT provider_id FROM ${table} ORDER BY id`)).rows.map((row) => row.provider_id);
	expect([await names("squads"), await names("players")]).toEqual([
		["CD_T7001", "CD_T7002"],
		["CD_I1", null, "CD_I77"],
	]);
	folder.edit("squads.csv", (text) => text);
	await bringIn();
	expect(await names("squads")).toEqual(["CD_T7001", "CD_T7002"]);
	folder.edit("players.csv", named(["provider_id", "CD_I77", "CD_I5"]));
	expect(importProblems(await bringIn())).toEqual([
		"signings.csv:2: provider_id CD_I77 is there twice (first on line 2)",
	]);
});

test("importing twice changes nothing the second time", async () => {
	await bringIn();
	const before = await version();
	const report = await bringIn();
	expect(importSummary(report, false)).toEqual([
		"Season 7, Two squads: already here, the current season",
		"  nothing to change",
		"Imported.",
	]);
	expect(await version()).toEqual(before);
});

test("a dry run prints the difference to what the database holds, and writes nothing", async () => {
	await bringIn();
	folder.edit("stats.csv", (text) => text.replace("101,1,1,10,10,", "101,1,1,10,12,"));
	folder.edit("signings.csv", (text) => text.split("\n").slice(0, 1).join("\n"));
	folder.edit("season.json", (text) => text.replace("Two squads", "Two old squads"));
	const lines = importSummary(await bringIn(true), true);
	expect(lines).toEqual([
		"Season 7, Two old squads: already here, the current season",
		"  rules changed: name",
		"  1 player removed",
		"      - 3  first_name Cleo  last_name Ford  squad_id 10  positions RUC  from_round 2",
		"  1 opening price removed",
		"      - player 3, round 2  price 300000",
		"  1 stat line changed",
		"      ~ match 101, player 1: kicks 10 → 12",
		"Dry run: nothing was written.",
	]);
	expect(await count("players")).toBe(3);
	await bringIn();
	expect(await count("players")).toBe(2);
	expect(
		(await database.db.selectFrom("stat_lines").select("kicks").where("player_id", "=", 1).execute())[0]?.kicks,
	).toBe(12);
	expect((await version())?.data_version).toBe(2);
});

test("with a fault nothing at all is imported", async () => {
	folder.edit("stats.csv", (text) => text.replace(",75,64", ",75%,64"));
	const report = await bringIn();
	expect(importProblems(report)).toEqual(["stats.csv:3: tog_percentage is not a number (75%)"]);
	expect([await count("seasons"), await count("players"), await count("stat_lines")]).toEqual([0, 0, 0]);
});

test("what publications and feeds wrote stays: later prices, live scores", async () => {
	await bringIn();
	await database.pool.query("INSERT INTO player_prices VALUES (7, 2, 1, 523000)");
	await database.pool.query("UPDATE matches SET status = 'playing', home_score = 6, away_score = 1 WHERE id = 102");
	const report = await bringIn();
	expect(report.outcome?.differences.every(({ changed, removed }) => changed.length + removed.length === 0)).toBe(true);
	expect(
		(await database.pool.query("SELECT price FROM player_prices WHERE round_id = 2 AND player_id = 1")).rows,
	).toEqual([{ price: 523_000 }]);
});

test("a player whom managers hold cannot be taken away", async () => {
	await bringIn();
	await database.pool.query(`
		WITH manager AS (INSERT INTO users (first_name, last_name, email) VALUES ('A', 'B', 'a@b.example') RETURNING id),
		team AS (INSERT INTO teams (season_id, user_id) SELECT 7, id FROM manager RETURNING id)
		INSERT INTO lineups (team_id, round_id, slots, captain_id, vice_captain_id, emergency)
		SELECT id, 2, '{1,3}', 1, 3, '{}' FROM team`);
	folder.remove("signings.csv");
	const report = await bringIn();
	expect(importProblems(report)).toEqual(["players.csv: player 3 is missing, and managers have her in their teams"]);
	expect(await count("players")).toBe(3);
});

test("it takes the place of a demo, not of a season that is played", async () => {
	const add = (isDemo: boolean) =>
		database.db
			.insertInto("seasons")
			.values({ id: 1, name: "Before", rules: "{}", is_current: true, is_demo: isDemo })
			.execute();
	await add(false);
	expect((await bringIn()).outcome?.isCurrent).toBe(false);
	await database.pool.query("TRUNCATE seasons CASCADE");
	await add(true);
	expect((await bringIn()).outcome?.isCurrent).toBe(true);
	expect(await version()).toMatchObject({ id: 7, is_current: true });
});
