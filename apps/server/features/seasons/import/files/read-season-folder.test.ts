import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
	createSeasonFolder,
	type SeasonFileName,
	type WrittenFolder,
} from "../../../../../../testing/season/season-folder.ts";
import { formatProblem } from "../csv/problem-list.ts";
import { readSeasonFolder } from "./read-season-folder.ts";

let folder: WrittenFolder;
beforeEach(() => {
	folder = createSeasonFolder();
});
afterEach(() => folder.discard());

const listProblems = async (statsFile?: string) =>
	(await readSeasonFolder(folder.path, { statsFile })).problems.map(formatProblem);
const replaceText = (name: SeasonFileName, from: string, to: string) =>
	folder.edit(name, (text) => text.replace(from, to));
const appendRow = (name: SeasonFileName, row: string) => folder.edit(name, (text) => `${text}${row}\n`);

test("a valid folder is read with its rules and prices", async () => {
	const { season } = await readSeasonFolder(folder.path);
	expect(season).toMatchObject({ id: 7, name: "Two squads", rounds: [1, 2] });
	expect(season?.rules).toMatchObject({ lastRound: 2, salaryCap: 15_500_000, scoring: { K: 3, H: 2 } });
	expect(season?.matches.map(({ id, homeScore }) => [id, homeScore])).toEqual([
		[101, 31],
		[102, null],
	]);
	expect(
		season?.players.map(({ id, positions, fromRound, openingPrice }) => ({ id, positions, fromRound, openingPrice })),
	).toEqual([
		{ id: 1, positions: ["DEF"], fromRound: 1, openingPrice: 500_000 },
		{ id: 2, positions: ["MID", "FWD"], fromRound: 1, openingPrice: 700_000 },
		{ id: 3, positions: ["RUC"], fromRound: 2, openingPrice: 300_000 },
	]);
	expect(season?.stats[0]?.line).toMatchObject({ K: 10, H: 5, M: 4, T: 3, FF: 1, FA: 2, TOG: 80 });
});

test("a match's time zone is read, validated, or unknown", async () => {
	const listZones = async () => (await readSeasonFolder(folder.path)).season?.matches.map(({ timeZone }) => timeZone);
	expect(await listZones()).toEqual([null, null]);
	const writeZone = (zone: string) => {
		const columns = [",time_zone", `,${zone}`, ",", ","];
		folder.edit("matches.csv", (text) =>
			text
				.split("\n")
				.map((line, index) => line && line + columns[index])
				.join("\n"),
		);
	};
	writeZone("Australia/Perth");
	expect(await listZones()).toEqual(["Australia/Perth", null]);
	writeZone("Perth");
	expect(await listProblems()).toContain("matches.csv:2: time_zone is not a zone such as Australia/Perth (Perth)");
});

test("players may be called Na, Nan or Null", async () => {
	folder.edit("players.csv", (text) => text.replace("Ada,Reef", "Na,Null").replace("Bea,Cliff", "NA,Nan"));
	const { season } = await readSeasonFolder(folder.path);
	expect(season?.players.slice(0, 2).map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
		["Na", "Null"],
		["", "Nan"],
	]);
});

const writeRules = (rules: object) =>
	folder.write("season.json", JSON.stringify({ id: 7, name: "Two squads", ...rules }, null, "\t"));

test("the file's rules override defaults field by field, lists whole", async () => {
	writeRules({
		salaryCap: 16_000_000,
		trades: { limit: 5 },
		leagues: { h2hSizes: [4, 8], premiershipPoints: { win: 5 } },
	});
	const { season } = await readSeasonFolder(folder.path);
	expect(season?.rules).toMatchObject({
		salaryCap: 16_000_000,
		trades: { limit: 5, per: "season" },
		field: { DEF: 5, MID: 5, RUC: 1, FWD: 5 },
		leagues: {
			h2hSizes: [4, 8],
			openLimit: 10_000,
			finalsSeries: false,
			premiershipPoints: { win: 5, draw: 2, loss: 0 },
		},
	});
});

