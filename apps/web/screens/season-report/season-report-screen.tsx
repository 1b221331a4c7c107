import { showSeasonReport } from "@first-bounce/contract/stats/season-report";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { callQuery } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { paths } from "../../app/paths.ts";
import { parseWholeNumber } from "../../app/search-params.ts";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { DraftReportScreen } from "./draft-report-screen.tsx";
import { ReportHindsight } from "./report-hindsight.tsx";
import { ReportPage } from "./report-page.tsx";
import { ReportRounds, ReportTrades } from "./report-rounds.tsx";
import { ReportTotals } from "./report-totals.tsx";

/** How often the report is loaded again until every best team is computed. */
const REFETCH_MS = 2_000;

/** The season report of a draft team that the address names, or of the user's classic team. */
export const SeasonReportScreen = () => {
	const [search] = useSearchParams();
	const leagueId = parseWholeNumber(search.get("league"));
	const teamId = parseWholeNumber(search.get("team"));
	return leagueId && teamId ? <DraftReportScreen leagueId={leagueId} teamId={teamId} /> : <ClassicReport />;
};

/** The user's season: where the points came from, and the best possible teams. */
const ClassicReport = () => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const season = useSeason();
	const result = useQuery({
		...callQuery(showSeasonReport, {}),
		refetchInterval: ({ state }) => ((state.data?.report.pending ?? 0) > 0 ? REFETCH_MS : false),
	});
	if (season.state !== "ready" || !result.data) return <LoadingOrError of={[season, result]} height="70vh" />;
	const { report } = result.data;
	const formatRound = (id: number) => formatRoundLabel(id, season.value.rules);
	return (
		<ReportPage name={report.teamName} to={paths.team.to()} points={report.totals.points}>
			{report.rounds.length === 0 ? (
				<EmptyState icon="stats" title={t("report.nothing")} text={t("report.nothingText")} />
			) : (
				<>
					<ReportTotals totals={report.totals} />
					<ReportRounds report={report} formatRound={formatRound} />
					<ReportHindsight report={report} season={season.value} formatRound={formatRound} />
					<ReportTrades report={report} season={season.value} formatRound={formatRound} />
				</>
			)}
		</ReportPage>
	);
};
