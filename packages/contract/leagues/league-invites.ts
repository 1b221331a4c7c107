import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague } from "../call-access.ts";
import { email, id, instant } from "../fields.ts";
import { leagueSummary } from "./league.ts";

export const MAX_INVITES = 50;

/** A pending invitation of the caller, accepted by joining with the league's code. */
const leagueInvite = z.object({
	leagueId: id,
	league: leagueSummary,
	/** The inviting member's team name, empty for a deactivated account. */
	invitedBy: z.string(),
	invitedAt: instant,
});
const invites = z.object({
	invites: z.array(leagueInvite),
	/** The leagues whose commissioners offer them to the caller. */
	handOvers: z.array(z.object({ leagueId: id, leagueName: z.string(), offeredBy: z.string(), expiresAt: instant })),
});

export const showLeagueInvites = defineCall("GET", "/fantasy/league/user-invites", {
	access: "active",
	summary: "The signed-in user's pending invitations, and the leagues that are offered to the user",
	success: invites,
});

export const inviteToLeague = defineCall("POST", "/fantasy/league/:id/invite", {
	...actInLeague,
	summary: "Invite by email; the response does not reveal whether an address has an account",
	body: z.strictObject({
		leagueId: id.optional(),
		invites: z.array(z.strictObject({ email })).min(1).max(MAX_INVITES),
	}),
	success: z.object({ /** Number of different addresses. */ invited: z.int() }),
});

export const declineInvite = defineCall("POST", "/fantasy/league/:id/decline-invite", {
	...actInLeague,
	summary: "Decline an invitation; returns the remaining ones",
	body: z.strictObject({ leagueId: id.optional() }),
	success: invites,
});

/** Called by the button on `/unsubscribe/{token}`, the page that every invitation links to. */
export const unsubscribeFromInvites = defineCall("POST", "/public/fantasy/league/unsubscribe/:token", {
	access: "everyone",
	summary: "Stop invitation emails to the address the token was sent to; the same response for an unknown token",
	params: z.strictObject({ token: z.string().max(100) }),
	body: z.strictObject({ "List-Unsubscribe": z.string().optional() }),
	success: z.object({ unsubscribed: z.literal(true) }),
});