test("unplayable rules are refused with file, line, field and value", async () => {
	writeRules({ salaryCap: 1, leagues: { h2hSizes: [2, 5] }, field: { DEF: 0, MID: 0, RUC: 0, FWD: 1 } });
	expect(await listProblems()).toEqual([
		"season.json:4: salaryCap must be a positive multiple of priceStep (1)",
		"season.json:4: salaryCap must pay for a whole team at the floor price (1)",
		"season.json:5: leagues.h2hSizes must be even numbers of at least 2, in ascending order ([2,5])",
		'season.json:11: field must have slots for a captain and a vice captain ({"DEF":0,"MID":0,"RUC":0,"FWD":1})',
	]);
	writeRules({ emergencies: 5, scoring: { TOG: 1 } });
	expect(await listProblems()).toEqual([
		"season.json:4: emergencies must be a whole number no greater than the number of bench slots (5)",
		"season.json:5: scoring.TOG must not be scored: it is a percentage (1)",
	]);
});

test("rules about the last round use rounds.csv by default", async () => {
	writeRules({ cup: { startRound: 1 } });
	expect(await listProblems()).toEqual([]);
	expect((await readSeasonFolder(folder.path)).season?.rules).toMatchObject({ lastRound: 2, cup: { startRound: 1 } });
	writeRules({ cup: { startRound: 2 }, leagues: { finalsSeries: true } });
	expect(await listProblems()).toEqual([
		"season.json:4: cup.startRound must be null or a round before the last (2)",
		"season.json:7: leagues.finalsSeries must be false in a season of fewer than 3 rounds (true)",
	]);
});

test("an unknown field of the rules is refused by its name", async () => {
	writeRules({ salarycap: 1, trades: { limits: 3 } });
	const found = (await listProblems()).join("\n");
	expect(found).toContain('"limits"');
	expect(found).toContain('"salarycap"');
});

