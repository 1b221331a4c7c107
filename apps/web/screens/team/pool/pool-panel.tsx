import type { PlayerId } from "@first-bounce/rules/ids";
import { useMemo } from "react";
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
import { getSpendingOutlook } from "../model/spending-outlook.ts";
import { isTradeMode } from "../model/view-context.ts";
import styles from "./pool.module.css";
import { PoolList } from "./pool-list.tsx";

const NO_FAVOURITES: ReadonlySet<number> = new Set();

const PoolStatus = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { slotToFill, mode, editor, bank, tradeEditor, season } = board;
	const emptyCount = editor.emptySlots.length;
	const isTrading = isTradeMode(mode);
	const outgoingId = isTrading
		? tradeEditor?.trades.find(({ playerInId }) => playerInId === 0)?.playerOutId
		: undefined;
	const outlook = mode === "edit" && emptyCount > 0 ? getSpendingOutlook(board) : null;
	const isShort = bank < 0 || outlook?.level === "dead-end";
	return (
		<span className={styles.left} data-tone={isShort ? "bad" : undefined}>
			{slotToFill && mode === "edit" ? (
				<b>{t("pool.fillingFor", { position: t(`lineSpoken.${slotToFill.line ?? "UTL"}`) })}</b>
			) : null}
			{outgoingId ? <b>{t("pool.comingFor", { name: season.playerById.get(outgoingId)?.lastName ?? "" })}</b> : null}
			{t("pool.left", { amount: formatMoney(bank) })}
			{outlook ? ` · ${t("pool.places", { count: emptyCount })}` : null}
			{outlook && bank > 0 ? ` · ${t("pool.perSpot", { amount: formatMoney(outlook.averagePerSpot) })}` : null}
		</span>
	);
};

interface FiltersProps {
	readonly store: FilterStore;
	readonly squads: Season["squads"];
	readonly hasAffordableChip: boolean;
}

/** The filters, and the stat, order and view of the rows. */
const Filters = ({ store, squads, hasAffordableChip }: FiltersProps) => {
	const { t } = useTranslation();
	const filter = useFilter(store, (all) => all);
	const { stat, sort, view } = filter;
	const chips = useMemo(
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
		<PlayerFilters filter={filter} onChange={store.change} squads={squads} hasAffordableChip={hasAffordableChip}>
			{chips}
		</PlayerFilters>
	);
};

interface Props {
	readonly board: Board;
	/** Shows only these players. */
	readonly candidates?: ReadonlySet<PlayerId>;
}

/** All players, filtered: beside the ground, or in a sheet on a phone. */
export const PoolPanel = ({ board, candidates }: Props) => {
	const { t } = useTranslation();
	const { filters, season, mode } = board;
	const filter = useFilter(filters, (all) => all);
	const { ids } = useFavourites();
	const isTrading = isTradeMode(mode);
	const spendable = isTrading ? (board.tradeEditor?.tradeContext.maxAffordable ?? 0) : board.bank;
	const bank = filter.price === "affordable" ? spendable : 0;
	const starred = filter.isStarred ? ids : NO_FAVOURITES;
	const pool = useMemo(
		() => (candidates ? season.players.filter(({ id }) => candidates.has(id)) : season.players),
		[season.players, candidates],
	);
	const players = useMemo(() => filterPool(pool, filter, { bank, starred }), [pool, filter, bank, starred]);
	return (
		<div className={styles.pool}>
			<Filters
				store={filters}
				squads={season.squads}
				hasAffordableChip={isTrading || (mode === "edit" && board.slotToFill !== null)}
			/>
			<p className={styles.count}>
				<span role="status">{t("pool.count", { count: players.length })}</span>
				{mode === "read" ? null : <PoolStatus board={board} />}
			</p>
			<a className={styles.skip} href="#page">
				{t("pool.skip")}
			</a>
			<PoolList players={players} board={board} view={filter.view} />
		</div>
	);
};
