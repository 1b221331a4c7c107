import type { HTMLAttributes, ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import styles from "./table.module.css";

/** Attributes of a row or a cell, such as marks for styles. */
type Attributes = Pick<
	HTMLAttributes<HTMLElement>,
	"aria-current" | "className" | "id" | "style" | "tabIndex" | "title"
> & {
	readonly [name: `data-${string}`]: string | boolean | undefined;
	readonly "aria-rowindex"?: number;
};

interface ColumnSort {
	/** Null while the table is sorted by another column. */
	readonly direction: "asc" | "desc" | null;
	/** Absent if the rows are in one order only. */
	readonly onPress?: (() => void) | undefined;
	readonly title?: string;
}

export interface Column<Row> {
	readonly id: string;
	/** Absent for a corner without a heading. */
	readonly head?: ReactNode;
	readonly cell: (row: Row) => ReactNode;
	/** One cell for each row of the foot. */
	readonly foot?: readonly ReactNode[];
	/** Figures, aligned at the end. */
	readonly isNumber?: boolean;
	/** Hidden on phones. */
	readonly isWide?: boolean;
	readonly className?: string | undefined;
	readonly getCellProps?: (row: Row) => Attributes;
	/** For a column by which the table can be sorted. */
	readonly sort?: ColumnSort;
}

/** A column of figures. */
export const buildNumberColumn = <Row,>(
	id: string,
	head: ReactNode,
	cell: Column<Row>["cell"],
	more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, head, cell, isNumber: true, ...more });

/** A row that is one cell across all columns. */
export interface SpanRow {
	readonly key: string;
	readonly span: ReactNode;
	readonly props?: Attributes;
}

/** Rows below a heading of their own. */
export interface RowGroup<Row> {
	readonly id: string;
	/** Null for rows without a heading. */
	readonly title: string | null;
	readonly rows: readonly (Row | SpanRow)[];
}

interface Props<Row> {
	/** Read aloud; a table within a text has none. */
	readonly caption?: string;
	readonly hasVisibleCaption?: boolean;
	readonly columns: readonly Column<Row>[];
	readonly rows?: readonly (Row | SpanRow)[];
	readonly groups?: readonly RowGroup<Row>[];
	readonly getKey: (row: Row) => string | number;
	/** The column of the rows' headings: by default the first, null for none. */
	readonly rowHead?: string | null;
	readonly getRowProps?: (row: Row) => Attributes;
	/** Rows that stay at the bottom of the table. */
	readonly footRows?: readonly Row[];
	/** What is shown instead of a table without rows. */
	readonly empty?: ReactNode;
	/** A card of its own rather than a part of one. */
	readonly isCard?: boolean;
	/** The parts that stay in place while the table is scrolled. */
	readonly sticky?: "column" | "both";
	/** `plain` scrolls sideways within its card; `focusable` also by keyboard, if nothing within it takes the focus. */
	readonly scroller?: "plain" | "focusable";
	readonly isBusy?: boolean;
	/** The number of rows if only some of them are rendered. */
	readonly rowCount?: number;
	/** The class of the scroller, if there is one, else of the table. */
	readonly className?: string | undefined;
}

const getColumnProps = <Row,>({ isNumber, isWide, className, sort }: Column<Row>) => ({
	className,
	"data-number": isNumber || undefined,
	"data-wide": isWide || undefined,
	"data-sorted": Boolean(sort?.direction) || undefined,
});

const Heading = <Row,>({ column }: { readonly column: Column<Row> }) => {
	const { head, sort } = column;
	if (head === undefined) return <td {...getColumnProps(column)} />;
	const direction = sort?.direction;
	return (
		<th
			scope="col"
			aria-sort={direction ? (direction === "asc" ? "ascending" : "descending") : undefined}
			{...getColumnProps(column)}
		>
			{sort?.onPress ? (
				<button type="button" className={styles.sort} title={sort.title} onClick={sort.onPress}>
					{head}
					{direction ? <Icon name={direction === "asc" ? "up" : "down"} size={10} /> : null}
				</button>
			) : (
				head
			)}
		</th>
	);
};

type RowProps<Row> = Pick<Props<Row>, "columns" | "getRowProps"> & {
	readonly row: Row;
	readonly rowHead: string | null;
};

