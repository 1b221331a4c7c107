import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idParams } from "../fields.ts";
import { reason } from "./operator.ts";

/** A player of last season's squads for whom the server has found no certain match in this season's list. */
const openMatch = z.object({
	/** Her id in last season's list. */
	previousPlayerId: id,
	firstName: z.string(),
	lastName: z.string(),
	birthday: z.string().nullable(),
	providerId: z.string().nullable(),
	/** How many leagues wait until she is matched. */
	leagues: z.int(),
	/** The ids of this season's players who may be her, likeliest first. */
	candidates: z.array(id),
});
export type OpenPersonMatch = z.output<typeof openMatch>;
const openMatches = z.object({ players: z.array(openMatch) });

export const listPersonMatches = defineCall("GET", "/operator/person-matches", {
	role: "viewer",
	summary:
		"Players of last season's squads in keeper and dynasty leagues who are still to be found in this season's list",
	success: openMatches,
});

export const decidePersonMatch = defineCall("POST", "/operator/person-matches/:id", {
	role: "owner",
	summary: "Say who a player of last season is this season; null if she is in no list",
	params: idParams,
	body: z.strictObject({ reason, playerId: id.nullable() }),
	success: openMatches,
});
