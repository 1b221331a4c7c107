import { getRoundName } from "@first-bounce/rules/round/round-label";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { useTranslation } from "react-i18next";

/** "Round 4", or the name of a special round such as the grand final. */
export function useRoundLabel(): (id: number, rules: Pick<SeasonRules, "lastRound" | "grandFinal">) => string {
	const { t } = useTranslation();
	return (id, rules) => t(`round.${getRoundName(id, rules)}`, { id });
}
