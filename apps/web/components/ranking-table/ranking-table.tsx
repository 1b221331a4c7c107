import type { SuccessOf } from "@first-bounce/contract/call";
import type { RankingRow, showRankings } from "@first-bounce/contract/stats/rankings";
import { useTranslation } from "react-i18next";
import { Skeleton } from "../skeleton/skeleton.tsx";
import { PAGE_SIZE, type TableView } from "./paging.ts";
import { RankingHead } from "./ranking-head.tsx";
import { RankingTableRow } from "./ranking-row.tsx";
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

const COLUMNS = 7;
const SKELETON_ROWS = Array.from({ length: PAGE_SIZE }, (_, index) => index);

/** A page of the rankings. The user's own team is added at the bottom when it is on another page. */
export const RankingTable = ({ clubs, view, onChange, data, isStale, getUrl }: Props) => {
	const { t } = useTranslation();
	const rows = data?.rankings ?? [];
	const ownRow = data?.currentUserRanking ?? null;
	const isOnOtherPage = ownRow !== null && !rows.some(({ teamId }) => teamId === ownRow.teamId);
	const renderRow = (row: (typeof rows)[number]) => (
		<RankingTableRow
			key={row.teamId}
			row={row}
			isLive={data?.isLive ?? false}
			url={row.teamName === "" ? undefined : getUrl?.(row)}
			club={clubs.get(row.supportedSquadId ?? 0)?.name}
		/>
	);
	return (
		<table className={styles.table} data-order={view.order} aria-busy={!data || isStale}>
			<caption className="spoken">{t("rankings.caption")}</caption>
			<RankingHead view={view} onChange={onChange} isLive={data?.isLive ?? false} />
			<tbody data-stale={isStale || undefined}>
				{data
					? rows.map(renderRow)
					: SKELETON_ROWS.map((index) => (
							<tr key={index} className={styles.row}>
								<td colSpan={COLUMNS}>
									<Skeleton height="34px" />
								</td>
							</tr>
						))}
			</tbody>
			{isOnOtherPage ? <tfoot>{renderRow(ownRow)}</tfoot> : null}
		</table>
	);
};
