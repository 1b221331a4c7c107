import { readFileSync } from "node:fs";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/server/test-app.ts";
import { createJobQueue, type JobQueue } from "../features/jobs/job-queue.ts";
import { readBacklog } from "../features/operator/alerts/queries.ts";
import { registerErrors } from "./errors.ts";
import { createMetrics } from "./metrics.ts";

let app: TestApp;
let queue: JobQueue;
const sources = {
	feedHealth: () => null,
	isLeader: () => true,
	countClients: () => 3,
	seasons: { peek: () => null },
	standings: { current: () => ({ teamCount: 5 }) },
	storage: { report: () => ({ state: "full" as const, freeBytes: 4096 }) },
	standbyLag: () => null,
	pool: { totalCount: 7, idleCount: 2, waitingCount: 4, options: { max: 10 } },
	readBacklog: () => readBacklog(app.database.db, app.clocks.wallNow()),
};
beforeAll(async () => {
	const metrics = createMetrics();
	app = await createTestApp({ metrics, extraRoutes: [(server) => metrics.register(server, sources, null)] });
	queue = await createJobQueue({ pool: app.database.pool, onError: () => undefined, measure: metrics.measureJob });
});
afterAll(async () => {
	await queue.close();
	await app.close();
});

test("every response is counted by route and status", async () => {
	for (const [method, url] of [
		...([
			["GET", "/api/en/season/clock"],
			["GET", "/api/fr/season/clock"],
			["HEAD", "/api/en/season/clock"],
			["GET", "/api/xx/season/clock"],
		] as const),
		...([
			["GET", "/api/en/fantasy/team/show-my"],
			["POST", "/api/en/nothing"],
		] as const),
	])
		await app.app.inject({ method, url });
	const { body } = await app.app.inject("/metrics");
	const listCounts = (name: string) => body.split("\n").filter((line) => line.startsWith(`first_bounce_${name}{`));
	expect(listCounts("requests_total").toSorted()).toEqual([
		'first_bounce_requests_total{route="/api/:lang/fantasy/team/show-my",status="401"} 1',
		'first_bounce_requests_total{route="/api/:lang/season/clock",status="200"} 3',
		'first_bounce_requests_total{route="/api/:lang/season/clock",status="404"} 1',
		'first_bounce_requests_total{route="none",status="404"} 1',
	]);
	expect(listCounts("save_failures_total")).toEqual([
		'first_bounce_save_failures_total{route="/api/:lang/fantasy/team/show-my",status="401"} 1',
	]);
	expect(body).toContain("first_bounce_stream_clients 3");
	expect(body).toContain("\nfirst_bounce_storage_free_bytes 4096\n");
	expect(body).toContain("\nfirst_bounce_storage_full 1\n");
});

test("a request refused before its route is counted too", async () => {
	const before = (await app.app.inject("/metrics")).body;
	const refused = await app.app.inject({ url: "/api/en/season/clock", headers: { host: "evil.example" } });
	expect(refused.statusCode).toBe(400);
	const { body } = await app.app.inject("/metrics");
	const line = 'first_bounce_requests_total{route="/api/:lang/season/clock",status="400"} 1';
	expect(before).not.toContain(line);
	expect(body).toContain(`\n${line}\n`);
});

test("durations are counted in buckets, and gauges show queues (D2.9.138)", async () => {
	await app.app.inject({ method: "POST", url: "/api/en/fantasy/team/update", payload: {} });
	await app.app.inject({ url: "/api/en/season/clock?token=secret" });
	await app.app.inject({ url: "/healthz?token=secret" });
	await app.app.inject({ url: "/nowhere" });
	await queue.send("league-cards", {}, { key: "all" });
	await queue.send("delete-messages", {}, { key: "all" });
	await queue.drain(["league-cards"], async () => {
		throw new Error("no font");
	});
	await app.database.pool.query("SELECT 1");
	await expect(app.database.pool.query("SELECT 1 / 0")).rejects.toThrow("division by zero");
	await app.database.pool.query(
		"INSERT INTO backups (started_at, place, size) VALUES ('2026-11-20T16:30:00Z', '/mnt/a.tar.gz', 10)",
	);
	await app.database.pool.query("UPDATE pgboss.job SET state = 'active' WHERE name = 'delete-messages'");
	const { body } = await app.app.inject("/metrics");
	const findLines = (name: string) => body.split("\n").filter((line) => line.startsWith(`first_bounce_${name}`));
	const [route, save] = ['route="/healthz"', 'status="4xx"'];
	expect(findLines(`http_request_duration_seconds_bucket{le="10",${route},method="GET",status="2xx"`)).toEqual([
		`first_bounce_http_request_duration_seconds_bucket{le="10",${route},method="GET",status="2xx"} 1`,
	]);
	expect(findLines("save_duration_seconds_count")).toEqual([`first_bounce_save_duration_seconds_count{${save}} 1`]);
	expect(findLines('database_query_duration_seconds_count{result="failed"}')).toEqual([
		'first_bounce_database_query_duration_seconds_count{result="failed"} 1',
	]);
	expect(Number(findLines('database_query_duration_seconds_count{result="ok"}')[0]?.split(" ").at(-1))).toBeGreaterThan(
		3,
	);
	expect(findLines("job_duration_seconds_count")).toEqual([
		'first_bounce_job_duration_seconds_count{queue="league-cards"} 1',
	]);
	expect(findLines("job_failures_total")).toEqual(['first_bounce_job_failures_total{queue="league-cards"} 1']);
	expect(findLines("jobs{").toSorted()).toEqual([
		'first_bounce_jobs{queue="delete-messages",state="working"} 1',
		'first_bounce_jobs{queue="league-cards",state="waiting"} 1',
	]);
	expect(findLines("outbox_mails{")).toEqual([
		'first_bounce_outbox_mails{state="due"} 0',
		'first_bounce_outbox_mails{state="failed"} 0',
	]);
	expect(findLines("last_backup_timestamp_seconds ")).toEqual([
		"first_bounce_last_backup_timestamp_seconds 1795192200",
	]);
	expect(findLines("database_connections{")).toEqual([
		'first_bounce_database_connections{state="used"} 5',
		'first_bounce_database_connections{state="idle"} 2',
		'first_bounce_database_connections{state="waiting"} 4',
		'first_bounce_database_connections{state="max"} 10',
	]);
	expect(findLines("nodejs_eventloop_lag_p99_seconds ")).toHaveLength(1);
	expect(body).not.toContain("secret");
	expect(body).not.toContain("nowhere");
});

