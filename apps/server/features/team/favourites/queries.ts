import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";

/** Lists a user's favourites of a season, ids ascending. */
export async function listFavourites(pool: Pool, seasonId: number, userId: UserId): Promise<PlayerId[]> {
	const { rows } = await pool.query<{ player_id: PlayerId }>(
		"SELECT player_id FROM favourite_players WHERE season_id = $1 AND user_id = $2 ORDER BY player_id",
		[seasonId, userId],
	);
	return rows.map((row) => row.player_id);
}

export const insertFavourite = (pool: Pool, seasonId: number, userId: UserId, playerId: PlayerId) =>
	pool.query(
		"INSERT INTO favourite_players (season_id, user_id, player_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		[seasonId, userId, playerId],
	);

export const deleteFavourite = (pool: Pool, seasonId: number, userId: UserId, playerId: PlayerId) =>
	pool.query("DELETE FROM favourite_players WHERE season_id = $1 AND user_id = $2 AND player_id = $3", [
		seasonId,
		userId,
		playerId,
	]);
