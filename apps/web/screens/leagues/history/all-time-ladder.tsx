import type { AllTimeRowView } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { ManagerCell } from "../../../components/manager-cell/manager-cell.tsx";
import { buildNumberColumn, type Column, Table } from "../../../components/table/table.tsx";
import { formatAverage, formatPoints } from "../../../i18n/format.ts";
import { buildRankColumn } from "../ladder/h2h-table.tsx";
import ladderStyles from "../ladder/ladder.module.css";
import styles from "./history.module.css";
import type { HistoryNames } from "./use-history-names.ts";

interface Props {
	readonly rows: readonly AllTimeRowView[];
	readonly names: HistoryNames;
	readonly ownUserId: number;
	/** Whether some seasons are left out, because the league was too large. */
	readonly isPartial: boolean;
}

type MatchUpColumn = "played" | "wins" | "losses" | "draws" | "for" | "against" | "percentage";

const MATCH_UP_COLUMNS: readonly (Pick<Column<AllTimeRowView>, "cell" | "isWide"> & { readonly id: MatchUpColumn })[] =
	[
		{ id: "played", isWide: true, cell: ({ played }) => played },
		{ id: "wins", cell: ({ won }) => won },
		{ id: "losses", cell: ({ lost }) => lost },
		{ id: "draws", cell: ({ drawn }) => drawn },
		{ id: "for", isWide: true, cell: ({ pointsFor }) => formatPoints(pointsFor) },
		{ id: "against", isWide: true, cell: ({ pointsAgainst }) => formatPoints(pointsAgainst) },
		{
			id: "percentage",
			isWide: true,
			cell: ({ percentage }) => (percentage === null ? "–" : formatAverage(percentage)),
		},
	];

/** Everyone who has been in the league, over all its seasons. */
export const AllTimeLadder = ({ rows, names, ownUserId, isPartial }: Props) => {
	const { t } = useTranslation();
	const hasMatchUps = rows.some(({ played }) => played > 0);
	const matchUpColumns = MATCH_UP_COLUMNS.map((column) => ({
		...column,
		head: <abbr title={t(`leagues.ladder.spoken.${column.id}`)}>{t(`leagues.ladder.columns.${column.id}`)}</abbr>,
		isNumber: true,
	}));
	const formatRoundAverage = ({ points, rounds }: AllTimeRowView) =>
		rounds === 0 ? "–" : formatPoints(points / rounds);
	const pointColumns: readonly Column<AllTimeRowView>[] = [
		buildNumberColumn("rounds", t("leagues.history.rounds"), ({ rounds }) => rounds, { isWide: true }),
		buildNumberColumn("average", t("rankings.columns.average"), formatRoundAverage),
		buildNumberColumn("points", t("rankings.columns.total"), ({ points }) => formatPoints(points)),
	];
	const columns: readonly Column<AllTimeRowView>[] = [
		buildRankColumn(t),
		{
			id: "team",
			head: t("leagues.ladder.columns.team"),
			className: ladderStyles.team,
			cell: ({ userId, seasons }) => {
				const manager = names.findManager(userId);
				return manager ? (
					<ManagerCell
						manager={{ ...manager, isCurrentLeagueUser: userId === ownUserId }}
						note={t("leagues.history.seasonCount", { count: seasons })}
					/>
				) : null;
			},
		},
		buildNumberColumn("titles", t("leagues.history.titles"), ({ titles }) => titles),
		...(hasMatchUps ? matchUpColumns : pointColumns),
	];
	return (
		<section className={styles.section} aria-labelledby="all-time">
			<h2 id="all-time">{t("leagues.history.ladder")}</h2>
			<Table
				caption={t("leagues.history.ladder")}
				className={ladderStyles.table}
				isCard
				rowHead="team"
				rows={rows}
				getKey={({ userId }) => userId}
				getRowProps={({ userId }) => ({ "data-own": userId === ownUserId || undefined })}
				columns={columns}
			/>
			<p className={styles.quiet}>
				{t(hasMatchUps ? "leagues.history.ladderNote" : "leagues.history.pointsNote")}{" "}
				{isPartial ? t("leagues.history.partial") : null}
			</p>
		</section>
	);
};