describe("each problem is reported with its file and line", () => {
	const cases: readonly [string, () => void, string][] = [
		[
			"a duplicate stat row",
			() => appendRow("stats.csv", "101,1,1,10,1,1,1,1,0,0,0,0,0,50,9"),
			"stats.csv:4: player 1 has two rows in match 101 (first on line 2)",
		],
		[
			"a duplicate player",
			() => appendRow("players.csv", "1,Ada,Reef,10,DEF,,500000,"),
			"players.csv:4: id 1 is a duplicate (first on line 2)",
		],
		[
			"a player under a second id, with her names the other way round",
			() => appendRow("players.csv", "9,Reef,Ada,10,DEF,2001-02-03,500000,"),
			"players.csv:4: Reef Ada, born 2001-02-03, is listed twice (first with id 1)",
		],
		[
			"a round whose number is a day of a spreadsheet",
			() => appendRow("rounds.csv", "46054,Round 4,false"),
			"rounds.csv:5: id 46054 is not the number of a round",
		],
		[
			"a signing who is also in players.csv",
			() => appendRow("signings.csv", "2,Bea,Cliff,20,MID,,2,300000"),
			"signings.csv:3: id 2 is a duplicate (first on line 3)",
		],
		[
			"a negative count",
			() => replaceText("stats.csv", "1,1,10,10,5,4", "1,1,10,10,-5,4"),
			"stats.csv:2: handballs is negative (-5)",
		],
		[
			"a count that is not a number",
			() => replaceText("stats.csv", ",8,2,1,6,", ",8,two,1,6,"),
			"stats.csv:3: handballs is not a number (two)",
		],
		[
			"an empty count",
			() => replaceText("stats.csv", ",8,2,1,6,", ",8,,1,6,"),
			"stats.csv:3: handballs is not a number (empty)",
		],
		[
			"a fraction of a kick",
			() => replaceText("stats.csv", ",8,2,1,6,", ",8.5,2,1,6,"),
			"stats.csv:3: kicks is not a whole number (8.5)",
		],
		[
			"a percentage over 100",
			() => replaceText("stats.csv", ",80,60", ",180,60"),
			"stats.csv:2: tog_percentage is not between 0 and 100 (180)",
		],
		[
			"another encoding",
			() => folder.edit("players.csv", (text) => Buffer.from(text.replace("Bea", "B\u008ea"), "latin1")),
			"players.csv:3: is not UTF-8: save the file in that encoding",
		],
		["a missing column", () => replaceText("stats.csv", "tackles", "tackle"), "stats.csv:1: has no column tackles"],
		["a row cut short", () => appendRow("stats.csv", "101,1,3"), "stats.csv:4: has 3 columns, the header 15"],
		["a row of one cell", () => appendRow("stats.csv", "101"), "stats.csv:4: has 1 column, the header 15"],
		[
			"a stat row of an unknown match",
			() => appendRow("stats.csv", "999,1,1,10,1,1,1,1,0,0,0,0,0,50,9"),
			"stats.csv:4: unknown match 999 in match_id",
		],
		[
			"a stat row in another round than its match",
			() => replaceText("stats.csv", "101,1,2,20", "101,2,2,20"),
			"stats.csv:3: match 101 is in round 1, not 2",
		],
		[
			"a stat row of an unknown squad",
			() => replaceText("stats.csv", "101,1,2,20", "101,1,2,99"),
			"stats.csv:3: unknown squad 99 in squad_id",
		],
		[
			"a result without stats",
			() => replaceText("matches.csv", "Summit Park,,", "Summit Park,12,9"),
			"matches.csv:3: match 102 has a result but no rows in stats.csv",
		],
		[
			"half a result",
			() => replaceText("matches.csv", ",31,30", ",31,"),
			"matches.csv:2: away_score is not a number (empty)",
		],
		[
			"a match of an unknown squad",
			() => replaceText("matches.csv", "102,2,20,10", "102,2,20,11"),
			"matches.csv:3: unknown squad 11 in away_squad_id",
		],
		[
			"a match in an unknown round",
			() => replaceText("matches.csv", "102,2,", "102,8,"),
			"matches.csv:3: unknown round 8 in round_id",
		],
		[
			"a player of an unknown squad",
			() => replaceText("players.csv", "Cliff,20", "Cliff,21"),
			"players.csv:3: unknown squad 21 in squad_id",
		],
		[
			"a start on an invalid date",
			() => replaceText("matches.csv", "2026-09-04T", "2026-02-30T"),
			"matches.csv:3: start_utc is not a time with an offset (2026-02-30T09:15:00Z): write it as text, such as 2027-03-19T19:40+11:00",
		],
		[
			"an invalid birthday",
			() => replaceText("players.csv", "2001-02-03", "3 Feb 2001"),
			"players.csv:2: birthday is not a date (3 Feb 2001): write it as year-month-day, such as 1995-03-25",
		],
		[
			"an unknown position",
			() => replaceText("players.csv", ",DEF,", ",WING,"),
			"players.csv:2: unknown position (WING)",
		],
		[
			"an unknown rule",
			() => replaceText("season.json", '"scoring"', '"scorring"'),
			'season.json: Unrecognized key: "scorring"',
		],
		[
			"a negative price",
			() => replaceText("players.csv", ",500000", ",-500000"),
			"players.csv:2: round1_price is not a price (-500000)",
		],
		[
			"a zero byte",
			() => replaceText("players.csv", "Bea", "B\0a"),
			"players.csv:3: has a zero byte: it is not UTF-8 text",
		],
		[
			"a date that is a number without a day",
			() => replaceText("players.csv", "2001-02-03", "1995"),
			"players.csv:2: birthday is not a date (1995): write it as year-month-day, such as 1995-03-25",
		],
		[
			"a time as a spreadsheet's number",
			() => replaceText("matches.csv", "2026-08-28T09:15:00Z", "46100.82"),
			"matches.csv:2: start_utc is not a time with an offset (46100.82): write it as text, such as 2027-03-19T19:40+11:00",
		],
		[
			"a birthday of a player who would be a child",
			() => replaceText("players.csv", "2001-02-03", "45000"),
			"players.csv:2: birthday is less than 10 years before the season's first match (45000, which is read as 2023-03-15)",
		],
		[
			"a signing's birthday as a child's",
			() => folder.edit("signings.csv", (text) => text.replace("RUC,,", "RUC,2020-03-04,")),
			"signings.csv:2: birthday is less than 10 years before the season's first match (2020-03-04)",
		],
		[
			"a birthday in the year 1",
			() => replaceText("players.csv", "2001-02-03", "0001-01-01"),
			"players.csv:2: birthday is more than 80 years before the season's first match (0001-01-01)",
		],
		[
			"a start without a time",
			() => replaceText("matches.csv", "2026-08-28T09:15:00Z", ""),
			"matches.csv:2: start_utc is not a time with an offset (empty): write it as text, such as 2027-03-19T19:40+11:00",
		],
		["a missing file", () => folder.remove("squads.csv"), "squads.csv: is missing"],
		[
			"missing stats of a played match",
			() => folder.remove("stats.csv"),
			"stats.csv: is missing, but match 101 has a result (matches.csv:2): leave home_score and away_score empty until it is played",
		],
		[
			"a match listed under two ids",
			() => replaceText("matches.csv", "103,3,10,20", "104,2,10,20,2026-09-04T19:15:00Z,,,\n103,3,10,20"),
			"matches.csv:4: squads 10 and 20 meet within a day in match 102 too (line 3)",
		],
	];
	test.each(cases)("%s", async (_, makeInvalid, line) => {
		makeInvalid();
		expect(await listProblems()).toEqual([line]);
	});
});

