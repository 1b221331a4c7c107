import type { PlayerEntry } from "@first-bounce/contract/static-data";
import { useVirtualizer } from "@tanstack/react-virtual";
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
		getItemKey: (index) => players[index]?.id ?? index,
		overscan: 4,
	});
	const shown = useRef(players);
	useLayoutEffect(() => {
		if (shown.current !== players) scroller.current?.scrollTo({ top: 0 });
		shown.current = players;
	}, [players]);
	const showChange = isFirstRoundComplete(board.season);
	const onTake = (id: number) => () => board.hold(id, null);
	return (
		<section ref={scroller} className={styles.scroller} aria-label={t("pool.title")}>
			<ul className={styles.rows} style={{ height: rows.getTotalSize() }}>
				{rows.getVirtualItems().map(({ index, key, start }) => {
					const entry = players[index];
					if (!entry) return null;
					const player = playerView(entry, board.context);
					const isCarried = player.showAddButton;
					return (
						<li
							key={key}
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
