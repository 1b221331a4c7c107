import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Column, Table } from "../../../../components/table/table.tsx";
import styles from "./data-table.module.css";

interface Props<Row> {
	readonly caption: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly getKey: (row: Row) => string | number;
	readonly actions?: (row: Row) => ReactNode;
}

/** A table of the console, whose actions stay visible on phones. */
export const DataTable = <Row,>({ columns, actions, ...props }: Props<Row>) => {
	const { t } = useTranslation("operator");
	const head = <span className="spoken">{t("action")}</span>;
	return (
		<Table
			{...props}
			className={styles.scroller}
			scroller="focusable"
			columns={actions ? [...columns, { id: "actions", head, className: styles.actions, cell: actions }] : columns}
		/>
	);
};
