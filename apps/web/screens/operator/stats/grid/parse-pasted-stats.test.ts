import { describe, expect, test } from "vitest";
import { COUNT_ORDER } from "../stat-counts.ts";
import { parsePastedStats } from "./parse-pasted-stats.ts";

const PLAYERS = [
	{ playerId: 1, name: "Ada Reef", squadId: 11 },
	{ playerId: 2, name: "Órla O'Brien", squadId: 11 },
	{ playerId: 3, name: "Bea Cliff", squadId: 11 },
	{ playerId: 4, name: "Cleo Cliff", squadId: 12 },
];
const parse = (...lines: string[]) => {
	const { cells, problems } = parsePastedStats(lines.join("\n"), PLAYERS);
	return { cells: Object.fromEntries(cells), problems: problems.map(({ line, code }) => `${line} ${code}`) };
};

test("rows without headings hold player and columns in order [D1.9.85]", () => {
	const row = { K: "10", H: "5", M: "4", T: "3", FF: "1", FA: "2", HO: "0", G: "1", B: "0", TOG: "80" };
	expect(parse("Ada Reef\t10\t5\t4\t3\t1\t2\t0\t1\t0\t80%")).toEqual({ cells: { 1: row }, problems: [] });
	expect(parse('"Reef, Ada",10,5,4,3,1,2,0,1,0,80')).toEqual({ cells: { 1: row }, problems: [] });
	const optionalCells = Object.fromEntries(COUNT_ORDER.optional.map((key) => [key, ""]));
	expect(parse("orla o'brien;;;;;;;;;;").cells).toEqual({
		2: { K: "", H: "", M: "", T: "", FF: "", FA: "", HO: "", G: "", B: "", TOG: "", ...optionalCells },
	});
});

test("in rows without headings, newer stats follow TOG [D1.9.85]", () => {
	// Behinds stand in for a stat that was added later.
	const order = { required: ["K", "H", "M", "T", "FF", "FA", "HO", "G", "TOG"], optional: ["B"] } as const;
	const parseRows = (...rows: string[]) => parsePastedStats(rows.join("\n"), PLAYERS, [], order);
	const [full, short] = ["Ada Reef,10,5,4,3,1,2,0,1,80,6", "Bea Cliff,8,5,4,3,1,2,0,1,75"];
	const { cells, problems } = parseRows(
		full,
		short,
		"Cleo Cliff,8,5,4,3,1,2,0,1",
		`${full},1`,
		"orla o'brien,,,,,,,,,",
	);
	expect(cells.get(1)).toMatchObject({ G: "1", TOG: "80", B: "6" });
	expect(cells.get(3)).toEqual({ K: "8", H: "5", M: "4", T: "3", FF: "1", FA: "2", HO: "0", G: "1", TOG: "75" });
	expect(cells.get(2)).toMatchObject({ K: "", H: "", TOG: "", B: "" });
	expect(problems).toEqual([
		{ line: 3, code: "cells", values: { count: 9, expected: 10 } },
		{ line: 4, code: "cells", values: { count: 12, expected: 11 } },
	]);
});

test("extra empty cells at the end of rows are ignored", () => {
	const cells = { K: "10", H: "5" };
	expect(parse("player,K,H", "Ada Reef,10,5,,", "Bea Cliff,10,5")).toEqual({
		cells: { 1: cells, 3: cells },
		problems: [],
	});
	expect(parse("player,K,H,,", "Ada Reef,10,5,,", "Bea Cliff,10,5")).toEqual({
		cells: { 1: cells, 3: cells },
		problems: [],
	});
	expect(parse("player,K,H", "Ada Reef,10,5,,7", "Bea Cliff,10").problems).toEqual(["2 cells", "3 cells"]);
	const row = COUNT_ORDER.required.map(() => "1").join(",");
	const optional = COUNT_ORDER.optional.map(() => ",1").join("");
	expect(parse(`Ada Reef,${row}${optional},,`).problems).toEqual([]);
});

test("rows name players by the provider's id first", () => {
	const players = [
		{ playerId: 1, name: "Ada Reef", squadId: 11, providerId: "CD_I2" },
		{ playerId: 2, name: "Bea Cliff", squadId: 12, providerId: "CD_I77" },
	];
	const { cells, problems } = parsePastedStats("id,K,H\nCD_I2,3,4\ncd_i077,5,6", players);
	expect([problems, cells.get(1)?.K, cells.get(2)?.K]).toEqual([[], "3", "5"]);
	expect(parsePastedStats("id,K,H\n2,3,4", players).problems.map(({ code }) => code)).toEqual(["severalPlayers"]);
	expect(parsePastedStats("id,name,K\n2,Ada Reef,3", players).cells.get(1)?.K).toBe("3");
});

