import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { describe, expect, test } from "vitest";
import { buildPlayer, buildSeason } from "../../../../testing/web/player-season.ts";
import { adaptView, COLUMNS, computeSummary, getEmptyValue, NAME_SORT, sortRows } from "./columns.ts";
import { formatCsv } from "./csv.ts";
import { buildStatsRows } from "./stats-row.ts";
import { DEFAULT_VIEW, STATS_PAGES } from "./stats-view.ts";

const buildLine = (K: number, TOG: number) => ({ ...EMPTY_STAT_LINE, K, TOG });
const star = buildPlayer(1, {
	lastName: "Star",
	position: ["MID", "FWD"],
	stats: { totalPoints: 300, avgPoints: 100 },
});
const solid = buildPlayer(2, { lastName: "Solid", position: ["MID"], stats: { totalPoints: 200, avgPoints: 100 } });
const rookie = buildPlayer(3, {
	lastName: '=Roo "R" Kie',
	squadId: 5,
	position: ["RUC"],
	stats: {
		gamesPlayed: 0,
		scores: {},
		totalPoints: 0,
		avgPoints: 0,
		roundPoints: null,
		costPerPoint: null,
		seasonRank: null,
	},
});
const season = buildSeason([rookie, solid, star]);
const rows = buildStatsRows(season, [
	{ id: 1, games: 3, stats: buildLine(31, 240) },
	{ id: 2, games: 2, stats: buildLine(10, 100) },
]);
const findColumn = (page: keyof typeof COLUMNS, id: string) => {
	const column = COLUMNS[page].find((candidate) => candidate.id === id);
	if (!column) throw new Error(`${page} has no ${id}`);
	return column;
};
const sortIds = (id: string, direction: "asc" | "desc", page: keyof typeof COLUMNS = "fantasy") =>
	sortRows(rows, findColumn(page, id), direction, "average").map(({ player }) => player.id);

describe("the stats centre's rows", () => {
	test("show unpublished ownership as an en dash, and sort it last", () => {
		expect(getEmptyValue(findColumn("fantasy", "selections"))).toBe("–");
		expect(getEmptyValue(findColumn("fantasy", "avgPoints"))).toBe("-");
		const hidden = buildStatsRows(
			buildSeason([
				{ ...star, selections: null },
				{ ...solid, selections: 3 },
			]),
			[],
		);
		const shown = sortRows(hidden, findColumn("fantasy", "selections"), "desc", "average");
		expect(shown.map(({ player }) => player.id)).toEqual([2, 1]);
	});

	test("sort both ways by any column, null values last", () => {
		expect(sortIds("totalPoints", "desc")).toEqual([1, 2, 3]);
		expect(sortIds("totalPoints", "asc")).toEqual([2, 1, 3]);
		expect(sortIds("avgPoints", "desc")).toEqual([2, 1, 3]);
		expect(sortIds("K", "desc", "matches")).toEqual([1, 2, 3]);
		for (const columns of Object.values(COLUMNS))
			for (const column of columns) expect(sortRows(rows, column, "asc", "total")).toHaveLength(3);
	});

	test("sort by name in both directions on every page", () => {
		const listIdsByName = (direction: "asc" | "desc") =>
			sortRows(rows, NAME_SORT, direction, "average").map(({ player }) => player.id);
		expect(listIdsByName("asc")).toEqual([3, 2, 1]);
		expect(listIdsByName("desc")).toEqual([1, 2, 3]);
		const view = { ...DEFAULT_VIEW, sort: "name", direction: "asc" as const };
		for (const page of STATS_PAGES) expect(adaptView(page, view)).toEqual(view);
	});

	test("keep their order on pages with the column, or average", () => {
		const buildView = (sort: string) => ({ ...DEFAULT_VIEW, sort, direction: "asc" as const });
		expect(adaptView("matches", buildView("K"))).toEqual(buildView("K"));
		for (const page of STATS_PAGES) expect(adaptView(page, buildView("totalPoints"))).toEqual(buildView("totalPoints"));
		for (const [page, sort] of [
			["fantasy", "K"],
			["matchups", "TOG"],
			["matches", "breakEven"],
			["fantasy", "nonsense"],
		] as const)
			expect(adaptView(page, buildView(sort))).toEqual(DEFAULT_VIEW);
	});

	test("have no column of price changes (D1.2.91)", () => {
		for (const page of ["fantasy", "matches", "matchups"] as const)
			expect(COLUMNS[page].map(({ id }) => id).filter((id) => /change|diff/i.test(id))).toEqual([]);
	});

	test("rank each player in all her positions, once she has played", () => {
		const getRanks = (id: number) => rows.find(({ player }) => player.id === id)?.positionRanks;
		expect(getRanks(1)).toEqual([
			{ line: "MID", rank: 1 },
			{ line: "FWD", rank: 1 },
		]);
		expect(getRanks(2)).toEqual([{ line: "MID", rank: 2 }]);
		expect(getRanks(3)).toEqual([]);
	});

	test("show stats per match or total, time as percentage", () => {
		const [K, TOG] = [findColumn("matches", "K"), findColumn("matches", "TOG")];
		const [row] = rows.filter(({ player }) => player.id === 1);
		if (!row) throw new Error("no row");
		expect([K.getValue(row, "average"), K.getValue(row, "total")]).toEqual([31 / 3, 31]);
		expect([TOG.getValue(row, "average"), TOG.getValue(row, "total")]).toEqual([80, 80]);
	});

	test("are averaged and summed, ignoring rows without a value", () => {
		expect(computeSummary(rows, findColumn("fantasy", "totalPoints"), "average")).toEqual({ average: 250, total: 500 });
		expect(computeSummary(rows.slice(0, 1), findColumn("fantasy", "totalPoints"), "average")).toBeNull();
	});

	test("show the current and the following rounds, including byes", () => {
		expect(rows.map(({ upcoming }) => upcoming.map(({ roundId, matches }) => [roundId, matches.length]))).toEqual([
			[[2, 0]],
			[[2, 1]],
			[[2, 1]],
		]);
	});
});

