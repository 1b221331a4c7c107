import type { PlayerEntry } from "@first-bounce/contract/static-data";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isFirstRoundComplete } from "../../../players/player-words.ts";
import type { Board } from "../board/use-board.ts";
import { playerView } from "../model/player-view.ts";
import styles from "./pool.module.css";
import { PoolRow } from "./pool-row.tsx";

const ROW = 64;

/** The narrowed pool; of hundreds of rows only those in sight exist. */
export const PoolList = ({ players, board }: { readonly players: readonly PlayerEntry[]; readonly board: Board }) => {
	const { t } = useTranslation();
	const scroller = useRef<HTMLDivElement>(null);
	const rows = useVirtualizer({
		count: players.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => ROW,
		getItemKey: (index) => players[index]?.id ?? index,
		overscan: 6,
	});
	const shown = useRef(players);
	useLayoutEffect(() => {
		if (shown.current !== players) scroller.current?.scrollTo({ top: 0 });
		shown.current = players;
	}, [players]);
	const showChange = isFirstRoundComplete(board.season);
	return (
		<section
			ref={scroller}
			className={styles.scroller}
			tabIndex={board.editor.isEditable ? undefined : 0}
			aria-label={t("pool.title")}
		>
			<ul className={styles.rows} style={{ height: rows.getTotalSize() }}>
				{rows.getVirtualItems().map(({ index, key, start }) => {
					const entry = players[index];
					if (!entry) return null;
					return (
						<li
							key={key}
							ref={rows.measureElement}
							data-index={index}
							aria-setsize={players.length}
							aria-posinset={index + 1}
							style={{ transform: `translateY(${start}px)` }}
						>
							<PoolRow
								player={playerView(entry, board.context)}
								showChange={showChange}
								isEditable={board.editor.isEditable}
								onAdd={() => board.add(entry.id)}
								onRemove={() => board.removePlayer(entry.id)}
							/>
						</li>
					);
				})}
			</ul>
		</section>
	);
};
