import { z } from "zod";
import { defineCall } from "../call.ts";
import { idInUrl, roundId } from "../fields.ts";

/** A snapshot for a share page. An unchanged one is returned again. */
const snapshot = z.object({
	id: z.string(),
	roundId,
	/** Players or trades that the page does not show, because they are not locked yet. */
	hidden: z.int().nonnegative(),
	/** Wall time in milliseconds, for the link's payload. */
	timestamp: z.int(),
});

export const shareTeam = defineCall("POST", "/share/team/:roundId", {
	access: "active",
	summary:
		"Extension: a snapshot of the caller's team in a round, as rivals may see it or, by choice, with all players, for a share page",
	params: z.strictObject({ roundId: idInUrl }),
	/** With `showsTeam`, everyone with the link also sees the players who are not locked, in this snapshot only. */
	body: z.strictObject({ showsTeam: z.boolean().default(false) }),
	success: z.object({ snapshot }),
});

export const shareTrades = defineCall("POST", "/share/trade/:roundId", {
	access: "active",
	summary: "Extension: a snapshot of the caller's trades of a round, for a share page",
	params: z.strictObject({ roundId: idInUrl }),
	success: z.object({ snapshot }),
});

export const shareResult = defineCall("POST", "/share/result/:roundId", {
	access: "active",
	summary: "Extension: a snapshot of how the caller's team went in a published round, for a share page",
	params: z.strictObject({ roundId: idInUrl }),
	success: z.object({ snapshot }),
});

export const shareMatchUp = defineCall("POST", "/share/league/:leagueId/:roundId", {
	access: "active",
	summary:
		"Extension: a snapshot of the caller's match-up of a round in a league, draft leagues included, for a share page; its link is of type `result`",
	params: z.strictObject({ leagueId: idInUrl, roundId: idInUrl }),
	success: z.object({ snapshot }),
});
