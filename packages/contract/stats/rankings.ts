import { BEST_PERCENTS } from "@first-bounce/rules/rankings/best-of-season";
import { RANK_ORDERS } from "@first-bounce/rules/rankings/ranks";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { readPublic } from "../call-access.ts";
import { createPaging, dollars, idInUrl, nextPage, roundIdOrAll, slotId, state, teamAndOwner } from "../fields.ts";

export const rankingRow = z.object({
	/** 0, with empty names, for the moment until a server has read who owns a new team. */
	userId: slotId,
	...teamAndOwner,
	rank: z.int(),
	/** A round earlier in the same list and order; null for new teams, in leagues, and if sorted by round points. */
	previousRank: z.int().nullable(),
	totalPoints: z.int(),
	averagePoints: z.number(),
	highestRoundPoints: z.int(),
	overallRank: z.int(),
	roundPoints: z.int(),
	roundRank: z.int(),
	/** Value of the last fully locked line-up, which reveals no later trades; 0 before the first. */
	teamValue: dollars,
	isCurrentLeagueUser: z.boolean(),
});
export type RankingRow = z.output<typeof rankingRow>;

export const rankingsPage = z.object({
	rankings: z.array(rankingRow),
	nextPage,
	currentUserRanking: rankingRow.nullable(),
	/** Whether the ranks include a round that is still being played. */
	isLive: z.boolean(),
	total: z.int(),
});

export const showRankings = defineCall("GET", "/fantasy/ranks/open-league", {
	...readPublic,
	summary: "The rankings of the whole competition or, with leagueId, of a league, for those who may read it",
	query: z.strictObject({
		...createPaging(10),
		order: z.enum(RANK_ORDERS).default("totalPoints"),
		direction: z
			.string()
			.transform((text) => text.toLowerCase())
			.pipe(z.enum(["asc", "desc"]))
			.default("desc"),
		roundId: roundIdOrAll.default(0),
		squadId: z.coerce.number().pipe(z.int().nonnegative()).optional(),
		state: state.optional(),
		/** Extension: only teams whose managers finished in the best `best` percent of last season. */
		best: z.coerce.number().pipe(z.literal(BEST_PERCENTS)).optional(),
		/** Points count from this league's start round on. */
		leagueId: idInUrl.optional(),
	}),
	success: rankingsPage,
});
