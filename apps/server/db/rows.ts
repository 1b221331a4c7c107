import { sql } from "kysely";
import type { Db } from "./tables/tables.ts";

/** Runs a query of SQL text and returns its rows: listRows(db)<{ id: number }>`SELECT id FROM teams`. */
export const listRows =
	(db: Db) =>
	async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> =>
		(await sql<Row>(text, ...values).execute(db)).rows;

/** Runs a query of SQL text and returns its first row; undefined if there is none. */
export const findRow =
	(db: Db) =>
	async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row | undefined> =>
		(await sql<Row>(text, ...values).execute(db)).rows[0];
