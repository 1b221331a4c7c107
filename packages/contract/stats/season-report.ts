import { mapLines } from "@first-bounce/rules/player";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { readTeam } from "../call-access.ts";
import { count, dollars, id, lineupFields, roundId } from "../fields.ts";

/** Points by source. Lines and captaincy add up to all points; the lines include the points from the bench. */
const breakdown = z.object({
	points: z.int(),
	byLine: z.object(mapLines(() => z.int())),
	captaincy: z.int(),
	fromBench: z.int(),
	/** Points of bench and utility that did not count. */
	leftOnBench: z.int(),
});

/** The best legal team of a round in hindsight. */
const bestTeam = z.object({
	points: z.int(),
	...lineupFields,
	/** Cost at the round's prices. */
	cost: dollars,
});
export type BestTeam = z.output<typeof bestTeam>;

const reportRound = breakdown.extend({
	roundId,
	roundRank: z.int().nullable(),
	overallRank: z.int().nullable(),
	/** The best team from the same 21 players; null while it is being computed. */
	bestOfSquad: bestTeam.nullable(),
	/** The best team from all players under the team's salary cap in the round; null also if the cap is unknown. */
	bestUnderCap: bestTeam.nullable(),
});
export type ReportRound = z.output<typeof reportRound>;

export const seasonReport = z.object({
	teamId: id,
	teamName: z.string(),
	/** The finished rounds, from the team's first round on. */
	rounds: z.array(reportRound),
	totals: breakdown.extend({ tradeGain: z.int() }),
	trades: z.array(
		z.object({
			id,
			roundId,
			playerInId: id,
			playerOutId: id,
			/** Points of the incoming minus those of the outgoing player, for the rounds that the incoming one stayed. */
			gain: z.int(),
		}),
	),
	/** Number of best teams still being computed. */
	pending: count,
});
export type SeasonReport = z.output<typeof seasonReport>;

export const showSeasonReport = defineCall("GET", "/fantasy/team/season-report", {
	...readTeam,
	summary: "The sources of the caller's points this season, and the best teams in hindsight",
	success: z.object({ report: seasonReport }),
});
