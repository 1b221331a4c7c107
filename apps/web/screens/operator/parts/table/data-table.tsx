import type { ReactNode } from "react";
import { type Column, Table } from "../../../../components/table/table.tsx";
import styles from "./data-table.module.css";

interface Props<Row> {
	readonly caption: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly getKey: (row: Row) => string | number;
	/** The buttons of a row, in the last column. */
	readonly actions?: (row: Row) => ReactNode;
	readonly actionsHead?: string;
}

/** A table of the console, whose actions stay visible on phones. */
export const DataTable = <Row,>({ columns, actions, actionsHead = "", ...props }: Props<Row>) => {
	const head = <span className="spoken">{actionsHead}</span>;
	return (
		<Table
			{...props}
			className={styles.scroller}
			scroller="focusable"
			columns={actions ? [...columns, { id: "actions", head, className: styles.actions, cell: actions }] : columns}
		/>
	);
};
