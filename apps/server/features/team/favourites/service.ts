import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import type { TeamServices } from "../load-team.ts";
import { buildPlayerPool } from "../team-state.ts";
import { deleteFavourite, insertFavourite, listFavourites } from "./queries.ts";

type FavouriteServices = Pick<TeamServices, "pool" | "seasons">;

export async function listMyFavourites({ pool, seasons }: FavouriteServices, userId: UserId) {
	return { favouritePlayers: await listFavourites(pool, seasons.current().seasonId, userId) };
}

/** Adds a favourite. Idempotent. */
export async function addMyFavourite(services: FavouriteServices, userId: UserId, playerId: PlayerId) {
	const season = services.seasons.current();
	if (!buildPlayerPool(season)(playerId)) throw refuse(422, "unknown-player", { playerId });
	await insertFavourite(services.pool, season.seasonId, userId, playerId);
	return listMyFavourites(services, userId);
}

/** Removes a favourite. Idempotent. */
export async function removeMyFavourite(services: FavouriteServices, userId: UserId, playerId: PlayerId) {
	await deleteFavourite(services.pool, services.seasons.current().seasonId, userId, playerId);
	return listMyFavourites(services, userId);
}
