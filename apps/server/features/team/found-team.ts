import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables/tables.ts";

/** The user's team of a season: founded empty if there is none yet (decisions §1). Twice is once. */
export async function ensureTeam(db: Kysely<Tables>, seasonId: number, userId: UserId): Promise<TeamId> {
	const { id } = await db
		.insertInto("teams")
		.values({ season_id: seasonId, user_id: userId })
		.onConflict((conflict) =>
			conflict.columns(["season_id", "user_id"]).doUpdateSet({ season_id: sql`teams.season_id` }),
		)
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}
