import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { filterPool, OPEN_FILTER } from "../../../players/player-filter.ts";
import type { Board } from "../board/use-board.ts";
import styles from "./pool.module.css";
import { PoolFilters } from "./pool-filters.tsx";
import { PoolList } from "./pool-list.tsx";

/** Every player of the season, narrowed by filters: beside the ground, or in a sheet on a phone. */
export const PoolPanel = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const { filter, setFilter, season } = board;
	const narrowed = useDeferredValue(filter);
	const bank = narrowed.price === "affordable" ? board.editor.bank : 0;
	const players = useMemo(() => filterPool(season.players, narrowed, bank), [season.players, narrowed, bank]);
	return (
		<div className={styles.pool}>
			<PoolFilters filter={filter} onChange={setFilter} squads={season.squads} />
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
