import { z } from "zod";
import { defineCall } from "../call.ts";
import { readPublic } from "../call-access.ts";
import { count, id, idInUrl, roundId } from "../fields.ts";
import { rowId } from "./waivers.ts";

const points = z.int();

/** A published round of a draft team, and its best line-up in hindsight. */
const draftReportRound = z.object({
	roundId,
	points,
	/** The most points that its squad could have scored. */
	bestPoints: points,
	/** The players who would have scored. The first one has the most points and would have been captain. */
	bestPlayerIds: z.array(id),
	/** Points of the bench and of a utility that did not count. */
	leftOnBench: points,
	/** How many more points doubling the best player on field would have added. */
	captainMissed: count,
});
export type DraftReportRound = z.output<typeof draftReportRound>;

const draftPickResult = z.object({
	overall: z.int().positive(),
	playerId: id,
	/** What the player has scored in the published rounds, whichever team she is in. */
	points,
	/** The value of the pick's number n: what the player with the n-th most points of all drafted players has scored. */
	expected: points,
});
export type DraftPickResult = z.output<typeof draftPickResult>;

const changeFields = {
	/** The entry of the log. */
	changeId: rowId,
	/** The round from which on it counts. */
	roundId,
};

/** Where a draft team's points of the season came from, in published rounds. */
export const draftReport = z.object({
	leagueId: id,
	leagueName: z.string(),
	teamId: id,
	teamName: z.string(),
	rounds: z.array(draftReportRound),
	totals: z.object({ points, bestPoints: points }),
	/** Points that players added to the team's scores, by how they came to it. They add up to all points. */
	sources: z.object({
		drafted: points,
		kept: points,
		claimed: points,
		added: points,
		traded: points,
		corrected: points,
	}),
	/** The team's picks that scored most above the value of their numbers, the best first, and most below it, the worst first. */
	bestPicks: z.array(draftPickResult),
	worstPicks: z.array(draftPickResult),
	/** Players who were claimed or added, the earliest first, with the points that they have added to the team's scores since. */
	claims: z.array(
		z.object({
			...changeFields,
			kind: z.enum(["claimed", "added"]),
			playerId: id,
			/** Who left for her. */
			dropId: id.nullable(),
			points,
		}),
	),
	/**
	 * Trades, the earliest first: the points since the trade of the players who came and of those who left, each while she
	 * stayed in her new team.
	 */
	trades: z.array(
		z.object({
			...changeFields,
			/** The other team. */
			otherTeamName: z.string(),
			inIds: z.array(id),
			outIds: z.array(id),
			pointsIn: points,
			pointsOut: points,
		}),
	),
});
export type DraftReport = z.output<typeof draftReport>;

export const showDraftReport = defineCall("GET", "/draft/league/:id/report/:teamId", {
	...readPublic,
	summary:
		"Extension: what drafting, claims, trades and benching were worth to a team of a draft league in the published rounds; for its members",
	params: z.strictObject({ id: idInUrl, teamId: idInUrl }),
	success: z.object({ report: draftReport }),
});
