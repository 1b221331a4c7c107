import { z } from "zod";
import { defineCall } from "../call.ts";
import { LEAGUE_COLOURS } from "../constants.ts";
import { emptyObject, id, idInPath, roundId } from "../fields.ts";
import { league, leagueCode, leaguePrivacy, leagueType, tiebreaker } from "./league.ts";

export const MAX_LEAGUE_NAME_LENGTH = 50;
const leagueName = z.string().trim().min(1).max(MAX_LEAGUE_NAME_LENGTH);
const colour = z.enum(LEAGUE_COLOURS);

/** A create's or an update's fields; with a picture the call is sent as multipart, its file in the part `avatar`. */
const createFields = {
	name: leagueName,
	/** A round that has not begun. */
	startId: roundId,
	privacy: leaguePrivacy.default("private"),
	type: leagueType.default("open"),
	/** Head-to-head: one of the season's sizes. Ignored for open leagues. */
	size: z.int().default(2),
	finals: z.boolean().default(true),
	h2hTiebreaker: tiebreaker.default("percentage"),
	colour: colour.optional(),
};
/** Names the league again where the address does; another one than there is refused. */
const sameLeague = z.strictObject({ leagueId: id.optional() });

const createShape = {
	method: "POST",
	access: "active",
	params: emptyObject,
	query: emptyObject,
	picture: true,
	success: z.object({ id, league, /** Last season's members who were invited. */ invited: z.int() }),
} as const;

export const createLeague = defineCall({
	...createShape,
	path: "/fantasy/league",
	summary: "Create a league; with leagueId from one of last season's, whose members are invited",
	body: z.strictObject({ ...createFields, leagueId: id.optional() }),
});

export const recoverLeague = defineCall({
	...createShape,
	path: "/fantasy/league/recover",
	summary: "Create a league from one of last season's: as fantasy/league with leagueId",
	body: z.strictObject({ ...createFields, leagueId: id }),
});

export const updateLeague = defineCall({
	method: "POST",
	path: "/fantasy/league/:id",
	access: "active",
	summary: "Change a league's settings; its commissioner only",
	params: z.strictObject({ id: idInPath }),
	query: emptyObject,
	body: sameLeague.extend({
		name: leagueName.optional(),
		startId: roundId.optional(),
		privacy: leaguePrivacy.optional(),
		colour: colour.optional(),
		/** Null removes the picture. */
		avatar: z.null().optional(),
	}),
	picture: true,
	success: z.object({ league }),
});

export const joinLeague = defineCall({
	method: "POST",
	path: "/fantasy/league/:code/join",
	access: "active",
	summary: "Join a league by its code; `invite` is the token of an invitation's link",
	params: z.strictObject({ code: leagueCode }),
	query: emptyObject,
	body: z.strictObject({ code: leagueCode.optional(), invite: z.string().max(100).optional() }),
	success: z.object({ league }),
});

export const leaveLeague = defineCall({
	method: "POST",
	path: "/fantasy/league/:id/leave",
	access: "active",
	summary: "Leave a league; not its commissioner",
	params: z.strictObject({ id: idInPath }),
	query: emptyObject,
	body: sameLeague,
	success: z.object({ leagueId: id }),
});

export const removeLeagueUser = defineCall({
	method: "POST",
	path: "/fantasy/league/:id/user/:userId",
	access: "active",
	summary: "Remove a member before the league starts; its commissioner only, never herself",
	params: z.strictObject({ id: idInPath, userId: idInPath }),
	query: emptyObject,
	body: sameLeague,
	success: z.object({ league }),
});

const deleted = z.object({ leagueId: id });

export const deleteLeague = defineCall({
	method: "POST",
	path: "/fantasy/league/:id/delete",
	access: "active",
	summary: "Delete a league before it starts; its commissioner only",
	params: z.strictObject({ id: idInPath }),
	query: emptyObject,
	body: sameLeague,
	success: deleted,
});

export const deleteLeagueByBody = defineCall({
	method: "POST",
	path: "/fantasy/league/delete",
	access: "active",
	summary: "The same, with the league named in the body",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ leagueId: id }),
	success: deleted,
});
