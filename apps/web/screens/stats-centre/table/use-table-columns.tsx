import { roundToTenth } from "@first-bounce/rules/numbers";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import type { Column } from "../../../components/table/table.tsx";
import { formatInteger, formatMatchTime } from "../../../i18n/format.ts";
import difficulty from "../../../players/difficulty.module.css";
import { getDifficulty } from "../../../players/difficulty.ts";
import { formatMatchup } from "../../../players/player-format.ts";
import { StatFigure } from "../../../players/stat-figure.tsx";
import { computeSummary, getEmptyValue, NAME_SORT, type SortKey, type Column as StatColumn } from "../columns.ts";
import type { StatsRow } from "../stats-row.ts";
import type { Measure, StatsView } from "../stats-view.ts";
import { useColumnNames } from "../use-column-names.ts";
import styles from "./player-table.module.css";

/** A cell's text: a dash for null; ranks are listed by position. */
function formatCell(row: StatsRow, column: StatColumn, measure: Measure, t: TFunction): string {
	if (column.id === "positionRank")
		return (
			row.positionRanks.map(({ line, rank }) => `${t(`line.${line}`)} ${formatInteger(rank)}`).join(" · ") ||
			getEmptyValue(column)
		);
	const value = column.getValue(row, measure);
	return value === null ? getEmptyValue(column) : column.format(value, measure);
}

/** The average and the sum over the shown players, where they are meaningful. */
function formatSummary(rows: readonly StatsRow[], column: StatColumn, measure: Measure): string[] {
	const summary = computeSummary(rows, column, measure);
	const format = (value: number, as: Measure) => column.format(roundToTenth(value), as);
	return [
		summary && column.summary !== "none" ? format(summary.average, "average") : "",
		summary && column.summary === "both" ? format(summary.total, "total") : "",
	];
}

type TableColumn = Column<{ readonly stats: StatsRow }>;

interface Options {
	readonly statColumns: readonly StatColumn[];
	/** The upcoming rounds, whose opponents come before the stats. */
	readonly rounds: readonly { readonly id: number; readonly name: string }[];
	readonly rows: readonly StatsRow[];
	readonly season: Season;
	readonly view: StatsView;
	readonly onSort: (key: SortKey) => void;
	readonly renderPlayer: (row: StatsRow) => ReactNode;
}

/** The player's name, her opponents by round with the time of the next match, and her stats. */
export function useTableColumns(options: Options): readonly TableColumn[] {
	const { statColumns, rounds, rows, season, view, onSort, renderPlayer } = options;
	const { t } = useTranslation();
	const { getShortColumnName, getFullColumnName } = useColumnNames();
	const buildSort = (key: SortKey, title?: string) => ({
		direction: key.id === view.sort ? view.direction : null,
		onPress: () => onSort(key),
		...(title === undefined ? {} : { title }),
	});
	const getMatches = ({ upcoming }: StatsRow, id: number) =>
		upcoming.find(({ roundId }) => roundId === id)?.matches ?? [];
	return [
		{
			id: "player",
			head: t("team.listPlayer"),
			sort: buildSort(NAME_SORT),
			cell: ({ stats }) => renderPlayer(stats),
			foot: [t("stats.averageOf", { count: rows.length }), t("stats.totalOf", { count: rows.length })],
		},
		...rounds.map(
			({ id, name }, index): TableColumn => ({
				id: String(id),
				head: <span>{name}</span>,
				className: `${styles.matchup} ${difficulty.difficulty}`,
				getCellProps: ({ stats }) => ({
					"data-bye": getMatches(stats, id).length === 0 || undefined,
					"data-difficulty": getDifficulty(getMatches(stats, id), season)?.toString(),
				}),
				cell: ({ stats }) => {
					const matches = getMatches(stats, id);
					const [first] = matches;
					const level = getDifficulty(matches, season);
					return (
						<>
							{formatMatchup(stats.player.squad.abbreviation, matches, t("card.bye"))}
							{level === null ? null : <span className="spoken">{t(`player.difficulty.${level}`)}</span>}
							{first && index === 0 ? <small>{formatMatchTime(first.startsAt)}</small> : null}
						</>
					);
				},
			}),
		),
		...statColumns.map(
			(column): TableColumn => ({
				id: column.id,
				head: getShortColumnName(column.id),
				isNumber: true,
				sort: buildSort(column, getFullColumnName(column.id)),
				cell: ({ stats }) => <StatFigure text={formatCell(stats, column, view.measure, t)} />,
				foot: formatSummary(rows, column, view.measure),
			}),
		),
	];
}
