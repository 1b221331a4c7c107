import type { Dollars, PlayerId } from "@first-bounce/rules/ids";
import type { PlayerLookup } from "@first-bounce/rules/player";
import type { TradePair } from "@first-bounce/rules/trades/trade";

/** A trade that has not been submitted. An id of 0 is a half that is still open. */
export interface LocalTrade {
	readonly playerInId: PlayerId;
	readonly playerOutId: PlayerId;
}

const isComplete = ({ playerInId, playerOutId }: LocalTrade): boolean => playerInId !== 0 && playerOutId !== 0;

/** The trades that can be submitted, because they have both halves. */
export const listCompletePairs = (trades: readonly LocalTrade[]): readonly TradePair[] => trades.filter(isComplete);

/** A trade with the prices that the manager sees before confirming it. */
export interface PricedPair extends TradePair {
	readonly priceIn: Dollars;
	readonly priceOut: Dollars;
}

export const listPricedPairs = (trades: readonly LocalTrade[], getPlayer: PlayerLookup): readonly PricedPair[] =>
	listCompletePairs(trades).map(({ playerInId, playerOutId }) => ({
		playerInId,
		playerOutId,
		priceIn: getPlayer(playerInId)?.cost ?? 0,
		priceOut: getPlayer(playerOutId)?.cost ?? 0,
	}));

export const hasIncompleteTrade = (trades: readonly LocalTrade[]): boolean =>
	trades.some((trade) => !isComplete(trade));

/** Fills the first open half, or starts another trade. */
function fillHalf(
	trades: readonly LocalTrade[],
	half: "playerInId" | "playerOutId",
	id: PlayerId,
): readonly LocalTrade[] {
	const open = trades.findIndex((trade) => trade[half] === 0);
	if (open < 0) return [...trades, { playerInId: 0, playerOutId: 0, [half]: id }];
	return trades.map((trade, index) => (index === open ? { ...trade, [half]: id } : trade));
}

export const addTradeIn = (trades: readonly LocalTrade[], id: PlayerId): readonly LocalTrade[] =>
	fillHalf(trades, "playerInId", id);

export const addTradeOut = (trades: readonly LocalTrade[], id: PlayerId): readonly LocalTrade[] =>
	fillHalf(trades, "playerOutId", id);

/** Trades one player for another, replacing the trades either of them was in. */
export function addTradePair(trades: readonly LocalTrade[], pair: TradePair): readonly LocalTrade[] {
	const otherTrades = removeFromTrades(removeFromTrades(trades, pair.playerInId), pair.playerOutId);
	return [...otherTrades, pair];
}

/** Removes a player from her trade, and drops the trade if nobody is left in it. */
export const removeFromTrades = (trades: readonly LocalTrade[], id: PlayerId): readonly LocalTrade[] =>
	trades
		.map((trade) => ({
			playerInId: trade.playerInId === id ? 0 : trade.playerInId,
			playerOutId: trade.playerOutId === id ? 0 : trade.playerOutId,
		}))
		.filter(({ playerInId, playerOutId }) => playerInId !== 0 || playerOutId !== 0);

export const getIncomingIds = (trades: readonly LocalTrade[]): ReadonlySet<PlayerId> =>
	new Set(trades.map((trade) => trade.playerInId).filter((id) => id !== 0));

export const getOutgoingIds = (trades: readonly LocalTrade[]): ReadonlySet<PlayerId> =>
	new Set(trades.map((trade) => trade.playerOutId).filter((id) => id !== 0));
