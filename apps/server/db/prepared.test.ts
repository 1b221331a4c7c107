import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/server/database.ts";
import { prepared } from "./prepared.ts";
import { listRows } from "./rows.ts";

test("a named statement is prepared once and gets each call's values", async () => {
	const { db, close } = await createTestDatabase();
	await db.connection().execute(async (connection) => {
		const double = (value: number) =>
			sql<{ doubled: number }>`${prepared("double")}SELECT ${value}::int * 2 AS doubled`.execute(connection);
		expect((await double(4)).rows).toEqual([{ doubled: 8 }]);
		expect((await double(21)).rows).toEqual([{ doubled: 42 }]);
		const rows = await listRows(connection)`SELECT name FROM pg_prepared_statements`;
		expect(rows).toEqual([{ name: "double" }]);
	});
	await close();
});
