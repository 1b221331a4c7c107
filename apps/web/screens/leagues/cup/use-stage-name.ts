import type { Cup } from "@first-bounce/contract/leagues/cup";
import { useTranslation } from "react-i18next";
import { useRoundName } from "../frame/use-league-description.ts";

/** Formats a round of the cup: "Semi-final · Round 11", or only the round's name before the last stages. */
export function useStageName(): (round: Pick<Cup["path"][number], "roundId" | "stage">) => string {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	return ({ roundId, stage }) =>
		stage === "round" ? formatRoundName(roundId) : `${t(`leagues.cup.stage.${stage}`)} · ${formatRoundName(roundId)}`;
}
