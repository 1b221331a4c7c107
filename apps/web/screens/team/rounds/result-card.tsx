import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import { listHighlights } from "@first-bounce/rules/round-result/highlights";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../../api/season-model.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { formatInteger, formatPoints } from "../../../i18n/format.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { deservesTrophy, useHighlightText } from "../../../players/use-highlight-text.ts";
import { dismissResult, isResultDismissed } from "./dismissed-result.ts";
import styles from "./result-card.module.css";

interface Props {
	readonly teamId: number;
	readonly roundId: number;
	readonly points: number;
	readonly season: Season;
	/** False in a past round, where the card always stays. */
	readonly isDismissible: boolean;
}

/**
 * A round's score and what went best in it, or else its rank, in one line, which links to the result page. If the request fails,
 * only the score is shown.
 */
export const ResultCard = ({ teamId, roundId, points, season, isDismissible }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const formatHighlight = useHighlightText();
	// The round that was dismissed while the card was open.
	const [dismissedRoundId, setDismissedRoundId] = useState<number | null>(null);
	const isShown = !isDismissible || (dismissedRoundId !== roundId && !isResultDismissed(teamId, roundId));
	const { data } = useQuietCall(showRoundResult, { params: { roundId } }, { enabled: isShown, staleTime: 60_000 });
	if (!isShown) return null;
	const result = data?.result;
	const [highlight] = result ? listHighlights(result) : [];
	const gained = result && result.previousOverallRank !== null ? result.previousOverallRank - result.overallRank : 0;
	const places = formatInteger(Math.abs(gained));
	const place =
		result && t("result.place", { count: result.overallRank, ordinal: true, rank: formatInteger(result.overallRank) });
	const dismiss = () => {
		dismissResult(teamId, roundId);
		setDismissedRoundId(roundId);
	};
	return (
		<section className={styles.card} data-part="result" aria-label={t("result.open")}>
			<Link to={paths.results.to(roundId)}>
				<span>
					{t("result.card", {
						round: formatRoundLabel(roundId, season.rules),
						points: formatPoints(result?.points ?? points),
					})}
				</span>
				{highlight ? (
					<em>
						{deservesTrophy(highlight) ? <Icon name="leagues" size={14} /> : null}
						{formatHighlight(highlight)}
					</em>
				) : result ? (
					<span>
						{t("result.overallPlace", { place })}
						{gained === 0 ? null : ` (${t(gained > 0 ? "rankings.rose" : "rankings.fell", { places })})`}
					</span>
				) : null}
				<b>{t("result.open")}</b>
			</Link>
			{isDismissible ? (
				<button type="button" onClick={dismiss}>
					<Icon name="close" size={14} />
					<span className="spoken">{t("state.dismiss")}</span>
				</button>
			) : null}
		</section>
	);
};