describe("what the console refuses is refused in files, with file and line", () => {
	const cases: readonly [string, () => void, string][] = [
		[
			"a price below the floor",
			() => replaceText("players.csv", ",500000", ",100000"),
			"players.csv:2: round1_price is below the floor price of 300000 (100000)",
		],
		[
			"a price between steps",
			() => replaceText("signings.csv", ",300000", ",300500"),
			"signings.csv:2: opening_price is not a multiple of 1000 (300500)",
		],
		[
			"a dot between thousands",
			() => replaceText("signings.csv", ",300000", ",350.000"),
			"signings.csv:2: opening_price is not a multiple of 1000 (350.000, which is read as 350)",
		],
		[
			"a name with an address",
			() => replaceText("players.csv", "Cliff", "www.cliff.example"),
			"players.csv:3: last_name must not contain a web address (www.cliff.example)",
		],
		[
			"a name that is too long",
			() => replaceText("players.csv", "Bea", "B".repeat(61)),
			`players.csv:3: first_name must have at most 60 characters (${"B".repeat(61)})`,
		],
		[
			"a name with a lost letter",
			() => replaceText("squads.csv", "Ranges", "Ran\ufffdges"),
			"squads.csv:3: name must be written in letters (Ran\ufffdges)",
		],
		[
			"a ground with a very long name",
			() => replaceText("matches.csv", "Summit Park", "S".repeat(101)),
			`matches.csv:3: venue must have at most 100 characters (${"S".repeat(101)})`,
		],
		[
			"a score that no match has",
			() => replaceText("matches.csv", ",31,30", ",401,30"),
			"matches.csv:2: home_score is over 400 (401)",
		],
		[
			"a start in another year than the other matches",
			() => replaceText("matches.csv", "2026-09-04T", "2062-09-04T"),
			"matches.csv:3: start_utc is more than a year from the season's other matches (2062-09-04T09:15:00Z)",
		],
		[
			"a signing in a final",
			() => replaceText("signings.csv", ",2,300000", ",3,300000"),
			"signings.csv:2: round 3 in from_round is not a home-and-away round of the season",
		],
		[
			"a count that the console does not take",
			() => replaceText("stats.csv", "1,1,10,10,5,4", "1,1,10,1000,5,4"),
			"stats.csv:2: kicks is over 999 (1000)",
		],
	];
	test.each(cases)("%s", async (_, makeInvalid, line) => {
		makeInvalid();
		expect(await listProblems()).toEqual([line]);
	});
});

