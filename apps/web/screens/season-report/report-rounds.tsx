import type { ReportRound, SeasonReport } from "@first-bounce/contract/stats/season-report";
import { LINES } from "@first-bounce/rules/player";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import styles from "./season-report.module.css";

interface Props {
	readonly report: SeasonReport;
	readonly formatRound: (roundId: number) => string;
}

const formatBest = (team: ReportRound["bestOfSquad"], pending: number): string =>
	team ? formatPoints(team.points) : pending > 0 ? "…" : "-";

/** A chart of the scores by round, with the best possible ones. */
export const ReportRounds = ({ report: { rounds, pending }, formatRound }: Props) => {
	const { t } = useTranslation();
	return (
		<section className={styles.card} aria-label={t("report.rounds")}>
			<h2>{t("report.rounds")}</h2>
			<Chart
				label={t("report.chartLabel")}
				height={220}
				categories={rounds.map(({ roundId }) => ({ short: String(roundId), name: formatRound(roundId) }))}
				series={[
					{
						name: t("report.scored"),
						kind: "bars",
						scale: "points",
						colour: "--captain",
						format: formatPoints,
						values: rounds.map(({ points }) => points),
					},
					{
						name: t("report.bestOfSquad"),
						kind: "line",
						scale: "points",
						colour: "--in",
						format: formatPoints,
						values: rounds.map(({ bestOfSquad }) => bestOfSquad?.points ?? null),
					},
					{
						name: t("report.bestUnderCap"),
						kind: "dashes",
						scale: "points",
						colour: "--uncertain",
						format: formatPoints,
						values: rounds.map(({ bestUnderCap }) => bestUnderCap?.points ?? null),
					},
				]}
			/>
			<div className={styles.scroller}>
				<table className={styles.table}>
					<caption className="spoken">{t("report.rounds")}</caption>
					<thead>
						<tr>
							<th scope="col">{t("rankings.columns.round")}</th>
							<th scope="col">{t("report.scored")}</th>
							{LINES.map((line) => (
								<th key={line} scope="col">
									{t(`line.${line}`)}
								</th>
							))}
							<th scope="col">{t("report.captaincy")}</th>
							<th scope="col">{t("report.fromBench")}</th>
							<th scope="col">{t("report.leftOnBench")}</th>
							<th scope="col">{t("report.bestOfSquad")}</th>
							<th scope="col">{t("report.bestUnderCap")}</th>
							<th scope="col">{t("report.roundRank")}</th>
							<th scope="col">{t("rankings.columns.rank")}</th>
						</tr>
					</thead>
					<tbody>
						{rounds.toReversed().map((round) => (
							<tr key={round.roundId}>
								<th scope="row">
									<Link to={paths.results.to(round.roundId)}>{formatRound(round.roundId)}</Link>
								</th>
								<td className={styles.scored}>{formatPoints(round.points)}</td>
								{LINES.map((line) => (
									<td key={line}>{formatPoints(round.byLine[line])}</td>
								))}
								<td>{formatPoints(round.captaincy)}</td>
								<td>{formatPoints(round.fromBench)}</td>
								<td>{formatPoints(round.leftOnBench)}</td>
								<td data-hindsight>{formatBest(round.bestOfSquad, pending)}</td>
								<td data-hindsight>{formatBest(round.bestUnderCap, pending)}</td>
								<td>{round.roundRank === null ? "-" : formatInteger(round.roundRank)}</td>
								<td>{round.overallRank === null ? "-" : formatInteger(round.overallRank)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</section>
	);
};