test("a request whose client disconnects is counted as 499 (D2.9.138)", async () => {
	const metrics = createMetrics();
	const server = Fastify();
	metrics.measureRequests(server);
	const gate = Promise.withResolvers<void>();
	const arrived = Promise.withResolvers<void>();
	const closed = Promise.withResolvers<void>();
	server.post("/api/:lang/fantasy/team/update", async (_request, reply) => {
		reply.raw.once("close", closed.resolve);
		arrived.resolve();
		await gate.promise;
		return {};
	});
	metrics.register(server, sources, null);
	const address = await server.listen({ port: 0, host: "127.0.0.1" });
	const abort = new AbortController();
	const saving = fetch(`${address}/api/en/fantasy/team/update`, { method: "POST", signal: abort.signal });
	await arrived.promise;
	abort.abort();
	await expect(saving).rejects.toThrow("aborted");
	await closed.promise;
	gate.resolve();
	const { body } = await server.inject("/metrics");
	await server.close();
	const route = 'route="/api/:lang/fantasy/team/update"';
	expect(body).toContain(`\nfirst_bounce_requests_total{${route},status="499"} 1\n`);
	expect(body).toContain('\nfirst_bounce_save_duration_seconds_count{status="4xx"} 1\n');
});

test("without a token only direct requests from this machine are accepted", async () => {
	const getStatus = async (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
		(await app.app.inject({ url: "/metrics", headers, remoteAddress })).statusCode;
	expect(await getStatus({ host: "localhost:3000" })).toBe(200);
	expect(await getStatus({ host: "127.0.0.1:3000" }, "::ffff:127.0.0.1")).toBe(200);
	expect(await getStatus({ host: "[::1]:3000" }, "::1")).toBe(200);
	expect(await getStatus({ host: "localhost:3000" }, "192.168.1.7")).toBe(404);
	// Foreign hosts are refused before any route.
	for (const host of ["fantasy.example.org", "localhost.example.org", "127.0.0.1.nip.io", "evil@"])
		expect([host, await getStatus({ host })]).toEqual([host, 400]);
	for (const [name, value] of [
		["x-forwarded-for", "127.0.0.1"],
		["x-forwarded-for", ""],
		["x-forwarded-proto", "https"],
		["x-forwarded-host", "localhost"],
		["x-real-ip", "127.0.0.1"],
		["forwarded", "for=127.0.0.1"],
		["via", "1.1 nginx"],
		["cf-connecting-ip", "203.0.113.7"],
	] as const)
		expect([name, await getStatus({ host: "localhost:3000", [name]: value })]).toEqual([name, 404]);
});

test("with a token requests from anywhere are answered, and none without it", async () => {
	const server = Fastify();
	registerErrors(server);
	createMetrics().register(server, sources, "a secret");
	const getStatus = async (headers: Record<string, string>) =>
		(await server.inject({ url: "/metrics", headers, remoteAddress: "192.168.1.7" })).statusCode;
	expect(await getStatus({ authorization: "Bearer a secret" })).toBe(200);
	expect(await getStatus({ authorization: "Bearer a secreT" })).toBe(404);
	expect(await getStatus({})).toBe(404);
	await server.close();
});

test("every metric of dashboard and alert rules exists (D2.9.142)", async () => {
	await app.app.inject({ method: "POST", url: "/api/en/fantasy/team/update", payload: {} });
	const { body } = await app.app.inject("/metrics");
	const metricNames = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
	const listUsed = (file: string) => {
		const text = readFileSync(new URL(`../../../deploy/monitoring/${file}`, import.meta.url), "utf8");
		return [...new Set(text.match(/\bfirst_bounce_\w+/g))].map((name) => name.replace(/_bucket$/, ""));
	};
	const [dashboard, rules] = [listUsed("dashboard.json"), listUsed("alerts.yaml")];
	expect(dashboard).toContain("first_bounce_http_request_duration_seconds");
	expect([dashboard.length, rules.length]).toEqual([21, 7]);
	expect([...dashboard, ...rules].filter((name) => !metricNames.has(name))).toEqual([]);
});
