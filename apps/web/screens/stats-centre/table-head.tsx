import { useTranslation } from "react-i18next";
import { Icon } from "../../components/icon/icon.tsx";
import type { Column } from "./columns.ts";
import styles from "./player-table.module.css";
import type { StatsView } from "./stats-view.ts";

interface Props {
	readonly columns: readonly Column[];
	/** Headings of the rounds ahead; none outside the matchups. */
	readonly rounds: readonly { readonly id: number; readonly name: string }[];
	readonly view: StatsView;
	readonly onSort: (column: Column) => void;
}

/** Every column of numbers sorts the table; pressing it again turns it round. */
export const TableHead = ({ columns, rounds, view, onSort }: Props) => {
	const { t } = useTranslation();
	return (
		<thead>
			<tr aria-rowindex={1}>
				<th scope="col">{t("team.listPlayer")}</th>
				{rounds.map(({ id, name }) => (
					<th key={id} scope="col" className={styles.matchup}>
						<span>{name}</span>
					</th>
				))}
				{columns.map((column) => {
					const isSorted = column.id === view.sort;
					return (
						<th
							key={column.id}
							scope="col"
							{...(isSorted ? { "aria-sort": view.direction === "asc" ? "ascending" : "descending" } : {})}
						>
							<button type="button" title={t(`stats.columnLong.${column.id}`)} onClick={() => onSort(column)}>
								{t(`stats.column.${column.id}`)}
								{isSorted ? <Icon name={view.direction === "asc" ? "up" : "down"} size={9} /> : null}
							</button>
						</th>
					);
				})}
			</tr>
		</thead>
	);
};
