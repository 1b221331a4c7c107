import { z } from "zod";
import { defineCall } from "../call.ts";
import { id } from "../fields.ts";

/** Favourites of the current season, ids ascending. */
const favourites = z.object({ favouritePlayers: z.array(id) });

export const showFavourites = defineCall("GET", "/fantasy/favourite-player/show-favourites", {
	access: "active",
	scope: "read:team",
	summary: "The signed-in user's favourite players this season",
	success: favourites,
});

export const addFavourite = defineCall("POST", "/fantasy/favourite-player/add", {
	access: "active",
	scope: "write:team",
	summary: "Add a favourite player. Idempotent",
	body: z.strictObject({ playerId: id }),
	success: favourites,
});

export const removeFavourite = defineCall("POST", "/fantasy/favourite-player/remove", {
	access: "active",
	scope: "write:team",
	summary: "Remove a favourite player. Idempotent",
	body: z.strictObject({ playerId: id }),
	success: favourites,
});
