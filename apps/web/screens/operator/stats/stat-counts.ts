import type { StatCounts } from "@first-bounce/contract/operator/stats";
import { mapStats, STAT_KEYS, STATS, type StatKey } from "@first-bounce/rules/scoring/stats";
import { useTranslation } from "react-i18next";

/**
 * The stats of a match in the order of the form. Those that were added later are optional and come last, because older rows to
 * paste end before them.
 */
export const COUNT_ORDER = {
	required: [...STAT_KEYS.filter((key) => !STATS[key].isOptional), "TOG"],
	optional: STAT_KEYS.filter((key) => STATS[key].isOptional),
} as const;

export const STAT_COUNT_KEYS = [
	...COUNT_ORDER.required,
	...COUNT_ORDER.optional,
] as const satisfies readonly (keyof StatCounts)[];

export const ZERO_COUNTS: StatCounts = { ...mapStats(() => 0), TOG: 0 };

export type StatName = StatKey | "TOG";
export const getMaxStat = (key: StatName): number => (key === "TOG" ? 100 : STATS[key].maxPerMatch);

interface ReportedLine {
	readonly before: StatCounts | null;
	readonly reported: StatCounts | null;
}

/** Formats the changes of a stat line, such as "K 9 → 2". */
export function useStatChanges(): (line: ReportedLine) => string {
	const { t } = useTranslation("operator");
	return ({ before, reported }) => {
		if (!reported) return t("faultyLines.missing");
		return STAT_COUNT_KEYS.filter((key) => before?.[key] !== reported[key] && (before || reported[key] > 0))
			.map((key) => (before ? `${key} ${before[key]} → ${reported[key]}` : `${key} ${reported[key]}`))
			.join(", ");
	};
}
