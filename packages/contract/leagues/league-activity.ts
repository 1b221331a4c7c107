import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id, idInPath, instant, roundId } from "../fields.ts";
import { createPaging, nextPage } from "./league.ts";

export const MAX_ANNOUNCEMENT_LENGTH = 500;

const score = z.object({ teamId: id, teamName: z.string(), points: z.int() });
const event = { id, at: instant };
const about = { ...event, userId: id, teamName: z.string() };

/** What happened in a league, newest first. The game writes all but announcements. Deactivated names are empty. */
export const leagueEvent = z.discriminatedUnion("kind", [
	z.object({ ...about, kind: z.literal("created") }),
	z.object({ ...about, kind: z.literal("joined") }),
	z.object({ ...about, kind: z.literal("left") }),
	z.object({ ...about, kind: z.literal("removed") }),
	/** Who runs the league from now on. */
	z.object({ ...about, kind: z.literal("commissioner") }),
	/** `round` is the best score of a round; head-to-head leagues have their results in `matches`. */
	z.object({
		...event,
		kind: z.literal("results"),
		roundId,
		best: score,
		matches: z.array(z.object({ home: score, away: score, isGrandFinal: z.boolean() })),
	}),
	/** The highest score of a round that the league has seen. */
	z.object({ ...event, kind: z.literal("record"), roundId, best: score, former: z.int() }),
	z.object({
		...about,
		kind: z.literal("announcement"),
		text: z.string(),
		/** Reported by a member and still to be looked at; its commissioner is told. */
		isReported: z.boolean(),
		mayRemove: z.boolean(),
		mayReport: z.boolean(),
	}),
]);
export type LeagueEvent = z.output<typeof leagueEvent>;

const inLeague = z.strictObject({ id: idInPath });
const inEvent = z.strictObject({ id: idInPath, eventId: idInPath });

export const listLeagueActivity = defineCall({
	method: "GET",
	path: "/fantasy/league/:id/feed",
	access: "active",
	summary: "What happened in a league, newest first; for its members",
	params: inLeague,
	query: z.strictObject(createPaging(20)),
	body: emptyObject,
	success: z.object({ events: z.array(leagueEvent), nextPage }),
});

export const announceToLeague = defineCall({
	method: "POST",
	path: "/fantasy/league/:id/announce",
	access: "active",
	summary: "Tell a league something; its commissioner only, a few times a day",
	params: inLeague,
	query: emptyObject,
	body: z.strictObject({ text: z.string().trim().min(1).max(MAX_ANNOUNCEMENT_LENGTH) }),
	success: z.object({ event: leagueEvent }),
});

export const reportAnnouncement = defineCall({
	method: "POST",
	path: "/fantasy/league/:id/feed/:eventId/report",
	access: "active",
	summary: "Ask the operators to look at an announcement; hides it from who asked",
	params: inEvent,
	query: emptyObject,
	body: emptyObject,
	success: z.object({ reported: z.literal(true) }),
});

export const removeAnnouncement = defineCall({
	method: "POST",
	path: "/fantasy/league/:id/feed/:eventId/remove",
	access: "active",
	summary: "Take an announcement back; its league's commissioner only",
	params: inEvent,
	query: emptyObject,
	body: emptyObject,
	success: z.object({ removed: z.literal(true) }),
});
