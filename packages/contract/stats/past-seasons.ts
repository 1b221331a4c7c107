import { z } from "zod";
import { defineCall } from "../call.ts";
import { readPublic } from "../call-access.ts";
import { createPaging, id, idInUrl, line, roundId } from "../fields.ts";
import { manager } from "../leagues/league-ladder.ts";
import { rankingsPage } from "./rankings.ts";

const pastSeason = z.object({
	id,
	name: z.string(),
	/** The number of ranked teams. */
	teams: z.int(),
	/** Where the caller's team finished; null for visitors, and without a ranked team. */
	own: z.object({ rank: z.int(), totalPoints: z.int() }).nullable(),
});
export type PastSeasonSummary = z.output<typeof pastSeason>;

export const listPastSeasons = defineCall("GET", "/fantasy/past-seasons", {
	...readPublic,
	summary: "The closed seasons, newest first, with the caller's final rank in each",
	success: z.object({ seasons: z.array(pastSeason) }),
});

const pastRound = z.object({
	roundId,
	points: z.int(),
	totalPoints: z.int(),
	roundRank: z.int(),
	overallRank: z.int(),
});
export type PastRound = z.output<typeof pastRound>;

/** What the names of a season's rounds depend on. */
const roundRules = { lastRound: roundId, grandFinal: z.boolean() };

export const showPastSeason = defineCall("GET", "/fantasy/past-seasons/:seasonId", {
	...readPublic,
	summary: "A closed season, with the caller's points and ranks by round",
	params: z.strictObject({ seasonId: idInUrl }),
	success: z.object({
		season: pastSeason.extend(roundRules),
		/** The rounds that the caller's team was ranked in. */
		rounds: z.array(pastRound),
	}),
});

export const showPastRankings = defineCall("GET", "/fantasy/past-seasons/:seasonId/rankings", {
	...readPublic,
	summary: "The final rankings of a closed season, with the caller's own row",
	params: z.strictObject({ seasonId: idInUrl }),
	query: z.strictObject(createPaging(10)),
	success: rankingsPage,
});

const pastPlayer = z.object({
	playerId: id,
	firstName: z.string(),
	lastName: z.string(),
	/** The abbreviation of the club that she played for in the round, or else of her last club in the season. */
	squad: z.string(),
	area: z.enum(["field", "bench", "utility"]),
	/** Null for the utility. */
	line: line.nullable(),
	role: z.enum(["captain", "vice-captain", "emergency"]).nullable(),
	hasPlayed: z.boolean(),
	points: z.int(),
	/** 0 for a player who did not count, 1, or the captain's factor. */
	factor: z.int(),
	counted: z.int(),
	/** The player on field whom she came in for. */
	covers: id.nullable(),
	/** The emergency who came in for her. */
	coveredBy: id.nullable(),
});
export type PastPlayer = z.output<typeof pastPlayer>;

export const showPastTeam = defineCall("GET", "/fantasy/past-seasons/:seasonId/teams/:userId/:roundId", {
	...readPublic,
	summary: "A user's team in a round of a closed season, with the points of each player",
	params: z.strictObject({ seasonId: idInUrl, userId: idInUrl, roundId: idInUrl }),
	success: z.object({
		team: z.object({
			...manager,
			season: z.object({ id, name: z.string(), ...roundRules }),
			/** Every round that the team was ranked in. */
			rounds: z.array(pastRound),
			roundId,
			points: z.int(),
			/** In the order of the team's slots. */
			players: z.array(pastPlayer),
		}),
	}),
});
