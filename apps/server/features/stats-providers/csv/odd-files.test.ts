import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FIRST_BOUNCE, HOUR, seedSeason } from "../../../../../testing/season/small-season.ts";
import { createTestDatabase } from "../../../../../testing/server/database.ts";
import type { Database } from "../../../db/open.ts";
import { createFixedClocks } from "../../seasons/current/season-clock.ts";
import { createSeasonHolder, type SeasonHolder } from "../../seasons/current/season-holder.ts";
import { buildCsv } from "../../static-files/season-texts.ts";
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
	// The provider numbers players from 2001 on, so that 2013 is player 1013 to it.
	await database.pool.query("UPDATE players SET provider_id = 'CD_I' || (id + 1000)");
	await database.pool.query("UPDATE matches SET provider_id = 'CD_M2026264' || id");
	await database.pool.query("UPDATE squads SET provider_id = 'CD_T' || (id + 7000)");
	seasons = await createSeasonHolder(database.db, { on: () => () => false });
});
afterAll(() => database.close());

async function receive(body: string | Buffer, name = "round-1.csv") {
	const clocks = createFixedClocks(FIRST_BOUNCE + 2 * HOUR);
	const intake = await processPayload(buildCsvPayload(name, Buffer.from(body)), createCsvFeed(null, seasons.current), {
		db: database.db,
		currentSeason: seasons.current,
		clocks,
	});
	await seasons.refresh();
	return intake;
}
const getLine = (playerId: number, index = 0) =>
	seasons.current().rounds[0]?.matches[index]?.lines.find((line) => line.playerId === playerId)?.stats;
const getKicks = (playerId: number) => getLine(playerId)?.K;

const HEADER =
	"providerId,utcStartTime,round.roundNumber,teamId,team.name,player.playerId,player.givenName,player.surname,kicks,handballs,marks,tackles,freesFor,freesAgainst,hitouts,goals,behinds,timeOnGroundPercentage,match_status";
const buildRow = (player: string, kicks: string, tog = "80") => {
	const squad = /0(0\d|1[0-2])$/.test(player) ? "CD_T7011" : "CD_T7012";
	return `CD_M2026264101,,1,${squad},,${player},,,${kicks},5,4,3,0,0,0,0,0,${tog},playing`;
};
const GOOD_ROWS = [buildRow("CD_I2001", "10"), buildRow("CD_I2002", "11"), buildRow("CD_I2013", "12")];
const buildFile = (...rows: string[]) => [HEADER, ...rows, ""].join("\n");

describe("the provider's ids in a season with ids of its own", () => {
	test("name the player, also if another player's own id is that number", async () => {
		await database.pool.query("UPDATE players SET provider_id = 'CD_I1025' WHERE id = 1001");
		seasons = await createSeasonHolder(database.db, { on: () => () => false });
		expect(
			await receive(buildFile(buildRow("CD_I1025", "10").replace("7012", "7011"), buildRow("CD_I2013", "12"))),
		).toEqual({
			verdict: "applied",
			problems: [],
		});
		expect([getKicks(1001), getKicks(1013)]).toEqual([10, 12]);
	});

	test.each(["CD_I2001", "cd_i2001", " CD_I2001 ", "CD_I02001", "2001", "02001", "2001.0", '"2001"', "1001", "'1001"])(
		"are read if the file writes %s",
		async (id) => {
			const row = buildRow(id, "10").replace("7012", "7011");
			expect(await receive(buildFile(row, buildRow("CD_I2013", "12")))).toEqual({ verdict: "applied", problems: [] });
			expect([getKicks(1001), getKicks(1013)]).toEqual([10, 12]);
		},
	);

	test("are read in the columns of stats.csv, line-ups and results too", async () => {
		const stats = [
			"match_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage",
			"CD_M2026264101,CD_I2001,CD_T7011,10,5,4,3,0,0,0,0,0,80",
		];
		expect(await receive(stats.join("\n"))).toEqual({ verdict: "applied", problems: [] });
		expect(getKicks(1001)).toBe(10);
		const results = ["match_id,home_score,away_score", "CD_M2026264101,40,31"];
		expect(await receive(results.join("\n"), "results.csv")).toEqual({ verdict: "applied", problems: [] });
		expect(seasons.current().rounds[0]?.matches[0]).toMatchObject({ homeScore: 40, awayScore: 31 });
	});

	test("come back in the public stats file, which can be uploaded again", async () => {
		await receive(buildFile(...GOOD_ROWS));
		await database.pool.query("UPDATE players SET provider_id = NULL WHERE id = 1002");
		await database.pool.query("UPDATE players SET provider_id = 'CD_I1002' WHERE id = 1013");
		seasons = await createSeasonHolder(database.db, { on: () => () => false });
		const published = buildCsv(seasons.current(), "stats.csv") ?? "";
		await database.pool.query("DELETE FROM stat_lines");
		seasons = await createSeasonHolder(database.db, { on: () => () => false });
		expect(await receive(published)).toEqual({ verdict: "applied", problems: [] });
		expect([1001, 1002, 1013].map(getKicks)).toEqual([10, 11, 12]);
	});
});

