import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { seedSeason } from "../testing/season/small-season.ts";
import type { Database } from "./open.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

test("of team names that look the same, the oldest is kept and the others get a number", async () => {
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

test("statuses without a round are assigned to the playing round if their club has named players", async () => {
	const { db, pool } = database;
	await seedSeason(db);
	// Clubs 11 and 12 have players 1001 to 1012 and 1013 to 1024; club 15 has a bye, and players 1049 to 1060.
	const setStatus = (id: number, status: string) =>
		pool.query("UPDATE players SET status = $2 WHERE id = $1", [id, status]);
	await pool.query("UPDATE players SET status = 'uncertain'");
	await setStatus(1001, "playing");
	await setStatus(1002, "emergency");
	await setStatus(1013, "injured");
	await setStatus(1049, "playing");
	const text = await readFile(new URL("migrations/0050-0099/0087-status-rounds.sql", import.meta.url), "utf8");
	const listReported = async () => {
		const sql = "SELECT id, status_round_id AS round FROM players WHERE status_round_id IS NOT NULL ORDER BY id";
		return (await pool.query<{ id: number; round: number }>(sql)).rows;
	};
	await pool.query(text);
	expect(await listReported()).toEqual([]);
	await pool.query("UPDATE rounds SET status = 'playing' WHERE id = 1");
	await pool.query(text);
	const reported = await listReported();
	expect(reported).toHaveLength(12);
	expect([reported[0], reported[11]]).toEqual([
		{ id: 1001, round: 1 },
		{ id: 1012, round: 1 },
	]);
});
