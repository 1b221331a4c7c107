import { z } from "zod";
import { defineCall } from "../call.ts";
import { dollars, emptyObject, id, idInPath, line, roundId } from "../fields.ts";
import { receipt, shownTeam, version } from "./team.ts";

/** A player as a trade names her; `cost` is the price in force now. */
export const tradePlayer = z.object({
	id,
	firstName: z.string(),
	lastName: z.string(),
	squadId: id,
	position: z.array(line),
	cost: dollars,
});

/** A saved trade. The prices are those paid and received; a final one can no longer be reversed. */
export const trade = z.object({
	id,
	in: tradePlayer,
	out: tradePlayer,
	/** Saved on the server. */
	fromBE: z.literal(true),
	roundId,
	playerInId: id,
	playerOutId: id,
	isLocked: z.boolean(),
	/** Who else changed places so that she fits. */
	swapIds: z.array(id),
	priceIn: dollars,
	priceOut: dollars,
	final: z.boolean(),
});
export type TradeView = z.output<typeof trade>;

const shownTrades = shownTeam.extend({
	/** Saved and not reversed, oldest first. */
	trades: z.array(trade),
	tradesLeft: z.int().nonnegative(),
});
const savedTrades = shownTrades.extend({ receipt });

export const listTrades = defineCall({
	method: "GET",
	path: "/fantasy/trade/list",
	access: "active",
	summary: "The season's trades of the signed-in user's team",
	params: emptyObject,
	query: emptyObject,
	body: emptyObject,
	success: shownTrades,
});

export const listTradesOfRound = defineCall({
	method: "GET",
	path: "/fantasy/trade/list/:roundId",
	access: "active",
	summary: "One round's trades of the signed-in user's team",
	params: z.strictObject({ roundId: idInPath }),
	query: emptyObject,
	body: emptyObject,
	success: shownTrades,
});

export const submitTrades = defineCall({
	method: "POST",
	path: "/fantasy/trade/make",
	access: "active",
	summary: "Trade players in and out, all pairs or none, at the prices in force",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({
		tradePairs: z
			.array(z.strictObject({ playerInId: id, playerOutId: id }))
			.min(1)
			.max(30),
		version: version.optional(),
	}),
	success: savedTrades,
});

export const reverseSavedTrades = defineCall({
	method: "POST",
	path: "/fantasy/trade/reverse",
	access: "active",
	summary: "Take trades of this round back, all or none, with the money that was paid",
	params: emptyObject,
	query: emptyObject,
	body: z.strictObject({ tradeIds: z.array(id).min(1).max(30), version: version.optional() }),
	success: savedTrades,
});
