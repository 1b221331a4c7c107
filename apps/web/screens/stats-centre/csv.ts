import { MATCH_STATS } from "../../players/matches/match-stats.ts";
import { formatMatchup } from "../../players/player-format.ts";
import { type CsvCell, formatCsvRows } from "../../sharing/download-file.ts";
import { COLUMNS } from "./columns.ts";
import type { StatsRow } from "./stats-row.ts";

/** The rows as CSV (RFC 4180): plain numbers, whole dollars, empty cells for null. */
export function formatCsv(rows: readonly StatsRow[]): string {
	const stats = COLUMNS.fantasy;
	const headings = ["id", "firstName", "lastName", "club", "position", "status", "next"];
	const lines = rows.map((row): readonly CsvCell[] => {
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
	return formatCsvRows([[...headings, ...stats.map(({ id }) => id), ...MATCH_STATS], ...lines]);
}