describe("the same season is read from files", () => {
	const files = ["players.csv", "signings.csv", "matches.csv", "squads.csv", "rounds.csv", "stats.csv"] as const;
	test.each<[string, (text: string) => string | Buffer]>([
		["that R writes", (text) => text.replaceAll(/\b(\d)00000\b/g, "$1e+05").replaceAll(",31,30", ",31.0,30.0")],
		["with semicolons", (text) => text.replaceAll(",", ";")],
		["with tabs, in UTF-16", (text) => Buffer.from(`\uFEFF${text.replaceAll(",", "\t")}`, "utf16le")],
		["with thousands separators", (text) => text.replaceAll(/\b(\d00)000\b/g, '"$1,000"')],
		["with Excel's dates", (text) => text.replaceAll(/(\d{4})-(\d\d)-(\d\d)(?=,)/g, "$3.$2.$1")],
		[
			"with dates as a spreadsheet counts them",
			(text) =>
				text.replaceAll(/\d{4}-\d\d-\d\d(?=,)/g, (date) =>
					String((Date.parse(date) - Date.parse("1899-12-30")) / 86_400_000),
				),
		],
		[
			"with an Excel error for unknown birthdays",
			(text) => text.replaceAll(",MID/FWD,,", ",MID/FWD,#N/A,").replaceAll(",RUC,,", ",RUC,#n/a,"),
		],
		["with signs of percent", (text) => text.replace(",80,60", ",80 %,60").replace(",75,64", ",75.0%,64")],
		[
			"with lower-case positions and NA",
			(text) => text.replaceAll(/,(DEF|RUC)/g, (word) => word.toLowerCase()).replaceAll(",,,", ",NA,NA,"),
		],
	])("%s", async (_, write) => {
		const { season: plain } = await readSeasonFolder(folder.path);
		for (const file of files) folder.edit(file, write);
		const { season, problems } = await readSeasonFolder(folder.path);
		expect(problems.map(formatProblem)).toEqual([]);
		expect(season).toEqual(plain);
	});
});

describe("dates with slashes", () => {
	const appendBirthdays = (...birthdays: string[]) =>
		appendRow(
			"players.csv",
			birthdays.map((birthday, index) => `${index + 10},Dee,Dune,10,DEF,${birthday},500000,`).join("\n"),
		);

	test("an impossible date is the only problem", async () => {
		appendBirthdays("25/3/1995", "13/25/1999", "3/4/1998");
		expect(await listProblems()).toEqual([
			"players.csv:5: birthday is not a date (13/25/1999): write it as year-month-day, such as 1995-03-25",
		]);
	});

	test("dates whose order nothing shows are one problem", async () => {
		appendBirthdays("3/4/1998", "5/6/1999");
		expect(await listProblems()).toEqual([
			"players.csv: birthday has dates whose day and month cannot be told apart: write them as year-month-day, such as 1995-03-25",
		]);
	});

	test("a date in the rarer order is listed with another", async () => {
		appendBirthdays("25/3/1995", "3/25/1999", "3/4/1998", "26/3/1995");
		expect(await listProblems()).toEqual([
			"players.csv:5: birthday has the month first (3/25/1999), but line 4 has the day first: write every date as year-month-day, such as 1995-03-25",
		]);
		appendBirthdays("25/3/1995", "3/25/1999", "3/4/1998", "12/31/1995");
		expect(await listProblems()).toEqual([
			"players.csv:4: birthday has the day first (25/3/1995), but line 5 has the month first: write every date as year-month-day, such as 1995-03-25",
		]);
	});
});

test.each(["", "NA", "-"])("time on ground of %j counts as 0", async (text) => {
	replaceText("stats.csv", ",80,60", `,${text},60`);
	const { season } = await readSeasonFolder(folder.path);
	expect(season?.stats[0]?.line).toMatchObject({ K: 10, TOG: 0 });
});

test("all problems of all files are listed together", async () => {
	folder.edit("stats.csv", (text) => text.replace(",8,2,", ",-8,x,").replace("101,1,1,10", "104,1,1,10"));
	folder.edit("matches.csv", (text) => text.replace("102,2,20", "102,2,77"));
	expect(await listProblems()).toEqual([
		"matches.csv:3: unknown squad 77 in home_squad_id",
		"stats.csv:2: unknown match 104 in match_id",
		"stats.csv:3: kicks is negative (-8)",
		"stats.csv:3: handballs is not a number (x)",
	]);
});

