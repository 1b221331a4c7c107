import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id } from "../fields.ts";

/** Favourites are kept a season; ids ascending. */
const favourites = z.object({ favouritePlayers: z.array(id) });

export const showFavourites = defineCall({
	method: "GET",
	path: "/fantasy/favourite-player/show-favourites",
	access: "active",
	summary: "The players the signed-in user has starred this season",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: favourites,
});

export const addFavourite = defineCall({
	method: "POST",
	path: "/fantasy/favourite-player/add",
	access: "active",
	summary: "Star a player; twice is once",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ playerId: id }),
	success: favourites,
});

export const removeFavourite = defineCall({
	method: "POST",
	path: "/fantasy/favourite-player/remove",
	access: "active",
	summary: "Unstar a player; twice is once",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ playerId: id }),
	success: favourites,
});
