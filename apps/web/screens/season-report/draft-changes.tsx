import type { DraftPickResult, DraftReport } from "@first-bounce/contract/draft/draft-report";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { buildNumberColumn, type Column } from "../../components/table/table.tsx";
import { formatInteger, formatPoints, formatSignedPoints } from "../../i18n/format.ts";
import { SeasonPlayerName } from "../../players/player-name.tsx";
import { getChangeProps, ReportTable } from "./report-page.tsx";
import styles from "./season-report.module.css";

type Claim = DraftReport["claims"][number];
type Trade = DraftReport["trades"][number];

export interface DraftReportProps {
	readonly report: DraftReport;
	readonly season: Season;
	/** Whether the captain's points count twice in the league. */
	readonly hasCaptains: boolean;
	readonly formatRound: (roundId: number) => string;
}

/** Builds columns with one or more players. */
const createPlayersColumn =
	(season: Season) =>
	<Row,>(id: string, head: string, getIds: (row: Row) => readonly PlayerId[]): Column<Row> => ({
		id,
		head,
		className: styles.name,
		cell: (row) =>
			getIds(row).length === 0
				? "–"
				: getIds(row).map((player) => (
						<div key={player}>
							<SeasonPlayerName id={player} season={season} />
						</div>
					)),
	});

/** The picks that were worth most above and below their number. */
const Picks = ({ report: { bestPicks, worstPicks }, season }: Pick<DraftReportProps, "report" | "season">) => {
	const { t } = useTranslation();
	const buildPlayers = createPlayersColumn(season);
	const getDifference = ({ points, expected }: DraftPickResult) => points - expected;
	const columns: readonly Column<DraftPickResult>[] = [
		buildPlayers("player", t("moves.column.player"), ({ playerId }) => [playerId]),
		buildNumberColumn("pick", t("draftReport.pick"), ({ overall }) => formatInteger(overall)),
		buildNumberColumn("points", t("report.scored"), ({ points }) => formatPoints(points)),
		buildNumberColumn("worth", t("draftReport.worth"), ({ expected }) => formatPoints(expected)),
		buildNumberColumn("difference", t("draftReport.difference"), (pick) => formatSignedPoints(getDifference(pick)), {
			getCellProps: (pick) => getChangeProps(getDifference(pick)),
		}),
	];
	return (
		<ReportTable
			title={t("draftReport.picks")}
			text={t("draftReport.picksText")}
			rows={[...bestPicks, ...worstPicks.toReversed()]}
			getKey={({ overall }) => overall}
			columns={columns}
		/>
	);
};

const getGain = ({ pointsIn, pointsOut }: Trade): number => pointsIn - pointsOut;

/** What picks, claims and trades of a draft team were worth. */
export const DraftChanges = ({ report, season, hasCaptains, formatRound }: DraftReportProps) => {
	const { t } = useTranslation();
	const buildPlayers = createPlayersColumn(season);
	const claimColumns: readonly Column<Claim>[] = [
		buildPlayers("in", t("report.cameIn"), ({ playerId }) => [playerId]),
		buildPlayers("out", t("report.wentOut"), ({ dropId }) => (dropId === null ? [] : [dropId])),
		buildNumberColumn("points", t("draftReport.added"), ({ points }) => formatPoints(points)),
		{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
		{ id: "kind", head: t("moves.kindLabel"), cell: ({ kind }) => t(`draftReport.kind.${kind}`) },
	];
	const tradeColumns: readonly Column<Trade>[] = [
		buildPlayers("got", t("draftReport.got"), ({ inIds }) => inIds),
		buildPlayers("gave", t("draftReport.gave"), ({ outIds }) => outIds),
		buildNumberColumn("gain", t("report.gain"), (trade) => formatSignedPoints(getGain(trade)), {
			getCellProps: (trade) => getChangeProps(getGain(trade)),
		}),
		buildNumberColumn("in", t("draftReport.pointsIn"), ({ pointsIn }) => formatPoints(pointsIn)),
		buildNumberColumn("out", t("draftReport.pointsOut"), ({ pointsOut }) => formatPoints(pointsOut)),
		{
			id: "with",
			head: t("draftReport.with"),
			cell: ({ otherTeamName }) => <bdi>{otherTeamName || t("rankings.formerTeam")}</bdi>,
		},
		{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
	];
	return (
		<>
			<Picks report={report} season={season} />
			<ReportTable
				title={t("draftReport.claims")}
				text={t(hasCaptains ? "draftReport.claimsText" : "draftReport.claimsTextUndoubled")}
				rows={report.claims}
				getKey={({ changeId, playerId }) => `${changeId} ${playerId}`}
				columns={claimColumns}
			/>
			<ReportTable
				title={t("draftReport.trades")}
				text={t("draftReport.tradesText")}
				rows={report.trades}
				getKey={({ changeId }) => changeId}
				columns={tradeColumns}
			/>
		</>
	);
};
