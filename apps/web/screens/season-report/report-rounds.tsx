import type { ReportRound, SeasonReport } from "@first-bounce/contract/stats/season-report";
import { LINES } from "@first-bounce/rules/player";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { Chart } from "../../components/chart/chart.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatInteger, formatPoints } from "../../i18n/format.ts";
import styles from "./season-report.module.css";

interface Props {
	readonly report: SeasonReport;
	readonly formatRound: (roundId: number) => string;
}

const formatBest = (team: ReportRound["bestOfSquad"], pending: number): string =>
	team ? formatPoints(team.points) : pending > 0 ? "…" : "-";

const formatRank = (rank: number | null): string => (rank === null ? "-" : formatInteger(rank));

const RoundChart = ({ rounds, formatRound }: Pick<Props, "formatRound"> & Pick<SeasonReport, "rounds">) => {
	const { t } = useTranslation();
	return (
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
	);
};

/** A chart of the scores by round, with the best possible ones. */
export const ReportRounds = ({ report: { rounds, pending }, formatRound }: Props) => {
	const { t } = useTranslation();
	const figures: readonly Omit<Column<ReportRound>, "isNumber">[] = [
		{ id: "scored", head: t("report.scored"), className: styles.scored, cell: ({ points }) => formatPoints(points) },
		...LINES.map((line) => ({
			id: line,
			head: t(`line.${line}`),
			cell: ({ byLine }: ReportRound) => formatPoints(byLine[line]),
		})),
		{ id: "captaincy", head: t("report.captaincy"), cell: ({ captaincy }) => formatPoints(captaincy) },
		{ id: "fromBench", head: t("report.fromBench"), cell: ({ fromBench }) => formatPoints(fromBench) },
		{ id: "left", head: t("report.leftOnBench"), cell: ({ leftOnBench }) => formatPoints(leftOnBench) },
		{
			id: "bestOfSquad",
			head: t("report.bestOfSquad"),
			className: styles.hindsight,
			cell: ({ bestOfSquad }) => formatBest(bestOfSquad, pending),
		},
		{
			id: "bestUnderCap",
			head: t("report.bestUnderCap"),
			className: styles.hindsight,
			cell: ({ bestUnderCap }) => formatBest(bestUnderCap, pending),
		},
		{ id: "roundRank", head: t("report.roundRank"), cell: ({ roundRank }) => formatRank(roundRank) },
		{ id: "rank", head: t("rankings.columns.rank"), cell: ({ overallRank }) => formatRank(overallRank) },
	];
	return (
		<section className={styles.card} aria-label={t("report.rounds")}>
			<h2>{t("report.rounds")}</h2>
			<RoundChart rounds={rounds} formatRound={formatRound} />
			<Table
				caption={t("report.rounds")}
				className={styles.scroller}
				scroller="plain"
				sticky="column"
				rows={rounds.toReversed()}
				getKey={({ roundId }) => roundId}
				columns={[
					{
						id: "round",
						head: t("rankings.columns.round"),
						cell: ({ roundId }) => <Link to={paths.results.to(roundId)}>{formatRound(roundId)}</Link>,
					},
					...figures.map((figure) => ({ ...figure, isNumber: true })),
				]}
			/>
		</section>
	);
};
