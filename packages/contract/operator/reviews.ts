import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id, idInPath, instant } from "../fields.ts";
import { reason } from "./operator.ts";
import { operatorMatch } from "./season.ts";
import { correctionEffect, statCounts } from "./stats.ts";

/** A player's line as a payload reports it, beside the one that counted when it came; null for no line. */
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
	faults: z.array(z.string()),
	/** Changes with the line: what is accepted is what was shown. */
	version: z.string(),
	/** False where no operator can accept it, such as a negative count. */
	mayAccept: z.boolean(),
});
export type FaultyLine = z.output<typeof faultyLine>;

const reducedLine = reportedLine.extend({ id, match: operatorMatch, payloadId: id, since: instant });
export type ReducedLine = z.output<typeof reducedLine>;

const lateCorrection = z.object({
	match: operatorMatch,
	since: instant,
	/** Changes with its lines: what is accepted is what was previewed. */
	version: z.string(),
	lines: z.array(reportedLine.extend({ faults: z.array(z.string()) })),
});
export type LateCorrection = z.output<typeof lateCorrection>;

/** A decision on what was shown; refused once something newer has come in. */
const decision = z.strictObject({ reason, version: z.string().max(100) });

const byOperator = { access: "operator", query: emptyObject } as const;
const inPath = z.strictObject({ id: idInPath });

export const listStatReviews = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/stat-reviews",
	summary: "Faulty lines that were left out, corrections that came after publication, and lines that lost stats",
	params: emptyObject,
	body: emptyObject,
	success: z.object({
		faultyLines: z.array(faultyLine),
		lateCorrections: z.array(lateCorrection),
		/** The newest fifty. They count already. */
		reducedLines: z.array(reducedLine),
	}),
});

export const acceptFaultyLine = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/stat-reviews/:id/accept",
	summary: "Apply a line that was left out of its match as faulty",
	params: inPath,
	body: decision,
	success: z.object({ accepted: z.literal(true) }),
});

export const dismissFaultyLine = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/stat-reviews/:id/dismiss",
	summary: "Leave a faulty line out for good; the same line is not asked about again",
	params: inPath,
	body: decision,
	success: z.object({ dismissed: z.literal(true) }),
});

export const previewLateCorrection = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/late-corrections/:id",
	summary: "What accepting the stats that came after a match's publication would change; nothing is written",
	params: inPath,
	body: emptyObject,
	success: z.object({ correction: lateCorrection, effect: correctionEffect }),
});

export const acceptLateCorrection = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/late-corrections/:id/accept",
	summary: "Correct a published match by the stats that came afterwards; published prices stay",
	params: inPath,
	body: decision,
	success: correctionEffect,
});

export const dismissLateCorrection = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/late-corrections/:id/dismiss",
	summary: "Leave a published match as it is; the same stats are not asked about again",
	params: inPath,
	body: decision,
	success: z.object({ dismissed: z.literal(true) }),
});
