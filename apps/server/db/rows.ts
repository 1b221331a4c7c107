import { type InsertObject, sql } from "kysely";
import type { Db, Tables } from "./tables/tables.ts";

/** Runs a query of SQL text and returns its rows: listRows(db)<{ id: number }>`SELECT id FROM teams`. */
export const listRows =
	(db: Db) =>
	async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> =>
		(await sql<Row>(text, ...values).execute(db)).rows;

/** Runs a query of a single column and returns its values: listValues(db)<number>`SELECT id FROM teams`. */
export const listValues =
	(db: Db) =>
	async <Value>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Value[]> =>
		(await sql<Record<string, Value>>(text, ...values).execute(db)).rows.flatMap((row) => Object.values(row));

/** Runs a query of a single value and returns it; null if there is no row or the value is NULL. */
export const findValue =
	(db: Db) =>
	async <Value>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Value | null> =>
		(await listValues(db)<Value>(text, ...values))[0] ?? null;

/** Whether a SELECT of SQL text has a row. */
export const hasRow =
	(db: Db) =>
	async (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<boolean> =>
		(await findValue(db)<boolean>`SELECT EXISTS (${sql(text, ...values)})`) === true;

/** Runs a query of SQL text and returns its first row; undefined if there is none. */
export const findRow =
	(db: Db) =>
	async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row | undefined> =>
		(await sql<Row>(text, ...values).execute(db)).rows[0];

/** Inserts one or more rows, except those that any key of the table has already. */
export const insertMissing = <Table extends keyof Tables>(
	db: Db,
	table: Table,
	rows: InsertObject<Tables, Table> | readonly InsertObject<Tables, Table>[],
) =>
	db
		.insertInto(table)
		.values(rows)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
