import type { PlayerId } from "@first-bounce/rules/ids";
import type { Insertable } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";

export const listPreviousPositions = (transaction: Db, seasonId: number, ids: readonly PlayerId[]) =>
	transaction
		.selectFrom("former_positions")
		.where("season_id", "=", seasonId)
		.where("player_id", "in", ids)
		.select(["player_id", "until_round", "positions"])
		.orderBy("until_round")
		.execute();

/** Replaces all previous positions of the given players. */
export async function replacePreviousPositions(
	transaction: Db,
	seasonId: number,
	ids: readonly PlayerId[],
	rows: readonly Insertable<Tables["former_positions"]>[],
): Promise<void> {
	await transaction
		.deleteFrom("former_positions")
		.where("season_id", "=", seasonId)
		.where("player_id", "in", ids)
		.execute();
	if (rows.length > 0) await transaction.insertInto("former_positions").values(rows).execute();
}
