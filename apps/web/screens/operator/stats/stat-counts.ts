import type { StatCounts } from "@first-bounce/contract/operator/stats";

/** The stats of a match in the order of a stats sheet. */
export const STAT_COUNT_KEYS = [
	"K",
	"H",
	"M",
	"T",
	"HO",
	"G",
	"B",
	"FF",
	"FA",
	"TOG",
] as const satisfies readonly (keyof StatCounts)[];

export const ZERO_COUNTS: StatCounts = { K: 0, H: 0, M: 0, T: 0, FF: 0, FA: 0, HO: 0, G: 0, B: 0, TOG: 0 };

/** The maximum of a form field; the server validates the value. */
export const getMaxCount = (count: keyof StatCounts): number => (count === "TOG" ? 100 : 99);
