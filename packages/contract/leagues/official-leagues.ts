import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, state } from "../fields.ts";

const kind = z.enum(["club", "state", "top1", "top10"]);
export type OfficialLeagueKind = z.output<typeof kind>;

/**
 * The official league of the caller's club or state, whose ladder is the ranking by that club or state; or that of the best 1 or
 * 10 % of the season before, whose ladder ranks them. Leagues of the best are listed only for those who earned them.
 */
const officialLeague = z.object({
	kind,
	/** The caller's club, for kind `club`; null until the account has one. */
	squadId: id.nullable(),
	/** The caller's state, for kind `state`; null until the account has one. */
	state: state.nullable(),
	/** How the caller finished the season before, for the kinds `top1` and `top10`; null for the others. */
	earned: z.object({ seasonId: id, seasonName: z.string(), rank: z.int() }).nullable(),
	isJoined: z.boolean(),
	/** Teams on the ladder. */
	total: z.int(),
	/** The caller's rank on the ladder; null before joining and before her team is ranked. */
	rank: z.int().nullable(),
});
export type OfficialLeague = z.output<typeof officialLeague>;

const success = z.object({ leagues: z.array(officialLeague) });

export const showOfficialLeagues = defineCall("GET", "/fantasy/official-leagues", {
	access: "active",
	scope: "read:leagues",
	summary:
		"The official leagues of the caller's club and state, and those of last season's best that the caller earned",
	success,
});

const changeCall = {
	access: "active",
	params: z.strictObject({ kind }),
	success,
} as const;

export const joinOfficialLeague = defineCall("POST", "/fantasy/official-leagues/:kind/join", {
	...changeCall,
	summary: "Join the official league of the caller's club or state, or of last season's best",
});

export const leaveOfficialLeague = defineCall("POST", "/fantasy/official-leagues/:kind/leave", {
	...changeCall,
	summary: "Leave the official league of the caller's club or state, or of last season's best",
});
