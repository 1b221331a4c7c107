import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { formatMoney } from "../../../i18n/format.ts";
import { filterPool, POOL_SORTS, POOL_VIEWS } from "../../../players/filters/player-filter.ts";
import { PlayerFilters } from "../../../players/filters/player-filters.tsx";
import { type FilterStore, useFilter } from "../../../players/filters/use-filter-store.ts";
import { POOL_STATS } from "../../../players/player-format.ts";
import { useFavourites } from "../../../players/use-favourites.ts";
import type { Board } from "../board/state/board.ts";
import styles from "./pool.module.css";
import { PoolList } from "./pool-list.tsx";

const NOBODY: ReadonlySet<number> = new Set();

/** What is left to spend, and what it is for: in sight while the pool covers the ground. */
const Left = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { wanted, mode, editor, bank, desk, season } = board;
	const places = editor.empty.length;
	const isTrading = mode === "trade" || mode === "plan";
	const leaves = isTrading ? desk?.trades.find(({ playerInId }) => playerInId === 0)?.playerOutId : undefined;
	return (
		<span className={styles.left} data-tone={bank < 0 ? "bad" : undefined}>
			{wanted && mode === "edit" ? (
				<b>{t("pool.fillingFor", { position: t(`lineSpoken.${wanted.line ?? "UTL"}`) })}</b>
			) : null}
			{leaves ? <b>{t("pool.comingFor", { name: season.playerById.get(leaves)?.lastName ?? "" })}</b> : null}
			{t("pool.left", { amount: formatMoney(bank) })}
			{mode === "edit" && places > 0 ? ` · ${t("pool.places", { count: places })}` : null}
		</span>
	);
};

/** What narrows the pool, and how it is told. */
const Filters = ({ store, squads }: { readonly store: FilterStore; readonly squads: Season["squads"] }) => {
	const { t } = useTranslation();
	const filter = useFilter(store, (all) => all);
	const { stat, sort, view } = filter;
	const told = useMemo(
		() => (
			<>
				<SelectChip
					label={t("pool.stat")}
					value={stat}
					choices={POOL_STATS.map((value) => ({ value, label: t(`stat.${value}`) }))}
					onChange={(value) => store.change({ stat: value })}
				/>
				<SelectChip
					label={t("pool.sort")}
					value={sort}
					choices={POOL_SORTS.map((value) => ({ value, label: t(`poolSort.${value}`) }))}
					onChange={(value) => store.change({ sort: value })}
				/>
				<SelectChip
					label={t("pool.view")}
					value={view}
					choices={POOL_VIEWS.map((value) => ({ value, label: t(`poolView.${value}`) }))}
					onChange={(value) => store.change({ view: value })}
				/>
			</>
		),
		[store, stat, sort, view, t],
	);
	return (
		<PlayerFilters filter={filter} onChange={store.change} squads={squads}>
			{told}
		</PlayerFilters>
	);
};

/** Every player of the season, narrowed by filters: beside the ground, or in a sheet on a phone. */
export const PoolPanel = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { filters, season, mode } = board;
	const filter = useFilter(filters, (all) => all);
	const { ids } = useFavourites();
	const narrowed = useDeferredValue(filter);
	const isTrading = mode === "trade" || mode === "plan";
	const spendable = isTrading ? (board.desk?.marks.affordable ?? 0) : board.bank;
	const bank = narrowed.price === "affordable" ? spendable : 0;
	const starred = narrowed.isStarred ? ids : NOBODY;
	const players = useMemo(
		() => filterPool(season.players, narrowed, { bank, starred }),
		[season.players, narrowed, bank, starred],
	);
	return (
		<div className={styles.pool}>
			<Filters store={filters} squads={season.squads} />
			<p className={styles.count}>
				<span role="status">{t("pool.count", { count: players.length })}</span>
				{mode === "read" ? null : <Left board={board} />}
			</p>
			<PoolList players={players} board={board} view={narrowed.view} />
		</div>
	);
};
