import type { Dollars, PlayerId, RoundId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** What a manager asks for: one in for one out. */
export interface TradePair {
	readonly playerInId: PlayerId;
	readonly playerOutId: PlayerId;
}

/** A trade as it is stored; the prices are those paid and received, for ever (decisions §1). */
export interface Trade extends TradePair {
	readonly id: number;
	readonly roundId: RoundId;
	readonly priceIn: Dollars;
	readonly priceOut: Dollars;
	/** Who else changed places so that the newcomer fits, in the order in which they made room. */
	readonly swapIds: readonly PlayerId[];
	/** Set by an operator's re-run of the round's prices: it can no longer be reversed (decisions §6). */
	readonly final: boolean;
}

export type NewTrade = Omit<Trade, "id">;

/** How many trades a team may still make; `trades` are all it has saved and not reversed this season. */
export function countTradesLeft(
	trades: readonly Pick<Trade, "roundId">[],
	roundId: RoundId,
	rules: Pick<SeasonRules, "trades">,
): number {
	const { limit, per } = rules.trades;
	const used = per === "season" ? trades : trades.filter((trade) => trade.roundId === roundId);
	return Math.max(0, limit - used.length);
}

/** Who came in by a trade of this round: she goes out only by reversing it (decisions §6). */
export const listPlayersTradedIn = (roundId: RoundId, trades: readonly Trade[]): ReadonlySet<PlayerId> =>
	new Set(trades.filter((trade) => trade.roundId === roundId).map((trade) => trade.playerInId));

/** The trades after an operator has run a round's prices again. */
export const finaliseTrades = (trades: readonly Trade[], roundId: RoundId): readonly Trade[] =>
	trades.map((trade) => (trade.roundId === roundId ? { ...trade, final: true } : trade));
