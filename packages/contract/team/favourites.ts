import { z } from "zod";
import { defineCall } from "../call.ts";
import { changeTeam, readTeam } from "../call-access.ts";
import { id } from "../fields.ts";

/** Favourites of the current season, ids ascending. */
const favourites = z.object({ favouritePlayers: z.array(id) });

export const showFavourites = defineCall("GET", "/fantasy/favourite-player/show-favourites", {
	...readTeam,
	summary: "The signed-in user's favourite players this season",
	success: favourites,
});

export const addFavourite = defineCall("POST", "/fantasy/favourite-player/add", {
	...changeTeam,
	summary: "Add a favourite player. Idempotent",
	body: z.strictObject({ playerId: id }),
	success: favourites,
});

export const removeFavourite = defineCall("POST", "/fantasy/favourite-player/remove", {
	...changeTeam,
	summary: "Remove a favourite player. Idempotent",
	body: z.strictObject({ playerId: id }),
	success: favourites,
});
