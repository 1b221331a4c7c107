import { applyDefaultRules } from "@first-bounce/rules/season-rules/season-rules";
import { expect, test } from "vitest";
import { createRowNames } from "../merge/row-names.ts";
import { buildSeasonRowTable, buildSeasonTables, type SeasonTable, type TableRow } from "../merge/season-tables.ts";
import { formatUndo } from "./format-undo.ts";
import type { UndoItem } from "./plan-undo.ts";

const season = { id: 7, name: "Two squads", rules: applyDefaultRules({}) };
const tables = [
	buildSeasonRowTable(season),
	...buildSeasonTables({ ...season, squads: [], rounds: [], matches: [], players: [], stats: [] }),
];
const ROWS: Readonly<Partial<Record<SeasonTable["name"], readonly TableRow[]>>> = {
	squads: [
		{ id: 10, name: "Harbour", abbreviation: "HAR" },
		{ id: 20, name: "Ranges", abbreviation: "RAN" },
	],
	players: [
		{ id: 1, first_name: "Ada", last_name: "Reef" },
		{ id: 4, first_name: "Late", last_name: "Signing" },
	],
	matches: [{ id: 101, home_squad_id: 10, away_squad_id: 20, round_id: 3 }],
};
const names = createRowNames((name) => ROWS[name] ?? []);

type Change = Pick<UndoItem, "change"> & Partial<Pick<UndoItem, "fields" | "reason">>;

function createItem(
	name: SeasonTable["name"],
	row: TableRow,
	{ change, fields = [], reason = null }: Change,
): UndoItem {
	const table = tables.find((table) => table.name === name);
	if (!table) throw new RangeError(name);
	return { table, row, change, fields, reason };
}
const format = (isDryRun: boolean, ...items: UndoItem[]) =>
	formatUndo({ importId: 1, seasonId: 7, isUndone: false, items, names }, { isDryRun });

const added = { change: "added" } as const;
const removed = { change: "removed" } as const;
const club = { column: "squad_id", before: 10, imported: 20, now: 20 };
const START = {
	column: "starts_at",
	before: "2027-08-27T09:15:00.000Z",
	imported: "x",
	now: "2027-08-28T09:15:00.000Z",
};

test("each kind of undone change is a sentence (D2.9.224)", () => {
	expect(
		format(
			false,
			createItem("players", { id: 4 }, added),
			createItem("squads", { id: 10 }, added),
			createItem("rounds", { id: 4 }, added),
			createItem("matches", { id: 101 }, added),
			createItem("stat_lines", { match_id: 101, player_id: 1 }, added),
			createItem("players", { id: 1 }, removed),
			createItem("matches", { id: 101 }, removed),
			createItem("players", { id: 1 }, { change: "changed", fields: [club] }),
			createItem(
				"player_prices",
				{ player_id: 1 },
				{ change: "changed", fields: [{ column: "price", before: 500_000, imported: 520_000, now: 520_000 }] },
			),
			createItem(
				"matches",
				{ id: 101 },
				{
					change: "changed",
					fields: [START, { column: "venue", before: "Pier Oval", imported: "Summit Park", now: "Summit Park" }],
				},
			),
			createItem(
				"seasons",
				{ id: 7 },
				{ change: "changed", fields: [{ column: "salaryCap", before: 15_500_000, imported: 1, now: 16_000_000 }] },
			),
			createItem(
				"seasons",
				{ id: 7 },
				{ change: "changed", fields: [{ column: "name", before: "Two squads", imported: "New", now: "New" }] },
			),
		),
	).toEqual([
		"  Removed Late Signing, who was added by the import",
		"  Removed the club Harbour, which was added by the import",
		"  Removed round 4, which was added by the import",
		"  Removed the match HAR – RAN (3), which was added by the import",
		"  Removed the stats of Ada Reef, HAR – RAN (3), which were added by the import",
		"  Restored Ada Reef, who was removed by the import",
		"  Restored the match HAR – RAN (3), which was removed by the import",
		"  Changed the club of Ada Reef back from RAN to HAR",
		"  Changed the opening price of Ada Reef back from 520000 to 500000",
		"  Changed the start of HAR – RAN (3) back from 2027-08-28T09:15:00.000Z to 2027-08-27T09:15:00.000Z, and the ground from Summit Park to Pier Oval",
		"  Changed the rule salaryCap of the season back from 16000000 to 15500000",
		"  Changed the name of the season back from New to Two squads",
	]);
});

test("each change that is not undone is listed with why (D2.9.53, D2.9.224)", () => {
	const moved = { ...club, now: 10, before: 30 };
	expect(
		format(
			true,
			createItem("players", { id: 1 }, { change: "changed", fields: [moved], reason: "changed-since" }),
			createItem("players", { id: 1 }, { change: "removed", reason: "changed-since" }),
			createItem("players", { id: 4 }, { change: "added", reason: "in-teams" }),
			createItem("players", { id: 1 }, { change: "changed", fields: [club], reason: "locked" }),
		),
	).toEqual([
		"  Nothing is left to undo",
		"  Would keep the club of Ada Reef: the import set RAN, and it was changed to HAR since",
		"  Would keep Ada Reef, who was removed by the import and has been added again",
		"  Cannot remove Late Signing, who was added by the import: the player is in teams, or in their instructions",
		"  Cannot change the club of Ada Reef back from RAN to HAR: the player is locked until the round is complete",
		"  --leave leaves what cannot be undone as it is, and undoes the rest",
	]);
});
