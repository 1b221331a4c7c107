import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables/tables.ts";
import type { TableMerge } from "./merge/merge-table.ts";

/** Saves the values of the files, so that the next import can tell which values operators have changed. */
export async function saveRecordedRows(
	transaction: Kysely<Tables>,
	seasonId: number,
	merges: readonly Pick<TableMerge, "table" | "recorded">[],
): Promise<void> {
	const rows = merges.map(({ table, recorded }) => ({
		season_id: seasonId,
		table_name: table.name,
		rows: JSON.stringify(recorded),
	}));
	await transaction
		.insertInto("season_imports")
		.values(rows)
		.onConflict((conflict) =>
			conflict.columns(["season_id", "table_name"]).doUpdateSet((set) => ({ rows: set.ref("excluded.rows") })),
		)
		.execute();
}

export const listSeasonStates = (db: Kysely<Tables>) =>
	db.selectFrom("seasons").select(["id", "is_current", "is_demo"]).execute();

/** Makes all seasons except the given one not current. */
export const clearCurrentSeason = (db: Kysely<Tables>, exceptId: number) =>
	db
		.updateTable("seasons")
		.set({ is_current: false })
		.where("is_current", "=", true)
		.where("id", "<>", exceptId)
		.execute();

export const saveSeasonRow = (
	db: Kysely<Tables>,
	seasonId: number,
	row: { readonly name: string; readonly rules: string; readonly is_current: boolean },
) =>
	db
		.insertInto("seasons")
		.values({ id: seasonId, ...row })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(row))
		.execute();
