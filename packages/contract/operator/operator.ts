import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id, instant, roundId } from "../fields.ts";

/** Why an operator does something: kept with who, what was before and after. */
export const reason = z.string().trim().min(3).max(500);

/** Pages of a list that grows at its head: the next one is below `nextBefore`. */
export const pageBelow = { before: z.coerce.number().pipe(z.int().positive()).optional() };
export const nextBefore = z.int().nullable();

export const roundPhase = z.enum(["open", "soft-locked", "playing", "in-review", "to-publish", "complete"]);
export type RoundPhase = z.output<typeof roundPhase>;

export const feedHealth = z.object({
	source: z.string(),
	/** Wall time of its last new payload. */
	lastReceivedAt: instant.nullable(),
	received: z.int(),
	/** Payloads of the last 24 hours that wait for an operator. */
	quarantined: z.int(),
});

export const showOverview = defineCall({
	method: "GET",
	path: "/operator/overview",
	access: "operator",
	summary: "How the installation is: the season, its round, feeds, mails, jobs, and what waits for an operator",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({
		/** Null where no season is current. */
		season: z
			.object({
				id,
				name: z.string(),
				isDemo: z.boolean(),
				dataVersion: z.int(),
				rounds: z.int(),
				isOver: z.boolean(),
			})
			.nullable(),
		round: z
			.object({
				id: roundId,
				phase: roundPhase,
				matches: z.int(),
				matchesComplete: z.int(),
				startsAt: instant.nullable(),
				/** Season time of its automatic publication; null while that is not known. */
				publishesAt: instant.nullable(),
				isHeld: z.boolean(),
			})
			.nullable(),
		lastPublication: z.object({ roundId, at: instant }).nullable(),
		feeds: z.array(feedHealth),
		/** The feed that is asked by this process; null where another asks, or none is. */
		asking: z
			.object({
				source: z.string(),
				answeredAt: instant.nullable(),
				/** In a row. */
				failures: z.int(),
				lastFault: z.string().nullable(),
			})
			.nullable(),
		/** `low`: make room; `full`: nothing can be saved. The room is null where it is not known. */
		storage: z.object({ state: z.enum(["ok", "low", "full"]), freeBytes: z.int().nullable() }),
		counts: z.object({
			users: z.int(),
			activeUsers: z.int(),
			teams: z.int(),
			completeTeams: z.int(),
			leagues: z.int(),
			sessions: z.int(),
		}),
		/** Whether mails go out; without a mail server they wait in the outbox. */
		sendsMail: z.boolean(),
		/** What somebody should look at. */
		waiting: z.object({
			quarantined: z.int(),
			/** Stat lines that were left out of their match. */
			faultyLines: z.int(),
			/** Published matches whose stats have changed since. */
			lateCorrections: z.int(),
			/** Matches that their feed announces for another time. */
			announcedStarts: z.int(),
			failedMails: z.int(),
			dueMails: z.int(),
			failedJobs: z.int(),
			reportedAnnouncements: z.int(),
			/** Letters that nobody has answered. */
			openLetters: z.int(),
		}),
	}),
});
