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

/** By the name of each interface in this folder, its fields and their types. */
const interfaces = new Map(
	readdirSync(import.meta.dirname)
		.filter((file) => !file.endsWith(".test.ts"))
		.map((file) => readFileSync(path.join(import.meta.dirname, file), "utf8"))
		.flatMap((text) => [...text.matchAll(/^(?:export )?interface (\w+)([^{]*)\{\n(.*?)^\}/gms)])
		.map(([, name = "", heritage = "", body = ""]) => {
			const fields = [...body.matchAll(/^\t(?:readonly )?(\w+)\??: ?(\w*)/gm)].map(
				([, field = "", type = ""]): [string, string] => [field, type],
			);
			const stats = STAT_KEYS.map((key): [string, string] => [STATS[key].column, "number"]);
			return [name, new Map(heritage.includes("StatColumn") ? [...fields, ...stats] : fields)] as const;
		}),
);

test("the table types have the columns of the migrated database", async () => {
	const { rows } = await database.pool.query<{ table_name: string; columns: string[] }>(
		`SELECT table_name, array_agg(column_name::text ORDER BY column_name::text) AS columns
			FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
	);
	const migrated = new Map(rows.map((row) => [row.table_name, row.columns]));
	const tables = [...interfaces].flatMap(([name, fields]) => (name.endsWith("Tables") ? [...fields] : []));
	expect(tables.length).toBeGreaterThan(30);
	const typed = tables.map(([table, type]) => [table, [...(interfaces.get(type)?.keys() ?? [])].toSorted()]);
	expect(Object.fromEntries(typed)).toEqual(
		Object.fromEntries(tables.map(([table]) => [table, migrated.get(table)?.toSorted()])),
	);
});
