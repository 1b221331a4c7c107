import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { Segmented } from "../../components/segmented/segmented.tsx";
import { SelectChip } from "../../components/select/select-chip.tsx";
import { PlayerFilters } from "../../players/filters/player-filters.tsx";
import { COLUMNS, NAME_SORT, SORT_OPTIONS } from "./columns.ts";
import styles from "./stats-centre.module.css";
import type { StatsPage } from "./stats-view.ts";
import { useColumnNames } from "./use-column-names.ts";
import type { StatsViewState } from "./use-stats-view.ts";

interface Props {
	readonly page: StatsPage;
	readonly season: Season;
	readonly state: StatsViewState;
}

export const StatsToolbar = ({ page, season, state: { view, change } }: Props) => {
	const { t } = useTranslation();
	const { getFullColumnName } = useColumnNames();
	const sortColumn = COLUMNS[page].find(({ id }) => id === view.sort && !SORT_OPTIONS.some((option) => option === id));
	return (
		<div className={styles.filters}>
			<PlayerFilters
				filter={view.filter}
				onChange={(part) => change({ filter: { ...view.filter, ...part } })}
				squads={season.squads}
			>
				<SelectChip
					label={t("pool.sort")}
					value={view.sort}
					choices={[
						...SORT_OPTIONS.map((value) => ({ value: value as string, label: t(`stats.sort.${value}`) })),
						...(view.sort === NAME_SORT.id ? [{ value: view.sort, label: t("poolSort.name") }] : []),
						...(sortColumn ? [{ value: sortColumn.id, label: getFullColumnName(sortColumn.id) }] : []),
					]}
					onChange={(sort) => change({ sort, direction: "desc" })}
				/>
				{page === "matches" ? (
					<Segmented
						label={t("stats.measure")}
						variant="chips"
						value={view.measure}
						choices={[
							{ value: "average", label: t("stats.averages") },
							{ value: "total", label: t("stats.totals") },
						]}
						onChange={(measure) => change({ measure })}
					/>
				) : null}
			</PlayerFilters>
		</div>
	);
};
