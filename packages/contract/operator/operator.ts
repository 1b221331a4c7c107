import { z } from "zod";
import { defineCall } from "../call.ts";
import { OPERATOR_REASON_LENGTH } from "../constants.ts";
import { id, idInUrl, idParams, instant, roundId } from "../fields.ts";

/** The reason for an operator's action, stored in the audit log. */
export const reason = z.string().trim().min(OPERATOR_REASON_LENGTH.least).max(OPERATOR_REASON_LENGTH.most);

/** For actions on one thing that need nothing but a reason. */
export const withIdAndReason = { params: idParams, body: z.strictObject({ reason }) } as const;

/** Cursor paging of a list, newest first: the next page has ids below `nextBefore`. */
export const cursorPaging = { before: idInUrl.optional() };
export const nextBefore = z.int().nullable();

export const roundPhase = z.enum(["open", "soft-locked", "playing", "in-review", "to-publish", "complete"]);
export type RoundPhase = z.output<typeof roundPhase>;

export const feedHealth = z.object({
	source: z.string(),
	/** Season time of the last new payload. */
	lastReceivedAt: instant.nullable(),
	received: z.int(),
	/** Quarantined payloads. */
	quarantined: z.int(),
});

const MAX_SILENCE_HOURS = 14 * 24;

/** A problem of the installation, in English. */
const operatorAlert = z.object({
	id,
	kind: z.string(),
	title: z.string(),
	text: z.string(),
	/** What to do. */
	help: z.string(),
	beganAt: instant,
	/** Until when no mails or messages about it are sent; null if it is not silenced. */
	silencedUntil: instant.nullable(),
});
export type OperatorAlert = z.output<typeof operatorAlert>;

export const showOverview = defineCall("GET", "/operator/overview", {
	role: "viewer",
	summary: "The state of the installation: season, round, feeds, mails, jobs and open tasks",
	success: z.object({
		/** Null if there is no current season. */
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
		/** The kind of season whose clock the console can move: a demo or a rehearsal; null for a real season. */
		clock: z.enum(["demo", "rehearsal"]).nullable(),
		round: z
			.object({
				id: roundId,
				phase: roundPhase,
				matches: z.int(),
				matchesComplete: z.int(),
				startsAt: instant.nullable(),
				/** Season time of the automatic publication; null if not known yet. */
				publishesAt: instant.nullable(),
				isHeld: z.boolean(),
			})
			.nullable(),
		lastPublication: z.object({ roundId, at: instant }).nullable(),
		feeds: z.array(feedHealth),
		/** The feed that this process polls; null if another process does, or there is none. */
		polledFeed: z
			.object({
				source: z.string(),
				lastResponseAt: instant.nullable(),
				/** Consecutive failures. */
				failures: z.int(),
				lastFault: z.string().nullable(),
				/** Whether the provider refuses to answer, which needs an operator. */
				isRefused: z.boolean(),
			})
			.nullable(),
		/** `low`: little space is left; `full`: nothing can be saved. `freeBytes` is null if not known. */
		storage: z.object({ state: z.enum(["ok", "low", "full"]), freeBytes: z.int().nullable() }),
		/** The last backup that the server took, and the last failure since then. */
		backups: z.object({
			/** Whether the server takes one every day. */
			isDaily: z.boolean(),
			/** `place` is its folder or bucket, `size` is in bytes. */
			taken: z.object({ at: instant, place: z.string(), size: z.number() }).nullable(),
			failed: z.object({ at: instant, reason: z.string() }).nullable(),
		}),
		counts: z.object({
			users: z.int(),
			activeUsers: z.int(),
			teams: z.int(),
			completeTeams: z.int(),
			leagues: z.int(),
			sessions: z.int(),
		}),
		/** Drafts by state, mock drafts included; `overdue` are live ones in which something has been due for 5 seconds. */
		drafts: z.object({ live: z.int(), paused: z.int(), scheduled: z.int(), overdue: z.int() }),
		/** Whether a mail server is set up; without one, mails stay in the outbox. */
		hasMailServer: z.boolean(),
		/** The newest release, if it is newer than this one; null if it is not, or if no release feed is read. */
		newerRelease: z.object({ version: z.string(), url: z.url() }).nullable(),
		/** Open alerts, the oldest first. */
		alerts: z.array(operatorAlert),
		/** Counts of tasks for an operator. */
		waiting: z.object({
			quarantined: z.int(),
			/** Stat lines that were left out of their match as faulty. */
			faultyLines: z.int(),
			/** Published matches whose stats have changed since publication. */
			lateCorrections: z.int(),
			/** Matches for which the feed has a different start time. */
			announcedStarts: z.int(),
			failedMails: z.int(),
			dueMails: z.int(),
			failedJobs: z.int(),
			reportedAnnouncements: z.int(),
			/** Messages to the operators that are not marked as handled. */
			openMessages: z.int(),
		}),
	}),
});

export const changeDrafts = defineCall("POST", "/operator/drafts", {
	role: "match-day",
	summary: "Pause all live drafts, or resume those that were paused for the whole site",
	body: z.strictObject({ reason, action: z.enum(["pause", "resume"]) }),
	/** How many drafts have changed. */
	success: z.object({ drafts: z.int() }),
});

export const silenceAlert = defineCall("POST", "/operator/alerts/:id/silence", {
	role: "match-day",
	summary: "Send no mails or messages about an alert for some hours; 0 ends the silence",
	params: idParams,
	body: z.strictObject({ reason, hours: z.int().min(0).max(MAX_SILENCE_HOURS) }),
	success: z.object({ alert: operatorAlert }),
});
