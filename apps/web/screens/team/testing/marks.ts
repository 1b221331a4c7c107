import type { TradeContext } from "../model/player-view.ts";

/**
 * By default trade mode without trades: players 1 to 21 are the team, one trade is left, and $2,000,000 can be spent.
 */
export const buildTradeContext = (details: Partial<TradeContext> = {}): TradeContext => ({
	incoming: new Set(),
	outgoing: new Set(),
	savedIncoming: new Set(),
	savedOutgoing: new Set(),
	teamIds: new Set(Array.from({ length: 21 }, (_, index) => index + 1)),
	canAddTrade: true,
	needsIncoming: false,
	needsOutgoing: false,
	maxAffordable: 2_000_000,
	...details,
});
