import type { DraftPickResult, DraftReport } from "@first-bounce/contract/draft/draft-report";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatInteger, formatPoints, formatSignedPoints } from "../../i18n/format.ts";
import { PlayerName } from "../../players/player-name.tsx";
import styles from "./season-report.module.css";

type Claim = DraftReport["claims"][number];
type Trade = DraftReport["trades"][number];

interface Props {
	readonly report: DraftReport;
	readonly season: Season;
	readonly formatRound: (roundId: number) => string;
}

interface TableCardProps<Item> {
	readonly title: string;
	readonly text: string;
	readonly rows: readonly Item[];
	readonly getKey: (row: Item) => string | number;
	readonly columns: readonly Column<Item>[];
}

/** A table of what was worth how much; nothing without rows. */
function TableCard<Item>({ title, text, rows, getKey, columns }: TableCardProps<Item>) {
	if (rows.length === 0) return null;
	return (
		<section className={styles.card} aria-label={title}>
			<h2>{title}</h2>
			<p className={styles.explain}>{text}</p>
			<Table
				caption={title}
				className={styles.scroller}
				scroller="plain"
				sticky="column"
				rows={rows}
				getKey={getKey}
				columns={columns}
			/>
		</section>
	);
}

const getChange = (difference: number) => ({
	"data-change": difference > 0 ? "up" : difference < 0 ? "down" : undefined,
});

const PlayerNames = ({ ids, season }: { readonly ids: readonly PlayerId[]; readonly season: Season }): ReactNode =>
	ids.length === 0
		? "–"
		: ids.map((id) => {
				const player = season.playerById.get(id);
				return (
					<div key={id}>{player ? <PlayerName id={id} name={`${player.firstName} ${player.lastName}`} /> : id}</div>
				);
			});

/** A column with one or more players. */
function usePlayersColumn(season: Season) {
	return <Item,>(id: string, head: string, getIds: (row: Item) => readonly PlayerId[]): Column<Item> => ({
		id,
		head,
		className: styles.name,
		cell: (row) => <PlayerNames ids={getIds(row)} season={season} />,
	});
}

/** The picks that were worth most above and below their number. */
const Picks = ({ report: { bestPicks, worstPicks }, season }: Omit<Props, "formatRound">) => {
	const { t } = useTranslation();
	const buildPlayers = usePlayersColumn(season);
	const getDifference = ({ points, expected }: DraftPickResult) => points - expected;
	return (
		<TableCard
			title={t("draftReport.picks")}
			text={t("draftReport.picksText")}
			rows={[...bestPicks, ...worstPicks.toReversed()]}
			getKey={({ overall }) => overall}
			columns={[
				buildPlayers<DraftPickResult>("player", t("moves.column.player"), ({ playerId }) => [playerId]),
				{ id: "pick", head: t("draftReport.pick"), isNumber: true, cell: ({ overall }) => formatInteger(overall) },
				{ id: "points", head: t("report.scored"), isNumber: true, cell: ({ points }) => formatPoints(points) },
				{ id: "worth", head: t("draftReport.worth"), isNumber: true, cell: ({ expected }) => formatPoints(expected) },
				{
					id: "difference",
					head: t("draftReport.difference"),
					isNumber: true,
					getCellProps: (pick) => getChange(getDifference(pick)),
					cell: (pick) => formatSignedPoints(getDifference(pick)),
				},
			]}
		/>
	);
};

/** What picks, claims and trades of a draft team were worth. */
export const DraftChanges = ({ report, season, formatRound }: Props) => {
	const { t } = useTranslation();
	const buildPlayers = usePlayersColumn(season);
	return (
		<>
			<Picks report={report} season={season} />
			<TableCard
				title={t("draftReport.claims")}
				text={t("draftReport.claimsText")}
				rows={report.claims}
				getKey={({ changeId, playerId }) => `${changeId} ${playerId}`}
				columns={[
					buildPlayers<Claim>("in", t("report.cameIn"), ({ playerId }) => [playerId]),
					buildPlayers<Claim>("out", t("report.wentOut"), ({ dropId }) => (dropId === null ? [] : [dropId])),
					{ id: "points", head: t("draftReport.added"), isNumber: true, cell: ({ points }) => formatPoints(points) },
					{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
					{ id: "kind", head: t("moves.kindLabel"), cell: ({ kind }) => t(`draftReport.kind.${kind}`) },
				]}
			/>
			<TableCard
				title={t("draftReport.trades")}
				text={t("draftReport.tradesText")}
				rows={report.trades}
				getKey={({ changeId }) => changeId}
				columns={[
					buildPlayers<Trade>("got", t("draftReport.got"), ({ inIds }) => inIds),
					buildPlayers<Trade>("gave", t("draftReport.gave"), ({ outIds }) => outIds),
					{
						id: "gain",
						head: t("report.gain"),
						isNumber: true,
						getCellProps: ({ pointsIn, pointsOut }) => getChange(pointsIn - pointsOut),
						cell: ({ pointsIn, pointsOut }) => formatSignedPoints(pointsIn - pointsOut),
					},
					{
						id: "in",
						head: t("draftReport.pointsIn"),
						isNumber: true,
						cell: ({ pointsIn }) => formatPoints(pointsIn),
					},
					{
						id: "out",
						head: t("draftReport.pointsOut"),
						isNumber: true,
						cell: ({ pointsOut }) => formatPoints(pointsOut),
					},
					{
						id: "with",
						head: t("draftReport.with"),
						cell: ({ otherTeamName }) => <bdi>{otherTeamName || t("rankings.formerTeam")}</bdi>,
					},
					{ id: "round", head: t("rankings.columns.round"), cell: ({ roundId }) => formatRound(roundId) },
				]}
			/>
		</>
	);
};
