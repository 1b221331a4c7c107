import type { ReportRound, SeasonReport } from "@first-bounce/contract/stats/season-report";
import { LINES } from "@first-bounce/rules/player";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Season } from "../../api/season-model.ts";
import { paths } from "../../app/paths.ts";
import { buildNumberColumn, type Column } from "../../components/table/table.tsx";
import { formatInteger, formatPoints, formatSignedPoints } from "../../i18n/format.ts";
import { SeasonPlayerName } from "../../players/player-name.tsx";
import { formatOptional } from "../../players/stat-tiles.ts";
import { getChangeProps, ReportTable, RoundChart } from "./report-page.tsx";
import styles from "./season-report.module.css";

export interface ReportProps {
	readonly report: SeasonReport;
	readonly season: Season;
	readonly formatRound: (roundId: number) => string;
}

const formatBest = (team: ReportRound["bestOfSquad"], pending: number): string =>
	team ? formatPoints(team.points) : pending > 0 ? "…" : "-";

/** A chart of the scores by round, with the best possible scores. */
export const ReportRounds = ({ report: { rounds, pending }, formatRound }: Omit<ReportProps, "season">) => {
	const { t } = useTranslation();
	const scored = { className: styles.scored };
	const hindsight = { className: styles.hindsight };
	const columns: readonly Column<ReportRound>[] = [
		{
			id: "round",
			head: t("rankings.columns.round"),
			cell: ({ roundId }) => <Link to={paths.results.to(roundId)}>{formatRound(roundId)}</Link>,
		},
		buildNumberColumn("scored", t("report.scored"), ({ points }) => formatPoints(points), scored),
		...LINES.map((line) =>
			buildNumberColumn<ReportRound>(line, t(`line.${line}`), ({ byLine }) => formatPoints(byLine[line])),
		),
		buildNumberColumn("captaincy", t("report.captaincy"), ({ captaincy }) => formatPoints(captaincy)),
		buildNumberColumn("fromBench", t("report.fromBench"), ({ fromBench }) => formatPoints(fromBench)),
		buildNumberColumn("left", t("report.leftOnBench"), ({ leftOnBench }) => formatPoints(leftOnBench)),
		buildNumberColumn(
			"bestOfSquad",
			t("report.bestOfSquad"),
			(round) => formatBest(round.bestOfSquad, pending),
			hindsight,
		),
		buildNumberColumn(
			"bestUnderCap",
			t("report.bestUnderCap"),
			(round) => formatBest(round.bestUnderCap, pending),
			hindsight,
		),
		buildNumberColumn("roundRank", t("report.roundRank"), ({ roundRank }) => formatOptional(roundRank, formatInteger)),
		buildNumberColumn("rank", t("rankings.columns.rank"), ({ overallRank }) =>
			formatOptional(overallRank, formatInteger),
		),
	];
	return (
		<ReportTable
			title={t("report.rounds")}
			rows={rounds.toReversed()}
			getKey={({ roundId }) => roundId}
			columns={columns}
		>
			<RoundChart
				label={t("report.chartLabel")}
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
						name: t("report.bestOfSquad"),
						kind: "line",
						colour: "--in",
						values: rounds.map(({ bestOfSquad }) => bestOfSquad?.points ?? null),
					},
					{
						name: t("report.bestUnderCap"),
						kind: "dashes",
						colour: "--uncertain",
						values: rounds.map(({ bestUnderCap }) => bestUnderCap?.points ?? null),
					},
				]}
			/>
		</ReportTable>
	);
};

/** The points gained or lost by each trade. */
export const ReportTrades = ({ report: { trades }, season, formatRound }: ReportProps) => {
	const { t } = useTranslation();
	const columns: readonly Column<SeasonReport["trades"][number]>[] = [
		{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
		{
			id: "in",
			head: t("report.cameIn"),
			className: styles.name,
			cell: ({ playerInId }) => <SeasonPlayerName id={playerInId} season={season} />,
		},
		{
			id: "out",
			head: t("report.wentOut"),
			className: styles.name,
			cell: ({ playerOutId }) => <SeasonPlayerName id={playerOutId} season={season} />,
		},
		buildNumberColumn("gain", t("report.gain"), ({ gain }) => formatSignedPoints(gain), {
			getCellProps: ({ gain }) => getChangeProps(gain),
		}),
	];
	return <ReportTable title={t("report.trades")} rows={trades} getKey={({ id }) => id} columns={columns} />;
};
