/** The stats of a match by their labels, in column order. */
export const MATCH_STATS = ["TOG", "K", "H", "M", "T", "FF", "FA", "HO", "G", "B"] as const;
export type MatchStat = (typeof MATCH_STATS)[number];
