import type { AllTimeRowView } from "@first-bounce/contract/leagues/league-history";
import { useTranslation } from "react-i18next";
import { ManagerCell } from "../../../components/manager-cell/manager-cell.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatAverage, formatPoints } from "../../../i18n/format.ts";
import ladder from "../ladder/ladder.module.css";
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
	const pointColumns: readonly Column<AllTimeRowView>[] = [
		{
			id: "rounds",
			head: t("leagues.history.rounds"),
			isNumber: true,
			isWide: true,
			cell: ({ rounds }) => rounds,
		},
		{
			id: "average",
			head: t("rankings.columns.average"),
			isNumber: true,
			cell: ({ points, rounds }) => (rounds === 0 ? "–" : formatPoints(points / rounds)),
		},
		{ id: "points", head: t("rankings.columns.total"), isNumber: true, cell: ({ points }) => formatPoints(points) },
	];
	const columns: readonly Column<AllTimeRowView>[] = [
		{
			id: "rank",
			head: <span className="spoken">{t("leagues.ladder.columns.rank")}</span>,
			isNumber: true,
			className: ladder.rank,
			cell: ({ rank }) => rank,
		},
		{
			id: "team",
			head: t("leagues.ladder.columns.team"),
			className: ladder.team,
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
		{ id: "titles", head: t("leagues.history.titles"), isNumber: true, cell: ({ titles }) => titles },
		...(hasMatchUps ? matchUpColumns : pointColumns),
	];
	return (
		<section className={styles.section} aria-labelledby="all-time">
			<h2 id="all-time">{t("leagues.history.ladder")}</h2>
			<Table
				caption={t("leagues.history.ladder")}
				className={ladder.table}
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
