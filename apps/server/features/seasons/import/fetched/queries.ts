import { sql } from "kysely";
import { listRows } from "../../../../db/rows.ts";
import type { Db } from "../../../../db/tables/tables.ts";
import type { ChosenChanges } from "./list-changes.ts";

/** Lists the refused changes of a season: the refused version of each, by the change's key. */
export async function listRefusals(db: Db, seasonId: number): Promise<ReadonlyMap<string, string>> {
	const rows = await db
		.selectFrom("season_change_refusals")
		.where("season_id", "=", seasonId)
		.select(["change_key", "version"])
		.execute();
	return new Map(rows.map(({ change_key, version }) => [change_key, version]));
}

/** Saves refusals; those of an earlier version are replaced. */
export const saveRefusals = (db: Db, seasonId: number, chosen: ChosenChanges, actor: string) =>
	db
		.insertInto("season_change_refusals")
		.values(chosen.map(({ key, version }) => ({ season_id: seasonId, change_key: key, version, refused_by: actor })))
		.onConflict((conflict) =>
			conflict.columns(["season_id", "change_key"]).doUpdateSet((set) => ({
				version: set.ref("excluded.version"),
				refused_by: set.ref("excluded.refused_by"),
				refused_at: sql`clock_timestamp()`,
			})),
		)
		.execute();

export const deleteRefusals = (db: Db, seasonId: number, keys: readonly string[]) =>
	db.deleteFrom("season_change_refusals").where("season_id", "=", seasonId).where("change_key", "in", keys).execute();

/** Counts, by player, the complete teams that have her now. */
export async function countTeamsWith(db: Db, seasonId: number, ids: readonly number[]) {
	const rows = await listRows(db)<{ id: number; teams: number }>`
		SELECT p.id, count(*)::int AS teams
		FROM teams AS t CROSS JOIN LATERAL (
			SELECT slots FROM lineups WHERE team_id = t.id ORDER BY round_id DESC LIMIT 1) AS l
		JOIN unnest(${ids}::int[]) AS p (id) ON p.id = ANY (l.slots)
		WHERE t.season_id = ${seasonId} AND t.completed_at IS NOT NULL GROUP BY p.id`;
	return new Map(rows.map(({ id, teams }) => [id, teams]));
}
