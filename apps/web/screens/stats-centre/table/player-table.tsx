import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, Suspense, useContext, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Portrait } from "../../../components/player-card/portrait.tsx";
import { type SpanRow, Table } from "../../../components/table/table.tsx";
import { useRoundLabel } from "../../../i18n/use-round-label.ts";
import { PlayerActionsContext } from "../../../players/player-actions-context.ts";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import { PlayerName } from "../../../players/player-name.tsx";
import { lazyPart } from "../../../upgrade/lazy-part.ts";
import { COLUMNS, type SortKey } from "../columns.ts";
import type { StatsRow } from "../stats-row.ts";
import { MAX_COMPARED, type StatsPage, toggleCompared } from "../stats-view.ts";
import type { StatsViewState } from "../use-stats-view.ts";
import styles from "./player-table.module.css";
import { useTableColumns } from "./use-table-columns.tsx";

interface CellProps {
	readonly row: StatsRow;
	/** The photo's URL; null shows the guernsey. */
	readonly photo: string | null;
	readonly isCompared: boolean;
	/** The maximum number of players is compared. */
	readonly isFull: boolean;
	readonly onToggleCompared: () => void;
	/** Whether the menu of the player's actions is open; undefined for users without a team. */
	readonly isMenuOpen: boolean | undefined;
	readonly onOpenMenu: (trigger: HTMLElement) => void;
}

/** The player's name, with a checkbox for the comparison and a button for adding her to the user's team or removing her. */
const PlayerCell = ({
	row: { player },
	photo,
	isCompared,
	isFull,
	onToggleCompared,
	isMenuOpen,
	onOpenMenu,
}: CellProps) => {
	const { t } = useTranslation();
	const name = getFullName(player);
	return (
		<span className={styles.player}>
			<label className={styles.choose}>
				<input
					type="checkbox"
					checked={isCompared}
					disabled={isFull && !isCompared}
					onChange={onToggleCompared}
					aria-label={t("stats.choose", { name })}
				/>
				<span aria-hidden="true">
					<Icon name="check" size={13} />
				</span>
			</label>
			<span className={styles.portrait}>
				<Portrait squadId={player.squadId} photo={photo} />
			</span>
			<span className={styles.who}>
				<PlayerName id={player.id} name={name} className={styles.name}>
					<span className={styles.first}>{player.firstName} </span>
					{player.lastName}
				</PlayerName>
				<small>
					<StatusBadge status={player.status} label={t(`status.${player.status}`)} />
					{formatPositions(player.position, t)} · {player.squad.abbreviation}
				</small>
			</span>
			{isMenuOpen === undefined ? null : (
				<button
					type="button"
					className={styles.more}
					aria-label={t("action.menu", { name })}
					aria-haspopup="dialog"
					aria-expanded={isMenuOpen}
					onClick={({ currentTarget }) => onOpenMenu(currentTarget)}
				>
					<Icon name="more" size={18} />
				</button>
			)}
		</span>
	);
};

const ROW_HEIGHT_PX = 54;

const RowActions = lazyPart(async () => (await import("./row-actions.tsx")).RowActions);

interface Props {
	readonly page: StatsPage;
	readonly season: Season;
	readonly rows: readonly StatsRow[];
	readonly state: StatsViewState;
}

/** A row with its number, because only the visible rows are rendered. */
interface NumberedRow {
	readonly index: number;
	readonly stats: StatsRow;
}

/** Sorts by a column; again reverses the order. */
const createSort =
	({ view, change }: StatsViewState) =>
	({ id, isLowerBetter }: SortKey) => {
		const [first, other] = isLowerBetter ? (["asc", "desc"] as const) : (["desc", "asc"] as const);
		change({ sort: id, direction: view.sort === id && view.direction === first ? other : first });
	};

/** The rows that fit into the scroller between gaps for the others. The scroller goes back to the top when the rows change. */
function useVisibleRows(
	rows: readonly StatsRow[],
	scroller: RefObject<HTMLElement | null>,
): readonly (NumberedRow | SpanRow)[] {
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
	}, [rows, scroller]);
	const items = body.getVirtualItems();
	const buildGap = (key: string, height: number): SpanRow[] =>
		height > 0 ? [{ key, span: null, props: { "data-gap": true, style: { height } } }] : [];
	const visible = items.flatMap(({ index }): NumberedRow[] => {
		const stats = rows[index];
		return stats ? [{ index, stats }] : [];
	});
	return [
		...buildGap("before", items[0]?.start ?? 0),
		...visible,
		...buildGap("after", body.getTotalSize() - (items.at(-1)?.end ?? 0)),
	];
}

/** A virtualised table of players with a sticky name column and header. */
export const PlayerTable = ({ page, season, rows, state }: Props) => {
	const { view, change } = state;
	const { t } = useTranslation();
	const formatRoundLabel = useRoundLabel();
	const scroller = useRef<HTMLElement>(null);
	const hasActions = useContext(PlayerActionsContext) !== undefined;
	const [menuPlayer, setMenuPlayer] = useState<PlayerEntry | null>(null);
	const trigger = useRef<HTMLElement>(null);
	const upcoming = page === "matchups" ? (rows[0]?.upcoming ?? []) : [];
	const columns = useTableColumns({
		statColumns: COLUMNS[page],
		rounds: upcoming.map(({ roundId }) => ({ id: roundId, name: formatRoundLabel(roundId, season.rules) })),
		rows,
		season,
		view,
		onSort: createSort(state),
		renderPlayer: (row) => (
			<PlayerCell
				row={row}
				photo={season.getPhotoPath(row.player)}
				isCompared={view.comparedIds.includes(row.player.id)}
				isFull={view.comparedIds.length >= MAX_COMPARED}
				isMenuOpen={hasActions ? menuPlayer?.id === row.player.id : undefined}
				onOpenMenu={(button) => {
					trigger.current = button;
					setMenuPlayer(row.player);
				}}
				onToggleCompared={() =>
					change(({ comparedIds }) => ({ comparedIds: toggleCompared(comparedIds, row.player.id) }))
				}
			/>
		),
	});
	return (
		<section ref={scroller} className={styles.scroller} aria-label={t("stats.title")}>
			<Table
				caption={t(`stats.page.${page}`)}
				className={styles.table}
				sticky="both"
				rowCount={rows.length + 3}
				rows={useVisibleRows(rows, scroller)}
				getKey={({ stats }) => stats.player.id}
				getRowProps={({ index, stats }) => ({
					"aria-rowindex": index + 2,
					"data-compared": view.comparedIds.includes(stats.player.id) || undefined,
				})}
				columns={columns}
			/>
			{menuPlayer ? (
				<Suspense>
					<RowActions player={menuPlayer} season={season} trigger={trigger} onClose={() => setMenuPlayer(null)} />
				</Suspense>
			) : null}
		</section>
	);
};
