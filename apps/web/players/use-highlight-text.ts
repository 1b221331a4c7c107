import type { Highlight } from "@first-bounce/rules/round-result/highlights";
import { useTranslation } from "react-i18next";
import { formatInteger, formatPoints } from "../i18n/format.ts";

/** Whether a highlight is a title, or the best score of all teams. */
export const deservesTrophy = ({ kind }: Highlight): boolean =>
	["grand-final", "elimination", "round-win", "season-score"].includes(kind);

/** Says what went well in a round: "Best of 204 this round". */
export function useHighlightText(): (highlight: Highlight) => string {
	const { t } = useTranslation();
	return (highlight) => {
		switch (highlight.kind) {
			case "round-win":
				return t("result.highlight.roundWin", { teams: formatInteger(highlight.teams) });
			case "round-rank": {
				const { rank, teams } = highlight;
				const place = t("result.place", { count: rank, ordinal: true });
				return t("result.highlight.roundRank", { place, teams: formatInteger(teams) });
			}
			case "wins":
				return t("result.highlight.wins", { count: highlight.won });
			case "rise":
				return t("result.highlight.rise", { count: highlight.places, places: formatInteger(highlight.places) });
			case "above-average":
				return t("result.highlight.aboveAverage", { points: formatPoints(highlight.points) });
			default:
				return t(`result.highlight.${highlight.kind}`);
		}
	};
}
