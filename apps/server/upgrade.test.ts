import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { joinTestCluster } from "../../testing/server/database.ts";
import { runFb } from "../../testing/server/run-fb.ts";
import { type ServerProcess, startServerProcess } from "../../testing/server/server-process.ts";
import { type Connection, connect } from "./db/connect.ts";
import type { Cluster } from "./db/embedded/cluster.ts";
import { openDatabase } from "./db/open.ts";
import { checkArchive } from "./features/backups/read-archive.ts";
import { restoreBackup } from "./features/backups/restore-backup.ts";
import { setClock } from "./features/seasons/current/set-clock.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/v0.1.0/backup.tar.gz", import.meta.url));
const NAME = `from_0_1_0_${process.pid}`;
let cluster: Cluster;
let connection: Connection;
let server: ServerProcess | null = null;
beforeAll(async () => {
	cluster = await joinTestCluster();
	connection = connect({ url: await cluster.createDatabase(NAME) }, 2);
	const media = { put: async () => undefined };
	await restoreBackup(FIXTURE, { ...connection, media }, { key: null, replaces: false });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
	await server?.kill();
	await connection.db.destroy();
	await cluster.admin.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
	await cluster.leave({ keepRunning: true });
});

/** Reads the rows of the tables and columns that 0.1.0 knew, as sorted text. */
async function readRows() {
	const { manifest } = await checkArchive(FIXTURE, null);
	const tables: Record<string, string[]> = {};
	for (const { name, columns } of manifest.tables) {
		// This table was empty, and a later version removes it.
		if (name === "standings_of_others") continue;
		const list = columns.map((column) => `"${column}"`).join(", ");
		const { rows } = await connection.pool.query<{ text: string }>(
			`SELECT t::text AS text FROM (SELECT ${list} FROM "${name}") t ORDER BY 1`,
		);
		tables[name] = rows.map(({ text }) => text);
	}
	return tables;
}

test("a database of 0.1.0 is upgraded with every row [D2.9.129]", async () => {
	const { applied_migrations: oldMigrations = [], kysely_migration: _, ...before } = await readRows();
	expect(oldMigrations).toHaveLength(55);
	const { migrated, close } = await openDatabase({ databaseUrl: cluster.buildUrl(NAME), dataDir: "unused" });
	await close();
	// This migration was added later, although its number is lower than that of the last migration of 0.1.0.
	expect(migrated).toContain("0120-season-import-changes.sql");
	const { applied_migrations: newMigrations = [], kysely_migration: __, ...after } = await readRows();
	expect(newMigrations).toHaveLength(oldMigrations.length + migrated.length);
	expect(newMigrations).toEqual(expect.arrayContaining(oldMigrations));
	expect(after).toEqual(before);
	expect([after.users?.length, after.lineups?.length, after.standings_2_3?.length]).toEqual([203, 772, 202]);

	// As time passes, the fixture's season would end, its token expire and its messages be deleted.
	await setClock(connection.db, { seasonAt: Date.parse("2026-11-27T07:16:00Z"), speed: 0 }, Date.now());
	await connection.pool.query("UPDATE access_tokens SET expires_at = now() + interval '1 day'");
	server = await startServerProcess({
		DATABASE_URL: cluster.buildUrl(NAME),
		DEMO: "on",
		PUBLIC_READ: "on",
		CHAT_DAYS: "0",
	});
	const { address } = server;
	const signedIn = await fetch(`${address}/api/en/demo/sign-in`, { method: "POST" });
	const cookie = signedIn.headers
		.getSetCookie()
		.map((cookie) => cookie.split(";", 1)[0])
		.join("; ");
	const get = async (path: string, headers: Record<string, string> = { cookie }) => {
		const response = await fetch(`${address}/api/en${path}`, { headers });
		return ((await response.json()) as { readonly success: Record<string, unknown> }).success;
	};
	const lineup = {
		DEF: [1256, 1034, 1277, 1495, 1129],
		MID: [1430, 1401, 1375, 1280, 1257],
		RUC: [1468],
		FWD: [1134, 1020, 1358, 1480, 1604],
	};
	const { team } = await get("/fantasy/team/show-my");
	expect(team).toMatchObject({ id: 571, name: "The First Bouncers", lineup, captainId: 1134, value: 15_498_000 });
	const { action, saved } = await get("/fantasy/team/receipt/01a20adf-d636-7b8f-8551-f0729a255e64");
	expect(action).toMatchObject({ action: "update", version: 2, savedAt: "2026-11-24T00:06:11.254Z" });
	expect(saved).toMatchObject({ lineup, viceCaptainId: 1430, emergency: [1367, 1551, 1109, 1087], bank: 2_000 });
	const { messages } = await get("/fantasy/league/13/conversation");
	expect(messages).toMatchObject([{ text: "Sent by 0.1.0. Über alles? Naïve!", author: { userId: 203 } }]);
	expect((await get("/user/tokens")).tokens).toMatchObject([{ name: "Ladder script", scopes: ["read:team"] }]);
	expect((await get("/user/passkeys")).passkeys).toMatchObject([{ id: "bWFkZSBieSAwLjEuMA", name: "Work laptop" }]);
	const { rankings } = await get("/fantasy/ranks/h2h-league?leagueId=7&roundId=3", {});
	expect(rankings).toHaveLength(12);
	expect((rankings as object[]).slice(0, 2)).toMatchObject([
		{ teamName: "Out for a Smoko", rank: 1, premiershipPoints: 12, totalPointsFor: 4_062, totalPointsAgainst: 3_578 },
		{ teamName: "Platypus Perfect", rank: 2, premiershipPoints: 12, totalPointsFor: 3_551, totalPointsAgainst: 3_232 },
	]);
	await server.stop();
});

test("standings of 0.1.0 equal a recomputation by this version [D2.9.129]", async () => {
	vi.stubEnv("DATABASE_URL", cluster.buildUrl(NAME));
	const { out, err, code } = await runFb(["verify", "--round", "3"]);
	expect([code, out, err.split("\n").at(-2)]).toEqual([
		0,
		"Round 3 of Southern Lights Women's League 2026: 90 payloads, 202 teams, no difference.\n",
		"Round 3",
	]);
});
