import { z } from "zod";
import { defineCall } from "../call.ts";
import { dollars, emptyObject, id, playersByLine, roundId, slotId } from "../fields.ts";

const byLine = z.object({ DEF: z.int(), MID: z.int(), RUC: z.int(), FWD: z.int() });

/** Where points came from: the lines and the captaincy together are all of them; `fromBench` is part of the lines. */
const breakdown = z.object({
	points: z.int(),
	byLine,
	captaincy: z.int(),
	fromBench: z.int(),
	/** Scored by bench and utility without counting. */
	leftOnBench: z.int(),
});

/** A team that could have been fielded, known only afterwards: exact, by the rules of the round. */
export const bestTeam = z.object({
	points: z.int(),
	lineup: playersByLine,
	bench: playersByLine,
	utilityId: slotId,
	captainId: slotId,
	viceCaptainId: slotId,
	emergency: z.array(id),
	/** At the round's prices. */
	cost: dollars,
});
export type BestTeam = z.output<typeof bestTeam>;

const reportRound = breakdown.extend({
	roundId,
	roundRank: z.int().nullable(),
	overallRank: z.int().nullable(),
	/** Of the same 21 players; null while it is being worked out. */
	bestOfSquad: bestTeam.nullable(),
	/** Of everyone, for no more than the team's salary cap then; null also where the team has no money. */
	bestUnderCap: bestTeam.nullable(),
});
export type ReportRound = z.output<typeof reportRound>;

export const seasonReport = z.object({
	teamId: id,
	teamName: z.string(),
	/** Finished rounds from the team's first on. */
	rounds: z.array(reportRound),
	totals: breakdown.extend({ tradeGain: z.int() }),
	trades: z.array(
		z.object({
			id,
			roundId,
			playerInId: id,
			playerOutId: id,
			/** Points of who came in less those of who went out, for as long as the newcomer stayed. */
			gain: z.int(),
		}),
	),
	/** Best teams that are still to come: ask again in a moment. */
	pending: z.int().nonnegative(),
});
export type SeasonReport = z.output<typeof seasonReport>;

export const showSeasonReport = defineCall({
	method: "GET",
	path: "/fantasy/team/season-report",
	access: "active",
	summary: "Where one's points of the season came from, and what hindsight would have fielded",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: z.object({ report: seasonReport }),
});
