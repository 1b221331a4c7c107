import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { paths } from "../../app/paths.ts";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import styles from "./player-stats.module.css";

interface Props {
	readonly player: PlayerEntry;
	readonly season: Season;
}

/** Her projected score in the current round with its 80 % range, and her chance to play. */
export const ProjectionFacts = ({ player: { stats }, season: { current, rules } }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	if (!current || current.status === "complete") return null;
	const points = formatPoints(stats.projectedPoints);
	const range = { points, low: formatPoints(stats.estimateLow), high: formatPoints(stats.estimateHigh) };
	return (
		<div className={styles.projection}>
			<dl>
				<div>
					<dt>{t("player.projected", { round: formatRoundLabel(current.id, rules) })}</dt>
					<dd>{stats.projectedPoints > 0 ? t("player.projectedRange", range) : points}</dd>
				</div>
				<div>
					<dt>{t("player.chanceToPlay")}</dt>
					<dd>{t("player.percent", { value: formatPoints(100 * stats.chanceToPlay) })}</dd>
				</div>
			</dl>
			<Link to={paths.projections.to()}>{t("player.howGood")}</Link>
		</div>
	);
};
