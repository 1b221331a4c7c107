import { computeOutlookRange, type TeamOutlook } from "@first-bounce/rules/projections/live-outlook";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../i18n/format.ts";

export function useOutlookText(rules: SeasonRules) {
	const { t } = useTranslation();
	return {
		formatProjected: ({ projected }: TeamOutlook): string => formatPoints(Math.round(projected)),
		formatRange: (outlook: TeamOutlook): string => {
			const { low, high } = computeOutlookRange(outlook, rules);
			return t("live.range", { low: formatPoints(Math.round(low)), high: formatPoints(Math.round(high)) });
		},
		formatPlayersLeft: ({ toCome, playing }: TeamOutlook): string => {
			const counts = [
				...(toCome > 0 ? [t("live.toCome", { count: toCome })] : []),
				...(playing > 0 ? [t("live.playing", { count: playing })] : []),
			];
			return counts.length > 0 ? counts.join(", ") : t("live.allDone");
		},
	};
}
