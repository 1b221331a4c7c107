import type { RoundId } from "../ids.ts";

/** Gets the round before which trades close by default: the first of the last quarter, round 9 of 12. */
export const getDefaultTradeDeadline = (lastRound: RoundId): RoundId => Math.max(1, Math.ceil((lastRound * 3) / 4));
