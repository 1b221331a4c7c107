import type { DraftReport, DraftReportRound } from "@first-bounce/contract/draft/draft-report";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatPoints } from "../../i18n/format.ts";
import styles from "./season-report.module.css";

interface Props {
	readonly report: DraftReport;
	readonly formatRound: (roundId: number) => string;
}

const RoundChart = ({ report: { rounds }, formatRound }: Props) => {
	const { t } = useTranslation();
	const common = { scale: "points", format: formatPoints } as const;
	return (
		<Chart
			label={t("draftReport.chartLabel")}
			height={220}
			categories={rounds.map(({ roundId }) => ({ short: String(roundId), name: formatRound(roundId) }))}
			series={[
				{
					...common,
					name: t("report.scored"),
					kind: "bars",
					colour: "--captain",
					values: rounds.map(({ points }) => points),
				},
				{
					...common,
					name: t("draftReport.bestLineup"),
					kind: "line",
					colour: "--in",
					values: rounds.map(({ bestPoints }) => bestPoints),
				},
			]}
		/>
	);
};

/** The scores of a draft team by round, with its best line-ups in hindsight. */
export const DraftRounds = ({ report, formatRound }: Props) => {
	const { t } = useTranslation();
	const figures: readonly Omit<Column<DraftReportRound>, "isNumber">[] = [
		{ id: "scored", head: t("report.scored"), className: styles.scored, cell: ({ points }) => formatPoints(points) },
		{
			id: "best",
			head: t("draftReport.bestLineup"),
			className: styles.hindsight,
			cell: ({ bestPoints }) => formatPoints(bestPoints),
		},
		{
			id: "missed",
			head: t("draftReport.missed"),
			cell: ({ bestPoints, points }) => formatPoints(bestPoints - points),
		},
		{ id: "left", head: t("report.leftOnBench"), cell: ({ leftOnBench }) => formatPoints(leftOnBench) },
		{ id: "captain", head: t("draftReport.captainMissed"), cell: ({ captainMissed }) => formatPoints(captainMissed) },
	];
	return (
		<section className={styles.card} aria-label={t("report.rounds")}>
			<h2>{t("report.rounds")}</h2>
			<p className={styles.explain}>{t("draftReport.hindsightText")}</p>
			<RoundChart report={report} formatRound={formatRound} />
			<Table
				caption={t("report.rounds")}
				className={styles.scroller}
				scroller="plain"
				sticky="column"
				rows={report.rounds.toReversed()}
				getKey={({ roundId }) => roundId}
				columns={[
					{
						id: "round",
						head: t("rankings.columns.round"),
						cell: ({ roundId }) => (
							<Link to={paths.draftRound.to(report.leagueId, roundId, report.teamId)}>{formatRound(roundId)}</Link>
						),
					},
					...figures.map((figure) => ({ ...figure, isNumber: true })),
				]}
			/>
		</section>
	);
};
