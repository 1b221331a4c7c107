import type { DraftReport, DraftReportRound } from "@first-bounce/contract/draft/draft-report";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
import { type Column, numberColumn } from "../../components/table/table.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { ReportTable, RoundChart } from "./report-page.tsx";
import styles from "./season-report.module.css";

interface Props {
	readonly report: DraftReport;
	readonly formatRound: (roundId: number) => string;
}

/** The scores of a draft team by round, with its best line-ups in hindsight. */
export const DraftRounds = ({ report: { rounds, leagueId, teamId }, formatRound }: Props) => {
	const { t } = useTranslation();
	const columns: readonly Column<DraftReportRound>[] = [
		{
			id: "round",
			head: t("rankings.columns.round"),
			cell: ({ roundId }) => <Link to={paths.draftRound.to(leagueId, roundId, teamId)}>{formatRound(roundId)}</Link>,
		},
		numberColumn("scored", t("report.scored"), ({ points }) => formatPoints(points), {
			className: styles.scored,
		}),
		numberColumn("best", t("draftReport.bestLineup"), ({ bestPoints }) => formatPoints(bestPoints), {
			className: styles.hindsight,
		}),
		numberColumn("missed", t("draftReport.missed"), ({ bestPoints, points }) => formatPoints(bestPoints - points)),
		numberColumn("left", t("report.leftOnBench"), ({ leftOnBench }) => formatPoints(leftOnBench)),
		numberColumn("captain", t("draftReport.captainMissed"), ({ captainMissed }) => formatPoints(captainMissed)),
	];
	return (
		<ReportTable
			title={t("report.rounds")}
			text={t("draftReport.hindsightText")}
			rows={rounds.toReversed()}
			getKey={({ roundId }) => roundId}
			columns={columns}
		>
			<RoundChart
				label={t("draftReport.chartLabel")}
				rounds={rounds}
				formatRound={formatRound}
				series={[
					{
						name: t("report.scored"),
						kind: "bars",
						colour: "--captain",
						values: rounds.map(({ points }) => points),
					},
					{
						name: t("draftReport.bestLineup"),
						kind: "line",
						colour: "--in",
						values: rounds.map(({ bestPoints }) => bestPoints),
					},
				]}
			/>
		</ReportTable>
	);
};
