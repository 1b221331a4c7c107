import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import type { Database } from "./open.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

test("of team names that differ only in spelling, the oldest is kept and the others get a number", async () => {
	const { pool } = database;
	const text = await readFile(new URL("migrations/0050-0099/0072-team-name-keys.sql", import.meta.url), "utf8");
	await pool.query("DROP INDEX one_user_a_team_name; DROP FUNCTION name_key");
	await pool.query(
		"CREATE UNIQUE INDEX one_user_a_team_name ON users (lower(regexp_replace(team_name, '\\s', '', 'g')))",
	);
	const names = ["Straße", "STRASSE", "Straße 2", "Alone", "ﬆraße"];
	for (const name of [...names, "Straße am Ende der langen Wel", "Strasse am Ende der langen Wel"])
		await pool.query("INSERT INTO users (first_name, last_name, email, team_name) VALUES ('A', 'B', '', $1)", [name]);
	await pool.query(text);
	const { rows } = await pool.query<{ team_name: string }>("SELECT team_name FROM users ORDER BY id");
	expect(rows.map(({ team_name }) => team_name)).toEqual([
		"Straße",
		"STRASSE 3",
		"Straße 2",
		"Alone",
		"ﬆraße 4",
		"Straße am Ende der langen Wel",
		"Strasse am Ende der langen W 2",
	]);
	const { rows: audit } = await pool.query("SELECT action, before, after FROM audit ORDER BY id LIMIT 1");
	expect(audit).toEqual([{ action: "team-renamed", before: { name: "STRASSE" }, after: { name: "STRASSE 3" } }]);
});