const TableRow = <Row,>({ row, columns, rowHead, getRowProps }: RowProps<Row>) => (
	<tr {...getRowProps?.(row)}>
		{columns.map((column) => (
			<Cell
				key={column.id}
				column={column}
				scope={column.id === rowHead ? "row" : undefined}
				cellProps={column.getCellProps?.(row)}
			>
				{column.cell(row)}
			</Cell>
		))}
	</tr>
);

const isSpan = <Row,>(row: Row | SpanRow): row is SpanRow => typeof row === "object" && row !== null && "span" in row;

interface CellProps<Row> {
	readonly column: Column<Row>;
	readonly scope: "row" | undefined;
	readonly cellProps?: Attributes | undefined;
	readonly children: ReactNode;
}

const Cell = <Row,>({ column, scope, cellProps, children }: CellProps<Row>) => {
	const props = { ...getColumnProps(column), ...cellProps };
	return scope ? (
		<th scope={scope} {...props}>
			{children}
		</th>
	) : (
		<td {...props}>{children}</td>
	);
};

type FootProps<Row> = Omit<RowProps<Row>, "row"> & {
	readonly rows: readonly Row[];
	readonly getKey: Props<Row>["getKey"];
	readonly rowCount: number | undefined;
};

const Foot = <Row,>({ rows, getKey, rowCount, ...rest }: FootProps<Row>) => {
	const { columns } = rest;
	const sums = Math.max(0, ...columns.map(({ foot = [] }) => foot.length));
	if (rows.length + sums === 0) return null;
	return (
		<tfoot>
			{rows.map((row) => (
				<TableRow key={getKey(row)} row={row} {...rest} />
			))}
			{[...Array(sums).keys()].map((at) => (
				<tr key={at} aria-rowindex={rowCount && rowCount - sums + at + 1}>
					{columns.map((column, index) => (
						<Cell key={column.id} column={column} scope={index === 0 ? "row" : undefined}>
							{column.foot?.[at]}
						</Cell>
					))}
				</tr>
			))}
		</tfoot>
	);
};

/** Makes the scrolling region reachable by keyboard (axe's scrollable-region-focusable). */
export const FOCUSABLE = { tabIndex: 0 } as const;

/** A table for reading. It says which columns there are, what their cells hold, and which of them head the rows. */
export const Table = <Row,>(props: Props<Row>) => {
	const { caption, columns, rows = [], groups = [{ id: "rows", title: null, rows }], footRows = [], getKey } = props;
	const { rowHead = columns[0]?.id ?? null, getRowProps, empty, scroller, className, rowCount } = props;
	if (empty && groups.every((group) => group.rows.length === 0)) return empty;
	const rowProps = { columns, rowHead, ...(getRowProps ? { getRowProps } : {}) };
	const joinClass = (own: string | undefined) => (className ? `${own} ${className}` : own);
	const table = (
		<table
			className={scroller ? styles.table : joinClass(styles.table)}
			data-card={props.isCard || undefined}
			data-sticky={props.sticky}
			aria-busy={props.isBusy}
			aria-rowcount={rowCount}
		>
			{caption ? <caption className={props.hasVisibleCaption ? styles.caption : "spoken"}>{caption}</caption> : null}
			<thead>
				<tr aria-rowindex={rowCount && 1}>
					{columns.map((column) => (
						<Heading key={column.id} column={column} />
					))}
				</tr>
			</thead>
			{groups.map(({ id, title, rows: groupRows }) => (
				<tbody key={id}>
					{title === null ? null : (
						<tr>
							<th colSpan={columns.length} scope="rowgroup">
								{title}
							</th>
						</tr>
					)}
					{groupRows.map((row) =>
						isSpan(row) ? (
							<tr key={row.key} {...row.props}>
								<td colSpan={columns.length}>{row.span}</td>
							</tr>
						) : (
							<TableRow key={getKey(row)} row={row} {...rowProps} />
						),
					)}
				</tbody>
			))}
			<Foot rows={footRows} getKey={getKey} rowCount={rowCount} {...rowProps} />
		</table>
	);
	if (scroller === "focusable")
		return (
			<section {...FOCUSABLE} className={joinClass(styles.scroller)} aria-label={caption}>
				{table}
			</section>
		);
	return scroller ? <div className={joinClass(styles.scroller)}>{table}</div> : table;
};