test("a stat row of an unknown player is skipped", async () => {
	appendRow("stats.csv", "101,1,55,10,1,1,1,1,0,0,0,0,0,50,9");
	const { season, skippedRows } = await readSeasonFolder(folder.path);
	expect(skippedRows).toEqual([{ file: "stats.csv", line: 4, playerId: 55, name: "", similar: null }]);
	expect(season?.stats).toHaveLength(2);
});

test("byte order mark, line endings and column order change nothing", async () => {
	const { season: plain } = await readSeasonFolder(folder.path);
	folder.edit("stats.csv", (text) => {
		const reordered = text
			.trim()
			.split("\n")
			.map((line) => line.split(",").reverse().join(","));
		return `\uFEFF${reordered.join("\r\n")}\r\n`;
	});
	expect((await readSeasonFolder(folder.path)).season).toEqual(plain);
});

describe("a stats file with the columns of fitzRoy", () => {
	const HEADER =
		'"","providerId","utcStartTime","round.roundNumber","home.team.name","team.name","player.playerId","teamId","timeOnGroundPercentage","goals","behinds","kicks","handballs","marks","tackles","hitouts","freesFor","freesAgainst","dreamTeamPoints"';
	const formatRow = (match: string, player: string, squad: string, counts: string) =>
		`"1","${match}","2026-08-28T09:15:00.000+0000",1,"Harbour","${squad}","${player}","CD_T${squad === "Harbour" ? 10 : 20}",${counts}`;
	const ADA = "80,0,0,10,5,4,3,0,1,2,60";
	const BEA = "75.4,1,1,8,2,1,6,0,0,0,64";
	const write = (...rows: string[]) => folder.write("fitzroy.csv", [HEADER, ...rows, ""].join("\n"));

	test("is read like the season's own format", async () => {
		const { season: plain } = await readSeasonFolder(folder.path);
		const file = write(formatRow("CD_M101", "CD_I1", "Harbour", ADA), formatRow("CD_M101", "CD_I2", "Ranges", BEA));
		const { season } = await readSeasonFolder(folder.path, { statsFile: file });
		expect(season?.stats).toEqual(plain?.stats);
	});

	test("is matched by start and squads where the ids are unknown", async () => {
		const file = write(
			formatRow("CD_M20262640101", "CD_I1", "Harbour", ADA),
			formatRow("CD_M20262640101", "CD_I2", "Ranges", BEA),
		);
		const { season } = await readSeasonFolder(folder.path, { statsFile: file });
		expect(season?.stats.map(({ matchId, playerId, squadId }) => [matchId, playerId, squadId])).toEqual([
			[101, 1, 10],
			[101, 2, 20],
		]);
	});

	test("treats players without counts as not played, and invalid counts as problems", async () => {
		const file = write(
			formatRow("CD_M101", "CD_I1", "Harbour", ADA),
			formatRow("CD_M101", "CD_I2", "Ranges", "NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA"),
			formatRow("CD_M101", "CD_I3", "Harbour", "80,0,0,NA,5,4,3,0,1,2,60"),
		);
		expect(await listProblems(file)).toEqual(["fitzroy.csv:4: kicks is not a number (NA)"]);
	});

	test("reports unknown matches, missing columns and unknown players as usual", async () => {
		const otherDay = formatRow("CD_M9", "CD_I1", "Harbour", ADA).replace("2026-08-28", "2026-08-29");
		const unknownPlayer = formatRow("CD_M101", "CD_I9", "Ranges", BEA);
		const file = write(otherDay, unknownPlayer);
		const { problems: found, skippedRows } = await readSeasonFolder(folder.path, { statsFile: file });
		expect(found.map(formatProblem)).toContain("fitzroy.csv:2: unknown match CD_M9 in providerId");
		expect(skippedRows).toEqual([{ file: "fitzroy.csv", line: 3, playerId: 9, name: "", similar: null }]);
		folder.write("fitzroy.csv", `${HEADER.replace("freesFor", "frees")}\n`);
		expect(await listProblems(file)).toContain("fitzroy.csv:1: has no column freesFor");
	});
});
