import type { TeamId } from "@first-bounce/rules/ids";
import { type Insertable, type Kysely, sql } from "kysely";
import type { Tables } from "../../../../db/tables/tables.ts";

/** Saves changes of squads; returns their ids in the same order. */
export async function insertChanges(
	trx: Kysely<Tables>,
	changes: readonly Insertable<Tables["squad_changes"]>[],
): Promise<readonly string[]> {
	const rows = await trx.insertInto("squad_changes").values(changes).returning("id").execute();
	return rows.map(({ id }) => id);
}

/** Saves line-ups of teams, and raises the versions of these teams; returns the new ones. */
export async function saveLineups(
	trx: Kysely<Tables>,
	lineups: readonly Insertable<Tables["lineups"]>[],
): Promise<ReadonlyMap<TeamId, number>> {
	await trx
		.insertInto("lineups")
		.values(lineups)
		.onConflict((conflict) =>
			conflict.columns(["team_id", "round_id"]).doUpdateSet((stored) => ({
				slots: stored.ref("excluded.slots"),
				captain_id: stored.ref("excluded.captain_id"),
				vice_captain_id: stored.ref("excluded.vice_captain_id"),
				emergency: stored.ref("excluded.emergency"),
			})),
		)
		.execute();
	const rows = await trx
		.updateTable("teams")
		.set({ version: sql`version + 1` })
		.where(
			"id",
			"in",
			lineups.map(({ team_id }) => team_id),
		)
		.returning(["id", "version"])
		.execute();
	return new Map(rows.map(({ id, version }) => [id, version]));
}

export const insertLineupActions = (trx: Kysely<Tables>, actions: readonly Insertable<Tables["team_actions"]>[]) =>
	trx.insertInto("team_actions").values(actions).execute();

/** Raises a draft's version, by which members' screens know that something has changed. */
export const incrementDraftVersion = (trx: Kysely<Tables>, leagueId: number) =>
	trx.updateTable("drafts").set({ version: sql`version + 1` }).where("league_id", "=", leagueId).execute();
