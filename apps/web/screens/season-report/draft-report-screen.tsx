import { showDraftLeague } from "@first-bounce/contract/draft/draft";
import { type DraftReport, type DraftReportRound, showDraftReport } from "@first-bounce/contract/draft/draft-report";
import { PLAYER_SOURCES } from "@first-bounce/rules/draft/season-report";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useQuietCall } from "../../api/use-quiet-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { paths } from "../../app/paths.ts";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { buildNumberColumn, type Column } from "../../components/table/table.tsx";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { DraftChanges, type DraftReportProps } from "./draft-changes.tsx";
import { ReportPage, ReportTable, RoundChart } from "./report-page.tsx";
import { ReportParts } from "./report-totals.tsx";
import styles from "./season-report.module.css";

interface Props {
	readonly leagueId: number;
	readonly teamId: number;
}

/** How players came to the team, with what they scored for it, and what the best line-ups would have added. */
const Sources = ({ report: { sources, totals } }: { readonly report: DraftReport }) => {
	const { t } = useTranslation();
	const parts = PLAYER_SOURCES.filter((source) => source === "drafted" || sources[source] !== 0).map((source) => ({
		id: source,
		label: t(`draftReport.sources.${source}`),
		points: sources[source],
	}));
	const notes = [
		{ id: "best", label: t("draftReport.best"), text: formatPoints(totals.bestPoints) },
		{ id: "missed", label: t("draftReport.missed"), text: formatPoints(totals.bestPoints - totals.points) },
	];
	return <ReportParts parts={parts} notes={notes} total={totals.points} />;
};

/** The scores of a draft team by round, with its best line-ups in hindsight. */
const DraftRounds = ({
	report: { rounds, leagueId, teamId },
	hasCaptains,
	formatRound,
}: Omit<DraftReportProps, "season">) => {
	const { t } = useTranslation();
	const columns: readonly Column<DraftReportRound>[] = [
		{
			id: "round",
			head: t("rankings.columns.round"),
			cell: ({ roundId }) => <Link to={paths.draftRound.to(leagueId, roundId, teamId)}>{formatRound(roundId)}</Link>,
		},
		buildNumberColumn("scored", t("report.scored"), ({ points }) => formatPoints(points), {
			className: styles.scored,
		}),
		buildNumberColumn("best", t("draftReport.bestLineup"), ({ bestPoints }) => formatPoints(bestPoints), {
			className: styles.hindsight,
		}),
		buildNumberColumn("missed", t("draftReport.missed"), ({ bestPoints, points }) => formatPoints(bestPoints - points)),
		buildNumberColumn("left", t("report.leftOnBench"), ({ leftOnBench }) => formatPoints(leftOnBench)),
		...(hasCaptains
			? [
					buildNumberColumn<DraftReportRound>("captain", t("draftReport.captainMissed"), ({ captainMissed }) =>
						formatPoints(captainMissed),
					),
				]
			: []),
	];
	return (
		<ReportTable
			title={t("report.rounds")}
			text={t(hasCaptains ? "draftReport.hindsightText" : "draftReport.hindsightTextUndoubled")}
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

const Report = ({ report, season, hasCaptains }: Omit<DraftReportProps, "formatRound">) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const formatRound = (id: number) => formatRoundLabel(id, season.rules);
	if (report.rounds.length === 0)
		return <EmptyState icon="stats" title={t("report.nothing")} text={t("draftReport.nothingText")} />;
	return (
		<>
			<Sources report={report} />
			<DraftRounds report={report} hasCaptains={hasCaptains} formatRound={formatRound} />
			<DraftChanges report={report} season={season} hasCaptains={hasCaptains} formatRound={formatRound} />
		</>
	);
};

/** The season of a draft team: what drafting, claims, trades and benching were worth. */
export const DraftReportScreen = ({ leagueId: id, teamId }: Props) => {
	const { t } = useTranslation();
	const season = useSeason();
	const query = useQuietCall(showDraftReport, { params: { id, teamId } });
	const league = useQuietCall(showDraftLeague, { params: { id } });
	if (season.state !== "ready" || !query.data || !league.data)
		return <LoadingOrError of={[season, query, league]} height="70vh" />;
	const { report } = query.data;
	return (
		<ReportPage
			name={`${report.teamName || t("rankings.formerTeam")} · ${report.leagueName}`}
			to={paths.draftTeam.to(id)}
			points={report.totals.points}
		>
			<Report report={report} season={season.value} hasCaptains={league.data.league.captainDoubled} />
		</ReportPage>
	);
};
