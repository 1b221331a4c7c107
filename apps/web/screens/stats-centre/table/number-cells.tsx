import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatInteger, formatMatchTime } from "../../../i18n/format.ts";
import { formatMatchup } from "../../../players/player-format.ts";
import { StatFigure } from "../../../players/stat-figure.tsx";
import { type Column, getEmptyValue } from "../columns.ts";
import type { StatsRow } from "../stats-row.ts";
import type { StatsView } from "../stats-view.ts";
import styles from "./player-table.module.css";

/** A cell's text: a dash for null; ranks are listed by position. */
function formatCell(row: StatsRow, column: Column, measure: StatsView["measure"], t: TFunction): string {
	if (column.id === "positionRank")
		return (
			row.positionRanks.map(({ line, rank }) => `${t(`line.${line}`)} ${formatInteger(rank)}`).join(" · ") ||
			getEmptyValue(column)
		);
	const value = column.value(row, measure);
	return value === null ? getEmptyValue(column) : column.format(value, measure);
}

interface Props {
	readonly row: StatsRow;
	readonly columns: readonly Column[];
	readonly view: StatsView;
}

export const NumberCells = ({ row, columns, view }: Props) => {
	const { t } = useTranslation();
	return columns.map((column) => (
		<td key={column.id} data-sorted={column.id === view.sort || undefined}>
			<StatFigure text={formatCell(row, column, view.measure, t)} />
		</td>
	));
};

/** The player's opponents by round, with the time of the next match. */
export const MatchupCells = ({ row: { player, upcoming } }: Pick<Props, "row">) => {
	const { t } = useTranslation();
	return upcoming.map(({ roundId, matches }) => {
		const [first] = matches;
		return (
			<td key={roundId} className={styles.matchup} data-bye={first ? undefined : true}>
				{formatMatchup(player.squad.abbreviation, matches, t("card.bye"))}
				{first && roundId === upcoming[0]?.roundId ? <small>{formatMatchTime(first.startsAt)}</small> : null}
			</td>
		);
	});
};
