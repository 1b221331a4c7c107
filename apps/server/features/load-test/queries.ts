import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase, Pool } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { findRow } from "../../db/rows.ts";
import type { Db, Tables } from "../../db/tables/tables.ts";

/** What a database holds before `fb load generate` fills it. */
export interface StoredData {
	readonly seasons: number;
	readonly users: number;
	/** Users whose email addresses show that `fb load generate` did not create them. */
	readonly otherUsers: number;
}

export async function countStoredData(db: Db, generatedDomain: string): Promise<StoredData> {
	const row = await findRow(db)<StoredData>`SELECT (SELECT count(*)::int FROM seasons) AS seasons,
		count(*)::int AS users, count(*) FILTER (WHERE email NOT LIKE ${`%@${generatedDomain}`})::int AS "otherUsers"
		FROM users`;
	if (!row) throw new Error("count() gives a row");
	return row;
}

type Value = string | number | null;
const ROWS_PER_CHUNK = 2_000;

function* formatChunks(rows: Iterable<readonly Value[]>): Generator<string> {
	let lines: string[] = [];
	for (const row of rows) {
		lines.push(`${row.map((value) => value ?? "\\N").join("\t")}\n`);
		if (lines.length < ROWS_PER_CHUNK) continue;
		yield lines.join("");
		lines = [];
	}
	yield lines.join("");
}

/** Writes rows with COPY. Texts are in its format: they have no tabs and line ends, and their backslashes are escaped. */
export async function copyRows(
	client: ClientBase,
	table: keyof Tables,
	columns: readonly string[],
	rows: Iterable<readonly Value[]>,
): Promise<void> {
	const stream = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN`));
	await pipeline(Readable.from(formatChunks(rows)), stream);
}

/** Continues the ids of a table after those that COPY has written. */
export const continueIds = (client: ClientBase, table: "users" | "teams" | "leagues") =>
	client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), max(id)) FROM ${table}`, [table]);

export const analyzeTables = (pool: Pool) => pool.query("ANALYZE");
