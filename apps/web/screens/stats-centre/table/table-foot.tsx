import { useTranslation } from "react-i18next";
import { type Column, computeSummary } from "../columns.ts";
import type { StatsRow } from "../stats-row.ts";
import type { StatsView } from "../stats-view.ts";

interface Props {
	readonly columns: readonly Column[];
	/** The number of upcoming rounds, whose columns come before those of the stats. */
	readonly upcomingCount: number;
	readonly rows: readonly StatsRow[];
	readonly view: StatsView;
}

/** Averages and sums over the shown players. */
export const TableFoot = ({ columns, upcomingCount, rows, view: { measure } }: Props) => {
	const { t } = useTranslation();
	const summaries = columns.map((column) => ({ column, summary: computeSummary(rows, column, measure) }));
	const gap = upcomingCount > 0 ? <td colSpan={upcomingCount} /> : null;
	return (
		<tfoot>
			<tr aria-rowindex={rows.length + 2}>
				<th scope="row">{t("stats.averageOf", { count: rows.length })}</th>
				{gap}
				{summaries.map(({ column, summary }) => (
					<td key={column.id}>
						{summary && column.summary !== "none"
							? column.format(Math.round(summary.average * 10) / 10, "average")
							: ""}
					</td>
				))}
			</tr>
			<tr aria-rowindex={rows.length + 3} data-total>
				<th scope="row">{t("stats.totalOf", { count: rows.length })}</th>
				{gap}
				{summaries.map(({ column, summary }) => (
					<td key={column.id}>
						{summary && column.summary === "both" ? column.format(Math.round(summary.total * 10) / 10, "total") : ""}
					</td>
				))}
			</tr>
		</tfoot>
	);
};
