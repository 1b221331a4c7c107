import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { type Column, NAME_SORT, type SortKey } from "../columns.ts";
import type { StatsView } from "../stats-view.ts";
import { useColumnNames } from "../use-column-names.ts";
import styles from "./player-table.module.css";

interface Props {
	readonly columns: readonly Column[];
	/** Headings of the upcoming rounds; only on the matchups page. */
	readonly rounds: readonly { readonly id: number; readonly name: string }[];
	readonly view: StatsView;
	readonly onSort: (key: SortKey) => void;
}

interface HeadingProps extends Pick<Props, "view" | "onSort"> {
	readonly by: SortKey;
	readonly label: string;
	readonly title?: string;
}

const Heading = ({ by, label, title, view, onSort }: HeadingProps) => {
	const isSorted = by.id === view.sort;
	const isUp = view.direction === "asc";
	return (
		<th scope="col" {...(isSorted ? { "aria-sort": isUp ? "ascending" : "descending" } : {})}>
			<button type="button" title={title} onClick={() => onSort(by)}>
				{label}
				{isSorted ? <Icon name={isUp ? "up" : "down"} size={9} /> : null}
			</button>
		</th>
	);
};

/** A column heading sorts the table; pressing it again reverses the order. */
export const TableHead = ({ columns, rounds, view, onSort }: Props) => {
	const { t } = useTranslation();
	const { getShortName, getFullName } = useColumnNames();
	return (
		<thead>
			<tr aria-rowindex={1}>
				<Heading by={NAME_SORT} label={t("team.listPlayer")} view={view} onSort={onSort} />
				{rounds.map(({ id, name }) => (
					<th key={id} scope="col" className={styles.matchup}>
						<span>{name}</span>
					</th>
				))}
				{columns.map((column) => (
					<Heading
						key={column.id}
						by={column}
						label={getShortName(column.id)}
						title={getFullName(column.id)}
						view={view}
						onSort={onSort}
					/>
				))}
			</tr>
		</thead>
	);
};
