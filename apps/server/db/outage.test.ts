import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { registerUser } from "@first-bounce/contract/accounts/user";
import { createClient } from "@first-bounce/contract/client";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../../testing/season/small-season.ts";
import { type ServerProcess, startServerProcess } from "../../../testing/server/server-process.ts";
import { buildRegistrationForm } from "../../../testing/server/test-app.ts";
import { incrementDataVersion } from "../features/seasons/current/season-version-queries.ts";
import { connect } from "./connect.ts";
import { openDatabase } from "./open.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "first-bounce-outage-"));
let url: string;
let server: ServerProcess;
beforeAll(async () => {
	const database = await openDatabase({ databaseUrl: null, dataDir });
	await seedSeason(database.db);
	url = database.url;
	server = await startServerProcess({ DATA_DIR: dataDir });
	await database.close();
});
afterAll(async () => {
	await server.stop();
	rmSync(dataDir, { recursive: true, force: true });
});

const readPostmasterId = () =>
	Number(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
let people = 0;
const register = async () => {
	const number = ++people;
	const body = {
		firstName: "Mo",
		lastName: `Manager ${number}`,
		email: `mo${number}@example.test`,
		password: "a long enough secret",
		...buildRegistrationForm(`Managers ${number}`),
	};
	return createClient({ origin: server.address, language: "en", fetch })(registerUser, { body });
};
const listConnections = async () => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	const { rows } = await client.query<{ name: string }>(
		"SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'first-bounce %' ORDER BY 1",
	);
	await client.end();
	return rows.map(({ name }) => name);
};

test("a used email address does not appear in PostgreSQL's log", async () => {
	await register();
	const { pool, db } = connect({ url });
	const duplicate = pool.query(
		`INSERT INTO users (email, password_hash, first_name, last_name)
			SELECT email, password_hash, first_name, last_name FROM users WHERE email = 'mo1@example.test'`,
	);
	await expect(duplicate).rejects.toMatchObject({ code: "23505", detail: expect.stringContaining("mo1@example.test") });
	await expect(pool.query("SELECT 'mo1@example.test'::int")).rejects.toMatchObject({ code: "22P02" });
	await db.destroy();
	const log = readFileSync(path.join(dataDir, "postgres.log"), "utf8");
	expect(log).toContain("database system is ready");
	expect(log).not.toMatch(/@|INSERT INTO/);
});

test("a killed embedded PostgreSQL is restarted, with 503 meanwhile", async () => {
	await expect.poll(listConnections).toEqual(["first-bounce leader", "first-bounce listen"]);
	const killed = readPostmasterId();
	// A running query outlives its killed server and prevents the next one from starting.
	const busy = new pg.Client({ connectionString: url });
	busy.on("error", () => undefined);
	await busy.connect();
	const isInterrupted = busy.query("SELECT sum(n) FROM generate_series(1, 100000000000) n").then(
		() => false,
		() => true,
	);
	process.kill(killed, "SIGKILL");

	const refused: { readonly status: number; readonly retryAfter: string | null; readonly code: string }[] = [];
	for (;;) {
		const answer = await fetch(`${server.address}/api/en/fantasy/team/show-my`, { headers: { "x-sid": "unknown" } });
		const { errors } = (await answer.json()) as { errors: { code: string }[] };
		if (answer.status !== 503 && refused.length > 0) break;
		if (answer.status === 503)
			refused.push({ status: 503, retryAfter: answer.headers.get("retry-after"), code: errors[0]?.code ?? "" });
	}
	expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
		new Set([JSON.stringify({ status: 503, retryAfter: "5", code: "database-down" })]),
	);
	expect(await isInterrupted).toBe(true);
	expect(readPostmasterId()).not.toBe(killed);

	await expect.poll(listConnections).toEqual(["first-bounce leader", "first-bounce listen"]);
	expect((await register()).user.firstName).toBe("Mo");
	const { db } = connect({ url });
	await db.updateTable("seasons").set({ name: "Changed afterwards" }).execute();
	await incrementDataVersion(db, 1);
	await db.destroy();
	const fetchSeason = async () => (await (await fetch(`${server.address}/json/fantasy/season.json`)).json()) as object;
	await expect.poll(fetchSeason).toMatchObject({ name: "Changed afterwards" });
	expect(await (await fetch(`${server.address}/readyz`)).json()).toMatchObject({ status: "ready", leader: true });

	const logged = server.log().filter(({ level }) => level >= 40);
	expect(logged.map(({ msg }) => msg)).toEqual([
		expect.stringMatching(/^The database does not answer: /),
		"PostgreSQL had ended and was started again",
	]);
	expect(logged.filter(({ err }) => err !== undefined)).toEqual([]);
});
