import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague } from "../call-access.ts";
import { LEAGUE_COLOURS } from "../constants.ts";
import { id, idInUrl, roundId } from "../fields.ts";
import { league, leagueCode } from "./league.ts";
import { changeableSettings, newLeagueSettings } from "./league-settings.ts";

const MAX_LEAGUE_NAME_LENGTH = 50;
const leagueName = z.string().trim().min(1).max(MAX_LEAGUE_NAME_LENGTH);
const colour = z.enum(LEAGUE_COLOURS);

/** The fields of a new league. A picture is sent as multipart in the part `avatar`. */
const newLeagueFields = {
	name: leagueName,
	/** A round that has not started. */
	startId: roundId,
	...newLeagueSettings.shape,
	colour: colour.optional(),
};
/** Optional repetition of the league's id; refused if it differs from the path. */
const leagueReference = z.strictObject({ leagueId: id.optional() });

const newLeagueCall = {
	access: "active",
	picture: true,
	success: z.object({ id, league, /** Number of last season's members invited. */ invited: z.int() }),
} as const;

export const createLeague = defineCall("POST", "/fantasy/league", {
	...newLeagueCall,
	summary: "Create a league; leagueId renews one of last season's leagues and invites its members",
	body: z.strictObject({ ...newLeagueFields, leagueId: id.optional() }),
});

export const recoverLeague = defineCall("POST", "/fantasy/league/recover", {
	...newLeagueCall,
	summary: "Renew one of last season's leagues, like fantasy/league with leagueId",
	body: z.strictObject({ ...newLeagueFields, leagueId: id }),
});

export const updateLeague = defineCall("POST", "/fantasy/league/:id", {
	...actInLeague,
	summary: "Change a league's settings; commissioner and deputies only",
	body: leagueReference.extend({
		name: leagueName.optional(),
		startId: roundId.optional(),
		/** Only for a classic head-to-head league that has not started. The size of a draft league is a setting of its draft. */
		size: z.int().optional(),
		...changeableSettings.partial().shape,
		colour: colour.optional(),
		/** Null removes the picture. */
		avatar: z.null().optional(),
	}),
	picture: true,
	success: z.object({ league }),
});

export const joinLeague = defineCall("POST", "/fantasy/league/:code/join", {
	access: "active",
	summary: "Join a league by its code; `invite` is the token from an invitation link",
	params: z.strictObject({ code: leagueCode }),
	body: z.strictObject({ code: leagueCode.optional(), invite: z.string().max(100).optional() }),
	success: z.object({ league }),
});

export const leaveLeague = defineCall("POST", "/fantasy/league/:id/leave", {
	...actInLeague,
	summary: "Leave a league; not for its commissioner, who may hand it over first",
	body: leagueReference,
	success: z.object({ leagueId: id }),
});

export const removeLeagueUser = defineCall("POST", "/fantasy/league/:id/user/:userId", {
	access: "active",
	summary:
		"Remove a member before the league starts, from a draft league before its draft does; commissioner and deputies only, and deputies no other deputy",
	params: z.strictObject({ id: idInUrl, userId: idInUrl }),
	body: leagueReference,
	success: z.object({ league }),
});

export const setDeputy = defineCall("POST", "/fantasy/league/:id/deputies", {
	...actInLeague,
	summary: "Extension: name a member as deputy, or end the role; commissioner only, and deputies may end their own",
	body: z.strictObject({ userId: id, isDeputy: z.boolean() }),
	success: z.object({ league }),
});

export const offerLeague = defineCall("POST", "/fantasy/league/:id/hand-over", {
	...actInLeague,
	summary: "Extension: offer the league to a member, or withdraw the offer with null; commissioner only",
	body: z.strictObject({ userId: id.nullable() }),
	success: z.object({ league }),
});

export const answerLeagueOffer = defineCall("POST", "/fantasy/league/:id/hand-over/answer", {
	...actInLeague,
	summary: "Extension: accept or decline the league that its commissioner has offered to the caller",
	body: z.strictObject({ isAccepted: z.boolean() }),
	success: z.object({ league }),
});

const deletedLeague = z.object({ leagueId: id });

export const deleteLeague = defineCall("POST", "/fantasy/league/:id/delete", {
	...actInLeague,
	summary: "Delete a league before it starts, and a draft league before its draft does; commissioner only",
	body: leagueReference,
	success: deletedLeague,
});

export const deleteLeagueByBody = defineCall("POST", "/fantasy/league/delete", {
	access: "active",
	summary: "Delete a league; leagueId is in the body",
	body: z.strictObject({ leagueId: id }),
	success: deletedLeague,
});
