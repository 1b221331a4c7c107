import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../../testing/server/database.ts";
import type { Database } from "../open.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

/** By the name of each table in this folder, its columns. */
const tables = new Map(
	readdirSync(import.meta.dirname)
		.filter((file) => !file.endsWith(".test.ts"))
		.map((file) => readFileSync(path.join(import.meta.dirname, file), "utf8"))
		.flatMap((text) => [...text.matchAll(/^export interface \w+Tables \{\n(.*?)^\}/gms)])
		.flatMap(([, body = ""]) => [...body.matchAll(/^\t(\w+): ([^{\n]*)(?:\{\n(.*?)^\t\};)?/gms)])
		.map(([, table = "", base = "", body = ""]) => {
			const columns = [...body.matchAll(/^\t\t(?:readonly )?(\w+)\??:/gm)].map(([, column = ""]) => column);
			const stats = STAT_KEYS.map((key) => STATS[key].column);
			return [table, (base.includes("StatColumn") ? [...columns, ...stats] : columns).toSorted()] as const;
		}),
);

test("the table types have the columns of the migrated database", async () => {
	const { rows } = await database.pool.query<{ table_name: string; columns: string[] }>(
		`SELECT table_name, array_agg(column_name::text ORDER BY column_name::text) AS columns
			FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
	);
	const migrated = new Map(rows.map((row) => [row.table_name, row.columns]));
	expect(tables.size).toBeGreaterThan(110);
	expect(Object.fromEntries(tables)).toEqual(
		Object.fromEntries([...tables.keys()].map((table) => [table, migrated.get(table)?.toSorted()])),
	);
});
