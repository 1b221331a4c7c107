import type { TeamId, UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";

type TeamKey =
	| { readonly seasonId: number; readonly teamId: TeamId }
	| { readonly seasonId: number; readonly userId: UserId };

/** Whether a season has a team, by its id or its manager's. */
export async function hasTeam(db: Db, key: TeamKey): Promise<boolean> {
	const row = await db
		.selectFrom("teams")
		.where("season_id", "=", key.seasonId)
		.where((eb) => ("teamId" in key ? eb("id", "=", key.teamId) : eb("user_id", "=", key.userId)))
		.select("id")
		.executeTakeFirst();
	return row !== undefined;
}

/** Whether there is a league with this id of any season, if its privacy is listed. */
export async function hasLeague(db: Db, id: number, privacy: readonly ("public" | "private")[]): Promise<boolean> {
	const row = await db
		.selectFrom("leagues")
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.where("privacy", "in", privacy)
		.select("id")
		.executeTakeFirst();
	return row !== undefined;
}

export async function hasClosedSeason(db: Db, id: number): Promise<boolean> {
	const row = await db
		.selectFrom("seasons")
		.where("id", "=", id)
		.where("status", "=", "closed")
		.select("id")
		.executeTakeFirst();
	return row !== undefined;
}
