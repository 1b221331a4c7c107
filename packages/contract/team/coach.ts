import { COACH_AIMS, OUT_REASONS } from "@first-bounce/rules/coach/suggest-trades";
import { z } from "zod";
import { defineCall } from "../call.ts";
import { MAX_PLANNED_ROUNDS } from "../constants.ts";
import { count, dollars, id, roundId } from "../fields.ts";

const aim = z.enum(COACH_AIMS);

/**
 * The manager's lists: players not to trade out (`keep`), players not to trade in (`ban`), and players to trade in when
 * possible (`wait`). A player is on one list at most.
 */
const COACH_LISTS = ["keep", "ban", "wait"] as const;
export const MAX_COACH_LIST = 50;
const playerIds = z.array(id).max(MAX_COACH_LIST);

/** The manager's settings for suggested trades. */
const coachSettings = z.object({
	/** Whether the panel is switched off. */
	isHidden: z.boolean(),
	aim,
	keepIds: z.array(id),
	banIds: z.array(id),
	/** The most wanted player first. */
	waitIds: z.array(id),
});
export type CoachSettings = z.output<typeof coachSettings>;

const tradePairs = z.array(z.strictObject({ playerInId: id, playerOutId: id })).max(30);

const range = z.object({ low: z.number(), high: z.number() });

/** A trade with the reasons for it. All points are expected points. */
const suggestedTrade = z.object({
	playerInId: id,
	playerOutId: id,
	/** Why the old player should go: the first that applies. */
	outReason: z.enum(OUT_REASONS),
	/** Points of the new player less those of the old one, in the next round and over all rounds ahead. */
	points: z.number(),
	pointsAhead: z.number(),
	/** The expected price rises of the new and the old player over these rounds. */
	priceRiseIn: dollars,
	priceRiseOut: dollars,
});

/** Trades to make together, and their expected effects. */
const suggestion = z.object({
	trades: z.array(suggestedTrade),
	/**
	 * How many more points the best field, captain included, is expected to score in the next round, and the range that
	 * the gain falls in four times out of five.
	 */
	points: z.number(),
	range,
	/** The same gain over all rounds ahead. */
	pointsAhead: z.number(),
	/** How much more the team's prices are expected to rise over these rounds than without the trades. */
	priceRise: dollars,
	bankAfter: dollars,
});
export type Suggestion = z.output<typeof suggestion>;
export type SuggestedTrade = Suggestion["trades"][number];

export const showCoachSettings = defineCall("GET", "/fantasy/coach/show-my", {
	access: "active",
	summary: "Extension: the signed-in user's settings for suggested trades, and this season's wait list",
	success: coachSettings,
});

export const updateCoachPreferences = defineCall("POST", "/fantasy/coach/preferences", {
	access: "active",
	summary: "Extension: choose what suggested trades aim at, or switch the panel off or on. Absent fields stay",
	body: z.strictObject({ isHidden: z.boolean().optional(), aim: aim.optional() }),
	success: coachSettings,
});

export const setCoachPlayer = defineCall("POST", "/fantasy/coach/player", {
	access: "active",
	summary:
		"Extension: keep a player, never suggest her, put her at the end of the wait list, or none of these. Idempotent",
	body: z.strictObject({ playerId: id, list: z.enum(COACH_LISTS).nullable() }),
	success: coachSettings,
});

export const orderWaitList = defineCall("POST", "/fantasy/coach/wait-list", {
	access: "active",
	summary:
		"Extension: put players first on the wait list, the most wanted first. Players who are not named stay after them",
	body: z.strictObject({ playerIds }),
	success: coachSettings,
});

export const suggestTrades = defineCall("POST", "/fantasy/coach/suggest-trades", {
	access: "active",
	summary:
		"Extension: up to three different sets of trades for the signed-in user's team, on top of her unsubmitted ones",
	body: z.strictObject({
		/** Trades that are prepared and not submitted; suggestions are made on top of them. */
		tradePairs,
		/** A later round to plan for; the current one by default. */
		roundId: roundId.optional(),
		/** Trades planned for the rounds before it. Impossible ones are ignored. */
		plannedTrades: z.array(z.strictObject({ roundId, tradePairs })).max(MAX_PLANNED_ROUNDS).optional(),
		keepIds: playerIds,
		banIds: playerIds,
		/** The most wanted player first. She is suggested if that loses few points. */
		waitIds: playerIds,
		aim,
	}),
	success: z.object({
		roundId,
		/** The rounds considered, the next one first. */
		roundIds: z.array(roundId),
		/** The trades that the team may still make after the trades that the request lists. */
		tradesLeft: count,
		/** The best first; none if no trade helps. */
		suggestions: z.array(suggestion),
		/**
		 * The best change of each half-locked trade that helps. Its one pair has the player who leaves the team and the one
		 * who joins it. Servers of earlier releases leave the list out.
		 */
		changes: z.array(suggestion.extend({ tradeId: id, half: z.enum(["in", "out"]) })).optional(),
	}),
});
