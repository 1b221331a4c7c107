/** The stats of a match as they are labelled, in order (D1 §9). */
export const MATCH_STATS = ["TOG", "K", "H", "M", "T", "FF", "FA", "HO", "G", "B"] as const;
export type MatchStat = (typeof MATCH_STATS)[number];
