import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { createMetrics } from "./metrics.ts";

let app: TestApp;
beforeAll(async () => {
	const metrics = createMetrics();
	const sources = {
		feedHealth: () => null,
		isLeader: () => true,
		countClients: () => 3,
		seasons: { peek: () => null },
		standings: { current: () => ({ teamCount: 5 }) },
		storage: { report: () => ({ state: "full" as const, freeBytes: 4096 }) },
	};
	app = await createTestApp({ metrics, extraRoutes: [(server) => metrics.register(server, sources, null)] });
});
afterAll(() => app.close());

test("every response is counted by route and status, including refusals, HEAD requests and unknown paths", async () => {
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
	const counts = (name: string) => body.split("\n").filter((line) => line.startsWith(`first_bounce_${name}{`));
	expect(counts("requests_total").toSorted()).toEqual([
		'first_bounce_requests_total{route="/api/:lang/fantasy/team/show-my",status="401"} 1',
		'first_bounce_requests_total{route="/api/:lang/season/clock",status="200"} 3',
		'first_bounce_requests_total{route="/api/:lang/season/clock",status="404"} 1',
		'first_bounce_requests_total{route="none",status="404"} 1',
	]);
	expect(counts("save_failures_total")).toEqual([
		'first_bounce_save_failures_total{route="/api/:lang/fantasy/team/show-my",status="401"} 1',
	]);
	expect(body).toContain("first_bounce_stream_clients 3");
	expect(body).toContain("\nfirst_bounce_storage_free_bytes 4096\n");
	expect(body).toContain("\nfirst_bounce_storage_full 1\n");
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
