import { isStatKey } from "@first-bounce/rules/scoring/stats";
import { useTranslation } from "react-i18next";
import type { MatchEvent } from "./event-model.ts";

const formatSigned = (points: number): string => `${points < 0 ? "−" : "+"}${Math.abs(points)}`;

/** Formats what an event changed: "+6 goal · +3 kick", or "+6 handballs ×2". */
export function useEventText(): (event: Pick<MatchEvent, "changes">) => string {
	const { t } = useTranslation();
	const formatStat = (stat: string, count: number) => {
		const name = isStatKey(stat) ? t(`matchCentre.stat.${stat}`, { count }) : stat;
		return count === 1 ? name : t("matchCentre.times", { name, count });
	};
	return ({ changes }) =>
		changes
			.map(({ stat, count, points }) => `${formatSigned(points)} ${formatStat(stat, Math.abs(count))}`)
			.join(" · ");
}
