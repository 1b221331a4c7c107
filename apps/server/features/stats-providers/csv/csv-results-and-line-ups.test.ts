import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import { processPayload } from "../intake/process-payload.ts";
import { buildCsvPayload, createCsvFeed } from "./csv-feed.ts";

let database: Database;
let seasons: SeasonHolder;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(async () => {
	await database.pool.query("TRUNCATE seasons CASCADE");
	await seedSeason(database.db);
	seasons = await createSeasonHolder(database.db, { on: () => () => false });
});
afterAll(() => database.close());

async function receive(name: string, rows: readonly string[], at: number) {
	const feed = createCsvFeed(null, seasons.current);
	const season = { db: database.db, currentSeason: seasons.current, clocks: createFixedClocks(at) };
	const intake = await processPayload(buildCsvPayload(name, Buffer.from(`${rows.join("\n")}\n`)), feed, season);
	await seasons.refresh();
	return intake;
}
const getMatch = (index: number) => {
	const match = seasons.current().rounds[0]?.matches[index];
	return [match?.status, match?.homeScore, match?.awayScore];
};
const getStatus = (id: number) => seasons.current().players.get(id)?.status;

const STATS = [
	"match_id,round_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage,match_status",
	"101,1,1001,11,10,5,4,3,0,1,2,0,0,80,playing",
	"101,1,1013,12,8,2,1,6,0,0,0,1,1,75,playing",
];

test("a results file sets status and score, in either format (D2.9.74)", async () => {
	await receive("stats.csv", STATS, FIRST_BOUNCE + HOUR);
	const rows = ["match_id,status,home_score,away_score", "101,playing,12,7", "102,scheduled,,"];
	expect(await receive("own.csv", rows, FIRST_BOUNCE + HOUR)).toEqual({ verdict: "applied", problems: [] });
	expect([getMatch(0), getMatch(1)]).toEqual([
		["playing", 12, 7],
		["scheduled", null, null],
	]);
	const fitzRoy = [
		"match.matchId,match.status,match.homeTeamId,round.roundNumber,homeTeamScore.matchScore.totalScore,awayTeamScore.matchScore.totalScore",
		"CD_M101,CONCLUDED,CD_T11,1,40,31",
		"CD_M102,SCHEDULED,CD_T13,1,NA,NA",
	];
	expect(await receive("fitzroy.csv", fitzRoy, FIRST_BOUNCE + 2 * HOUR)).toEqual({ verdict: "applied", problems: [] });
	expect(getMatch(0)).toEqual(["complete", 40, 31]);
});

test("a bad row does not refuse a results file of empty rows", async () => {
	const rows = ["match_id,status,home_score,away_score", "101,,,", "102,,x,", "201,,,"];
	expect(await receive("own.csv", rows, FIRST_BOUNCE + HOUR)).toEqual({
		verdict: "unchanged",
		problems: ["line 3: home_score is not a number (x)"],
	});
	expect((await receive("bad.csv", [rows[0] ?? "", rows[2] ?? ""], FIRST_BOUNCE + HOUR)).verdict).toBe("quarantined");
});

test("a results file's problems are listed by line (D2.9.74)", async () => {
	const rows = ["match_id,status,home_score,away_score", "101,over,0,0", "999,playing,1,2", "102,,-1,NA"];
	expect(await receive("results.csv", rows, FIRST_BOUNCE + HOUR)).toEqual({
		verdict: "quarantined",
		problems: [
			"results.csv:2: status is not scheduled, playing or complete (over)",
			"results.csv:3: unknown match 999 in match_id",
			"results.csv:4: home_score is negative (-1)",
		],
	});
	const incompleteRows = ["match_id,home_score", "101,1"];
	expect((await receive("half.csv", incompleteRows, FIRST_BOUNCE + HOUR)).problems).toEqual([
		"half.csv:1: has no column away_score",
	]);
	const postponed = ["match.matchId,match.status", "CD_M101,POSTPONED"];
	expect((await receive("postponed.csv", postponed, FIRST_BOUNCE)).problems).toEqual([
		"match 101: line 2: the provider reports POSTPONED: move or abandon the match, or leave it",
	]);
	expect(getMatch(0)).toEqual(["scheduled", null, null]);
});

test("a status that cannot be read does not cost the score", async () => {
	await receive("stats.csv", STATS, FIRST_BOUNCE + HOUR);
	const rows = ["match_id,status,home_score,away_score", "101,FALSE,12,7"];
	expect(await receive("results.csv", rows, FIRST_BOUNCE + HOUR)).toEqual({
		verdict: "applied",
		problems: ["line 2: status is not scheduled, playing or complete (FALSE)"],
	});
	expect(getMatch(0)).toEqual(["playing", 12, 7]);
});

