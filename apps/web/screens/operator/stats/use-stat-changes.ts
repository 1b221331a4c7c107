import type { StatCounts } from "@first-bounce/contract/operator/stats";
import { useTranslation } from "react-i18next";
import { STAT_COUNT_KEYS } from "./stat-counts.ts";

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
