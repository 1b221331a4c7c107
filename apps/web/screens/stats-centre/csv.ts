import { MATCH_STATS } from "../../players/matches/match-stats.ts";
import { formatMatchup } from "../../players/player-format.ts";
import { COLUMNS } from "./columns.ts";
import type { StatsRow } from "./stats-row.ts";

type Cell = string | number | null;

// A spreadsheet would treat a name that starts with these characters as a formula.
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function formatCell(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell === "number") return String(Math.round(cell * 1_000) / 1_000);
	const text = escapeFormula(cell);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The rows as CSV (RFC 4180): plain numbers, whole dollars, empty cells for null. */
export function formatCsv(rows: readonly StatsRow[]): string {
	const stats = COLUMNS.fantasy;
	const headings = ["id", "firstName", "lastName", "club", "position", "status", "next"];
	const lines = rows.map((row): readonly Cell[] => {
		const { player, totals, next } = row;
		return [
			player.id,
			player.firstName,
			player.lastName,
			player.squad.abbreviation,
			player.position.join("/"),
			player.status,
			// "KOA @DUN", because a spreadsheet would treat "@DUN" as a formula.
			next && formatMatchup(player.squad.abbreviation, next, "BYE"),
			...stats.map(({ value }) => value(row, "total")),
			...MATCH_STATS.map((stat) => totals?.stats[stat] ?? null),
		];
	});
	return [[...headings, ...stats.map(({ id }) => id), ...MATCH_STATS], ...lines]
		.map((cells) => cells.map(formatCell).join(","))
		.join("\r\n");
}
