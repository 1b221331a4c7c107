import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague } from "../call-access.ts";
import { createPaging, id, idInUrl, instant, matchUpStage, nextPage, roundId } from "../fields.ts";

const MAX_ANNOUNCEMENT_LENGTH = 500;

const score = z.object({ teamId: id, teamName: z.string(), points: z.int() });
const eventFields = { id, at: instant };
const memberEventFields = { ...eventFields, userId: id, teamName: z.string() };
/** The member who did it to another one; left out where nobody else did. */
const by = z.object({ userId: id, teamName: z.string() }).optional();

/** An event in a league. Names of deactivated accounts are empty. */
const leagueEvent = z.discriminatedUnion("kind", [
	z.object({ ...memberEventFields, kind: z.literal("created") }),
	z.object({
		...memberEventFields,
		kind: z.literal("joined"),
		/** The team of a draft league that she took over, by its former manager's name if she left it; left out for a new team. */
		takenOver: z.string().optional(),
	}),
	z.object({ ...memberEventFields, kind: z.literal("left") }),
	z.object({ ...memberEventFields, kind: z.literal("removed"), by, isOperator: z.boolean().optional() }),
	/** The league's new commissioner; `by` handed the league over. */
	z.object({ ...memberEventFields, kind: z.literal("commissioner"), by }),
	/** A new deputy, and one who is no longer a deputy. */
	z.object({ ...memberEventFields, kind: z.literal("deputy"), by }),
	z.object({ ...memberEventFields, kind: z.literal("deputy-ended"), by }),
	/** `best` is the round's best score; `matches` are the results of a head-to-head league. */
	z.object({
		...eventFields,
		kind: z.literal("results"),
		roundId,
		best: score,
		matches: z.array(
			z.object({
				home: score,
				away: score,
				...matchUpStage,
			}),
		),
	}),
	/** A new record score in the league, with the record before it. */
	z.object({ ...eventFields, kind: z.literal("record"), roundId, best: score, former: z.int() }),
	/** A pinned message of the conversation, by the member who wrote it. */
	z.object({
		...memberEventFields,
		kind: z.literal("announcement"),
		text: z.string(),
		/** Whether a member has reported it and no operator has reviewed it yet; false for all but the commissioner and deputies. */
		isReported: z.boolean(),
		mayRemove: z.boolean(),
		mayReport: z.boolean(),
	}),
]);
export type LeagueEvent = z.output<typeof leagueEvent>;

const actOnEvent = { access: "active", params: z.strictObject({ id: idInUrl, eventId: idInUrl }) } as const;

export const listLeagueActivity = defineCall("GET", "/fantasy/league/:id/feed", {
	...actInLeague,
	summary: "A league's activity, newest first; for its members",
	query: z.strictObject(createPaging(20)),
	success: z.object({ events: z.array(leagueEvent), nextPage }),
});

export const announceToLeague = defineCall("POST", "/fantasy/league/:id/announce", {
	...actInLeague,
	summary:
		"Post an announcement to a league, as a pinned message of its conversation; commissioner and deputies only, a few times a day",
	body: z.strictObject({ text: z.string().trim().min(1).max(MAX_ANNOUNCEMENT_LENGTH) }),
	success: z.object({ event: leagueEvent }),
});

export const reportAnnouncement = defineCall("POST", "/fantasy/league/:id/feed/:eventId/report", {
	...actOnEvent,
	summary: "Report an announcement to the operators, and hide it from the caller",
	success: z.object({ reported: z.literal(true) }),
});

export const removeAnnouncement = defineCall("POST", "/fantasy/league/:id/feed/:eventId/remove", {
	...actOnEvent,
	summary: "Remove an announcement; commissioner and deputies only",
	success: z.object({ removed: z.literal(true) }),
});
