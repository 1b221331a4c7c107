import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { registerStaticFiles } from "../../features/static-files/routes.ts";
import { buildFile } from "./built-file.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
	app = await createTestApp({
		config: { publicUrl: "https://fantasy.example.org", oidc: null, allowedHosts: ["game.internal", "10.0.0.7"] },
		extraRoutes: [
			(instance) =>
				registerStaticFiles(instance, {
					findFile: async () => undefined,
					findSeasonFile: async () => undefined,
					getSeasonsFile: () => buildFile([]),
				}),
		],
	});
	port = Number(new URL(await app.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => app.close());

const getStatus = async (host: string) =>
	(await app.app.inject({ url: "/api/en/auth/options", headers: { host } })).statusCode;

/** Sends a raw request and returns status and body. */
async function send(lines: readonly string[]): Promise<{ status: number; body: string }> {
	const socket = connect({ port, host: "127.0.0.1" });
	socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
	const answer = await text(socket);
	return { status: Number(answer.split(" ")[1]), body: answer.slice(answer.indexOf("\r\n\r\n") + 4) };
}

describe("the Host header", () => {
	test.each([
		"fantasy.example.org",
		"FANTASY.Example.ORG",
		"fantasy.example.org.",
		"fantasy.example.org:8443",
		"game.internal:3000",
		"10.0.0.7:3000",
		"localhost",
		"localhost:8080",
		"demo.localhost:3000",
		"127.0.0.1:3000",
		"127.8.9.10",
		"[::1]:3000",
		"[0:0:0:0:0:0:0:1]",
	])("may be %s", async (host) => {
		expect(await getStatus(host)).toBe(200);
	});

	test.each([
		"evil.example",
		"evil.example:3000",
		"fantasy.example.org.evil.example",
		"evil-fantasy.example.org",
		"sub.fantasy.example.org",
		"localhost.evil.example",
		"evil.example@localhost",
		"localhost:3000@evil.example",
		"localhost:80:80",
		"localhost/..",
		"localhost#",
		"localhost, evil.example",
		"127.0.0.1.evil.example",
		"0.0.0.0:3000",
		"192.168.1.20:3000",
		"[::2]:3000",
		"[::1",
		"localhost..",
		":3000",
		"localhost:99999",
	])("may not be %s", async (host) => {
		expect(await getStatus(host)).toBe(400);
	});

	test("of another server is refused in the path's language", async () => {
		const answer = await app.app.inject({ url: "/api/fr/auth/options", headers: { host: "evil.example" } });
		expect([answer.statusCode, answer.json()]).toEqual([
			400,
			{ success: null, errors: [{ code: "unknown-host", message: expect.stringContaining("ALLOWED_HOSTS") }] },
		]);
	});

	test("is checked regardless of forwarding headers", async () => {
		const forwardingHeaders = { "x-forwarded-host": "fantasy.example.org", forwarded: "host=fantasy.example.org" };
		const url = "/api/en/auth/options";
		const response = await app.app.inject({ url, headers: { host: "evil.example", ...forwardingHeaders } });
		expect(response.statusCode).toBe(400);
		const other = { host: "fantasy.example.org", "x-forwarded-host": "evil.example" };
		expect((await app.app.inject({ url, headers: other })).statusCode).toBe(200);
	});

	test.each([
		["GET", "/"],
		["GET", "/team"],
		["GET", "/nothing/at/all"],
		["GET", "/json/fantasy/players.json"],
		["GET", "/json/locale/en.json"],
		["GET", "/media/users/1/1.webp"],
		["GET", "/api/openapi.json"],
		["GET", "/api/docs"],
		["GET", "/share/team/x"],
		["GET", "/ads/top-lb.html"],
		["GET", "/oidc/.well-known/openid-configuration"],
		["GET", "/oidc/pages.css"],
		["POST", "/oidc/token"],
		["POST", "/api/en/auth/login"],
		["OPTIONS", "/api/en/user"],
		["GET", "/healthz/"],
		["GET", "/healthz/../api/en/user"],
	] as const)("of another server is refused everywhere: %s %s", async (method, url) => {
		const answer = await app.app.inject({ method, url, headers: { host: "evil.example" } });
		expect([answer.statusCode, answer.json().errors?.[0]?.code]).toEqual([400, "unknown-host"]);
	});

	test.each(["/healthz", "/readyz", "/healthz?probe=1"])("may be anything at %s, for health probes", async (url) => {
		expect((await app.app.inject({ url, headers: { host: "pod-7.cluster:3000" } })).statusCode).toBe(200);
		expect((await send([`GET ${url} HTTP/1.0`])).status).toBe(200);
	});
});

describe("a raw request", () => {
	test("without a Host is refused in the envelope, in HTTP/1.1 and HTTP/1.0", async () => {
		for (const version of ["1.1", "1.0"]) {
			const { status, body } = await send([`GET /api/en/auth/options HTTP/${version}`]);
			expect([version, status, JSON.parse(body).errors[0].code]).toEqual([version, 400, "unknown-host"]);
		}
		expect((await send(["GET /api/en/auth/options HTTP/1.1", "Host:"])).status).toBe(400);
	});

	test("in HTTP/1.0 is accepted at a known host", async () => {
		expect((await send(["GET /api/en/auth/options HTTP/1.0", "Host: localhost"])).status).toBe(200);
	});

	test("with another server in its target is refused, whatever its Host", async () => {
		for (const target of ["http://evil.example/api/en/auth/options", "HTTP://EVIL.example/", "http://evil.example"])
			expect([target, (await send([`GET ${target} HTTP/1.1`, "Host: localhost"])).status]).toEqual([target, 400]);
		const health = await send(["GET http://evil.example/healthz HTTP/1.1", "Host: localhost"]);
		expect(health.status).toBe(200);
	});

	test("whose target and Host are both ours is routed by target", async () => {
		const target = "http://fantasy.example.org/api/en/auth/options";
		const { status, body } = await send([`GET ${target} HTTP/1.1`, "Host: fantasy.example.org"]);
		expect([status, JSON.parse(body).success.demo]).toEqual([200, false]);
		expect((await send([`GET ${target} HTTP/1.1`, "Host: evil.example"])).status).toBe(400);
	});
});
