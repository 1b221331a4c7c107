import { mapStats, STATS } from "@first-bounce/rules/scoring/stats";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { id, idParams, roundId } from "../fields.ts";
import { reason } from "./operator.ts";
import { operatorMatch, priceChange } from "./season.ts";

export const MAX_COUNT = 999;
const count = z.int().min(0).max(MAX_COUNT);

/** A player's counts in a match, by their labels; TOG is a percentage. */
export const statCounts = z.strictObject({
	...mapStats((key) => (STATS[key].isOptional ? count.default(0) : count)),
	TOG: z.int().min(0).max(100),
});
export type StatCounts = z.output<typeof statCounts>;

const statLine = z.object({
	playerId: id,
	name: z.string(),
	squadId: id,
	/** The stats provider's id, if it is stored. */
	providerId: z.string().nullable().optional(),
	/** Null if she did not play. */
	stats: statCounts.nullable(),
	points: z.int().nullable(),
	/** Whether an operator set it, so that feeds do not change it. */
	isCorrected: z.boolean(),
});
export type MatchStatLine = z.output<typeof statLine>;

export const showStatLines = defineCall("GET", "/operator/matches/:id/lines", {
	role: "viewer",
	summary: "Both squads of a match with the counts of each player",
	params: idParams,
	success: z.object({ match: operatorMatch, lines: z.array(statLine) }),
});

const correctedLines = z
	.array(z.strictObject({ playerId: id, stats: statCounts.nullable() }))
	.min(1)
	.max(80);

const points = z.int().nullable();
export const correctionEffect = z.object({
	roundId,
	/** Whether the round is published, so that its standings and later ones are recomputed. */
	isPublished: z.boolean(),
	players: z.array(z.object({ playerId: id, name: z.string(), before: points, after: points })),
	rounds: z.array(
		z.object({
			roundId,
			teamsTouched: z.int(),
			ranksMoved: z.int(),
			/** Head-to-head match-ups, and games against a median, whose result changes. */
			resultsChanged: z.int(),
			/** Teams that go out of an elimination league in the round, or no longer do, once for each of their leagues. */
			eliminationsChanged: z.int().optional(),
			/** Leagues of these match-ups and games. */
			leaguesTouched: z.int(),
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
	/** What re-running the round's prices would change; null if that is not possible. */
	prices: z.object({ changes: z.array(priceChange) }).nullable(),
});
export type CorrectionEffect = z.output<typeof correctionEffect>;

export const previewStats = defineCall("POST", "/operator/matches/:id/lines/preview", {
	role: "match-day",
	summary: "What a correction of these stat lines would change: points, ranks, prices; nothing is saved",
	params: idParams,
	body: z.strictObject({ lines: correctedLines }),
	success: correctionEffect,
});

export const correctStatLines = defineCall("POST", "/operator/matches/:id/lines", {
	role: "match-day",
	summary: "Enter or correct players' counts in a match, which feeds then do not change. Published prices stay",
	params: idParams,
	body: z.strictObject({ reason, lines: correctedLines }),
	success: correctionEffect,
});
