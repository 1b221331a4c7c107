import { type DraftReport, showDraftReport } from "@first-bounce/contract/draft/draft-report";
import { PLAYER_SOURCES } from "@first-bounce/rules/draft/season-report";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { useCall } from "../../api/use-call.ts";
import { useSeason } from "../../api/use-season.ts";
import { paths } from "../../app/paths.ts";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { EmptyState, ErrorState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { formatPoints } from "../../i18n/format.ts";
import { useRoundLabel } from "../../i18n/use-round-label.ts";
import { DraftChanges } from "./draft-changes.tsx";
import { DraftRounds } from "./draft-rounds.tsx";
import { ReportPage } from "./report-page.tsx";
import { ReportParts } from "./report-totals.tsx";

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

const Report = ({ report, season }: { readonly report: DraftReport; readonly season: Season }) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const formatRound = (id: number) => formatRoundLabel(id, season.rules);
	if (report.rounds.length === 0)
		return <EmptyState icon="stats" title={t("report.nothing")} text={t("draftReport.nothingText")} />;
	return (
		<>
			<Sources report={report} />
			<DraftRounds report={report} formatRound={formatRound} />
			<DraftChanges report={report} season={season} formatRound={formatRound} />
		</>
	);
};

/** The season of a draft team: what drafting, claims, trades and benching were worth. */
export const DraftReportScreen = ({ leagueId: id, teamId }: Props) => {
	const { t } = useTranslation();
	const season = useSeason();
	const { data, error, refetch } = useCall(
		showDraftReport,
		{ params: { id, teamId } },
		{ meta: { noErrorModal: true } },
	);
	if (season.state === "error") return <ErrorState reason={getErrorMessage(season.error, t)} onRetry={season.retry} />;
	if (error && !data) return <ErrorState reason={getErrorMessage(error, t)} onRetry={() => void refetch()} />;
	if (season.state === "pending" || !data) return <Skeleton height="70vh" radius="var(--radius-l)" />;
	const { report } = data;
	return (
		<ReportPage
			name={`${report.teamName || t("rankings.formerTeam")} · ${report.leagueName}`}
			to={paths.draftTeam.to(id)}
			points={report.totals.points}
		>
			<Report report={report} season={season.value} />
		</ReportPage>
	);
};