test.each([
	["", "is found by round and club", 10],
	["2026-08-28 09:15:00", "is found by round and club", 10],
	[new Date(FIRST_BOUNCE - 2 * HOUR).toISOString(), "is found though its start differs by hours", 10],
	[new Date(FIRST_BOUNCE - 24 * HOUR).toISOString(), "is not found if its start differs by a day", undefined],
])("a match with another id and the start %j %s", async (start, _, kicks) => {
	const file = buildFile(...GOOD_ROWS).replaceAll("CD_M2026264101,,", `CD_M999,${start},`);
	await receive(file);
	expect(getKicks(1001)).toBe(kicks);
});

describe("one odd cell costs nothing else", () => {
	test.each([
		["8.5", "kicks is not a whole number (8.5)"],
		["-1", "kicks is negative (-1)"],
		["", "kicks is not a number (empty)"],
		["NA", "kicks is not a number (NA)"],
		["NULL", "kicks is not a number (NULL)"],
		["NaN", "kicks is not a number (NaN)"],
		["-", "kicks is not a number (-)"],
		["true", "kicks is not a number (true)"],
		["ten", "kicks is not a number (ten)"],
	])("kicks of %j", async (kicks, problem) => {
		const intake = await receive(buildFile(buildRow("CD_I2003", kicks), ...GOOD_ROWS));
		expect(intake).toEqual({ verdict: "applied", problems: [`match 101: line 2: player 1003: ${problem}`] });
		expect([1001, 1002, 1003, 1013].map(getKicks)).toEqual([10, 11, 0, 12]);
		expect(getLine(1003)).toMatchObject({ K: 0, H: 5, M: 4, TOG: 80 });
	});

	test.each([
		["7.0", 7],
		['"7 "', 7],
		['"7"', 7],
		["1e1", 10],
		["+7", 7],
	])("and kicks of %s are read", async (kicks, count) => {
		expect(await receive(buildFile(buildRow("CD_I2003", kicks), ...GOOD_ROWS))).toEqual({
			verdict: "applied",
			problems: [],
		});
		expect(getKicks(1003)).toBe(count);
	});

	test("and the player keeps the count that she has", async () => {
		await receive(buildFile(buildRow("CD_I2003", "9"), ...GOOD_ROWS));
		const intake = await receive(buildFile(buildRow("CD_I2003", "x"), ...GOOD_ROWS, buildRow("CD_I2004", "4")));
		expect(intake).toEqual({
			verdict: "applied",
			problems: ["match 101: line 2: player 1003: kicks is not a number (x)"],
		});
		expect([1003, 1004].map(getKicks)).toEqual([9, 4]);
	});

	test.each(["NA", "", "-", "NULL", "120", "-5", "x"])(
		"and time on ground of %j costs nobody's points",
		async (tog) => {
			const intake = await receive(buildFile(buildRow("CD_I2003", "9", tog), ...GOOD_ROWS));
			expect(intake).toEqual({ verdict: "applied", problems: [] });
			expect(getLine(1003)).toMatchObject({ K: 9, TOG: 0 });
			const { warnings } = await database.db
				.selectFrom("feed_payloads")
				.select("notices as warnings")
				.executeTakeFirstOrThrow();
			expect(warnings).toEqual([
				`line 2: timeOnGroundPercentage is not a percentage (${tog || "empty"}), and was left out`,
			]);
		},
	);

	test.each([
		["done", ["line 2: match_status is neither playing nor complete (done), and counts as playing"]],
		["POSTGAME", []],
		["NA", []],
	])("and a match_status of %j leaves its match playing", async (status, warnings) => {
		const rows = [buildRow("CD_I2003", "9").replace(/playing$/, status), ...GOOD_ROWS];
		expect(await receive(buildFile(...rows))).toEqual({ verdict: "applied", problems: [] });
		expect([getKicks(1003), seasons.current().rounds[0]?.matches[0]?.status]).toEqual([9, "playing"]);
		const { notices } = await database.db.selectFrom("feed_payloads").select("notices").executeTakeFirstOrThrow();
		expect(notices).toEqual(warnings);
	});

	test("and so does a missing id", async () => {
		const row = buildRow("", "9").replace(",,,9", ",Ada,Reef,9");
		expect(await receive(buildFile(row, ...GOOD_ROWS))).toEqual({
			verdict: "applied",
			problems: ["line 2: player.playerId is empty: Ada Reef"],
		});
		expect([1001, 1002, 1013].map(getKicks)).toEqual([10, 11, 12]);
	});

	test.each([
		["NA", "squad_id is not a number (NA)"],
		["", "squad_id is not a number (empty)"],
		["Reef", "squad_id is not a number (Reef)"],
		["99", "unknown squad 99 in squad_id"],
		["13", "squad 13 does not play in match 101"],
	])("and so does a club of %j", async (club, problem) => {
		const columns =
			"match_id,player_id,squad_id,kicks,handballs,marks,tackles,hitouts,frees_for,frees_against,goals,behinds,tog_percentage";
		const rows = [`101,1001,${club},10,5,4,3,0,0,0,0,0,80`, "101,1013,12,12,5,4,3,0,0,0,0,0,80"];
		expect(await receive([columns, ...rows].join("\n"))).toEqual({
			verdict: "applied",
			problems: [`match 101: line 2: player 1001: ${problem}`],
		});
		expect([1001, 1013].map(getKicks)).toEqual([10, 12]);
	});

	test("and so does an id on two different rows", async () => {
		const twice = buildFile(...GOOD_ROWS, buildRow("CD_I2003", "9"), buildRow("CD_I2003", "8"));
		expect(await receive(twice)).toEqual({
			verdict: "applied",
			problems: ["match 101: line 6: player 1003 has two rows in match 101 (first on line 5)"],
		});
		expect([1001, 1002, 1003, 1013].map(getKicks)).toEqual([10, 11, undefined, 12]);
		const same = buildFile(...GOOD_ROWS, buildRow("CD_I2003", "9"), buildRow("CD_I2003", "9"));
		expect(await receive(same)).toEqual({ verdict: "applied", problems: [] });
		expect(getKicks(1003)).toBe(9);
	});

	test("and so does a row cut short or unknown", async () => {
		const foreign = buildRow("CD_I2003", "9").replace("CD_M2026264101", "CD_M9");
		const file = buildFile(
			...GOOD_ROWS,
			"CD_M2026264101,,1",
			foreign.replace("CD_T7011", ""),
			foreign.replace("CD_T7011", ""),
		);
		expect(await receive(file)).toEqual({
			verdict: "applied",
			problems: [
				"line 5: has 3 columns, the header 19",
				"line 6: unknown match CD_M9 in providerId (and on 1 more line)",
			],
		});
		expect([1001, 1002, 1013].map(getKicks)).toEqual([10, 11, 12]);
	});

	test("and a lone quote in a name costs nothing", async () => {
		const quoted = buildRow("CD_I2003", "9").replace(",,,9", ',"Ada,Re"ef,9');
		expect(await receive(buildFile(quoted, ...GOOD_ROWS))).toEqual({ verdict: "applied", problems: [] });
		expect([1001, 1002, 1003, 1013].map(getKicks)).toEqual([10, 11, 9, 12]);
	});

	test("in results and line-ups too", async () => {
		await receive(buildFile(...GOOD_ROWS));
		const results = ["match_id,status,home_score,away_score", "101,playing,12,7", "102,over,1,2"];
		expect(await receive(results.join("\n"), "results.csv")).toEqual({
			verdict: "applied",
			problems: ["line 3: status is not scheduled, playing or complete (over)"],
		});
		expect(seasons.current().rounds[0]?.matches[0]?.homeScore).toBe(12);
		const lineUps = ["match_id,player_id,position", "102,1025,FB", "102,1026,", "102,1027,EMERG"];
		expect(await receive(lineUps.join("\n"), "line-ups.csv")).toEqual({
			verdict: "applied",
			problems: ["match 102: line 3: player 1026: position is empty"],
		});
		const { players } = seasons.current();
		// A player whose row is odd is not taken for one who is left out.
		expect([1025, 1026, 1027, 1028].map((id) => players.get(id)?.status)).toEqual([
			"playing",
			"uncertain",
			"emergency",
			"not-playing",
		]);
	});
});

