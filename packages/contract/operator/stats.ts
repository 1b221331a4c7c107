import { mapStats, STATS } from "@first-bounce/rules/scoring/stats";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { emptyObject, id, idInPath, roundId } from "../fields.ts";
import { reason } from "./operator.ts";
import { operatorMatch, priceChange } from "./season.ts";

const count = z.int().min(0).max(999);

/** A player's counts in a match, by their labels; TOG is a percentage. */
export const statCounts = z.strictObject({
	...mapStats((key) => (STATS[key].isOptional ? count.default(0) : count)),
	TOG: z.int().min(0).max(100),
});
export type StatCounts = z.output<typeof statCounts>;

const line = z.object({
	playerId: id,
	name: z.string(),
	squadId: id,
	/** Null: she did not take the field. */
	stats: statCounts.nullable(),
	points: z.int().nullable(),
	/** An operator's word stands over the feed's. */
	isCorrected: z.boolean(),
});
export type MatchLine = z.output<typeof line>;

const inPath = z.strictObject({ id: idInPath });
const byOperator = { access: "operator", params: inPath, query: emptyObject } as const;

export const showMatchLines = defineCall({
	...byOperator,
	method: "GET",
	path: "/operator/matches/:id/lines",
	summary: "Both squads of a match with the counts of each player",
	body: emptyObject,
	success: z.object({ match: operatorMatch, lines: z.array(line) }),
});

const lines = z
	.array(z.strictObject({ playerId: id, stats: statCounts.nullable() }))
	.min(1)
	.max(80);

const points = z.int().nullable();
export const correctionEffect = z.object({
	roundId,
	/** The round is published: its standings and all later ones are worked out again. */
	isPublished: z.boolean(),
	players: z.array(z.object({ playerId: id, name: z.string(), before: points, after: points })),
	rounds: z.array(
		z.object({
			roundId,
			teamsTouched: z.int(),
			ranksMoved: z.int(),
			moves: z.array(
				z.object({
					teamId: id,
					teamName: z.string(),
					pointsBefore: z.int(),
					pointsAfter: z.int(),
					rankBefore: z.int(),
					rankAfter: z.int(),
				}),
			),
		}),
	),
	/** What running the round's prices again would change; null where it may not be run, or is still to come. */
	prices: z.object({ changes: z.array(priceChange) }).nullable(),
});
export type CorrectionEffect = z.output<typeof correctionEffect>;

export const previewStats = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/matches/:id/lines/preview",
	summary: "What a correction of these lines would change: points, ranks, prices; nothing is written",
	body: z.strictObject({ lines }),
	success: correctionEffect,
});

export const correctStatLines = defineCall({
	...byOperator,
	method: "POST",
	path: "/operator/matches/:id/lines",
	summary: "Enter or correct players' counts of a match; no feed takes them back. Published prices stay",
	body: z.strictObject({ reason, lines }),
	success: correctionEffect,
});
