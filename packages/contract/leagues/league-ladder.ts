import { z } from "zod";
import { defineCall } from "../call.ts";
import { readPublic } from "../call-access.ts";
import { squadRules } from "../draft/draft-settings.ts";
import {
	count,
	dollars,
	id,
	idInUrl,
	lineupFields,
	managerId,
	matchUpStage,
	recordByRound,
	roundId,
	roundIdOrAll,
	substitutions,
	teamAndOwner,
} from "../fields.ts";

export const manager = {
	userId: managerId,
	...teamAndOwner,
	/** The team's colour in its draft league; left out in other leagues. */
	colour: z.string().optional(),
};

const winsDrawsLosses = z.object({ win: z.int(), draw: z.int(), lose: z.int() });

/** One row of a head-to-head ladder. */
const h2hRanking = z.object({
	...manager,
	rank: z.int(),
	/** The team's rank among all teams; null before the team's start round. */
	overallRank: z.int().nullable(),
	WDL: winsDrawsLosses,
	/** The part of WDL against the league's median; null in a league without median games. */
	medianWDL: winsDrawsLosses.nullable(),
	/** Points in match-ups by round, without byes; in a league with games against its average, with these. */
	pointsFor: recordByRound(z.int()),
	totalPointsFor: z.int(),
	totalPointsAgainst: z.int(),
	/** Points for ÷ points against × 100; null if there are no points against. */
	percentage: z.number().nullable(),
	premiershipPoints: z.int(),
	played: z.int(),
	/** Points of every round that counts in the league, byes and finals included. */
	totalPoints: z.int(),
	averagePoints: z.number(),
	highestRoundPoints: z.int(),
	/** Points of the ladder's last round. */
	roundPoints: z.int(),
	/** Value of the last fully locked line-up; 0 before the first. */
	teamValue: dollars,
	isCurrentLeagueUser: z.boolean(),
});
export type H2hRanking = z.output<typeof h2hRanking>;

export const showLeagueLadder = defineCall("GET", "/fantasy/ranks/h2h-league", {
	...readPublic,
	summary: "A head-to-head league's ladder, best first; round 0 is to date, with the live round",
	query: z.strictObject({ leagueId: idInUrl, roundId: roundIdOrAll.default(0) }),
	success: z.object({
		rankings: z.array(h2hRanking),
		currentUserRanking: h2hRanking.nullable(),
		/** The last round included; null before the first. */
		roundId: roundId.nullable(),
		isLive: z.boolean(),
		/** The winner of the grand final, once it is complete. */
		winnerTeamId: id.nullable(),
		/** The final placings as team ids, once the grand final is complete; only in a league with consolation games. */
		placings: z.array(id).optional(),
	}),
});

/**
 * A team's line-up as rivals see it: players who are not locked are 0 and counted in `hidden`, and captains and emergencies
 * appear once they are locked. Before the round's first match everything is hidden.
 */
export const visibleLineup = z.object({
	...lineupFields,
	hidden: count,
});

/** When a team went out of an elimination league: as the lowest, or because its manager left. */
export const eliminatedIn = z.object({ roundId, reason: z.enum(["lowest", "left"]) });

const eliminationRanking = z.object({
	...manager,
	/** Teams that are alive rank by the ladder's last round, above those that are out, of which the last to go out is first. */
	rank: z.int(),
	/** Points of the ladder's last round or, if the team is out, of the round in which it went out; null until then. */
	roundPoints: z.int().nullable(),
	/** Points since the league's start. */
	totalPoints: z.int(),
	/** Null while the team is alive. */
	out: eliminatedIn.nullable(),
	isCurrentLeagueUser: z.boolean(),
});
export type EliminationRanking = z.output<typeof eliminationRanking>;

export const showEliminationLadder = defineCall("GET", "/fantasy/ranks/elimination-league", {
	...readPublic,
	summary:
		"An elimination league's ladder: teams that are alive, then those out; round 0 is to date, with the live round",
	query: z.strictObject({ leagueId: idInUrl, roundId: roundIdOrAll.default(0) }),
	success: z.object({
		rankings: z.array(eliminationRanking),
		currentUserRanking: eliminationRanking.nullable(),
		/** The last round included; null before the first. */
		roundId: roundId.nullable(),
		isLive: z.boolean(),
		/** The only team left, once the others are out. */
		winnerTeamId: id.nullable(),
		/** How many of the lowest teams that are alive the live round puts out if it ends like this. */
		inDanger: count,
		/** The line-ups of the teams that are alive, for their chances to survive the live round; empty without one. */
		lineups: z.array(visibleLineup.extend({ teamId: id })),
	}),
});

const matchUpTeam = visibleLineup.extend({
	...manager,
	/** Rank on the ladder to date. */
	rank: z.int(),
	/** Points by round id. */
	scoreFlow: recordByRound(z.int()),
	/** Points in this round; null before its first match. */
	points: z.int().nullable(),
	substitutions,
	/** Whether the team takes part in the round: its start round is this one or an earlier one. */
	isComplete: z.boolean(),
});
export type MatchUpTeam = z.output<typeof matchUpTeam>;

export const matchUp = z.object({
	/** Index in the round from 0, used in /leagues/{id}/matchup/{roundId}/{index}. */
	index: z.int().nonnegative(),
	roundId,
	...matchUpStage,
	/** Whether the round is complete. */
	isComplete: z.boolean(),
	isLive: z.boolean(),
	home: matchUpTeam,
	away: matchUpTeam,
	/** Null until the round is complete, and for a draw, which finals and consolation games do not have. */
	winnerTeamId: id.nullable(),
});
export type MatchUpView = z.output<typeof matchUp>;

/** A game against the average of the league's other scores; points are null before the round. */
export const averageGame = z.object({ teamId: id, points: z.int().nullable(), average: z.int().nullable() });

export const showMatchUps = defineCall("POST", "/fantasy/league/h2h-match-ups", {
	...readPublic,
	summary: "The match-ups of a head-to-head league in a round; for those who may read the league",
	body: z.strictObject({ leagueId: id, roundId }),
	success: z.object({
		matchUps: z.array(matchUp),
		/**
		 * The median of the scores of the teams that meet in the round, against which each of them plays too; null in a league
		 * without median games, in rounds of finals and before the round.
		 */
		median: z.number().nullable(),
		/** Of the team with a bye. Left out in a league without such games, in rounds of finals and in rounds without a bye. */
		averageGame: averageGame.optional(),
		/**
		 * Members who have a bye in this round. Beside fewer than two semi-finals they go straight to the grand final; in other
		 * finals there are byes only in a league with consolation games.
		 */
		byes: z.array(z.object(manager)),
		/** True for the last round of a league with finals, even before its teams are known. */
		isGrandFinal: z.boolean(),
		/** True for the round before it in a finals series. */
		isSemiFinal: z.boolean(),
		/** The places and the scoring of the teams of a draft league; null for other leagues, where they are those of the season. */
		draftRules: z.object({ squad: squadRules, captainDoubled: z.boolean() }).nullable(),
	}),
});
