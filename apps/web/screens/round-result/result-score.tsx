import type { RoundResult } from "@first-bounce/contract/stats/round-result";
import { listHighlights } from "@first-bounce/rules/round-result/highlights";
import { useTranslation } from "react-i18next";
import { Icon } from "../../components/icon/icon.tsx";
import { formatInteger, formatPoints, formatSignedPoints } from "../../i18n/format.ts";
import { getDirection } from "../../players/player-format.ts";
import { deservesTrophy, useHighlightText } from "../../players/use-highlight-text.ts";
import styles from "./round-result.module.css";

interface RankProps {
	readonly label: string;
	readonly rank: number;
	readonly previous: number | null;
	readonly teams: number;
}

const Rank = ({ label, rank, previous, teams }: RankProps) => {
	const { t } = useTranslation();
	const gained = previous === null ? null : previous - rank;
	return (
		<div>
			<dt>{label}</dt>
			<dd>
				{t("result.place", { count: rank, ordinal: true })}
				<small>{t("rankings.of", { total: formatInteger(teams) })}</small>
			</dd>
			{gained === null ? null : gained === 0 ? (
				<dd className={styles.moved}>{t("rankings.stayed")}</dd>
			) : (
				<dd className={styles.moved} data-direction={gained > 0 ? "up" : "down"}>
					<Icon name={gained > 0 ? "up" : "down"} size={10} />
					{t(gained > 0 ? "rankings.rose" : "rankings.fell", { places: formatInteger(Math.abs(gained)) })}
				</dd>
			)}
		</div>
	);
};

interface ComparisonProps {
	readonly label: string;
	readonly value: string;
	readonly difference: number;
}

const Comparison = ({ label, value, difference }: ComparisonProps) => (
	<div>
		<dt>{label}</dt>
		<dd>{value}</dd>
		<dd className={styles.moved} data-direction={getDirection(difference)}>
			{formatSignedPoints(difference)}
		</dd>
	</div>
);

/** The score, the ranks with their movement, and the score's difference from the average and the projection. */
export const ResultScore = ({ result }: { readonly result: RoundResult }) => {
	const { t } = useTranslation();
	const formatHighlight = useHighlightText();
	const { points, teams, averagePoints, projectedPoints } = result;
	const [best, ...others] = listHighlights(result);
	return (
		<section
			className={styles.score}
			data-triumph={(best && deservesTrophy(best)) || undefined}
			aria-label={t("result.score")}
		>
			{best ? (
				<p className={styles.best}>
					{deservesTrophy(best) ? <Icon name="leagues" size={30} /> : null}
					{formatHighlight(best)}
				</p>
			) : null}
			<p>
				<strong>{formatPoints(points)}</strong> {t("report.points")}
			</p>
			{others.length > 0 ? (
				<ul className={styles.others}>
					{others.map((highlight) => (
						<li key={highlight.kind}>{formatHighlight(highlight)}</li>
					))}
				</ul>
			) : null}
			<dl>
				<Rank label={t("result.roundRank")} rank={result.roundRank} previous={result.previousRoundRank} teams={teams} />
				<Rank
					label={t("result.overallRank")}
					rank={result.overallRank}
					previous={result.previousOverallRank}
					teams={teams}
				/>
				<Comparison
					label={t("result.average")}
					value={formatPoints(averagePoints)}
					difference={Math.round(points - averagePoints)}
				/>
				{projectedPoints === null ? null : (
					<Comparison
						label={t("result.projected")}
						value={formatPoints(projectedPoints)}
						difference={points - projectedPoints}
					/>
				)}
			</dl>
		</section>
	);
};
