import type { Dollars, PlayerId, RoundId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** What a manager asks for: one in for one out. */
export interface TradePair {
	readonly playerInId: PlayerId;
	readonly playerOutId: PlayerId;
}

/** A stored trade. Its prices are those paid and received, and never change. */
export interface Trade extends TradePair {
	readonly id: number;
	readonly roundId: RoundId;
	readonly priceIn: Dollars;
	readonly priceOut: Dollars;
	/** Who else changed places so that the newcomer fits, in the order in which they made room. */
	readonly swapIds: readonly PlayerId[];
	/** Set when an operator re-runs the round's prices; a final trade cannot be reversed. */
	readonly final: boolean;
}

export type NewTrade = Omit<Trade, "id">;

/** How many trades a team may still make; `trades` are all of the season that are not reversed. */
export function countTradesLeft(
	trades: readonly Pick<Trade, "roundId">[],
	roundId: RoundId,
	rules: Pick<SeasonRules, "trades">,
): number {
	const { limit, per } = rules.trades;
	const used = per === "season" ? trades : trades.filter((trade) => trade.roundId === roundId);
	return Math.max(0, limit - used.length);
}

/** Players who came in by a trade of this round. They leave only by reversing it (docs/game-rules.md#reversing-trades). */
export const listPlayersTradedIn = (roundId: RoundId, trades: readonly Trade[]): ReadonlySet<PlayerId> =>
	new Set(trades.filter((trade) => trade.roundId === roundId).map((trade) => trade.playerInId));

/** The trades after an operator has re-run the round's prices. */
export const finaliseTrades = (trades: readonly Trade[], roundId: RoundId): readonly Trade[] =>
	trades.map((trade) => (trade.roundId === roundId ? { ...trade, final: true } : trade));