test("an impossible score costs neither status nor the other score", async () => {
	const rows = ["match_id,status,home_score,away_score", "101,playing,700,7"];
	expect(await receive("results.csv", rows, FIRST_BOUNCE + HOUR)).toEqual({
		verdict: "applied",
		problems: ["line 2: home_score is over 300 (700)"],
	});
	expect(getMatch(0)).toEqual(["playing", null, 7]);
});

test("a position that no team has gives a warning", async () => {
	const rows = ["match_id,player_id,position", "101,1001,OMIT", "101,1002,Int", "101,1003,out"];
	expect(await receive("line-ups.csv", rows, FIRST_BOUNCE - HOUR)).toEqual({ verdict: "applied", problems: [] });
	expect([1001, 1002, 1003].map(getStatus)).toEqual(["playing", "playing", "not-playing"]);
	const stored = await database.db.selectFrom("feed_payloads").select("notices").executeTakeFirst();
	expect(stored?.notices).toEqual([
		"line 2: position is neither a place in the team nor EMERG or OUT (OMIT), and counts as playing",
	]);
});

test("a file with many odd positions lists twenty warnings", async () => {
	const rows = Array.from({ length: 23 }, (_, index) => `101,${1_001 + index},zone ${index}`);
	await receive("line-ups.csv", ["match_id,player_id,position", ...rows], FIRST_BOUNCE - HOUR);
	const { notices } = await database.db.selectFrom("feed_payloads").select("notices").executeTakeFirstOrThrow();
	expect([notices.length, notices.at(-1)]).toEqual([21, "and 3 more"]);
});

test("an unreadable score costs neither status nor the other score", async () => {
	await receive("stats.csv", STATS, FIRST_BOUNCE + HOUR);
	const rows = ["match_id,status,home_score,away_score", "101,playing,x,7"];
	expect(await receive("results.csv", rows, FIRST_BOUNCE + HOUR)).toEqual({
		verdict: "applied",
		problems: ["line 2: home_score is not a number (x)"],
	});
	expect(getMatch(0)).toEqual(["playing", null, 7]);
});

test.each([
	["match_id,status,home_squad_id,away_squad_id,home_score,away_score", "101,playing,12,11,12,7"],
	["match_id,status,home_squad_id,home_score,away_score", "101,playing,12,12,7"],
	["match_id,status,away_squad_id,home_score,away_score", "101,playing,11,12,7"],
	[
		"match.matchId,match.status,match.homeTeamId,homeTeamScore.matchScore.totalScore,awayTeamScore.matchScore.totalScore",
		"CD_M101,LIVE,CD_T12,12,7",
	],
])("a results file that swaps the clubs gives each its score: %s", async (...rows) => {
	expect(await receive("results.csv", rows, FIRST_BOUNCE + HOUR)).toEqual({ verdict: "applied", problems: [] });
	expect(getMatch(0)).toEqual(["playing", 7, 12]);
});

test("a result of other clubs than the match's is left out", async () => {
	const header = "match_id,status,home_squad_id,away_squad_id,home_score,away_score";
	const rows = [header, "101,playing,11,13,12,7", "102,playing,13,14,6,1"];
	expect(await receive("results.csv", rows, FIRST_BOUNCE + DAY + HOUR)).toEqual({
		verdict: "applied",
		problems: ["line 2: its clubs are not those of match 101"],
	});
	expect([getMatch(0), getMatch(1)]).toEqual([
		["scheduled", null, null],
		["playing", 6, 1],
	]);
});

test("a line-ups file names teams, emergencies and late outs (D2.9.74)", async () => {
	await database.db.updateTable("players").set({ status: "injured" }).where("id", "=", 1004).execute();
	seasons = await createSeasonHolder(database.db, { on: () => () => false });
	const header = "providerId,teamId,player.playerId,position";
	const team = [header, "CD_M101,CD_T11,CD_I1001,FB", "CD_M101,CD_T11,CD_I1002,EMERG", "CD_M101,CD_T12,NA,NA"];
	expect(await receive("line-ups.csv", team, FIRST_BOUNCE - DAY)).toEqual({ verdict: "applied", problems: [] });
	// The other club has not announced its team.
	expect([1001, 1002, 1003, 1004, 1013].map(getStatus)).toEqual([
		"playing",
		"emergency",
		"not-playing",
		"injured",
		"uncertain",
	]);
	const late = ["match_id,player_id,position", "101,1001,OUT", "101,1002,INT"];
	expect((await receive("late.csv", late, FIRST_BOUNCE - HOUR)).verdict).toBe("applied");
	expect([getStatus(1001), getStatus(1002)]).toEqual(["not-playing", "playing"]);
	const faulty = [header, "CD_M101,CD_T11,CD_I1025,C", "CD_M101,CD_T11,CD_I1001,C", "CD_M101,CD_T11,CD_I1001,EMERG"];
	expect((await receive("faulty.csv", faulty, FIRST_BOUNCE - HOUR)).problems).toEqual([
		"match 101: line 2: player 1025 is in neither squad of match 101",
		"match 101: line 4: player 1001 has two rows in match 101 that differ",
	]);
	const unknown = [header, "CD_M101,CD_T11,CD_I9,C", "CD_M101,CD_T11,CD_I1001,C", "CD_M201,CD_T15,CD_I1049,C"];
	expect((await receive("unknown.csv", unknown, FIRST_BOUNCE - HOUR)).problems).toEqual([
		"match 101: line 2: player CD_I9 is unknown and was skipped",
		"match 201: its line-up is read once its round is the current one",
	]);
});

