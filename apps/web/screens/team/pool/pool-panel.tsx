import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { PlayerFilters } from "../../../players/filters/player-filters.tsx";
import { filterPool, OPEN_FILTER, POOL_SORTS } from "../../../players/player-filter.ts";
import { POOL_STATS } from "../../../players/player-words.ts";
import { useFavourites } from "../../../players/use-favourites.ts";
import type { Board } from "../board/use-board.ts";
import styles from "./pool.module.css";
import { PoolList } from "./pool-list.tsx";

/** Every player of the season, narrowed by filters: beside the ground, or in a sheet on a phone. */
export const PoolPanel = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { filter, setFilter, season } = board;
	const narrowed = useDeferredValue(filter);
	const bank = narrowed.price === "affordable" ? board.editor.bank : 0;
	const { ids: starred } = useFavourites();
	const players = useMemo(
		() => filterPool(season.players, narrowed, { bank, starred }),
		[season.players, narrowed, bank, starred],
	);
	return (
		<div className={styles.pool}>
			<PlayerFilters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} squads={season.squads}>
				<SelectChip
					label={t("pool.stat")}
					value={filter.stat}
					choices={POOL_STATS.map((value) => ({ value, label: t(`stat.${value}`) }))}
					onChange={(stat) => setFilter({ ...filter, stat })}
				/>
				<SelectChip
					label={t("pool.sort")}
					value={filter.sort}
					choices={POOL_SORTS.map((value) => ({ value, label: t(`poolSort.${value}`) }))}
					onChange={(sort) => setFilter({ ...filter, sort })}
				/>
			</PlayerFilters>
			<p className={styles.count} role="status">
				{t("pool.count", { count: players.length })}
				{board.wanted ? (
					<b>{t("pool.fillingFor", { position: t(`lineSpoken.${board.wanted.line ?? "UTL"}`) })}</b>
				) : null}
			</p>
			{players.length === 0 ? (
				<div className={styles.none}>
					<p>{t("pool.none")}</p>
					<Button onPress={() => setFilter({ ...OPEN_FILTER, stat: filter.stat })}>{t("pool.reset")}</Button>
				</div>
			) : (
				<PoolList players={players} board={board} />
			)}
		</div>
	);
};
