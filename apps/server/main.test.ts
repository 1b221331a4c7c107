import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { seedSeason } from "../../testing/season/small-season.ts";
import { createTestDatabase } from "../../testing/server/database.ts";
import { waitFor } from "../../testing/server/wait-for.ts";
import { startOldPostgres } from "../../testing/services/old-postgres.ts";
import { startTelemetryServer } from "../../testing/services/telemetry-server.ts";
import type { Database } from "./db/open.ts";

let database: Database;
let server: ChildProcess | null = null;
beforeAll(async () => {
	database = await createTestDatabase();
	await seedSeason(database.db);
});
afterEach(() => server?.kill("SIGKILL"));
afterAll(() => database.close());

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

/** Code that prints the name of each module of a monitoring library when it is loaded. */
const LIST_MODULES = `
	import { registerHooks } from "node:module";
	registerHooks({ resolve: (name, context, next) => {
		if (/@sentry|@opentelemetry.(sdk|exporter)/.test(name)) process.stderr.write("loaded " + name);
		return next(name, context);
	} });
`;

/** Builds an option of Node that runs the given code before the server. */
const runFirst = (code: string): string => `--import=data:text/javascript,${encodeURIComponent(code)}`;

/** Runs the server in its own process; resolves once it listens or has ended. */
async function runServer(env: Record<string, string>) {
	const child = spawn(process.execPath, [MAIN], {
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			DATABASE_URL: database.url,
			PORT: "0",
			...env,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	server = child;
	const output = { stdout: "", stderr: "" };
	const { promise: listening, resolve } = Promise.withResolvers<string>();
	child.stdout.on("data", (chunk) => {
		output.stdout += chunk;
		const address = /^First Bounce is running at (.+)$/m.exec(output.stdout)?.[1];
		if (address) resolve(address);
	});
	child.stderr.on("data", (chunk) => {
		output.stderr += chunk;
	});
	const ended = once(child, "close").then(([code]) => ({ code, ...output }));
	return { child, ended, address: await Promise.race([listening, ended.then(() => null)]) };
}

test("the server prints its address, serves, and finishes running requests on SIGTERM", async () => {
	const { child, ended, address } = await runServer({ NODE_OPTIONS: runFirst(LIST_MODULES) });
	const ready = await fetch(`${address}/readyz`);
	const parts = { database: true, standings: true, staticFiles: true };
	await waitFor(async () => expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ leader: true }));
	expect([ready.status, await ready.json()]).toEqual([
		200,
		{
			status: "ready",
			...parts,
			leader: expect.any(Boolean),
			storage: expect.any(String),
			sharedAddress: null,
		},
	]);
	const rounds = await fetch(`${address}/json/fantasy/rounds.json`);
	expect(await rounds.json()).toHaveLength(3);
	const form = { email: "nobody@example.test", password: "takes a while to check" };
	const body = JSON.stringify(form);
	const headers = { "content-type": "application/json" };
	const underWay = fetch(`${address}/api/en/auth/login`, { method: "POST", body, headers });
	await fetch(`${address}/healthz`);
	child.kill("SIGTERM");
	expect((await underWay).status).toBe(401);
	// Libraries for monitoring are not loaded unless they are used (D2.9.242).
	expect(await ended).toMatchObject({ code: 0, stderr: "" });
});

test("a process told to stop answers until its delay is over", async () => {
	const { child, ended, address } = await runServer({ STOP_DELAY_SECONDS: "2" });
	child.kill("SIGTERM");
	await waitFor(async () => {
		const ready = await fetch(`${address}/readyz`);
		expect([ready.status, await ready.json()]).toMatchObject([503, { status: "stopping", database: true }]);
	});
	const rounds = await fetch(`${address}/json/fantasy/rounds.json`);
	expect([rounds.status, rounds.headers.get("connection")]).toEqual([200, "close"]);
	expect((await ended).code).toBe(0);
});

test("the server prints its port if needed, and stops cleanly (D2.9.232)", async () => {
	const { child, ended, address } = await runServer({ PUBLIC_URL: "https://fantasy.example.org" });
	expect(address).toMatch(/^https:\/\/fantasy\.example\.org, on port \d{4,5} of this machine$/);
	child.kill("SIGHUP");
	expect((await ended).code).toBe(0);
});

test("a start stopped while it makes the demo ends cleanly (D2.9.232)", async () => {
	const empty = await createTestDatabase();
	try {
		const starting = runServer({ DATABASE_URL: empty.url, DEMO: "on" });
		await waitFor(async () => expect(server?.stdout?.readableFlowing).toBe(true));
		await new Promise<void>((resolve) => server?.stdout?.once("data", () => resolve()));
		server?.kill("SIGTERM");
		const { ended } = await starting;
		expect(await ended).toEqual({ code: 0, stdout: expect.stringMatching(/^Making the demo: /), stderr: "" });
	} finally {
		await empty.close();
	}
}, 60_000);

