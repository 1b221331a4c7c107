import { z } from "zod";
import { defineCall } from "../call.ts";
import { actInLeague, readLeague, readPublic } from "../call-access.ts";
import { id, idInUrl, idParams, roundId } from "../fields.ts";
import { manager } from "./league-ladder.ts";
import { leagueType } from "./league-settings.ts";

const seasonRound = { seasonId: id, roundId };

const historySeason = z.object({
	seasonId: id,
	seasonName: z.string(),
	/** The league of this season; a closed one is at past-seasons. */
	leagueId: id,
	leagueName: z.string(),
	type: leagueType,
	numTeams: z.int(),
	isClosed: z.boolean(),
	/** Whether the caller may open this season's league. */
	isReadable: z.boolean(),
	/** False for a season with too many teams for the ladder and the records, which count its champion only. */
	isCounted: z.boolean(),
	lastRound: roundId,
	/** Whether the last round is called Grand Final in all leagues. */
	grandFinal: z.boolean(),
	/** User ids; null before the season is decided. */
	championId: id.nullable(),
	runnerUpId: id.nullable(),
});
export type HistorySeasonView = z.output<typeof historySeason>;

const historyManager = z.object(manager);
export type HistoryManager = z.output<typeof historyManager>;

/** Match-ups include finals, but no byes. */
const allTimeRow = z.object({
	rank: z.int(),
	userId: id,
	seasons: z.int(),
	titles: z.int(),
	runnerUps: z.int(),
	rounds: z.int(),
	points: z.int(),
	played: z.int(),
	won: z.int(),
	drawn: z.int(),
	lost: z.int(),
	pointsFor: z.int(),
	pointsAgainst: z.int(),
	/** Points for ÷ points against × 100; null if there are no points against. */
	percentage: z.number().nullable(),
});
export type AllTimeRowView = z.output<typeof allTimeRow>;

const scoreRecord = z.object({
	...seasonRound,
	userId: id,
	points: z.int(),
	/** Null with a bye, and in a league without match-ups. */
	opponentId: id.nullable(),
});
const marginRecord = z.object({
	...seasonRound,
	/** Whether it was a semi-final or the grand final. */
	isFinal: z.boolean(),
	/** Whether it was a game of teams outside the finals. */
	isConsolation: z.boolean(),
	isGrandFinal: z.boolean(),
	home: id,
	away: id,
	homePoints: z.int(),
	awayPoints: z.int(),
	margin: z.int(),
	/** Null for a draw, which finals do not have. */
	winnerId: id.nullable(),
});
const runRecord = z.object({
	userId: id,
	length: z.int(),
	from: z.object(seasonRound),
	to: z.object(seasonRound),
	/** Whether the run has not ended. */
	isCurrent: z.boolean(),
});
/** Everyone who holds a record, the first to set it first; at most twenty. */
const records = z.object({
	highest: z.array(scoreRecord),
	lowest: z.array(scoreRecord),
	largestMargin: z.array(marginRecord),
	smallestMargin: z.array(marginRecord),
	winningRun: z.array(runRecord),
	losingRun: z.array(runRecord),
});
export type LeagueRecordsView = z.output<typeof records>;

/** The page of the league's history at /share/history, which anybody with its link can read. */
const historyPage = z.object({
	isOn: z.boolean(),
	/** For the link; null before the first member has asked for it, and while the page is off. */
	token: z.string().nullable(),
	/** Whether the caller may turn it on or off. */
	mayManage: z.boolean(),
});
export type HistoryPage = z.output<typeof historyPage>;

export const showLeagueHistory = defineCall("GET", "/fantasy/league/:id/history", {
	...readLeague,
	summary: "A league's champions, all-time ladder and records over its seasons; for those who may read the league",
	success: z.object({
		/** Newest first. */
		seasons: z.array(historySeason),
		/** Everyone whom the other lists name by user id. */
		managers: z.array(historyManager),
		/** Best first; at most 200 and the caller. */
		ladder: z.array(allTimeRow),
		records,
		/** Null for callers who are not members. */
		page: historyPage.nullable(),
	}),
});

export const showLeagueRivalry = defineCall("GET", "/fantasy/league/:id/history/:userId/:otherId", {
	...readPublic,
	summary: "The match-ups of two managers over a league's seasons, from the first one's point of view",
	params: idParams.extend({ userId: idInUrl, otherId: idInUrl }),
	success: z.object({
		won: z.int(),
		drawn: z.int(),
		lost: z.int(),
		pointsFor: z.int(),
		pointsAgainst: z.int(),
		/** Newest first. */
		meetings: z.array(
			z.object({
				...seasonRound,
				isFinal: z.boolean(),
				isConsolation: z.boolean(),
				own: z.int(),
				other: z.int(),
				outcome: z.enum(["won", "drawn", "lost"]),
			}),
		),
	}),
});

export const setHistoryPage = defineCall("POST", "/fantasy/league/:id/history/page", {
	...actInLeague,
	summary: "Turn the page of a league's history on, which gives its link, or off, which ends the link for good",
	body: z.strictObject({ isOn: z.boolean() }),
	success: z.object({ page: historyPage }),
});

const trophy = z.object({
	kind: z.enum(["champion", "runner-up", "elimination", "cup"]),
	seasonId: id,
	seasonName: z.string(),
	/** Null for the cup. */
	leagueId: id.nullable(),
	leagueName: z.string().nullable(),
});
export type Trophy = z.output<typeof trophy>;

export const showTrophies = defineCall("GET", "/fantasy/trophies/:userId", {
	...readPublic,
	summary: "What a manager has won in public leagues, in the caller's own leagues and in the cup, newest season first",
	params: z.strictObject({ userId: idInUrl }),
	success: z.object({ trophies: z.array(trophy) }),
});
