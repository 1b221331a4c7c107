import type { ReactNode } from "react";
import styles from "./data-table.module.css";

interface Column<Row> {
	readonly id: string;
	readonly head: string;
	readonly cell: (row: Row) => ReactNode;
	/** Right-aligned with tabular figures. */
	readonly isNumber?: boolean;
	/** Hidden on phones. */
	readonly isWide?: boolean;
}

interface Props<Row> {
	readonly caption: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly getKey: (row: Row) => string | number;
	/** The buttons of a row, in the last column. */
	readonly actions?: (row: Row) => ReactNode;
	readonly actionsHead?: string;
}

/** Makes the scrolling region reachable by keyboard (axe's scrollable-region-focusable). */
const FOCUSABLE = { tabIndex: 0 } as const;

/** A table whose first column is the row header and whose actions stay visible on phones. */
export const DataTable = <Row,>({ caption, columns, rows, getKey, actions, actionsHead = "" }: Props<Row>) => (
	<section {...FOCUSABLE} className={styles.scroller} aria-label={caption}>
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
