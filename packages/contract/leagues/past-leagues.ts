import { LEAGUE_FORMATS } from "@first-bounce/rules/draft/keepers";
import { LEAGUE_CLASSES } from "@first-bounce/rules/leagues/league";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { readPublic } from "../call-access.ts";
import { draftTurn, managedTeam } from "../draft/draft-board.ts";
import { count, createPaging, id, idInUrl, instant, line, nextPage, roundId } from "../fields.ts";
import { rankingRow } from "../stats/rankings.ts";
import { leagueColour } from "./league.ts";
import { averageGame, eliminatedIn, manager } from "./league-ladder.ts";
import { leaguePrivacy, leagueType, tiebreaker } from "./league-settings.ts";

const pastLeague = z.object({
	id,
	name: z.string(),
	type: leagueType,
	class: z.enum(LEAGUE_CLASSES),
	privacy: leaguePrivacy,
	numTeams: z.int(),
	/** Path of the picture, or null. */
	avatar: z.string().nullable(),
	colour: leagueColour,
	/** The caller's final rank; null if she was not in the league. */
	rank: z.int().nullable(),
});
export type PastLeague = z.output<typeof pastLeague>;

export const listPastLeagues = defineCall("GET", "/fantasy/past-seasons/:seasonId/leagues", {
	access: "active",
	scope: "read:leagues",
	summary: "The user's leagues of a closed season with her final ranks, newest membership first",
	params: z.strictObject({ seasonId: idInUrl }),
	query: z.strictObject(createPaging(10)),
	success: z.object({ leagues: z.array(pastLeague), nextPage }),
});

const pastLadderRow = rankingRow.extend({
	/** When the team went out of an elimination league; null for its winner, and in other leagues. */
	out: eliminatedIn.nullable(),
	/** Only in head-to-head leagues; null in others. */
	h2h: z
		.object({
			played: z.int(),
			wins: z.int(),
			draws: z.int(),
			losses: z.int(),
			pointsFor: z.int(),
			pointsAgainst: z.int(),
			/** Points for ÷ points against × 100; null if there are no points against. */
			percentage: z.number().nullable(),
			premiershipPoints: z.int(),
			/** The part against the league's median; null in a league without median games. */
			median: z.object({ wins: z.int(), draws: z.int(), losses: z.int() }).nullable(),
		})
		.nullable(),
});
export type PastLadderRow = z.output<typeof pastLadderRow>;

const pastSide = z.object({ ...manager, points: z.int() });

const pastMatchUps = z.object({
	roundId,
	isSemiFinal: z.boolean(),
	isGrandFinal: z.boolean(),
	matchUps: z.array(
		z.object({
			home: pastSide,
			away: pastSide,
			/** Null for a draw, which finals and consolation games do not have. */
			winnerTeamId: id.nullable(),
			/** Whether it was a game of teams outside the finals. */
			isConsolation: z.boolean(),
		}),
	),
	/** The median of the round's scores; left out in a league without median games and in rounds of finals. */
	median: z.number().optional(),
	/** The game of the team with a bye against the league's average; left out if there is none. */
	averageGame: averageGame.optional(),
	/** Members without a match-up in this round. */
	byes: z.array(z.object(manager)),
});
export type PastMatchUps = z.output<typeof pastMatchUps>;

export const showPastLeague = defineCall("GET", "/fantasy/past-seasons/:seasonId/leagues/:leagueId", {
	...readPublic,
	summary: "The final ladder of a league of a closed season, with its match-ups; for those who may read the league",
	params: z.strictObject({ seasonId: idInUrl, leagueId: idInUrl }),
	query: z.strictObject(createPaging(20)),
	success: z.object({
		season: z.object({ id, name: z.string(), lastRound: roundId, grandFinal: z.boolean() }),
		league: pastLeague.extend({ startId: roundId, h2hTiebreaker: tiebreaker.nullable() }),
		ladder: z.array(pastLadderRow),
		nextPage,
		currentUserRanking: pastLadderRow.nullable(),
		/** The winner of the grand final or of an elimination league; null in a league without one. */
		winnerTeamId: id.nullable(),
		/** The winner's team name, because the winner may be on another page of the ladder; empty for a deactivated account. */
		winnerTeamName: z.string().nullable(),
		/** The final placings with the teams' names; only of a league with consolation games that had a grand final. */
		placings: z.array(z.object(manager)).optional(),
		/** The rounds of a head-to-head league; empty in others. */
		rounds: z.array(pastMatchUps),
	}),
});

export const showPastDraft = defineCall("GET", "/fantasy/past-seasons/:seasonId/leagues/:leagueId/draft", {
	...readPublic,
	summary:
		"Extension: the draft board, the squads at the end and the moves of a draft league of a closed season; for those who may read the league",
	params: z.strictObject({ seasonId: idInUrl, leagueId: idInUrl }),
	success: z.object({
		format: z.enum(LEAGUE_FORMATS),
		/** In the order of the first round. */
		teams: z.array(
			managedTeam.extend({
				/** Its squad at the end of the season. */
				playerIds: z.array(id),
			}),
		),
		/** By number. */
		picks: z.array(
			draftTurn.omit({ isSkipped: true }).extend({
				playerId: id.nullable(),
				/** For how many years in a row the player had been kept; 0 for one who was drafted. */
				keptYears: count,
			}),
		),
		/** What happened after the draft, in this order. A team that is null is nobody's squad. */
		moves: z.array(
			z.object({
				id: z.int().positive(),
				at: instant,
				kind: z.enum(["added", "claimed", "dropped", "traded", "corrected", "undone", "delisted"]),
				playerId: id,
				fromTeamId: id.nullable(),
				toTeamId: id.nullable(),
				roundId,
			}),
		),
		players: z.array(
			z.object({
				playerId: id,
				name: z.string(),
				positions: z.array(line),
				/** The abbreviation of her club. */
				squad: z.string(),
			}),
		),
	}),
});
