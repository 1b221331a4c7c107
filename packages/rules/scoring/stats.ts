/** The counted stats of a match, by their labels. TOG is a percentage and never scores. */
export const STAT_KEYS = ["K", "H", "M", "T", "FF", "FA", "HO", "G", "B"] as const;
export type StatKey = (typeof STAT_KEYS)[number];

/** Counts of one player in one match; `TOG` is time on ground in percent, 0 to 100. */
export interface StatLine extends Readonly<Record<StatKey, number>> {
	readonly TOG: number;
	/** Other scored stats that a season declares in its rules, by their key. */
	readonly other?: Readonly<Record<string, number>>;
}
