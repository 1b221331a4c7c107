import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { createMetrics } from "./metrics.ts";

let app: TestApp;
beforeAll(async () => {
	const metrics = createMetrics();
	const watched = {
		...{ feedHealth: () => null, isLeader: () => true, clients: () => 3 },
		...{ games: { peek: () => null }, standings: { current: () => ({ teamCount: 5 }) } },
		storage: { report: () => ({ state: "full" as const, freeBytes: 4096 }) },
	};
	app = await testApp({ metrics, rooms: [(server) => metrics.register(server, watched, null)] });
});
afterAll(() => app.close());

test("every answer is counted by its route and status, also refusals, HEAD and what leads nowhere", async () => {
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
