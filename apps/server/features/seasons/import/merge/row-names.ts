import type { JsonValue } from "../../../../db/columns.ts";
import type { SeasonTable, TableRow } from "./season-tables.ts";

/** Names rows and values of a season for operators. */
export interface RowNames {
	/** Names a row, such as "Ada Reef" or "HAR – RAN (3)" with the round; empty for the season itself. */
	readonly describe: (table: SeasonTable["name"], row: TableRow) => string;
	/** Formats a value, such as a squad's id as its abbreviation; null for an empty value. */
	readonly format: (column: string, value: JsonValue | undefined) => string | null;
}

const SQUAD_COLUMNS = ["squad_id", "home_squad_id", "away_squad_id"];

/** @param listRowsOf lists the squads, players and matches by which rows and ids are named */
export function createRowNames(listRowsOf: (name: SeasonTable["name"]) => Iterable<TableRow>): RowNames {
	const buildIndex = (name: SeasonTable["name"]) => new Map([...listRowsOf(name)].map((row) => [Number(row.id), row]));
	const [squads, players, matches] = [buildIndex("squads"), buildIndex("players"), buildIndex("matches")];
	const getSquad = (id: JsonValue | undefined) => String(squads.get(Number(id))?.abbreviation ?? id ?? "");
	const describePlayer = (row: TableRow | undefined, id: JsonValue | undefined): string =>
		`${row?.first_name ?? ""} ${row?.last_name ?? ""}`.trim() || String(id ?? "");
	const describeMatch = (row: TableRow | undefined, id: JsonValue | undefined): string =>
		row ? `${getSquad(row.home_squad_id)} – ${getSquad(row.away_squad_id)} (${row.round_id})` : String(id ?? "");
	return {
		describe: (table, row) => {
			if (table === "seasons") return "";
			if (table === "squads") return String(row.name ?? squads.get(Number(row.id))?.name ?? row.id);
			if (table === "rounds") return String(row.id);
			if (table === "players") return describePlayer({ ...players.get(Number(row.id)), ...row }, row.id);
			if (table === "player_prices") return describePlayer(players.get(Number(row.player_id)), row.player_id);
			if (table === "matches") return describeMatch({ ...matches.get(Number(row.id)), ...row }, row.id);
			const match = describeMatch(matches.get(Number(row.match_id)), row.match_id);
			return `${describePlayer(players.get(Number(row.player_id)), row.player_id)}, ${match}`;
		},
		format: (column, value) => {
			if (value === null || value === undefined || value === "") return null;
			if (SQUAD_COLUMNS.includes(column)) return getSquad(value);
			if (Array.isArray(value)) return value.join("/");
			return typeof value === "object" ? JSON.stringify(value) : String(value);
		},
	};
}
