import { formatMatchup } from "../../players/player-format.ts";
import { type CsvCell, formatCsvRows } from "../../sharing/download-file.ts";
import { COLUMNS, STAT_COLUMNS } from "./columns.ts";
import type { StatsRow } from "./stats-row.ts";
import type { Measure } from "./stats-view.ts";

/** The rows as CSV (RFC 4180), with match stats by `measure`: plain numbers, whole dollars, empty cells for null. */
export function formatCsv(rows: readonly StatsRow[], measure: Measure): string {
	const columns = [...COLUMNS.fantasy, ...STAT_COLUMNS];
	const headings = ["id", "firstName", "lastName", "club", "position", "status", "next"];
	const lines = rows.map((row): readonly CsvCell[] => {
		const { player, next } = row;
		return [
			player.id,
			player.firstName,
			player.lastName,
			player.squad.abbreviation,
			player.position.join("/"),
			player.status,
			// "KOA @DUN", because a spreadsheet would treat "@DUN" as a formula.
			next && formatMatchup(player.squad.abbreviation, next, "BYE"),
			...columns.map(({ getValue }) => getValue(row, measure)),
		];
	});
	return formatCsvRows([[...headings, ...columns.map(({ id }) => id)], ...lines]);
}
