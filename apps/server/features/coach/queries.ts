import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import type { Transaction, Updateable } from "kysely";
import type { Db, Row, Tables } from "../../db/tables/tables.ts";

type PreferencesRow = Row<"coach_preferences", "is_hidden" | "aim">;
/** Players not to trade out (`keep`), not to trade in (`ban`), and to trade in when possible (`wait`). */
export type CoachList = "keep" | "ban" | "wait";

/** A manager's list of players in one season. */
interface ListKey {
	readonly userId: UserId;
	readonly seasonId: number;
	readonly list: CoachList;
}

export const findPreferences = (db: Db, userId: UserId): Promise<PreferencesRow | undefined> =>
	db.selectFrom("coach_preferences").where("user_id", "=", userId).select(["is_hidden", "aim"]).executeTakeFirst();

/** Locks the manager's preferences, which are created if they are missing, until the transaction ends. */
export const lockPreferences = (trx: Transaction<Tables>, userId: UserId) =>
	trx
		.insertInto("coach_preferences")
		.values({ user_id: userId })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet({ user_id: userId }))
		.execute();

/** Updates preferences; those that are undefined stay as they are. */
export async function updatePreferences(
	trx: Transaction<Tables>,
	userId: UserId,
	changes: Updateable<Tables["coach_preferences"]>,
): Promise<void> {
	if (Object.values(changes).every((value) => value === undefined)) return;
	await trx.updateTable("coach_preferences").set(changes).where("user_id", "=", userId).execute();
}

/** Lists the players on all of a manager's lists, ordered by priority. */
export const listCoachPlayers = (db: Db, seasonId: number, userId: UserId) =>
	db
		.selectFrom("coach_players")
		.where("season_id", "=", seasonId)
		.where("user_id", "=", userId)
		.select(["player_id", "list", "priority"])
		.orderBy("priority")
		.orderBy("player_id")
		.execute();

/** Puts players on a list in this order, with priorities from `firstPriority` on, and takes them off other lists. */
export async function upsertCoachPlayers(
	trx: Transaction<Tables>,
	{ userId, seasonId, list }: ListKey,
	playerIds: readonly PlayerId[],
	firstPriority: number,
): Promise<void> {
	if (playerIds.length === 0) return;
	await trx
		.insertInto("coach_players")
		.values(
			playerIds.map((playerId, index) => ({
				user_id: userId,
				season_id: seasonId,
				player_id: playerId,
				list,
				priority: firstPriority + index,
			})),
		)
		.onConflict((conflict) =>
			conflict
				.columns(["user_id", "season_id", "player_id"])
				.doUpdateSet(({ ref }) => ({ list: ref("excluded.list"), priority: ref("excluded.priority") })),
		)
		.execute();
}

/** Takes a player off all of a manager's lists. */
export const deleteCoachPlayer = (
	trx: Transaction<Tables>,
	{ userId, seasonId }: Pick<ListKey, "userId" | "seasonId">,
	playerId: PlayerId,
) =>
	trx
		.deleteFrom("coach_players")
		.where("user_id", "=", userId)
		.where("season_id", "=", seasonId)
		.where("player_id", "=", playerId)
		.execute();
