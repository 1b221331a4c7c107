import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../testing/season/small-season.ts";
import { createTestDatabase, joinTestCluster } from "../../../testing/server/database.ts";
import { findContractions } from "../../../testing/server/migration-contractions.ts";
import { waitFor } from "../../../testing/server/wait-for.ts";
import { connect } from "./connect.ts";
import { applyMigrations, DEFAULT_WAITS, listMigrationFiles, migrate } from "./migrate.ts";
import type { Database } from "./open.ts";

let database: Database;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.close());

test("of equal-looking team names, the oldest stays and others are numbered", async () => {
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

test("statuses without a round get the playing round of named clubs", async () => {
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

test("an upgrade derives former clubs from players' stats [D2.9.260]", async () => {
	const { pool } = database;
	const line = (match: number, player: number, squad: number) =>
		pool.query(
			`INSERT INTO stat_lines (season_id, match_id, player_id, squad_id, kicks, handballs, marks, tackles, frees_for,
				frees_against, hitouts, goals, behinds, tog) VALUES (1, $1, $2, $3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 80)`,
			[match, player, squad],
		);
	for (const [match, player, squad] of [
		[101, 1001, 11],
		[201, 1001, 14],
		[302, 1001, 15],
		[101, 1002, 11],
		[101, 1013, 12],
	] as const)
		await line(match, player, squad);
	await pool.query("UPDATE players SET squad_id = 16 WHERE id IN (1001, 1002)");
	const text = await readFile(new URL("migrations/0150-0199/0180-former-squads.sql", import.meta.url), "utf8");
	await pool.query("DROP TABLE former_squads");
	await pool.query(text);
	const { rows } = await pool.query("SELECT player_id, until_round, squad_id FROM former_squads ORDER BY 1, 2");
	expect(rows).toEqual([
		{ player_id: 1001, until_round: 1, squad_id: 11 },
		{ player_id: 1001, until_round: 2, squad_id: 14 },
		{ player_id: 1001, until_round: 3, squad_id: 15 },
		{ player_id: 1002, until_round: 1, squad_id: 11 },
	]);
});

test("an upgrade that waits too long changes nothing and is retried [D2.9.126]", async () => {
	const cluster = await joinTestCluster();
	const name = `upgraded_${process.pid}`;
	const url = await cluster.createDatabase(name);
	const [first, second, reader] = [connect({ url }, 2), connect({ url }, 2), connect({ url }, 1)];
	try {
		const files = await listMigrationFiles();
		const isOld = ({ name: file }: { readonly name: string }) => file < "0084-user-language.sql";
		await applyMigrations(first.db, files.filter(isOld));
		const countTables = async () => {
			const { rows } = await first.pool.query<{ tables: number }>(
				"SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'",
			);
			return rows[0]?.tables;
		};
		const before = await countTables();
		const client = await reader.pool.connect();
		await client.query("BEGIN; LOCK TABLE users IN ACCESS SHARE MODE");
		await expect(migrate(first.db, { lockTimeoutMs: 50, attempts: 2, pauseMs: 10 })).rejects.toThrow(
			"The database could not be brought up to date: 2 times in a row, another program used a table for more than 0.05 " +
				"seconds. Nothing was changed. End that program's transaction (it is listed in pg_stat_activity) and start again",
		);
		expect(await countTables()).toBe(before);

		expect(DEFAULT_WAITS).toMatchObject({ lockTimeoutMs: 500, attempts: 30 });
		const waits = { lockTimeoutMs: 50, attempts: 1_000, pauseMs: 10 };
		const both = Promise.all([migrate(first.db, waits), migrate(second.db, waits)]);
		await waitFor(async () => {
			const { rows } = await client.query(
				"SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'",
			);
			expect(rows).toHaveLength(1);
		});
		await client.query("ROLLBACK");
		client.release();
		const applied = (await both).toSorted((a, b) => a.length - b.length);
		expect(applied[0]).toEqual([]);
		expect(applied[1]?.[0]).toBe("0084-user-language.sql");
		expect(applied[1]).toHaveLength(files.filter((file) => !isOld(file)).length);
	} finally {
		for (const { db } of [first, second, reader]) await db.destroy();
		await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
		await cluster.leave({ keepRunning: true });
	}
});

test.each([
	{
		title: "in a deadlock of an upgrade and a save the upgrade gives up, so that the save is not refused",
		database: "deadlock",
		deadlockTimeout: "1s",
		lockTimeoutMs: DEFAULT_WAITS.lockTimeoutMs,
		secondsWaited: 0,
	},
	{
		title:
			"an upgrade that has waited for one table does not wait as long again for the next, so a save that waits for it meanwhile is not refused",
		database: "deadlock_twice",
		deadlockTimeout: "3s",
		lockTimeoutMs: 2_000,
		secondsWaited: 1.2,
	},
])("$title [D2.9.126]", async ({ database, deadlockTimeout, lockTimeoutMs, secondsWaited }) => {
	const cluster = await joinTestCluster();
	const name = `${database}_${process.pid}`;
	const url = await cluster.createDatabase(name);
	await cluster.admin.query(`ALTER DATABASE ${name} SET deadlock_timeout = '${deadlockTimeout}'`);
	const [upgrading, serving] = [connect({ url }, 2), connect({ url }, 3)];
	try {
		const files = await listMigrationFiles();
		await applyMigrations(
			upgrading.db,
			files.filter(({ name: file }) => file < "0167"),
		);
		const waitForWaiting = (expected: number, seconds = 0) =>
			waitFor(async () => {
				const { rows } = await serving.pool.query(
					`SELECT FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
						AND NOT granted AND waitstart < clock_timestamp() - make_interval(secs => $1)`,
					[seconds],
				);
				expect(rows).toHaveLength(expected);
			});
		const [save, other] = [await serving.pool.connect(), await serving.pool.connect()];
		await save.query("BEGIN; LOCK TABLE push_subscriptions IN ACCESS SHARE MODE");
		await other.query("BEGIN; LOCK TABLE server_secrets IN ACCESS SHARE MODE");
		const migrating = migrate(upgrading.db, { lockTimeoutMs, attempts: 1_000, pauseMs: 10 });
		await waitForWaiting(1);
		const reading = save.query("SELECT FROM standings");
		await waitForWaiting(2, secondsWaited);
		// Now the upgrade waits for the save, which waits for the upgrade.
		await other.query("COMMIT");
		expect(await reading).toMatchObject({ rowCount: 0 });
		await save.query("COMMIT");
		expect(await migrating).toContain("0170-former-secrets.sql");
		save.release();
		other.release();
	} finally {
		for (const { db } of [upgrading, serving]) await db.destroy();
		await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
		await cluster.leave({ keepRunning: true });
	}
});

test("an upgrade keeps standings in no partition until their round goes", async () => {
	const cluster = await joinTestCluster();
	const name = `standings_${process.pid}`;
	const { db, pool } = connect({ url: await cluster.createDatabase(name) }, 1);
	const listStandings = async () =>
		(await pool.query("SELECT round_id AS round, team_id AS team, points FROM standings ORDER BY round_id, team_id"))
			.rows;
	try {
		const files = await listMigrationFiles();
		await applyMigrations(
			db,
			files.filter(({ name: file }) => file < "0167"),
		);
		await pool.query(`
			INSERT INTO seasons (id, name, rules) VALUES (1, 'Old', '{}');
			INSERT INTO rounds (season_id, id, status) VALUES (1, 1, 'playing'), (1, 2, 'playing');
			INSERT INTO users (first_name, last_name, email, team_name)
				VALUES ('A', 'B', 'a@example.test', 'One'), ('C', 'D', 'c@example.test', 'Two');
			INSERT INTO teams (season_id, user_id) SELECT 1, id FROM users ORDER BY id;
			INSERT INTO standings (season_id, round_id, team_id, points, round_rank, total_points, highest_points, overall_rank,
				team_value)
			VALUES (1, 1, 1, 50, 1, 50, 50, 1, 0), (1, 1, 2, 40, 2, 40, 40, 2, 0), (1, 2, 1, 30, 1, 80, 50, 1, 0)`);
		await migrate(db);
		expect(await listStandings()).toEqual([
			{ round: 1, team: 1, points: 50 },
			{ round: 1, team: 2, points: 40 },
			{ round: 2, team: 1, points: 30 },
		]);
		await pool.query("DELETE FROM users WHERE team_name = 'Two'");
		expect(await listStandings()).toEqual([
			{ round: 1, team: 1, points: 50 },
			{ round: 2, team: 1, points: 30 },
		]);
		await pool.query("DELETE FROM rounds WHERE id = 2");
		expect(await listStandings()).toEqual([{ round: 1, team: 1, points: 50 }]);
		await pool.query("DELETE FROM seasons");
		expect(await listStandings()).toEqual([]);
	} finally {
		await db.destroy();
		await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
		await cluster.leave({ keepRunning: true });
	}
});

test("an upgrade carries over announcements, also those that old processes write [D2.7.82]", async () => {
	const cluster = await joinTestCluster();
	const name = `announcements_${process.pid}`;
	const { db, pool } = connect({ url: await cluster.createDatabase(name) }, 1);
	const listMessages = async () => {
		const { rows } = await pool.query(`
			SELECT m.event_id AS event, m.user_id AS author, m.text, m.is_pinned AND m.hidden_at IS NULL AS pinned,
				m.reported_at IS NOT NULL AS reported, ARRAY(SELECT user_id FROM league_message_reports r
					WHERE r.message_id = m.id ORDER BY 1) AS reporters
			FROM league_messages m WHERE kind = 'announcement' ORDER BY m.event_id`);
		return rows;
	};
	const listEvents = async () =>
		(await pool.query("SELECT id FROM league_events ORDER BY id")).rows.map(({ id }) => id);
	try {
		const files = await listMigrationFiles();
		await applyMigrations(
			db,
			files.filter(({ name: file }) => file < "0206"),
		);
		await pool.query(`
			INSERT INTO seasons (id, name, rules) VALUES (1, 'Old', '{}');
			INSERT INTO rounds (season_id, id, status) VALUES (1, 1, 'playing');
			INSERT INTO users (first_name, last_name, email) VALUES ('A', 'B', ''), ('C', 'D', ''), ('E', 'F', '');
			INSERT INTO leagues (season_id, name, code, type, privacy, size, start_id, colour, deleted_at) VALUES
				(1, 'One', 'ABCDEF', 'open', 'private', 10, 1, 'plum', now()), (1, 'Two', 'BCDEFG', 'open', 'private', 10, 1, 'plum', now());
			INSERT INTO league_conversations (league_id, version) VALUES (1, 7);
			INSERT INTO league_events (league_id, kind, user_id, data, at, reported_at, hidden_at) VALUES
				(1, 'joined', 2, '{}', '2026-08-01', NULL, NULL),
				(1, 'announcement', 1, '{"text": "Dues"}', '2026-08-02', '2026-08-03', NULL),
				(1, 'announcement', 1, '{"text": "Rude"}', '2026-08-04', NULL, '2026-08-05'),
				(2, 'announcement', 2, '{"text": "Drinks"}', '2026-08-06', NULL, NULL);
			INSERT INTO league_event_reports (event_id, user_id) VALUES (2, 2), (2, 3)`);
		await migrate(db);
		const dues = { event: 2, author: 1, text: "Dues", pinned: true, reported: true, reporters: [2, 3] };
		const rude = { event: 3, author: 1, text: "Rude", pinned: false, reported: false, reporters: [] };
		const drinks = { event: 4, author: 2, text: "Drinks", pinned: true, reported: false, reporters: [] };
		expect(await listMessages()).toEqual([dues, rude, drinks]);
		const { rows: versions } = await pool.query("SELECT league_id, version FROM league_conversations ORDER BY 1");
		expect(versions).toEqual([
			{ league_id: 1, version: 8 },
			{ league_id: 2, version: 1 },
		]);
		await pool.query(
			"SELECT carry_over_announcements(ARRAY(SELECT id FROM league_events WHERE kind = 'announcement'))",
		);
		expect(await listMessages()).toEqual([dues, rude, drinks]);

		// The previous release posts, reports, dismisses a report and removes.
		await pool.query(`
			INSERT INTO league_events (league_id, kind, user_id, data) VALUES (1, 'announcement', 1, '{"text": "Late"}');
			UPDATE league_events SET reported_at = now() WHERE id = 4;
			INSERT INTO league_event_reports (event_id, user_id) VALUES (4, 3);
			UPDATE league_events SET reported_at = NULL WHERE id = 2`);
		const late = { event: 5, author: 1, text: "Late", pinned: true, reported: false, reporters: [] };
		const reported = { ...drinks, reported: true, reporters: [3] };
		expect(await listMessages()).toEqual([{ ...dues, reported: false }, rude, reported, late]);
		await pool.query("UPDATE league_events SET hidden_at = now() WHERE id = 5");
		expect((await listMessages())[3]).toEqual({ ...late, pinned: false });

		// What is removed, unpinned or deleted as a message is gone for the previous release too.
		await pool.query("UPDATE league_messages SET is_pinned = false WHERE event_id = 2");
		await pool.query("UPDATE league_messages SET hidden_at = now(), hidden_by = 'operator' WHERE event_id = 4");
		await pool.query("DELETE FROM league_messages WHERE event_id = 3");
		expect(await listEvents()).toEqual([1]);
	} finally {
		await db.destroy();
		await cluster.admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
		await cluster.leave({ keepRunning: true });
	}
});

test("new migrations only add, or name the release that stopped using [D2.9.126]", async () => {
	const refused = [
		["ALTER TABLE users DROP COLUMN language;", "drops a column"],
		["ALTER TABLE users DROP language, ADD tongue text;", "drops a column"],
		["DROP TABLE IF EXISTS backups;", "drops something"],
		["ALTER TABLE users RENAME COLUMN language TO tongue;", "renames something"],
		["ALTER TABLE users ALTER COLUMN language SET NOT NULL;", "makes a column NOT NULL"],
		["ALTER TABLE users ALTER language TYPE int USING 1;", "changes a column's type"],
		["ALTER TABLE users ADD COLUMN age int NOT NULL CHECK (age > 0);", "adds a NOT NULL column without a default"],
		["ALTER TABLE users ADD a int NOT NULL DEFAULT 0, ADD b int NOT NULL;", "adds a NOT NULL column without a default"],
	];
	for (const [text = "", reason] of refused) {
		expect([text, findContractions("0137-x.sql", text)]).toEqual([text, [reason]]);
		expect(findContractions("0137-x.sql", `-- contract: unused since 0.2.0\n${text}`)).toEqual([]);
	}
	const allowed = [
		"CREATE TABLE notes (id int PRIMARY KEY, text text NOT NULL);",
		"ALTER TABLE users ADD COLUMN age int NOT NULL DEFAULT 0, ADD COLUMN note text;",
		"ALTER TABLE users ADD CONSTRAINT named CHECK (language IS NOT NULL);",
		"ALTER TABLE users DROP CONSTRAINT named; DROP INDEX one; ALTER TABLE users ALTER a DROP NOT NULL;",
		"-- DROP TABLE users\nCOMMENT ON TABLE users IS 'RENAME is not DROP COLUMN';",
	];
	for (const text of allowed) expect([text, findContractions("0137-x.sql", text)]).toEqual([text, []]);

	const found = (await listMigrationFiles()).flatMap(({ name, text }) =>
		findContractions(name, text).map((reason) => `${name} ${reason}: see CONTRIBUTING.md, "Add a migration"`),
	);
	expect(found).toEqual([]);
});
