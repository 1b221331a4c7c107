import type { StatCounts } from "@first-bounce/contract/operator/stats";
import { mapStats, STAT_KEYS } from "@first-bounce/rules/scoring/stats";

/** The stats of a match in the order of the form. */
export const STAT_COUNT_KEYS = [...STAT_KEYS, "TOG"] as const satisfies readonly (keyof StatCounts)[];

export const ZERO_COUNTS: StatCounts = { ...mapStats(() => 0), TOG: 0 };

/** The maximum of a form field; the server validates the value. */
export const getMaxCount = (count: keyof StatCounts): number => (count === "TOG" ? 100 : 99);
