import type { OperatorSquad } from "@first-bounce/contract/operator/squads";
import type { SquadId } from "@first-bounce/rules/ids";
import { sql } from "kysely";
import type { Db } from "../../../db/tables/tables.ts";

export const findSquad = (db: Db, seasonId: number, id: SquadId): Promise<OperatorSquad | undefined> =>
	db
		.selectFrom("squads")
		.where("season_id", "=", seasonId)
		.where("id", "=", id)
		.select(["id", "name", "abbreviation", "image_version as imageVersion"])
		.executeTakeFirst();

/** Reserves a version that no image of the squad has had; null for an unknown squad. */
export async function reserveImageVersion(db: Db, seasonId: number, id: SquadId): Promise<number | null> {
	const row = await db
		.updateTable("squads")
		.set({ images: sql`images + 1` })
		.where("season_id", "=", seasonId)
		.where("id", "=", id)
		.returning("images")
		.executeTakeFirst();
	return row?.images ?? null;
}

export const saveImageVersion = (db: Db, seasonId: number, id: SquadId, imageVersion: number) =>
	db
		.updateTable("squads")
		.set({ image_version: imageVersion })
		.where("season_id", "=", seasonId)
		.where("id", "=", id)
		.execute();
