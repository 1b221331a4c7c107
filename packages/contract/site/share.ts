import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, idInPath, roundId } from "../fields.ts";

/** A snapshot of the caller's team or trades as rivals may see them now. An unchanged one is returned again. */
const snapshot = z.object({
	id: z.string(),
	roundId,
	/** Wall time in milliseconds, for the link's payload. */
	timestamp: z.int(),
});

export const shareTeam = defineCall({
	method: "POST",
	path: "/share/team/:roundId",
	access: "active",
	summary: "Extension: a snapshot of the caller's team in a round, as rivals may see it, for a share page",
	params: z.strictObject({ roundId: idInPath }),
	query: emptyObject,
	body: emptyObject,
	success: z.object({ snapshot }),
});

export const shareTrades = defineCall({
	method: "POST",
	path: "/share/trade/:roundId",
	access: "active",
	summary: "Extension: a snapshot of the caller's trades of a round, for a share page",
	params: z.strictObject({ roundId: idInPath }),
	query: emptyObject,
	body: emptyObject,
	success: z.object({ snapshot }),
});
