import { z } from "zod";
import { defineCall } from "../call.ts";
import { seasonClock } from "../clock.ts";
import { dollars, id, idParams, instant, roundId, roundStatus, venue } from "../fields.ts";
import { reason, roundPhase, withIdAndReason } from "./operator.ts";

export const operatorMatch = z.object({
	id,
	roundId,
	homeSquadId: id,
	awaySquadId: id,
	startsAt: instant,
	venue: z.string(),
	status: roundStatus,
	minutes: z.int().nullable(),
	homeScore: z.int().nullable(),
	awayScore: z.int().nullable(),
	isAbandoned: z.boolean(),
});
export type OperatorMatch = z.output<typeof operatorMatch>;

const operatorRound = z.object({
	id: roundId,
	phase: roundPhase,
	publishedAt: instant.nullable(),
	/** Season time of the automatic publication; null before all matches end, or if an operator publishes. */
	publishesAt: instant.nullable(),
	/** A held round is not published automatically. */
	hold: z.object({ since: instant, reason: z.string() }).nullable(),
	magicNumber: z.int().nullable(),
	matches: z.array(operatorMatch),
});

export const listRounds = defineCall("GET", "/operator/rounds", {
	role: "viewer",
	summary: "The season's rounds with their matches",
	success: z.object({ rounds: z.array(operatorRound) }),
});

/** More than any club scores in a match. */
export const MAX_MATCH_SCORE = 400;

/** A change to a match: another time or round, abandoned, reinstated, or its status set manually. */
const matchChange = z.discriminatedUnion("do", [
	z.strictObject({ do: z.literal("reschedule"), startsAt: instant, venue: venue.optional() }),
	z.strictObject({ do: z.literal("move"), toRoundId: roundId, startsAt: instant }),
	z.strictObject({ do: z.literal("abandon") }),
	z.strictObject({ do: z.literal("reinstate") }),
	z.strictObject({
		do: z.literal("state"),
		/** `scheduled` reverts a match that was reported too early, and deletes its stats, clock and score. */
		status: z.enum(["scheduled", "playing", "complete"]),
		minutes: z.int().min(0).max(240).nullable(),
		homeScore: z.int().min(0).max(MAX_MATCH_SCORE).nullable(),
		awayScore: z.int().min(0).max(MAX_MATCH_SCORE).nullable(),
	}),
]);

export const changeMatch = defineCall("POST", "/operator/matches/:id", {
	role: "match-day",
	summary: "Reschedule, move, abandon or reinstate a match, or set its status, clock and score manually",
	params: idParams,
	body: z.strictObject({ reason, change: matchChange }),
	success: z.object({ match: operatorMatch }),
});

export const priceChange = z.object({ playerId: id, name: z.string(), before: dollars, after: dollars });

export const reviewPrices = defineCall("GET", "/operator/rounds/:id/prices", {
	role: "viewer",
	summary: "The prices that publishing this round now, or re-running its prices, would set; nothing is saved",
	params: idParams,
	success: z.object({
		roundId,
		magicNumber: z.int(),
		/** Whether the round is published, so that the prices are already in force. */
		isPublished: z.boolean(),
		/** Whether prices may be re-run: not after a later round is published. */
		mayRun: z.boolean(),
		changes: z.array(priceChange),
	}),
});

export const publishRoundNow = defineCall("POST", "/operator/rounds/:id/publish", {
	...withIdAndReason,
	role: "match-day",
	summary: "Publish a round in review now",
	success: z.object({ published: z.literal(true) }),
});

export const holdRound = defineCall("POST", "/operator/rounds/:id/hold", {
	...withIdAndReason,
	role: "match-day",
	summary: "Hold a round, so that it is not published automatically until it is released",
	success: z.object({ held: z.literal(true) }),
});

export const releaseRound = defineCall("POST", "/operator/rounds/:id/release", {
	...withIdAndReason,
	role: "match-day",
	summary: "Release a held round, which is published when it is due, or at once if that is past",
	success: z.object({ released: z.literal(true) }),
});

export const rerunPrices = defineCall("POST", "/operator/rounds/:id/rerun-prices", {
	...withIdAndReason,
	role: "match-day",
	summary: "Re-run the prices of the last published round from its stats; its trades become final",
	/** `changed` is the number of prices. */
	success: z.object({ changed: z.int(), magicNumber: z.int() }),
});

const seasonEntry = z.object({
	id,
	name: z.string(),
	status: z.enum(["open", "closed"]),
	isCurrent: z.boolean(),
	isDemo: z.boolean(),
	rounds: z.int(),
	teams: z.int(),
});

export const listSeasons = defineCall("GET", "/operator/seasons", {
	role: "viewer",
	summary: "All seasons, newest first",
	success: z.object({ seasons: z.array(seasonEntry) }),
});

export const closeSeason = defineCall("POST", "/operator/seasons/close", {
	role: "owner",
	summary: "Archive the current season as read-only; all its rounds must be complete",
	body: z.strictObject({ reason }),
	success: z.object({ closed: id }),
});

/** Seasons are imported from files (season-import.ts). */
export const beginSeason = defineCall("POST", "/operator/seasons/:id/begin", {
	...withIdAndReason,
	role: "owner",
	summary: "Make an imported season the current one; every user gets an empty team in it",
	success: z.object({
		current: id,
		teams: z.int(),
		/** How many keeper and dynasty leagues are continued. */
		leagues: z.int(),
	}),
});

/** The four ways to set the clock of a demo or a rehearsal. */
export const setClock = defineCall("POST", "/operator/clock", {
	role: "owner",
	summary: "Demo and rehearsal only: play the round (demo), set the speed, jump to the next lock or to a time",
	body: z.discriminatedUnion("action", [
		z.strictObject({ action: z.literal("play") }),
		z.strictObject({ action: z.literal("speed"), speed: z.number().min(0).max(100_000) }),
		z.strictObject({ action: z.literal("next") }),
		z.strictObject({ action: z.literal("set"), at: instant }),
	]),
	success: seasonClock,
});
