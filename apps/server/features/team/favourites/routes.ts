import * as call from "@first-bounce/contract/team/favourites";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { refuse } from "../../../plugins/refusal.ts";
import { route } from "../../../plugins/route.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { buildPlayerPool } from "../team-state.ts";
import { deleteFavourite, insertFavourite, listFavourites } from "./queries.ts";

export interface FavouriteServices {
	readonly pool: Pool;
	readonly currentSeason: () => SeasonSnapshot;
}

/** Favourites are of the current season; adding and removing twice is once (decisions §10). */
export function registerFavourites(app: FastifyInstance, { pool, currentSeason }: FavouriteServices): void {
	const needs = "season";
	const show = async (userId: UserId) => ({
		favouritePlayers: await listFavourites(pool, currentSeason().seasonId, userId),
	});
	route(app, call.showFavourites, { needs, handler: ({ caller }) => show(caller.userId) });
	route(app, call.addFavourite, {
		needs,
		handler: async ({ caller, body: { playerId } }) => {
			if (!buildPlayerPool(currentSeason())(playerId))
				throw refuse(422, "unknown-player", { name: `Player ${playerId}` });
			await insertFavourite(pool, currentSeason().seasonId, caller.userId, playerId);
			return show(caller.userId);
		},
	});
	route(app, call.removeFavourite, {
		needs,
		handler: async ({ caller, body: { playerId } }) => {
			await deleteFavourite(pool, currentSeason().seasonId, caller.userId, playerId);
			return show(caller.userId);
		},
	});
}
