import { z } from "zod";
import { defineCall } from "../call.ts";
import { changeTeam, readTeam } from "../call-access.ts";
import { count, dollars, id, idInUrl, line, roundId } from "../fields.ts";
import { receipt, teamWithRollback, version } from "./team.ts";

/** A traded player; `cost` is today's price. */
export const tradePlayer = z.object({
	id,
	firstName: z.string(),
	lastName: z.string(),
	squadId: id,
	position: z.array(line),
	cost: dollars,
});

/** A saved trade with the prices paid and received. A final trade cannot be reversed. */
export const trade = z.object({
	id,
	in: tradePlayer,
	out: tradePlayer,
	/** Always true: the trade is saved on the server. */
	fromBE: z.literal(true),
	roundId,
	playerInId: id,
	playerOutId: id,
	isLocked: z.boolean(),
	/** Players who changed slot so that the new player fits. */
	swapIds: z.array(id),
	priceIn: dollars,
	priceOut: dollars,
	final: z.boolean(),
});
export type TradeView = z.output<typeof trade>;

const tradesOfTeam = teamWithRollback.extend({
	/** Saved trades that were not reversed, oldest first. */
	trades: z.array(trade),
	tradesLeft: count,
});
const savedTrades = tradesOfTeam.extend({ receipt });

export const listTrades = defineCall("GET", "/fantasy/trade/list", {
	...readTeam,
	summary: "The season's trades of the signed-in user's team",
	success: tradesOfTeam,
});

export const listTradesOfRound = defineCall("GET", "/fantasy/trade/list/:roundId", {
	...readTeam,
	summary: "One round's trades of the signed-in user's team",
	params: z.strictObject({ roundId: idInUrl }),
	success: tradesOfTeam,
});

export const submitTrades = defineCall("POST", "/fantasy/trade/make", {
	...changeTeam,
	summary:
		"Trade players in and out at today's prices, all pairs or none. Extension: swaps and a captain in the same action",
	body: z.strictObject({
		tradePairs: z
			.array(
				z.strictObject({
					playerInId: id,
					playerOutId: id,
					/** The prices that the user was shown; the trades are refused if today's are others. */
					priceIn: dollars.optional(),
					priceOut: dollars.optional(),
				}),
			)
			.min(1)
			.max(30),
		/** Swaps to make after the trades, in this order. */
		swapsPairs: z
			.array(z.tuple([id, id]))
			.max(30)
			.optional(),
		/** The captain to name after trades and swaps. */
		captainId: id.optional(),
		version: version.optional(),
	}),
	success: savedTrades,
});

export const reverseSavedTrades = defineCall("POST", "/fantasy/trade/reverse", {
	...changeTeam,
	summary: "Reverse trades of this round at their prices, all or none",
	body: z.strictObject({ tradeIds: z.array(id).min(1).max(30), version: version.optional() }),
	success: savedTrades,
});

export const changeSavedTrade = defineCall("POST", "/fantasy/trade/change", {
	...changeTeam,
	summary:
		"Change the unlocked half of a trade of this round whose other half is locked: who comes in, or who goes out. Exactly one of playerInId and playerOutId is given",
	body: z
		.strictObject({
			tradeId: id,
			playerInId: id.optional(),
			playerOutId: id.optional(),
			/** The new player's price that the user was shown; the change is refused if today's is another. */
			priceIn: dollars.optional(),
			priceOut: dollars.optional(),
			version: version.optional(),
		})
		.refine(({ playerInId, playerOutId }) => playerInId !== undefined || playerOutId !== undefined, {
			path: ["playerInId"],
			message: "one-half",
		})
		.refine(({ playerInId, playerOutId }) => playerInId === undefined || playerOutId === undefined, {
			path: ["playerOutId"],
			message: "one-half",
		}),
	success: savedTrades,
});
