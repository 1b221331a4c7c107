import type { RoundId } from "../ids.ts";

export const WAIVER_PRIORITIES = ["rolling", "reverse-ladder", "budget"] as const;
export const TRADE_REVIEWS = ["none", "commissioner", "vote"] as const;
export const TRADE_REVIEW_HOURS = [0, 12, 24, 48] as const;

/** Gets the round before which trades close by default: the first of the last quarter, round 9 of 12. */
export const getDefaultTradeDeadline = (lastRound: RoundId): RoundId => Math.max(1, Math.ceil((lastRound * 3) / 4));
