import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables/tables.ts";

/** Runs a query of SQL text and returns its rows: listRows(db)<{ id: number }>`SELECT id FROM teams`. */
export const listRows =
	(db: Kysely<Tables>) =>
	async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> =>
		(await sql<Row>(text, ...values).execute(db)).rows;

/** Runs a query of SQL text and returns its first row; undefined if there is none. */
export const findRow =
	(db: Kysely<Tables>) =>
	async <Row>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row | undefined> =>
		(await sql<Row>(text, ...values).execute(db)).rows[0];
