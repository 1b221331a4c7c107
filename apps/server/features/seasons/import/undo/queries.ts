import { sql } from "kysely";
import { listRows } from "../../../../db/rows.ts";
import type { StoredChanges } from "../../../../db/tables/season-changes.ts";
import type { Db, Row } from "../../../../db/tables/tables.ts";
import type { SeasonTable, TableRow } from "../merge/season-tables.ts";
import { buildRecordset } from "../season-row-queries.ts";

/** Lists the stored rows with the keys of the given rows, with all their columns. */
export async function listFullRows(
	db: Db,
	seasonId: number,
	table: Pick<SeasonTable, "name" | "keys">,
	rows: readonly TableRow[],
): Promise<TableRow[]> {
	const match = sql.join(
		table.keys.map((key) => sql`${sql.ref(`stored.${key}`)} = ${sql.ref(`given.${key}`)}`),
		sql` AND `,
	);
	const found = await listRows(db)<{ row: TableRow }>`
		SELECT to_jsonb(stored) - 'season_id' AS row
		FROM ${sql.table(table.name)} AS stored JOIN ${buildRecordset(table, rows)} AS given ON ${match}
		WHERE stored.season_id = ${seasonId}
	`;
	return found.map(({ row }) => row);
}

interface NewImportChanges {
	readonly seasonId: number;
	readonly actor: string;
	readonly reason: string;
	readonly source: "files" | "fetch";
	readonly changes: readonly StoredChanges[];
}

export const insertImportChanges = (transaction: Db, { seasonId, changes, ...row }: NewImportChanges) =>
	transaction
		.insertInto("season_import_changes")
		.values({ season_id: seasonId, ...row, changes: JSON.stringify(changes) })
		.execute();

/** Lists the imports of a season with the name of the operator, the newest first. */
export const listImports = (db: Db, seasonId: number, limit: number) =>
	listRows(db)<
		Row<"season_import_changes", "id" | "imported_at" | "actor" | "reason" | "source" | "undone_at" | "changes"> & {
			readonly name: string | null;
		}
	>`
		SELECT i.id, i.imported_at, i.actor, i.reason, i.source, i.undone_at, i.changes,
			u.first_name || ' ' || u.last_name AS name
		FROM season_import_changes AS i LEFT JOIN users AS u ON i.actor = 'operator:' || u.id
		WHERE i.season_id = ${seasonId} ORDER BY i.id DESC LIMIT ${limit}`;

/** Finds an import with its season's status; undefined for an unknown one. */
export const findImport = (db: Db, id: number) =>
	db
		.selectFrom("season_import_changes as i")
		.innerJoin("seasons as s", "s.id", "i.season_id")
		.where("i.id", "=", id)
		.select(["i.id", "i.season_id", "i.undone_at", "i.changes", "s.status"])
		.executeTakeFirst();

export const saveUndone = (transaction: Db, id: number, actor: string) =>
	transaction
		.updateTable("season_import_changes")
		.set({ undone_at: new Date(), undone_by: actor })
		.where("id", "=", id)
		.execute();

/** Counts the players with stats or corrections in each of these matches. */
export async function countMatchPlayers(db: Db, seasonId: number, ids: readonly number[]) {
	const rows = await listRows(db)<{ id: number; players: number }>`
		SELECT m.id, (SELECT count(*) FROM (
				SELECT player_id FROM stat_lines WHERE season_id = ${seasonId} AND match_id = m.id
				UNION SELECT player_id FROM stat_corrections WHERE season_id = ${seasonId} AND match_id = m.id
			) AS played)::int AS players
		FROM unnest(${ids}::int[]) AS m (id)`;
	return new Map(rows.map(({ id, players }) => [id, players]));
}

/** Counts, for each player, the teams with an instruction that names the player. */
export async function countInstructions(db: Db, seasonId: number, ids: readonly number[]) {
	const rows = await listRows(db)<{ id: number; teams: number }>`
		SELECT p.id, (SELECT count(DISTINCT team_id) FROM team_instructions
			WHERE season_id = ${seasonId} AND p.id IN (player_id, replacement_id, captain_id))::int AS teams
		FROM unnest(${ids}::int[]) AS p (id)`;
	return new Map(rows.map(({ id, teams }) => [id, teams]));
}

export const saveSeasonRules = (transaction: Db, seasonId: number, name: string, rules: string) =>
	transaction.updateTable("seasons").set({ name, rules }).where("id", "=", seasonId).execute();
