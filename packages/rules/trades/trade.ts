import type { Dollars, PlayerId, RoundId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** A requested trade: one player in for one out. */
export interface TradePair {
	readonly playerInId: PlayerId;
	readonly playerOutId: PlayerId;
	/** The prices that the manager was shown. The trade is refused if today's are others. */
	readonly priceIn?: Dollars | undefined;
	readonly priceOut?: Dollars | undefined;
}

/** A stored trade. Its prices are those at which the players were traded, and never change. */
export interface Trade extends Pick<TradePair, "playerInId" | "playerOutId"> {
	readonly id: number;
	readonly roundId: RoundId;
	readonly priceIn: Dollars;
	readonly priceOut: Dollars;
	/** The players who changed slot so that the new player fits, in the order of their moves. */
	readonly swapIds: readonly PlayerId[];
	/** Set when an operator re-runs the round's prices; a final trade cannot be reversed. */
	readonly final: boolean;
}

export type NewTrade = Omit<Trade, "id">;

/** The number of trades that a team may still make, given its trades of the season without reversed ones. */
export function countTradesLeft(
	trades: readonly Pick<Trade, "roundId">[],
	roundId: RoundId,
	rules: Pick<SeasonRules, "trades">,
): number {
	const { limit, per } = rules.trades;
	const usedTrades = per === "season" ? trades : trades.filter((trade) => trade.roundId === roundId);
	return Math.max(0, limit - usedTrades.length);
}

/**
 * Lists the players whom a round's trades brought in. In that round they leave only if the trade is reversed or changed
 * (docs/game-rules.md#reversing-trades).
 */
export const listPlayersTradedIn = (roundId: RoundId, trades: readonly Trade[]): ReadonlySet<PlayerId> =>
	new Set(trades.filter((trade) => trade.roundId === roundId).map((trade) => trade.playerInId));

/** Marks a round's trades as final, after an operator has re-run the round's prices. */
export const finaliseTrades = (trades: readonly Trade[], roundId: RoundId): readonly Trade[] =>
	trades.map((trade) => (trade.roundId === roundId ? { ...trade, final: true } : trade));