test("the CSV quotes special characters, and no name becomes a formula", () => {
	const [head = "", first = ""] = formatCsv(rows, "total").split("\r\n");
	expect(head).toMatch(/^id,firstName,lastName,club,position,status,next,cost,/);
	expect(first).toMatch(/^3,Pat,"'=Roo ""R"" Kie",C5,RUC,playing,BYE,500000,,/);
	expect(first.split(",").length).toBe(head.split(",").length);
});

test("the CSV has stats per match or total, time as percentage", () => {
	const readStar = (measure: "average" | "total") => {
		const [head = "", ...lines] = formatCsv(rows, measure).split("\r\n");
		const cells = lines.find((line) => line.startsWith("1,"))?.split(",") ?? [];
		return Object.fromEntries(head.split(",").map((column, index) => [column, cells[index]]));
	};
	expect(readStar("average")).toMatchObject({ TOG: "80", K: "10.333", avgPoints: "100", totalPoints: "300" });
	expect(readStar("total")).toMatchObject({ TOG: "80", K: "31", avgPoints: "100", totalPoints: "300" });
});

test("the CSV has each player's next match, or nothing", () => {
	const [early, late, bye] = [buildPlayer(1), buildPlayer(2, { squadId: 4 }), buildPlayer(3, { squadId: 5 })];
	const findNextIn = (round: Parameters<typeof buildSeason>[1], matches: Parameters<typeof buildSeason>[2]) =>
		formatCsv(buildStatsRows(buildSeason([early, late, bye], round, matches), []), "total")
			.split("\r\n")
			.slice(1)
			.map((line) => line.split(",")[6]);
	expect(findNextIn("scheduled", ["scheduled", "scheduled"])).toEqual(["C1 v C2", "C4 @C3", "BYE"]);
	expect(findNextIn("playing", ["complete", "playing"])).toEqual(["", "C4 @C3", "BYE"]);
	expect(findNextIn("complete", ["complete", "complete"])).toEqual(["", "", ""]);
});
