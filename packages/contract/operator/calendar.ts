import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, instant, roundId } from "../fields.ts";
import { roundPhase } from "./operator.ts";

/** An event that the server handles by itself. */
const automaticEvent = z.object({
	kind: z.enum([
		"reminders",
		"lock",
		"draws",
		"publication",
		"publication-wait",
		"result-mails",
		"closing-letter",
		"rechecks-end",
		"backup",
		"archive",
		"drafts",
		"keepers",
		"waivers",
		"trade-deadline",
	]),
	/**
	 * Season time, or wall-clock time for a backup, drafts and keepers. Null for a publication that follows the end of the
	 * last match, and for an archive that follows the closing of the season.
	 */
	at: instant.nullable(),
	/** Null for an event that concerns no single round. */
	roundId: roundId.nullable(),
	/** The match of a lock, with the time zone of its ground if it is known. */
	match: z.object({ id, homeSquadId: id, awaySquadId: id, timeZone: z.string().nullable() }).nullable(),
	/** The minutes after the last match, for a publication that follows it. */
	minutes: z.number().nullable(),
	/** The number of managers who have chosen result mails. */
	managers: z.int().nullable(),
	/** How many drafts of leagues start at this time. */
	drafts: z.int().nullable(),
	/** How many draft leagues hold a waiver run, end trading or the choice of keepers at this time. */
	leagues: z.int().nullable(),
});
export type AutomaticEvent = z.output<typeof automaticEvent>;

/** A task for an operator that the overview does not count. */
const calendarTask = z.object({
	kind: z.enum([
		"decisions",
		"feed-refused",
		"matches-differ",
		"late-matches",
		"matches-without-stats",
		"held",
		"publish",
		"winners",
		"players-unmatched",
		"draft-leagues-late",
		"fetch-again",
		"close",
		"begin",
	]),
	count: z.int(),
	roundId: roundId.nullable(),
});
export type CalendarTask = z.output<typeof calendarTask>;

const stepState = z.enum(["done", "current", "later"]);
export type StepState = z.output<typeof stepState>;

export const showCalendar = defineCall("GET", "/operator/calendar", {
	role: "viewer",
	summary: "What is due this week, and the state of each step of the season",
	success: z.object({
		season: z.object({ id, name: z.string() }).nullable(),
		/** The next seven days of season time, earliest first. */
		automaticEvents: z.array(automaticEvent),
		tasks: z.array(calendarTask),
		steps: z.array(
			z.object({
				step: z.enum(["fetch", "decide", "import", "rules", "open", "finals", "close", "next"]),
				state: stepState,
			}),
		),
		rounds: z.array(
			z.object({
				roundId,
				state: stepState,
				phase: roundPhase,
				startsAt: instant.nullable(),
				matches: z.int(),
				matchesLocked: z.int(),
				matchesComplete: z.int(),
				/** Matches with stats that have changed since publication. */
				lateCorrections: z.int(),
				publishedAt: instant.nullable(),
				/** Until when its stats are read again; null before publication, or if they are not. */
				recheckedUntil: instant.nullable(),
			}),
		),
	}),
});
