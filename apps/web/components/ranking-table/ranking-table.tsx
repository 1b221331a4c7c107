import type { SuccessOf } from "@first-bounce/contract/call";
import type { RankingRow, showRankings } from "@first-bounce/contract/stats/rankings";
import { useTranslation } from "react-i18next";
import { formatInteger, formatMoney, formatPoints } from "../../i18n/format.ts";
import { ScoreBadge } from "../badges/badges.tsx";
import { Icon } from "../icon/icon.tsx";
import { ManagerCell } from "../manager-cell/manager-cell.tsx";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { type Column, Table } from "../table/table.tsx";
import { PAGE_SIZE, type RankingOrder, type TableView } from "./paging.ts";
import styles from "./ranking-table.module.css";

interface Props {
	readonly clubs: ReadonlyMap<number, { readonly name: string }>;
	readonly view: TableView;
	/** Sorts the rows; absent if they are in one order only. */
	readonly onChange?: (change: Partial<TableView>) => void;
	/** Undefined while the first page is loading. */
	readonly data: SuccessOf<typeof showRankings> | undefined;
	/** URL of a team's page in the shown round; undefined before the first round. */
	readonly getUrl?: (row: RankingRow) => string | undefined;
	/** The previous page is shown while the next one loads. */
	readonly isStale: boolean;
}

/** Places gained or lost since the previous round, in the current order. */
const Movement = ({ rank, previousRank }: Pick<RankingRow, "rank" | "previousRank">) => {
	const { t } = useTranslation();
	if (previousRank === null) return null;
	const gained = previousRank - rank;
	if (gained === 0)
		return (
			<span className={styles.moved}>
				<span aria-hidden="true">–</span>
				<span className="spoken">{t("rankings.stayed")}</span>
			</span>
		);
	const places = formatInteger(Math.abs(gained));
	return (
		<span className={styles.moved} data-direction={gained > 0 ? "up" : "down"}>
			<Icon name={gained > 0 ? "up" : "down"} size={8} />
			<span aria-hidden="true">{places}</span>
			<span className="spoken">{t(gained > 0 ? "rankings.rose" : "rankings.fell", { places })}</span>
		</span>
	);
};

const LOADING_ROWS = Array.from({ length: PAGE_SIZE }, (_, index) => ({
	key: String(index),
	span: <Skeleton height="34px" />,
}));

/** The columns of points. A press on the sorted column reverses the order. */
function useOrderColumns({ view, onChange }: Props, isLive: boolean): readonly Column<RankingRow>[] {
	const { t } = useTranslation();
	// A phone has space for two columns of points.
	const hidden = view.order === "avgPoints" ? "roundPoints" : "avgPoints";
	const buildColumn = (order: RankingOrder, head: string) => ({
		id: order,
		head,
		isNumber: true,
		className: order === hidden ? `${styles.order} ${styles.hidden}` : styles.order,
		sort: {
			direction: view.order === order ? view.direction : null,
			onPress:
				onChange &&
				(() => onChange({ order, direction: view.order === order && view.direction === "desc" ? "asc" : "desc" })),
		},
	});
	const round = t(view.roundId === 0 && !isLive ? "rankings.columns.lastRound" : "rankings.columns.round");
	return [
		{
			...buildColumn("avgPoints", t("rankings.columns.average")),
			cell: ({ averagePoints }) => formatPoints(averagePoints),
		},
		{
			...buildColumn("roundPoints", round),
			cell: ({ roundPoints }) =>
				isLive ? <ScoreBadge tone="live" text={formatPoints(roundPoints)} /> : formatPoints(roundPoints),
		},
		{
			...buildColumn("totalPoints", t("rankings.columns.total")),
			cell: ({ totalPoints }) => formatPoints(totalPoints),
		},
	];
}

/** A page of the rankings. The user's own team is added at the bottom when it is on another page. */
export const RankingTable = (props: Props) => {
	const { clubs, data, isStale, getUrl } = props;
	const { t } = useTranslation();
	const rows = data?.rankings ?? [];
	const ownRow = data?.currentUserRanking ?? null;
	const isOnOtherPage = ownRow !== null && !rows.some(({ teamId }) => teamId === ownRow.teamId);
	const columns: readonly Column<RankingRow>[] = [
		{
			id: "rank",
			head: t("rankings.columns.rank"),
			isNumber: true,
			className: styles.rank,
			cell: ({ rank, previousRank }) => (
				<>
					{formatInteger(rank)}
					<Movement rank={rank} previousRank={previousRank} />
				</>
			),
		},
		{
			id: "team",
			head: t("rankings.columns.team"),
			className: styles.team,
			cell: (row) => (
				<ManagerCell manager={row} url={getUrl?.(row)} club={clubs.get(row.supportedSquadId ?? 0)?.name} />
			),
		},
		{
			id: "value",
			head: t("rankings.columns.value"),
			isNumber: true,
			isWide: true,
			cell: ({ teamValue }) => (teamValue === 0 ? "–" : formatMoney(teamValue)),
		},
		{
			id: "highest",
			head: t("rankings.columns.highest"),
			isNumber: true,
			isWide: true,
			cell: ({ highestRoundPoints }) => formatPoints(highestRoundPoints),
		},
		...useOrderColumns(props, data?.isLive ?? false),
	];
	return (
		<Table
			caption={t("rankings.caption")}
			className={styles.table}
			isCard
			isBusy={!data || isStale}
			rowHead="team"
			columns={columns}
			rows={data ? rows : LOADING_ROWS}
			footRows={isOnOtherPage ? [ownRow] : []}
			getKey={({ teamId }) => teamId}
			getRowProps={({ isCurrentLeagueUser }) =>
				isCurrentLeagueUser ? { "data-own": true, id: "own-row", tabIndex: -1 } : {}
			}
		/>
	);
};
