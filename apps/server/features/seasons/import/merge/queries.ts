import type { SeasonTime } from "@first-bounce/rules/ids";
import { LINES } from "@first-bounce/rules/player";
import { sql } from "kysely";
import type { JsonValue } from "../../../../db/columns.ts";
import { findRow, listRows } from "../../../../db/rows.ts";
import type { Db } from "../../../../db/tables/tables.ts";
import { loadRounds } from "../../current/kept-locks.ts";
import { loadSeasonTime } from "../../current/season-clock.ts";
import type { SeasonProgress } from "./forbidden-changes.ts";
import type { RecordedRows } from "./merge-table.ts";
import type { SeasonTable, TableRow } from "./season-tables.ts";

/**
 * Loads the stored rows with the columns that a file can have. Of the prices it loads only the opening prices, because
 * the files have no others.
 */
export async function loadStoredRows(db: Db, seasonId: number, table: SeasonTable): Promise<TableRow[]> {
	const columns = sql.join(table.columns.map((column) => sql.ref(`stored.${column}`)));
	const opening =
		table.name === "player_prices"
			? sql`JOIN players AS player ON player.season_id = stored.season_id AND player.id = stored.player_id
				AND stored.round_id = player.from_round`
			: sql``;
	const rows = await listRows(db)<Record<string, JsonValue | Date>>`
		SELECT ${columns} FROM ${sql.table(table.name)} AS stored ${opening} WHERE stored.season_id = ${seasonId}
	`;
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).map(([column, value]) => [column, normalizeValue(column, value)])),
	);
}

/** Converts a stored value to the form it has in the files, such as positions in the order of the lines. */
function normalizeValue(column: string, value: JsonValue | Date): JsonValue {
	if (value instanceof Date) return value.toISOString();
	return column === "positions" && Array.isArray(value) ? LINES.filter((line) => value.includes(line)) : value;
}

/**
 * Loads how far a season has progressed. Nothing is locked in a season that is not current.
 *
 * @param now season time; by default that of the stored season clock
 */
export async function loadProgress(db: Db, seasonId: number, now?: SeasonTime): Promise<SeasonProgress> {
	const season = await db.selectFrom("seasons").where("id", "=", seasonId).select("is_current").executeTakeFirst();
	const at = now ?? (await loadSeasonTime(db));
	const rounds = await loadRounds(db, seasonId);
	const corrections = await db
		.selectFrom("stat_corrections")
		.where("season_id", "=", seasonId)
		.select(["match_id", "player_id"])
		.execute();
	const row = await findRow(db)<{ hasLineups: boolean }>`
		SELECT EXISTS (SELECT FROM lineups JOIN teams ON teams.id = team_id
			WHERE season_id = ${seasonId} AND league_id IS NULL) AS "hasLineups"`;
	return {
		rounds,
		matches: new Map(rounds.flatMap(({ matches }) => matches.map((match) => [match.id, match]))),
		now: season?.is_current ? at : Number.NEGATIVE_INFINITY,
		corrected: new Set(corrections.map(({ match_id, player_id }) => `${match_id} ${player_id}`)),
		hasLineups: row?.hasLineups ?? false,
	};
}

/** Loads the rows of the last import, by table. */
export async function loadRecordedRows(transaction: Db, seasonId: number) {
	const records = await transaction
		.selectFrom("season_imports")
		.where("season_id", "=", seasonId)
		.select(["table_name", "rows"])
		.execute();
	const byTable = new Map(records.map(({ table_name, rows }) => [table_name, rows]));
	return (name: SeasonTable["name"]): RecordedRows => byTable.get(name) ?? {};
}

/** Lists the matches of a stored season that have stat lines. */
export async function listMatchesWithStats(db: Db, seasonId: number): Promise<ReadonlySet<number>> {
	const rows = await db
		.selectFrom("stat_lines")
		.where("season_id", "=", seasonId)
		.select("match_id")
		.distinct()
		.execute();
	return new Set(rows.map(({ match_id }) => match_id));
}

export const findSeasonState = (db: Db, seasonId: number) =>
	db.selectFrom("seasons").where("id", "=", seasonId).select(["name", "status", "is_demo", "rules"]).executeTakeFirst();

export const listFirstRounds = (db: Db, seasonId: number) =>
	db.selectFrom("players").where("season_id", "=", seasonId).select(["id", "from_round"]).execute();

export const listPlayerNames = (db: Db, seasonId: number) =>
	db.selectFrom("players").where("season_id", "=", seasonId).select(["id", "first_name", "last_name"]).execute();

/** Counts, for each player, the teams with a line-up that names the player and the matches with stats or corrections. */
export const countPlayerUses = (db: Db, seasonId: number, ids: readonly number[]) =>
	listRows(db)<{ id: number; teams: number; matches: number }>`
		SELECT given.id,
			(SELECT count(*) FROM (
				SELECT team_id FROM teams JOIN lineups ON lineups.team_id = teams.id
					WHERE teams.season_id = ${seasonId} AND given.id = ANY (slots)
				UNION SELECT p.team_id FROM draft_picks AS p JOIN teams ON teams.id = p.team_id
					WHERE teams.season_id = ${seasonId} AND p.player_id = given.id) AS users)::int AS teams,
			(SELECT count(*) FROM (
				SELECT match_id FROM stat_lines WHERE season_id = ${seasonId} AND player_id = given.id
				UNION SELECT match_id FROM stat_corrections WHERE season_id = ${seasonId} AND player_id = given.id
			) AS played)::int AS matches
		FROM unnest(${ids}::int[]) AS given (id) ORDER BY given.id`;

/** Lists rounds with whether they have started and how many leagues start or play in them. */
export const listRoundUses = (db: Db, seasonId: number, ids: readonly number[]) =>
	listRows(db)<{ id: number; hasStarted: boolean; leagues: number }>`
		SELECT id, status <> 'scheduled' AS "hasStarted",
			(SELECT count(*) FROM leagues WHERE season_id = ${seasonId} AND (start_id = rounds.id OR EXISTS (
				SELECT FROM league_matches WHERE league_id = leagues.id AND round_id = rounds.id)))::int AS leagues
		FROM rounds WHERE season_id = ${seasonId} AND id = ANY (${ids}::int[]) ORDER BY id`;