describe("a column for the club", () => {
	const CLUBS = [
		{ id: 11, name: "Harbour Hawks", abbreviation: "HAR" },
		{ id: 12, name: "Valley Vipers", abbreviation: "VAL" },
	];
	const NAMESAKES = [
		{ playerId: 1, name: "Bella Smith", squadId: 11 },
		{ playerId: 2, name: "Bella Smith", squadId: 12 },
		{ playerId: 3, name: "Bea Cliff", squadId: 11 },
		{ playerId: 4, name: "Cleo Cliff", squadId: 12 },
	];
	const parseRows = (...rows: string[]) => parsePastedStats(rows.join("\n"), NAMESAKES, CLUBS);

	test.each(["club", "Team", "squad", "team.name"])("tells players of one name apart, called %s", (heading) => {
		const { cells, problems } = parseRows(
			`player,${heading},K`,
			"Bella Smith,Harbour,3",
			"Smith,VAL,5",
			"Cliff,vipers,7",
		);
		expect(problems).toEqual([]);
		expect([1, 2, 4].map((id) => cells.get(id)?.K)).toEqual(["3", "5", "7"]);
	});

	test("is asked for, and names players of other clubs", () => {
		const { problems } = parseRows("player,club,K", "Bella Smith,,3", "Bella Smith,Elsewhere,4", "Bea Cliff,Valley,5");
		expect(problems).toEqual([
			{ line: 2, code: "severalPlayers", values: { name: "Bella Smith" } },
			{ line: 3, code: "severalPlayers", values: { name: "Bella Smith" } },
			{ line: 4, code: "otherClub", values: { name: "Bea Cliff", club: "Valley" } },
		]);
	});

	test("is not needed beside an id", () => {
		const { cells, problems } = parseRows("player_id,club,K", "CD_I1,Valley,3");
		expect([problems, cells.get(1)?.K]).toEqual([[], "3"]);
	});
});

test("rows of the public stats.csv can be pasted", () => {
	const players = [
		{ playerId: 1, name: "Ada Reef", squadId: 11, providerId: "CD_I77" },
		{ playerId: 2, name: "Bea Cliff", squadId: 12, providerId: "CD_I1" },
	];
	const { cells, problems } = parsePastedStats(
		"providerId,teamId,team.name,player.playerId,player.givenName,player.surname,kicks,squad_id,player_id\nCD_M1,CD_T11,Hawks,CD_I77,Ada,Reef,9,11,1",
		players,
		[{ id: 11, name: "Harbour Hawks", abbreviation: "HAR" }],
	);
	expect([problems, cells.get(1)?.K]).toEqual([[], "9"]);
});

test("a quoted cell may contain separators, line ends and quotes", () => {
	expect(parse("player,note,K,H", '"Reef, Ada","sore; ""maybe""\thamstring",10,5').cells).toEqual({
		1: { K: "10", H: "5" },
	});
	const spread = parse("player,note,K,H", '"Ada Reef","sore', 'hamstring",10,5', "Nobody,,1,2");
	expect(spread).toEqual({ cells: { 1: { K: "10", H: "5" } }, problems: ["4 unknownPlayer"] });
	expect(parse('"player"\t"K"\r', '"Órla O\'Brien"\t"7"\r').cells).toEqual({ 2: { K: "7" } });
	expect(parse("player,K,H", '"Ada Reef,1,2').cells).toEqual({ 1: { K: "1", H: "2" } });
});

test("a misspelt name is reported with the players it could be (D2.9.235)", () => {
	expect(parsePastedStats("player,K\nAda Reeve,3\nNobody,1", PLAYERS).problems).toEqual([
		{ line: 2, code: "misspeltPlayer", values: { name: "Ada Reeve", players: "Ada Reef (1)" } },
		{ line: 3, code: "unknownPlayer", values: { name: "Nobody" } },
	]);
});

test("columns with headings may be in any order or fitzRoy's", () => {
	expect(parse("Kicks\tPlayer\tnotes\tTOG", "7\tReef\tfine\t61.6").cells).toEqual({ 1: { K: "7", TOG: "62" } });
	expect(
		parse(
			"player.playerId,player.givenName,player.surname,kicks,freesFor,timeOnGroundPercentage,status",
			"CD_I3,Bea,Cliff,12,0,75,LIVE",
		).cells,
	).toEqual({ 3: { K: "12", FF: "0", TOG: "75" } });
});

test("every problem of the pasted rows is reported with its row's number", () => {
	const { problems, cells } = parse(
		"player,K,H",
		"Ada Reef,1,2",
		"",
		"Nobody,1,2",
		"Cliff,1,2",
		"Ada Reef,3,4",
		"Bea Cliff,1",
		"Bea Cliff,many,-1",
		"Cleo Cliff,61,1.5",
	);
	expect(problems).toEqual([
		"4 unknownPlayer",
		"5 severalPlayers",
		"6 doubledPlayer",
		"7 cells",
		"8 number",
		"8 number",
		"9 tooHigh",
		"9 number",
	]);
	expect(cells[1]).toEqual({ K: "1", H: "2" });
	expect(parse("K,H,M", "1,2,3").problems).toEqual(["1 noPlayer"]);
	expect(parse("player,name,notes", "a,b,c").problems).toEqual(["1 noStats", "1 doubledColumn"]);
	expect(parse("", " ")).toEqual({ cells: {}, problems: [] });
});
