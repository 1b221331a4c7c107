import type { PlayerEntry } from "@first-bounce/contract/static-data";
import { type Rect, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { memo, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PoolView } from "../../../players/player-filter.ts";
import { isFirstRoundComplete } from "../../../players/player-words.ts";
import { useFavourites } from "../../../players/use-favourites.ts";
import type { Board } from "../board/board.ts";
import { carries } from "../board/drag.ts";
import { playerView } from "../model/player-view.ts";
import styles from "./pool.module.css";
import { PoolRow } from "./pool-row.tsx";

const ROW = 72;
type List = Virtualizer<HTMLDivElement, Element>;

/**
 * The library asks for sizes while the rows are being put in, and so has the page laid out once more for each drawing.
 * The observer tells them after the layout that there is anyway; until then rows are as high as most are.
 */
const UNHURRIED = {
	initialRect: { width: 0, height: 900 },
	observeElementRect: ({ scrollElement }: List, tell: (rect: Rect) => void) => {
		const observer = new ResizeObserver(([entry]) => entry && tell(entry.contentRect));
		if (scrollElement) observer.observe(scrollElement);
		return () => observer.disconnect();
	},
	measureElement: (row: Element, entry: ResizeObserverEntry | undefined, list: List) =>
		entry?.borderBoxSize[0]?.blockSize ?? list.measurementsCache[list.indexFromElement(row)]?.size ?? ROW,
};

interface Props {
	readonly players: readonly PlayerEntry[];
	readonly board: Board;
	readonly view: PoolView;
}

/** The narrowed pool; of hundreds of rows only those in sight exist. A keystroke draws it once, when it is narrowed. */
export const PoolList = memo(({ players, board, view }: Props) => {
	const { t } = useTranslation();
	const { ids: favourites, toggle } = useFavourites();
	const scroller = useRef<HTMLDivElement>(null);
	const rows = useVirtualizer({
		count: players.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => ROW,
		...UNHURRIED,
		overscan: 2,
	});
	const shown = useRef(players);
	useLayoutEffect(() => {
		// Scrolling where nothing is scrolled would still have the page laid out.
		if (shown.current !== players && rows.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 });
		shown.current = players;
	}, [players, rows]);
	const showChange = isFirstRoundComplete(board.season);
	const onTake = (id: number) => () => board.hold(id, null);
	return (
		<section ref={scroller} className={styles.scroller} aria-label={t("pool.title")}>
			<ul className={styles.rows} style={{ height: rows.getTotalSize() }}>
				{rows.getVirtualItems().map(({ index, start }) => {
					const entry = players[index];
					if (!entry) return null;
					const player = playerView(entry, board.context);
					const isCarried = player.showAddButton;
					return (
						<li
							key={index}
							ref={rows.measureElement}
							data-index={index}
							aria-setsize={players.length}
							aria-posinset={index + 1}
							style={{ transform: `translateY(${start}px)` }}
							{...carries({ onTake: isCarried ? onTake(entry.id) : undefined, onLetGo: board.letGo })}
						>
							<PoolRow
								player={player}
								board={board}
								view={view}
								showChange={showChange}
								isStarred={favourites.has(entry.id)}
								onStar={() => void toggle(entry.id)}
							/>
						</li>
					);
				})}
			</ul>
		</section>
	);
});
