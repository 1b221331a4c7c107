import type { TradeContext } from "../model/player-view.ts";

/** Trade mode with nothing in it yet: ids 1 to 21 are the team, a trade is left, two millions can be spent. */
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
