import { STAT_KEYS } from "@first-bounce/rules/scoring/stats";

/** The stats of a match by their labels, in column order. */
export const MATCH_STATS = ["TOG", ...STAT_KEYS] as const;
export type MatchStat = (typeof MATCH_STATS)[number];
