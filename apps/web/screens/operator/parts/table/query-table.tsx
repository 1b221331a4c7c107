import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { EmptyState } from "../../../../components/states/states.tsx";
import { QueryContent } from "../query-content.tsx";
import { DataTable } from "./data-table.tsx";

interface Props<Data, Row> extends Omit<ComponentProps<typeof DataTable<Row>>, "rows"> {
	readonly query: UseQueryResult<Data, Error>;
	readonly rows: (data: Data) => readonly Row[];
	/** The text for a list without rows. */
	readonly empty?: { readonly title: string; readonly text: string };
	/** What is below the table, such as links to other pages; also below the text for a list without rows. */
	readonly children?: (data: Data) => ReactNode;
}

/** A list of the server as a table: loading, error, empty or its rows. */
export const QueryTable = <Data, Row>({ query, rows, empty, children, ...table }: Props<Data, Row>) => (
	<QueryContent query={query}>
		{(data) => (
			<>
				{empty && rows(data).length === 0 ? (
					<EmptyState icon="check" {...empty} />
				) : (
					<DataTable {...table} rows={rows(data)} />
				)}
				{children?.(data)}
			</>
		)}
	</QueryContent>
);