describe("the same file is read", () => {
	const separate = (mark: string) => (text: string) => text.replaceAll(",", mark);
	const encodings: readonly [string, (text: string) => string | Buffer][] = [
		["with a byte order mark", (text) => `\uFEFF${text}`],
		["in UTF-16", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")],
		["in UTF-16 without a mark", (text) => Buffer.from(text, "utf16le")],
		["in big-endian UTF-16", (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
		["with Latin-1 names", (text) => Buffer.from(text.replace(",,,10", ",Zoë,Prévost,10"), "latin1")],
		["with Windows line ends", (text) => text.replaceAll("\n", "\r\n")],
		["with line ends of old Macs", (text) => text.replaceAll("\n", "\r")],
		["with semicolons", separate(";")],
		["with tabs", separate("\t")],
		["with bars", separate("|")],
		["with semicolons and decimal commas", (text) => separate(";")(text).replaceAll(";80;", ";80,4;")],
		["with Excel's line about the separator", (text) => `sep=;\n${separate(";")(text)}`],
		["with quoted cells", (text) => text.replaceAll(/[^,\n]+/g, '"$&"')],
		["with headings in capitals", (text) => text.replace(HEADER, HEADER.toUpperCase())],
		["with blank lines", (text) => text.replaceAll("\n", "\n\n,,,,,,\n")],
		["with commas at the ends", (text) => text.replaceAll("\n", ",,\n")],
	];
	test.each(encodings)("%s", async (_, write) => {
		expect(await receive(write(buildFile(...GOOD_ROWS)))).toEqual({ verdict: "applied", problems: [] });
		expect([1001, 1002, 1013].map(getKicks)).toEqual([10, 11, 12]);
		expect(getLine(1001)?.TOG).toBe(80);
	});

	test.each<[string, Buffer, string]>([
		["an Excel workbook", Buffer.from("PK\u0003\u0004xl"), "is an Excel workbook or a zip file: save it as CSV"],
		["a PDF", Buffer.from("%PDF-1.7"), "is a PDF: save it as CSV"],
		["a web page", Buffer.from("<!doctype html><p>no"), "is a web page: save it as CSV"],
		["JSON", Buffer.from('[{"a":1}]'), "is JSON: save it as CSV"],
		[
			"a table of something else",
			Buffer.from("a,b\n1,2"),
			"has none of the columns match_id, player_id, squad_id, kicks",
		],
	])("or %s is refused in one line", async (_, body, problem) => {
		const { verdict, problems } = await receive(body);
		expect(verdict).toBe("quarantined");
		expect(problems).toHaveLength(1);
		expect(problems[0]).toContain(problem);
	});
});