test("a late out alone leaves nobody else out", async () => {
	const rows = ["match_id,player_id,position", "101,1001,OUT", "101,1013,EMERG"];
	expect(await receive("late.csv", rows, FIRST_BOUNCE - HOUR)).toEqual({ verdict: "applied", problems: [] });
	expect([1001, 1002, 1013, 1014].map(getStatus)).toEqual(["not-playing", "uncertain", "emergency", "uncertain"]);
});

test("two rows of a player that differ leave nobody else out", async () => {
	const rows = ["match_id,player_id,position", "101,1001,OUT", "101,1001,INT"];
	const { problems } = await receive("late.csv", rows, FIRST_BOUNCE - HOUR);
	expect(problems).toEqual(["match 101: line 3: player 1001 has two rows in match 101 that differ"]);
	expect([1001, 1002].map(getStatus)).toEqual(["uncertain", "uncertain"]);
});

describe("a row of a line-up that cannot be read leaves nobody out", () => {
	const HEADER = "match_id,player_id,position";
	const readTeam = (...rows: string[]) =>
		receive("line-ups.csv", [HEADER, "101,1001,FB", ...rows, "101,1003,C"], FIRST_BOUNCE - HOUR);
	const getTeam = () => [1001, 1002, 1003].map(getStatus);

	test.each([
		["cut short", "101,1002", "line 3: has 2 columns, the header 3"],
		["with too many cells", "101,1002,FB,x", "line 3: has 4 columns, the header 3"],
		["of an unknown match", "999,1002,FB", "line 3: unknown match 999 in match_id"],
		["without a match", "NA,1002,FB", "line 3: unknown match NA in match_id"],
		["of a match of other clubs", "102,1002,FB", "match 102: line 3: player 1002 is in neither squad of match 102"],
		["with a name for the id", "101,Ada Reef,FB", "match 101: line 3: player_id is not an id (Ada Reef)"],
		["without an id", "101,NA,FB", "match 101: line 3: player_id is empty"],
	])("if it is %s", async (_, row, problem) => {
		expect(await readTeam(row)).toEqual({ verdict: "applied", problems: [problem] });
		expect(getTeam()).toEqual(["playing", "uncertain", "playing"]);
	});

	test("and of the other club, whoever has no row still is", async () => {
		const rows = ["match_id,squad_id,player_id,position", "101,11,1001,FB", "101,11,NA,FB", "101,12,1013,C"];
		expect((await receive("line-ups.csv", rows, FIRST_BOUNCE - HOUR)).problems).toEqual([
			"match 101: line 3: player_id is empty",
		]);
		expect([1001, 1002, 1013, 1014].map(getStatus)).toEqual(["playing", "uncertain", "playing", "not-playing"]);
	});

	test("but whoever has no row is left out", async () => {
		await readTeam("999,1002,FB");
		expect(getStatus(1004)).toBe("not-playing");
	});
});

test("the R script of docs/season.md writes these columns of results and line-ups (D2.9.74)", async () => {
	const guide = readFileSync(new URL("../../../../../docs/season.md", import.meta.url), "utf8");
	const [, script = ""] = /```r\n([\s\S]+?)```/.exec(guide) ?? [];
	const listColumns = (name: string) =>
		[...(new RegExp(`${name} <- c\\(([^)]*)\\)`).exec(script)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
			([, column]) => column,
		);
	expect(listColumns("result_columns")).toEqual([
		"match.matchId",
		"match.status",
		"match.homeTeamId",
		"round.roundNumber",
		"homeTeamScore.matchScore.totalScore",
		"awayTeamScore.matchScore.totalScore",
	]);
	expect(listColumns("line_up_columns")).toEqual([
		"providerId",
		"utcStartTime",
		"round.roundNumber",
		"teamId",
		"player.playerId",
		"player.playerName.givenName",
		"player.playerName.surname",
		"position",
	]);
	expect(script).toContain("fetch_lineup_afl(season, round");
});
