import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idParams, instant } from "../fields.ts";
import { reason } from "./operator.ts";
import { operatorMatch } from "./season.ts";
import { correctionEffect, statCounts } from "./stats.ts";

/** A player's line as reported in a payload, and the stored line at that time; null for none. */
const reportedLine = z.object({
	playerId: id,
	name: z.string(),
	before: statCounts.nullable(),
	reported: statCounts.nullable(),
});

const faultyLine = reportedLine.extend({
	id,
	match: operatorMatch,
	payloadId: id,
	/** Season time. */
	since: instant,
	problems: z.array(z.string()),
	/** Identifies the line that was shown: if the line changes, it cannot be accepted under the old version. */
	version: z.string(),
	/** False if the line cannot be accepted, such as one with a negative count. */
	mayAccept: z.boolean(),
});
export type FaultyLine = z.output<typeof faultyLine>;

/** A line that was applied although it reduced a count. */
const reducedLine = reportedLine.extend({ id, match: operatorMatch, payloadId: id, since: instant });
export type ReducedLine = z.output<typeof reducedLine>;

/** The points of both clubs; null if none are known. */
const matchScore = z.object({ home: z.int().nullable(), away: z.int().nullable() });

const lateCorrection = z.object({
	match: operatorMatch,
	since: instant,
	/** Identifies the previewed lines: if one changes, they cannot be accepted under the old version. */
	version: z.string(),
	lines: z.array(reportedLine.extend({ problems: z.array(z.string()) })),
	/** The match's score, which no points depend on; null if it has not changed. */
	score: z.object({ before: matchScore, reported: matchScore }).nullable(),
});
export type LateCorrection = z.output<typeof lateCorrection>;

/** A decision on the version that was shown; refused if a newer one has arrived. */
const decision = z.strictObject({ reason, version: z.string().max(100) });

export const listStatReviews = defineCall("GET", "/operator/stat-reviews", {
	role: "viewer",
	summary: "Faulty lines that were left out, corrections that arrived after publication, and lines that lost stats",
	success: z.object({
		faultyLines: z.array(faultyLine),
		lateCorrections: z.array(lateCorrection),
		/** The newest fifty lines that reduced a count. They have been applied. */
		reducedLines: z.array(reducedLine),
	}),
});

export const acceptFaultyLine = defineCall("POST", "/operator/stat-reviews/:id/accept", {
	role: "match-day",
	summary: "Apply a faulty line that was left out of its match",
	params: idParams,
	body: decision,
	success: z.object({ accepted: z.literal(true) }),
});

export const dismissFaultyLine = defineCall("POST", "/operator/stat-reviews/:id/dismiss", {
	role: "match-day",
	summary: "Leave a faulty line out; the same line is not listed again",
	params: idParams,
	body: decision,
	success: z.object({ dismissed: z.literal(true) }),
});

export const previewLateCorrection = defineCall("GET", "/operator/late-corrections/:id", {
	role: "viewer",
	summary: "What accepting stats that arrived after publication would change; nothing is saved",
	params: idParams,
	success: z.object({ correction: lateCorrection, effect: correctionEffect }),
});

export const acceptLateCorrection = defineCall("POST", "/operator/late-corrections/:id/accept", {
	role: "match-day",
	summary: "Correct a published match by stats that arrived later; published prices stay",
	params: idParams,
	body: decision,
	success: correctionEffect,
});

const previewedCorrections = z
	.array(z.strictObject({ matchId: id, version: z.string().max(100) }))
	.min(1)
	.max(30);

export const previewLateCorrections = defineCall("POST", "/operator/late-corrections/preview", {
	role: "match-day",
	summary: "What accepting the late stats of several matches would change together; nothing is saved",
	body: z.strictObject({ corrections: previewedCorrections }),
	success: correctionEffect,
});

export const acceptLateCorrections = defineCall("POST", "/operator/late-corrections/accept", {
	role: "match-day",
	summary: "Correct several published matches by stats that arrived later: all or none",
	body: z.strictObject({
		reason,
		corrections: previewedCorrections,
	}),
	success: z.object({ accepted: z.int() }),
});

export const dismissLateCorrection = defineCall("POST", "/operator/late-corrections/:id/dismiss", {
	role: "match-day",
	summary: "Leave a published match as it is; the same stats are not listed again",
	params: idParams,
	body: decision,
	success: z.object({ dismissed: z.literal(true) }),
});
