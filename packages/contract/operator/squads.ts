import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idInPath } from "../fields.ts";
import { reason } from "./operator.ts";

export const operatorSquad = z.object({ id, name: z.string(), abbreviation: z.string(), imageVersion: z.int() });
export type OperatorSquad = z.output<typeof operatorSquad>;

export const listOperatorSquads = defineCall({
	method: "GET",
	path: "/operator/squads",
	access: "operator",
	role: "viewer",
	summary: "Clubs of the season with the versions of their images",
	success: z.object({ squads: z.array(operatorSquad) }),
});

export const changeSquadImage = defineCall({
	method: "POST",
	path: "/operator/squads/:id/image",
	access: "operator",
	role: "owner",
	summary: "Set a club's image, sent as multipart in the part `avatar`; without one it is removed",
	params: z.strictObject({ id: idInPath }),
	body: z.strictObject({ reason }),
	success: z.object({ squad: operatorSquad }),
	picture: true,
});
