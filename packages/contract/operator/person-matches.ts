import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idParams } from "../fields.ts";
import { reason } from "./operator.ts";

/** A player of last season's squads whom the server has not found in this season's list for sure. */
const openMatch = z.object({
	/** Her id of last season. */
	previousPlayerId: id,
	firstName: z.string(),
	lastName: z.string(),
	birthday: z.string().nullable(),
	providerId: z.string().nullable(),
	/** How many leagues wait for her. */
	leagues: z.int(),
	/** The ids of this season whom she may be, likeliest first. */
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
