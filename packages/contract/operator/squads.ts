import { z } from "zod";
import { defineCall } from "../call.ts";
import { id } from "../fields.ts";
import { withIdAndReason } from "./operator.ts";

const operatorSquad = z.object({ id, name: z.string(), abbreviation: z.string(), imageVersion: z.int() });
export type OperatorSquad = z.output<typeof operatorSquad>;

export const listOperatorSquads = defineCall("GET", "/operator/squads", {
	role: "viewer",
	summary: "Clubs of the season with the versions of their images",
	success: z.object({ squads: z.array(operatorSquad) }),
});

export const changeSquadImage = defineCall("POST", "/operator/squads/:id/image", {
	...withIdAndReason,
	role: "owner",
	summary: "Set a club's image, sent as multipart in the part `avatar`; without one it is removed",
	success: z.object({ squad: operatorSquad }),
	picture: true,
});
