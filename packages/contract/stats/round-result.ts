import { z } from "zod";
import { defineCall } from "../call.ts";
import { readTeam } from "../call-access.ts";
import { count, id, idInUrl, managerId, matchUpStage, roundId } from "../fields.ts";

const playerPoints = z.object({ playerId: id, points: z.int() });
const replacement = z.object({ inId: id, outId: id, points: z.int() });

/** A decision of the manager, with the points that it gained compared with the next best one; negative if it cost points. */
const decision = z.object({
	kind: z.enum(["captain", "swap", "cover", "trade"]),
	/** The captain chosen or missed, the player to swap in, the emergency, or the player who came in. */
	playerId: id,
	/** The other captain, or the player who went out or should have gone out; null if there was nobody. */
	otherId: id.nullable(),
	points: z.int(),
});
export type ResultDecision = z.output<typeof decision>;

const matchUp = z.object({
	leagueId: id,
	leagueName: z.string(),
	/**
	 * The index of the match-up in its round, used in /leagues/{id}/matchup/{roundId}/{index}; null for a bye or a game
	 * against the average.
	 */
	index: z.int().nonnegative().nullable(),
	...matchUpStage,
	outcome: z.enum(["won", "lost", "drawn", "bye"]),
	/** The points of the manager's team in this league: in a draft league her draft team, not the team of the other results. */
	points: z.int(),
	/** The average of the league's other scores, against which the team played instead of having a bye; otherwise left out. */
	average: z.int().optional(),
	/** Null for a bye, and in a game against the league's average. */
	opponent: z
		.object({
			userId: managerId,
			/** Empty for a deactivated account. */
			teamName: z.string(),
			points: z.int(),
		})
		.nullable(),
	/** The game against the league's median beside the match-up; left out if the team plays none. */
	median: z.object({ points: z.number(), outcome: z.enum(["won", "lost", "drawn"]) }).optional(),
});
export type ResultMatchUp = z.output<typeof matchUp>;

/** How the round ended in an elimination league in which the team was still alive. */
const eliminationOutcome = z.object({
	leagueId: id,
	leagueName: z.string(),
	outcome: z.enum(["survived", "out", "won"]),
	/** How many teams are left after the round. */
	teamsLeft: count,
});
export type ResultElimination = z.output<typeof eliminationOutcome>;

/** A record that the round set. */
const record = z.object({
	kind: z.enum([
		"best-score",
		"best-round-rank",
		"best-overall-rank",
		"season-score",
		"league-score",
		"winning-streak",
	]),
	/** Points, a rank, or the number of wins in a row. */
	value: z.int(),
	/** The previous best; null for a streak. */
	before: z.int().nullable(),
	/** For a record of a league. */
	leagueName: z.string().nullable(),
});
export type ResultRecord = z.output<typeof record>;

/** A team's result in a published round, with all corrections so far. */
export const roundResult = z.object({
	roundId,
	teamId: id,
	teamName: z.string(),
	/** Whether scores were corrected after the round was published. */
	isCorrected: z.boolean(),
	points: z.int(),
	totalPoints: z.int(),
	roundRank: z.int(),
	overallRank: z.int(),
	/** The ranks after the previous round; null in the team's first round. */
	previousRoundRank: z.int().nullable(),
	previousOverallRank: z.int().nullable(),
	/** The number of ranked teams. */
	teams: z.int(),
	averagePoints: z.number(),
	/** The team's projected score when the round began; null if it is unknown. */
	projectedPoints: z.int().nullable(),
	captain: z.object({
		/** The player whose points were doubled; null if neither captain nor vice captain played. */
		playerId: id.nullable(),
		/** Points added by doubling. */
		added: z.int(),
		/** The player who scored most on field; null if nobody played. */
		best: playerPoints.nullable(),
		/** How many more points doubling the best player on field would have added. */
		missed: count,
	}),
	bench: z.object({
		/** Players of bench and utility who played and did not count, most points first. */
		left: z.array(playerPoints),
		leftPoints: z.int(),
		/** Emergencies who covered, with their points. */
		covers: z.array(replacement),
		/** The swap with a player on field that would have added most. */
		missedSwap: replacement.nullable(),
	}),
	/** The season's trades whose new player was in the team in this round. */
	trades: z.array(
		z.object({
			id,
			roundId,
			playerInId: id,
			playerOutId: id,
			/** Points of the new player minus those of the old one, from the trade to this round, while the new player stayed. */
			gain: z.int(),
			/** The same in this round alone. */
			roundPoints: z.int(),
		}),
	),
	best: decision.nullable(),
	worst: decision.nullable(),
	matchUps: z.array(matchUp),
	eliminations: z.array(eliminationOutcome),
	records: z.array(record),
});
export type RoundResult = z.output<typeof roundResult>;

export const showRoundResult = defineCall("GET", "/fantasy/team/round-result/:roundId", {
	...readTeam,
	summary: "Extension: how the caller's team went in a round: score, ranks, calls, match-ups and records",
	params: z.strictObject({ roundId: idInUrl }),
	success: z.object({
		/** Null if there is none; `reason` says why. */
		result: roundResult.nullable(),
		/** The round is not published, the team has never been complete, or it started later. */
		reason: z.enum(["not-published", "no-team", "not-started"]).nullable(),
		/** The team's first round; null before its first save. */
		startRoundId: roundId.nullable(),
	}),
});
