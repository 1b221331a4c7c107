import { useTranslation } from "react-i18next";
import { Icon } from "../icon/icon.tsx";
import type { RankingOrder, TableView } from "./paging.ts";
import styles from "./ranking-table.module.css";

interface Props {
	readonly view: TableView;
	/** Sorts the rows; absent if they are in one order only. */
	readonly onChange?: ((change: Partial<TableView>) => void) | undefined;
}
interface SortProps extends Props {
	readonly order: RankingOrder;
	readonly label: string;
	readonly className?: string | undefined;
}

/** A sortable column; pressing it again reverses the order. */
const SortColumn = ({ view, onChange, order, label, className }: SortProps) => {
	const isSorted = view.order === order;
	const sort = view.direction === "asc" ? "ascending" : "descending";
	return (
		<th scope="col" className={className} {...(isSorted ? { "aria-sort": sort } : {})}>
			{onChange ? (
				<button
					type="button"
					className={styles.sort}
					onClick={() => onChange({ order, direction: isSorted && view.direction === "desc" ? "asc" : "desc" })}
				>
					{label}
					{isSorted ? <Icon name={view.direction === "asc" ? "up" : "down"} size={11} /> : null}
				</button>
			) : (
				label
			)}
		</th>
	);
};

/** The column headings. */
export const RankingHead = ({ isLive, ...props }: Props & { readonly isLive: boolean }) => {
	const { t } = useTranslation();
	const round = props.view.roundId === 0 && !isLive ? t("rankings.columns.lastRound") : t("rankings.columns.round");
	return (
		<thead className={styles.columns}>
			<tr>
				<th scope="col" className={styles.rank}>
					{t("rankings.columns.rank")}
				</th>
				<th scope="col">{t("rankings.columns.team")}</th>
				<th scope="col" className={styles.wide}>
					{t("rankings.columns.value")}
				</th>
				<th scope="col" className={styles.wide}>
					{t("rankings.columns.highest")}
				</th>
				<SortColumn {...props} order="avgPoints" label={t("rankings.columns.average")} className={styles.average} />
				<SortColumn {...props} order="roundPoints" label={round} className={styles.points} />
				<SortColumn {...props} order="totalPoints" label={t("rankings.columns.total")} className={styles.total} />
			</tr>
		</thead>
	);
};
