import { z } from "zod";
import { defineCall } from "../call.ts";
import { seasonClock } from "../clock.ts";
import { dollars, emptyObject, id, idInPath, instant, roundId, roundStatus } from "../fields.ts";
import { reason, roundPhase } from "./operator.ts";

const byOperator = { access: "operator", query: emptyObject } as const;
const inPath = z.strictObject({ id: idInPath });

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

export const operatorRound = z.object({
	id: roundId,
	phase: roundPhase,
	publishedAt: instant.nullable(),
	/** Season time of its automatic publication; null while matches are to end, and where it waits for an operator. */
	publishesAt: instant.nullable(),
	/** While it is held it is not published by itself. */
	hold: z.object({ since: instant, reason: z.string() }).nullable(),
	magicNumber: z.int().nullable(),
	matches: z.array(operatorMatch),
});

export const listRounds = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/rounds",
	summary: "The season's rounds with their matches, as an operator sees them",
	params: emptyObject,
	body: emptyObject,
	success: z.object({ rounds: z.array(operatorRound) }),
});

/** One thing to do with a match: another time, another round, not played, played after all, or its state by hand. */
const matchChange = z.discriminatedUnion("do", [
	z.strictObject({ do: z.literal("reschedule"), startsAt: instant, venue: z.string().trim().max(100).optional() }),
	z.strictObject({ do: z.literal("move"), toRoundId: roundId, startsAt: instant }),
	z.strictObject({ do: z.literal("abandon") }),
	z.strictObject({ do: z.literal("reinstate") }),
	z.strictObject({
		do: z.literal("state"),
		/** `scheduled` takes back what was said of a match too early: its stats, clock and score go. */
		status: z.enum(["scheduled", "playing", "complete"]),
		minutes: z.int().min(0).max(240).nullable(),
		homeScore: z.int().min(0).max(400).nullable(),
		awayScore: z.int().min(0).max(400).nullable(),
	}),
]);

export const changeMatch = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/matches/:id",
	summary: "Reschedule, move, abandon or reinstate a match, or set its status, clock and score by hand",
	params: inPath,
	body: z.strictObject({ reason, change: matchChange }),
	success: z.object({ match: operatorMatch }),
});

export const priceChange = z.object({ playerId: id, name: z.string(), before: dollars, after: dollars });

export const reviewPrices = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/rounds/:id/prices",
	summary: "The prices that publishing this round now, or running it again, would set; nothing is written",
	params: inPath,
	body: emptyObject,
	success: z.object({
		roundId,
		magicNumber: z.int(),
		/** The prices in force after the round, where it is published already. */
		isPublished: z.boolean(),
		/** An earlier round's prices cannot be run again once a later one is published. */
		mayRun: z.boolean(),
		changes: z.array(priceChange),
	}),
});

export const publishRoundNow = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/rounds/:id/publish",
	summary: "Publish a round that waits for review now",
	params: inPath,
	body: z.strictObject({ reason }),
	success: z.object({ published: z.literal(true) }),
});

export const holdRound = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/rounds/:id/hold",
	summary: "Hold a round back from automatic publication until it is released, or published by hand",
	params: inPath,
	body: z.strictObject({ reason }),
	success: z.object({ held: z.literal(true) }),
});

export const releaseRound = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/rounds/:id/release",
	summary: "Release a held round: it is published by itself when it is due, at once if that has passed",
	params: inPath,
	body: z.strictObject({ reason }),
	success: z.object({ released: z.literal(true) }),
});

export const rerunPrices = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/rounds/:id/rerun-prices",
	summary: "Price the last published round again from its stats; its trades become final",
	params: inPath,
	body: z.strictObject({ reason }),
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

export const listSeasons = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/seasons",
	summary: "Every season of this installation, the newest first",
	params: emptyObject,
	body: emptyObject,
	success: z.object({ seasons: z.array(seasonEntry) }),
});

export const closeSeason = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/seasons/close",
	summary: "Archive the current season, read-only; every round of it must be complete",
	params: emptyObject,
	body: z.strictObject({ reason }),
	success: z.object({ closed: id }),
});

/** A season is brought in by its files (operator-season-import.ts); this makes one that is there the current one, with empty teams. */
export const beginSeason = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/seasons/:id/begin",
	summary: "Make an imported season the current one; every user gets an empty team in it",
	params: inPath,
	body: z.strictObject({ reason }),
	success: z.object({ current: id, teams: z.int() }),
});

/** Demo only: one of the four ways to turn its clock. */
export const setClock = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/clock",
	summary: "Demo only: play the round, set the speed, jump to the next lock or to a time",
	params: emptyObject,
	body: z.discriminatedUnion("turn", [
		z.strictObject({ turn: z.literal("play") }),
		z.strictObject({ turn: z.literal("speed"), speed: z.number().min(0).max(100_000) }),
		z.strictObject({ turn: z.literal("next") }),
		z.strictObject({ turn: z.literal("set"), at: instant }),
	]),
	success: seasonClock,
});
