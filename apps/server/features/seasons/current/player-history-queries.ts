import type { PlayerId } from "@first-bounce/rules/ids";
import type { Insertable } from "kysely";
import type { Db, Tables } from "../../../db/tables/tables.ts";

export const listFormerSquads = (transaction: Db, seasonId: number, ids: readonly PlayerId[]) =>
	transaction
		.selectFrom("former_squads")
		.where("season_id", "=", seasonId)
		.where("player_id", "in", ids)
		.select(["player_id as playerId", "until_round as untilRound", "squad_id as squadId"])
		.orderBy("until_round")
		.execute();

/** Replaces all former clubs of the given players. */
export async function replaceFormerSquads(
	transaction: Db,
	seasonId: number,
	ids: readonly PlayerId[],
	rows: readonly Insertable<Tables["former_squads"]>[],
): Promise<void> {
	await transaction
		.deleteFrom("former_squads")
		.where("season_id", "=", seasonId)
		.where("player_id", "in", ids)
		.execute();
	if (rows.length > 0) await transaction.insertInto("former_squads").values(rows).execute();
}

/** Lists for which club each stat line of players counts, in the order of matches, with the player's present club. */
export const listClubsOfStatLines = (transaction: Db, seasonId: number, ids: readonly PlayerId[]) =>
	transaction
		.selectFrom("stat_lines as l")
		.innerJoin("matches as m", (join) => join.onRef("m.season_id", "=", "l.season_id").onRef("m.id", "=", "l.match_id"))
		.innerJoin("players as p", (join) =>
			join.onRef("p.season_id", "=", "l.season_id").onRef("p.id", "=", "l.player_id"),
		)
		.where("l.season_id", "=", seasonId)
		.where("l.player_id", "in", ids)
		.select([
			"l.player_id as playerId",
			"m.round_id as roundId",
			"l.squad_id as squadId",
			"p.squad_id as presentSquadId",
		])
		.orderBy("m.round_id")
		.orderBy("m.starts_at")
		.orderBy("m.id")
		.execute();

export const listPreviousPositions = (transaction: Db, seasonId: number, ids: readonly PlayerId[]) =>
	transaction
		.selectFrom("former_positions")
		.where("season_id", "=", seasonId)
		.where("player_id", "in", ids)
		.select(["player_id as playerId", "until_round as untilRound", "positions"])
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
