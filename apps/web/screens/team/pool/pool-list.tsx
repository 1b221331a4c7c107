import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { type Rect, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { useMedia } from "../../../live/use-media.ts";
import { DEFAULT_POOL_FILTER, type PoolView } from "../../../players/filters/player-filter.ts";
import { isFirstRoundComplete } from "../../../players/player-format.ts";
import { useFavourites } from "../../../players/use-favourites.ts";
import type { Board } from "../board/state/board.ts";
import { getDragProps } from "../board/state/drag.ts";
import { buildPlayerView, type PlayerView } from "../model/player-view.ts";
import type { ViewContext } from "../model/view-context.ts";
import styles from "./pool.module.css";
import { PoolRow } from "./pool-row.tsx";

const ROW_HEIGHT = 72;
/** A row has four lines where the pool is narrow (pool.module.css). */
const NARROW_ROW_HEIGHT = 88;
/** The window widths, roughly, at which the pool is narrow beside the ground. */
const NARROW = "(min-width: 62.5em) and (max-width: 81.9375em)";
type RowVirtualizer = Virtualizer<HTMLDivElement, Element>;

/**
 * By default the library measures rows while they are inserted, which forces a layout on every render. The observer
 * measures after layout; until then rows have the usual height.
 */
const MEASURE_OPTIONS = {
	initialRect: { width: 0, height: 900 },
	observeElementRect: ({ scrollElement }: RowVirtualizer, onResize: (rect: Rect) => void) => {
		const observer = new ResizeObserver(([entry]) => entry && onResize(entry.contentRect));
		if (scrollElement) observer.observe(scrollElement);
		return () => observer.disconnect();
	},
	measureElement: (row: Element, entry: ResizeObserverEntry | undefined, list: RowVirtualizer) =>
		entry?.borderBoxSize[0]?.blockSize ?? list.measurementsCache[list.indexFromElement(row)]?.size ?? ROW_HEIGHT,
};

interface Props {
	readonly players: readonly PlayerEntry[];
	readonly board: Pick<Board, "season" | "context" | "filters" | "runPoolAction" | "select" | "clearSelection">;
	readonly view: PoolView;
}

/** Caches views, so that memoized rows of unchanged players are not rendered again. */
function createViewCache(context: ViewContext): (entry: PlayerEntry) => PlayerView {
	const cache = new Map<PlayerEntry, PlayerView>();
	return (entry) => {
		const view = cache.get(entry) ?? buildPlayerView(entry, context);
		cache.set(entry, view);
		return view;
	};
}

const NoMatches = ({ filters }: Pick<Board, "filters">) => {
	const { t } = useTranslation();
	const reset = () => {
		const { stat, view } = filters.get();
		filters.change({ ...DEFAULT_POOL_FILTER, stat, view });
	};
	return (
		<div className={styles.none}>
			<p>{t("pool.none")}</p>
			<Button onPress={reset}>{t("pool.reset")}</Button>
		</div>
	);
};

/**
 * The filtered pool, virtualized. The list stays mounted if no players match, because mounting it again forces a
 * layout.
 */
export const PoolList = memo(({ players, board, view }: Props) => {
	const { t } = useTranslation();
	const { ids: favourites, toggle } = useFavourites();
	const scroller = useRef<HTMLDivElement>(null);
	const getView = useMemo(() => createViewCache(board.context), [board.context]);
	const rowHeight = useMedia(NARROW) ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
	const rows = useVirtualizer({
		count: players.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		getItemKey: (index) => players[index]?.id ?? index,
		...MEASURE_OPTIONS,
		overscan: 2,
	});
	const shownPlayers = useRef(players);
	useLayoutEffect(() => {
		// Scrolling an unscrolled list would still force a layout.
		if (shownPlayers.current !== players && rows.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 });
		shownPlayers.current = players;
	}, [players, rows]);
	const toggleRef = useRef(toggle);
	useLayoutEffect(() => {
		toggleRef.current = toggle;
	}, [toggle]);
	const onStar = useCallback((id: number) => toggleRef.current(id), []);
	const hasPriceChanges = isFirstRoundComplete(board.season);
	return (
		<section ref={scroller} className={styles.scroller} aria-label={t("pool.title")}>
			{players.length === 0 ? <NoMatches filters={board.filters} /> : null}
			<ul className={styles.rows} hidden={players.length === 0} style={{ height: rows.getTotalSize() }}>
				{rows.getVirtualItems().map(({ index, start }) => {
					const entry = players[index];
					if (!entry) return null;
					const player = getView(entry);
					const select = () => board.select({ id: entry.id, fromKey: null });
					return (
						<li
							key={entry.id}
							ref={rows.measureElement}
							data-index={index}
							aria-setsize={players.length}
							aria-posinset={index + 1}
							style={{ transform: `translateY(${start}px)` }}
							{...getDragProps({ onStart: player.showAddButton ? select : undefined, onEnd: board.clearSelection })}
						>
							<PoolRow
								player={player}
								board={board}
								view={view}
								hasPriceChanges={hasPriceChanges}
								isStarred={favourites.has(entry.id)}
								onStar={onStar}
							/>
						</li>
					);
				})}
			</ul>
		</section>
	);
});
