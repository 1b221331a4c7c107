import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSeasonFolder, type WrittenFolder } from "../../../../../testing/season/season-folder.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { formatProblem } from "./csv/problem-list.ts";
import { formatImportSummary } from "./import-report.ts";
import { type ImportOptions, importSeason } from "./import-season.ts";

let database: Database;
let folder: WrittenFolder;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
	folder = createSeasonFolder();
	await importSeason(database.db, folder.path);
});
afterEach(async () => {
	folder.discard();
	await database.pool.query("TRUNCATE seasons, users CASCADE");
});

/** Imports and returns the report without its first and last line. */
const importAndReport = async (options: Pick<ImportOptions, "remove" | "preferFiles" | "now"> = {}) =>
	formatImportSummary(await importSeason(database.db, folder.path, options), false).slice(1, -1);
const queryRows = async (text: string) => (await database.pool.query(text)).rows;

test("without a recorded import all differences are operators' changes", async () => {
	await database.pool.query("TRUNCATE season_imports");
	await database.pool.query("UPDATE players SET positions = '{MID}' WHERE id = 1");
	folder.edit("players.csv", (text) => text.replace("Bea,Cliff", "Beatrix,Cliff"));
	expect(await importAndReport({ remove: true })).toEqual([
		"  nothing to change",
		"  2 players kept: changed here since the last import (--prefer-files takes the files' values)",
		"      = 1: positions MID (in the files DEF)",
		"      = 2: first_name Bea (in the files Beatrix)",
	]);
	expect(await importAndReport({ preferFiles: true })).toContain("  2 players changed");
	// Equal values are recorded from then on, so the next change of the files is applied.
	folder.edit("players.csv", (text) => text.replace("Bea,Cliff", "Bee,Cliff"));
	expect(await importAndReport()).toContain("      ~ 2: first_name Beatrix → Bee");
});

test("prices are checked by changed rules, starts by season time", async () => {
	await database.pool.query(`UPDATE seasons SET rules = jsonb_set(rules, '{floorPrice}', '400000')`);
	folder.edit("signings.csv", (text) => `${text}4,Dot,Gale,20,MID,,2,350000\n`);
	folder.edit("matches.csv", (text) => text.replace("2026-09-04T", "2026-08-02T"));
	const now = Date.parse("2026-08-29T00:00:00Z");
	const { problems, outcome } = await importSeason(database.db, folder.path, { now });
	expect(outcome).toBeNull();
	expect(problems.map(formatProblem)).toEqual([
		"players.csv: player 4 would cost 350000, which must be at least 400000 by the season's rules",
		"matches.csv: match 102 would start at 2026-08-02T09:15:00.000Z, which is long past: its players would lock at once",
	]);
});

test("removed stats return only with preferFiles, corrected stats never change", async () => {
	await database.pool.query("DELETE FROM stat_lines WHERE player_id = 2");
	await database.pool.query("UPDATE stat_lines SET kicks = 14 WHERE player_id = 1");
	await database.pool.query(`INSERT INTO stat_corrections (season_id, match_id, player_id, stats, actor, reason)
		VALUES (7, 101, 1, '{"K": 14}', 'operator:1', 'seen on video')`);
	expect(await importAndReport()).toEqual([
		"  nothing to change",
		"  1 stat line kept: an operator's correction takes precedence over files and feeds",
		"      = match 101, player 1: kicks 14 (in the files 10)",
		"  1 stat line left out: removed here since the last import (--prefer-files brings them back)",
		expect.stringMatching(/^ {6}= match 101, player 2 {2}squad_id 20 {2}kicks 8 {2}.* behinds 1 {2}.*tog 75$/),
	]);
	await importAndReport({ preferFiles: true });
	expect(await queryRows("SELECT player_id, kicks FROM stat_lines ORDER BY 1")).toEqual([
		{ player_id: 1, kicks: 14 },
		{ player_id: 2, kicks: 8 },
	]);
});

test("a signing can move with her price until either round starts", async () => {
	const setSigningRound = (round: number) =>
		folder.edit("signings.csv", (text) => text.replace(",2,300000", `,${round},300000`));
	const listPrices = () => queryRows("SELECT round_id, price FROM player_prices WHERE player_id = 3");
	await database.pool.query("UPDATE matches SET status = 'scheduled'");
	setSigningRound(1);
	await importAndReport({ now: Date.parse("2026-08-01T00:00:00Z") });
	expect(await listPrices()).toEqual([{ round_id: 1, price: 300_000 }]);
	await database.pool.query("UPDATE rounds SET status = 'playing' WHERE id = 1");
	setSigningRound(2);
	expect(await importAndReport({ preferFiles: true })).toContainEqual(
		expect.stringMatching(/^ {2}1 player kept: the match or round has begun/),
	);
	expect(await listPrices()).toEqual([{ round_id: 1, price: 300_000 }]);
});

test("files do not move a match whose start was changed here", async () => {
	await database.pool.query("UPDATE matches SET starts_at = '2027-09-05T09:15:00Z' WHERE id = 102");
	folder.edit("matches.csv", (text) =>
		text.replace("102,2,20,10,2026-09-04T09:15:00Z", "102,1,20,10,2027-08-29T09:15:00Z"),
	);
	expect(await importAndReport()).toEqual([
		"  nothing to change",
		"  1 match kept: changed here since the last import (--prefer-files takes the files' values)",
		"      = 102: round_id 2 (in the files 1, at the last import 2), starts_at 2027-09-05T09:15:00.000Z (in the files 2027-08-29T09:15:00.000Z, at the last import 2026-09-04T09:15:00.000Z)",
	]);
	await importAndReport({ preferFiles: true });
	expect(await queryRows("SELECT round_id FROM matches WHERE id = 102")).toEqual([{ round_id: 1 }]);
});

test("an interrupted import writes nothing and does not affect the next one", async () => {
	folder.edit("players.csv", (text) => text.replace("Ada,Reef", "Ada,Cliff"));
	await database.pool.query("ALTER TABLE audit ADD CONSTRAINT forced_failure CHECK (action <> 'season-imported')");
	const auditContext = { actor: "command line", reason: "" };
	await expect(importSeason(database.db, folder.path, { audit: auditContext })).rejects.toThrow("forced_failure");
	await database.pool.query("ALTER TABLE audit DROP CONSTRAINT forced_failure");
	expect(await queryRows("SELECT last_name FROM players WHERE id = 1")).toEqual([{ last_name: "Reef" }]);
	expect(await importAndReport()).toEqual(["  1 player changed", "      ~ 1: last_name Reef → Cliff"]);
});

test("two squads can swap their abbreviations in one import", async () => {
	folder.edit("squads.csv", () => "id,name,abbreviation\n10,Harbour,RAN\n20,Ranges,HAR\n");
	await importAndReport();
	expect(await queryRows("SELECT id, abbreviation FROM squads ORDER BY 1")).toEqual([
		{ id: 10, abbreviation: "RAN" },
		{ id: 20, abbreviation: "HAR" },
	]);
});
