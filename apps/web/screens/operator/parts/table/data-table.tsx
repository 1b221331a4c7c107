import type { ReactNode } from "react";
import styles from "./data-table.module.css";

interface Column<Row> {
	readonly id: string;
	readonly head: string;
	readonly cell: (row: Row) => ReactNode;
	/** Set to the right, in figures of one width. */
	readonly isNumber?: boolean;
	/** Left out where there is no room: on a phone. */
	readonly isWide?: boolean;
}

interface Props<Row> {
	readonly caption: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly getKey: (row: Row) => string | number;
	/** What can be done with a row, in a last column. */
	readonly actions?: (row: Row) => ReactNode;
	readonly actionsHead?: string;
}

/** What scrolls takes the focus: a table may hold nothing else to push it along by (axe's scrollable-region-focusable). */
const BY_KEYS = { tabIndex: 0 } as const;

/** A real table; its first column names the row, and what can be done with it stays in sight on a phone. */
export const DataTable = <Row,>({ caption, columns, rows, getKey, actions, actionsHead = "" }: Props<Row>) => (
	<section {...BY_KEYS} className={styles.scroller} aria-label={caption}>
		<table className={styles.table}>
			<caption className="spoken">{caption}</caption>
			<thead>
				<tr>
					{columns.map(({ id, head, isNumber, isWide }) => (
						<th key={id} scope="col" data-number={isNumber || undefined} data-wide={isWide || undefined}>
							{head}
						</th>
					))}
					{actions ? (
						<th scope="col">
							<span className="spoken">{actionsHead}</span>
						</th>
					) : null}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={getKey(row)}>
						{columns.map(({ id, cell, isNumber, isWide }, index) => {
							const data = { "data-number": isNumber || undefined, "data-wide": isWide || undefined };
							return index === 0 ? (
								<th key={id} scope="row" {...data}>
									{cell(row)}
								</th>
							) : (
								<td key={id} {...data}>
									{cell(row)}
								</td>
							);
						})}
						{actions ? <td className={styles.actions}>{actions(row)}</td> : null}
					</tr>
				))}
			</tbody>
		</table>
	</section>
);
