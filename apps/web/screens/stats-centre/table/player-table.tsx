import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Suspense, useContext, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { PlayerActionsContext } from "../../../players/player-actions-context.ts";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import { COLUMNS, type SortKey } from "../columns.ts";
import type { StatsRow } from "../stats-row.ts";
import { MAX_COMPARED, type StatsPage, toggleCompared } from "../stats-view.ts";
import type { StatsViewState } from "../use-stats-view.ts";
import { MatchupCells, NumberCells } from "./number-cells.tsx";
import { PlayerCell } from "./player-cell.tsx";
import styles from "./player-table.module.css";
import { TableFoot } from "./table-foot.tsx";
import { TableHead } from "./table-head.tsx";

const ROW_HEIGHT_PX = 54;

const RowActions = lazyPart(async () => (await import("./row-actions.tsx")).RowActions);

interface Props {
	readonly page: StatsPage;
	readonly season: Season;
	readonly rows: readonly StatsRow[];
	readonly state: StatsViewState;
}

const Gap = ({ height, columns }: { readonly height: number; readonly columns: number }) =>
	height > 0 ? (
		<tr data-gap style={{ height }}>
			<td colSpan={columns} />
		</tr>
	) : null;

/** A virtualised table of players with a sticky name column and header. */
export const PlayerTable = ({ page, season, rows, state: { view, change } }: Props) => {
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const scroller = useRef<HTMLElement>(null);
	const hasActions = useContext(PlayerActionsContext) !== undefined;
	const [menuPlayer, setMenuPlayer] = useState<PlayerEntry | null>(null);
	const trigger = useRef<HTMLElement>(null);
	const columns = COLUMNS[page];
	const upcoming = page === "matchups" ? (rows[0]?.upcoming ?? []) : [];
	const rounds = upcoming.map(({ roundId }) => ({ id: roundId, name: formatRoundLabel(roundId, season.rules) }));
	const body = useVirtualizer({
		count: rows.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => ROW_HEIGHT_PX,
		overscan: 8,
	});
	const shown = useRef(rows);
	useLayoutEffect(() => {
		if (shown.current !== rows) scroller.current?.scrollTo({ top: 0 });
		shown.current = rows;
	}, [rows]);
	const items = body.getVirtualItems();
	const width = 1 + upcoming.length + columns.length;
	const sort = ({ id, isLowerBetter }: SortKey) => {
		const firstDirection = isLowerBetter ? "asc" : "desc";
		const otherDirection = firstDirection === "asc" ? "desc" : "asc";
		change({
			sort: id,
			direction: view.sort === id && view.direction === firstDirection ? otherDirection : firstDirection,
		});
	};
	return (
		<section ref={scroller} className={styles.scroller} aria-label={t("stats.title")}>
			<table className={styles.table} data-page={page} aria-rowcount={rows.length + 3}>
				<caption className="spoken">{t(`stats.page.${page}`)}</caption>
				<TableHead columns={columns} rounds={rounds} view={view} onSort={sort} />
				<tbody>
					<Gap height={items[0]?.start ?? 0} columns={width} />
					{items.map(({ index }) => {
						const row = rows[index];
						if (!row) return null;
						const { id } = row.player;
						return (
							<tr key={id} aria-rowindex={index + 2} data-chosen={view.chosen.includes(id) || undefined}>
								<th scope="row">
									<PlayerCell
										row={row}
										photo={season.getPhotoPath(row.player)}
										isChosen={view.chosen.includes(id)}
										isFull={view.chosen.length >= MAX_COMPARED}
										isMenuOpen={hasActions ? menuPlayer?.id === id : undefined}
										onOpenMenu={(button) => {
											trigger.current = button;
											setMenuPlayer(row.player);
										}}
										onChoose={() => change(({ chosen }) => ({ chosen: toggleCompared(chosen, id) }))}
									/>
								</th>
								{upcoming.length > 0 ? <MatchupCells row={row} /> : null}
								<NumberCells row={row} columns={columns} view={view} />
							</tr>
						);
					})}
					<Gap height={body.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={width} />
				</tbody>
				<TableFoot columns={columns} upcomingCount={upcoming.length} rows={rows} view={view} />
			</table>
			{menuPlayer ? (
				<Suspense>
					<RowActions player={menuPlayer} season={season} trigger={trigger} onClose={() => setMenuPlayer(null)} />
				</Suspense>
			) : null}
		</section>
	);
};