test("a start stopped before its database answers ends cleanly (D2.9.232)", async () => {
	const silent = createServer().listen(0, "127.0.0.1");
	await once(silent, "listening");
	const address = silent.address();
	const port = typeof address === "object" ? address?.port : 0;
	const starting = runServer({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` });
	const [socket] = await once(silent, "connection");
	server?.kill("SIGTERM");
	socket.end();
	silent.close();
	expect(await (await starting).ended).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("a start stopped while its background work runs ends cleanly (D2.9.232)", async () => {
	const telemetry = await startTelemetryServer();
	const client = await database.pool.connect();
	const countWaiting = async () =>
		(
			await client.query(
				`SELECT FROM pg_locks WHERE NOT granted
					AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
					AND relation IN ('league_webhooks'::regclass, 'server_secrets'::regclass)`,
			)
		).rowCount;
	await client.query("BEGIN");
	// Webhooks are delivered in the background; the secrets are read last, before the server listens.
	await client.query("LOCK TABLE league_webhooks, server_secrets");
	const starting = runServer({ SENTRY_DSN: telemetry.dsn });
	await waitFor(async () => expect(await countWaiting()).toBeGreaterThanOrEqual(2));
	server?.kill("SIGTERM");
	await client.query("COMMIT");
	client.release();
	const { ended } = await starting;
	expect(await ended).toEqual({ code: 0, stdout: "", stderr: "" });
	expect(telemetry.events()).toEqual([]);
	await telemetry.close();
});

test("a port in use is reported in one line with code 1", async () => {
	const portHolder: Server = createServer();
	await new Promise<void>((resolve) => portHolder.listen(0, "127.0.0.1", resolve));
	const address = portHolder.address();
	const port = String(typeof address === "object" ? address?.port : 0);
	const { ended } = await runServer({ PORT: port });
	const { code, stderr } = await ended;
	portHolder.close();
	expect(code).toBe(1);
	expect(stderr).toBe(`Port ${port} on 127.0.0.1 is taken by another program: stop it, or set PORT to another\n`);
});

test("invalid settings and an unreachable database are reported in one line", async () => {
	const invalidPort = await (await runServer({ PORT: "eighty" })).ended;
	expect([invalidPort.code, invalidPort.stderr]).toEqual([
		1,
		"Invalid settings: PORT must be a port number from 0 to 65535\n",
	]);
	const absent = await (await runServer({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })).ended;
	expect(absent.code).toBe(1);
	expect(absent.stderr).toMatch(/^The database at 127\.0\.0\.1:1 cannot be used: [^\n]+\n$/);
});

test("a full disk is reported in one line that names DATA_DIR", async () => {
	const dataDir = mkdtempSync(path.join(tmpdir(), "first-bounce-full-"));
	// Empty files can be written to a full disk.
	const failWrites = `
		import fs from "node:fs/promises";
		import { syncBuiltinESMExports } from "node:module";
		const { writeFile } = fs;
		fs.writeFile = async (file, data, options) => {
			await writeFile(file, "", options);
			if (data !== "") throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
		};
		syncBuiltinESMExports();
	`;
	const { ended } = await runServer({ DATABASE_URL: "", DATA_DIR: dataDir, NODE_OPTIONS: runFirst(failWrites) });
	expect(await ended).toEqual({
		code: 1,
		stdout: "",
		stderr: `The disk of DATA_DIR (${dataDir}) is full: free some space on it and try again\n`,
	});
	expect(readdirSync(dataDir)).toEqual([]);
	rmSync(dataDir, { recursive: true });
});

test.each([
	{
		what: "has another migration",
		newer: "INSERT INTO applied_migrations (name, sha256, version) VALUES ('9999-later.sql', 'x', '9.0.0')",
		file: "9999-later.sql",
	},
	{
		what: "has changed a repeatable migration",
		newer: "UPDATE applied_migrations SET sha256 = 'x', version = '9.0.0' WHERE name = 'accept-team-actions.sql'",
		file: "accept-team-actions.sql",
	},
])("does not start on a database of a newer version, which $what", async ({ newer, file }) => {
	const listApplied = async () => (await database.pool.query("SELECT * FROM applied_migrations ORDER BY name")).rows;
	const applied = await listApplied();
	await database.pool.query(newer);
	const before = await listApplied();
	const { code, stdout, stderr } = await (await runServer({})).ended;
	expect([code, stdout]).toEqual([1, ""]);
	expect(stderr).toBe(`The database was created by a newer version of First Bounce (${file})\n`);
	expect(await listApplied()).toEqual(before);
	await database.pool.query("DELETE FROM applied_migrations WHERE name = $1", [file]);
	for (const { name, sha256, version, applied_at } of applied.filter(({ name }) => name === file))
		await database.pool.query("INSERT INTO applied_migrations VALUES ($1, $2, $3, $4)", [
			name,
			sha256,
			version,
			applied_at,
		]);
});

test("the server does not start with a PostgreSQL too old", async () => {
	const old = await startOldPostgres("150018");
	const { code, stdout, stderr } = await (await runServer({ DATABASE_URL: `postgres://me:secret@${old.host}/fb` }))
		.ended;
	expect([code, stdout]).toEqual([1, ""]);
	expect(stderr).toBe(`The database at ${old.host} is PostgreSQL 15; First Bounce needs 18 or newer\n`);
	await old.close();
});

test("a season stored by an older version gets defaults for newer rules", async () => {
	await database.db
		.updateTable("seasons")
		.set({ rules: sql`rules - 'themedRounds' - 'utilityBannerRounds'` })
		.execute();
	const { child, ended, address } = await runServer({});
	expect((await fetch(`${address}/json/fantasy/season.json`)).status).toBe(200);
	child.kill("SIGTERM");
	expect((await ended).code).toBe(0);
});

test("a season that cannot be read is reported in one line", async () => {
	const { rows } = await database.pool.query<{ rules: object }>("SELECT rules FROM seasons");
	await database.pool.query(`UPDATE seasons SET rules = rules || '{"themedRounds": null}'`);
	const { ended } = await runServer({});
	const { code, stdout, stderr } = await ended;
	await database.pool.query("UPDATE seasons SET rules = $1", [rows[0]?.rules]);
	expect([code, stdout]).toEqual([1, ""]);
	expect(stderr).toMatch(/^First Bounce cannot start: [^\n]+ \([^\n]+\)\n$/);
});

test("with SENTRY_DSN and OTLP, everything is sent when the server ends (D2.9.240, D2.9.242)", async () => {
	const telemetry = await startTelemetryServer();
	const { child, ended, address } = await runServer({
		SENTRY_DSN: telemetry.dsn,
		OTEL_EXPORTER_OTLP_ENDPOINT: telemetry.endpoint,
		NODE_OPTIONS: runFirst(LIST_MODULES),
	});
	await database.pool.query("ALTER TABLE announcements RENAME TO broken");
	const { status } = await fetch(`${address}/api/en/announcements`);
	await database.pool.query("ALTER TABLE broken RENAME TO announcements");
	expect(status).toBe(500);
	await database.pool.query("ALTER TABLE league_webhooks RENAME TO broken");
	await waitFor(() => expect(telemetry.events().map(({ transaction }) => transaction)).toContain("webhooks"));
	await database.pool.query("ALTER TABLE broken RENAME TO league_webhooks");
	child.kill("SIGTERM");
	const { code, stderr } = await ended;
	expect(code).toBe(0);
	for (const name of ["@sentry/core", "@opentelemetry/sdk-trace"]) expect(stderr).toContain(`loaded ${name}`);
	expect(telemetry.events().filter(({ transaction }) => String(transaction).startsWith("GET "))).toMatchObject([
		{
			release: "first-bounce@0.1.0",
			transaction: "GET /api/:lang/announcements",
			tags: { source: "request", code: "42P01" },
			exception: { values: [{ type: "error", value: 'relation "announcements" does not exist' }] },
		},
	]);
	const spans = telemetry.spans();
	const request = spans.find(({ name }) => name === "GET /api/:lang/announcements");
	expect(request).toMatchObject({ attributes: { "http.response.status_code": 500 }, status: { code: 2 } });
	const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
	const failed = queries.filter(({ attributes }) => attributes["error.type"]);
	expect(failed.map(({ name, attributes }) => `${name} ${attributes["error.type"]}`)).toEqual(["SELECT 42P01"]);
	await telemetry.close();
});

const CRASHES = [
	["RangeError", 'new RangeError("nobody catches this")'],
	["Error", 'Object.assign(new Error("nobody catches this"), { code: "ECONNREFUSED" })'],
];
test.each(CRASHES)(
	"an uncaught exception is logged and sent before exit code 1: %s (D2.9.241)",
	async (type, error) => {
		const telemetry = await startTelemetryServer();
		const crashOnSignal = `process.on("SIGUSR2", () => { throw ${error}; });`;
		const NODE_OPTIONS = runFirst(crashOnSignal);
		const { child, ended } = await runServer({ SENTRY_DSN: telemetry.dsn, NODE_OPTIONS });
		child.kill("SIGUSR2");
		const { code, stderr } = await ended;
		expect(code).toBe(1);
		expect(telemetry.events()).toMatchObject([
			{
				level: "fatal",
				transaction: "uncaughtException",
				tags: { source: "process" },
				exception: { values: [{ type, value: "nobody catches this" }] },
			},
		]);
		expect(stderr).toContain('"message":"nobody catches this"');
		await telemetry.close();
	},
);

test("a process ending after an exception answers no further request (D2.9.241)", async () => {
	const telemetry = await startTelemetryServer("never");
	const NODE_OPTIONS = runFirst(`process.on("SIGUSR2", () => { throw new Error("nobody catches this"); });`);
	const { child, ended, address } = await runServer({ SENTRY_DSN: telemetry.dsn, NODE_OPTIONS });
	// A connection that is kept alive.
	expect((await fetch(`${address}/healthz`)).status).toBe(200);
	child.kill("SIGUSR2");
	await waitFor(() => expect(telemetry.requests).toHaveLength(1));
	await expect(fetch(`${address}/healthz`)).rejects.toThrow("fetch failed");
	expect((await ended).code).toBe(1);
	await telemetry.close();
});
