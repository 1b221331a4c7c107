import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newManager, type TestApp, testApp } from "./testing/test-app.ts";

let app: TestApp;
let token: string;

beforeAll(async () => {
	app = await testApp();
	token = (await newManager(app)).sessionId;
});
afterAll(() => app.close());

describe("an answer that is no success", () => {
	const json = { "content-type": "application/json" };
	const post = (payload: string, headers: Record<string, string> = json) =>
		app.app.inject({ method: "POST", url: "/api/en/user/check-team-name", headers, payload });

	test.each([
		["malformed JSON", () => post("{"), 400, "malformed-body"],
		["another content type", () => post("a=b", { "content-type": "text/plain" }), 400, "wrong-content-type"],
		["a body too large", () => post(JSON.stringify({ teamName: "x".repeat(70_000) })), 413, "body-too-large"],
		["a poisoned prototype", () => post('{"__proto__": {"teamName": "x"}}'), 400, "malformed-body"],
		["an unknown path", () => app.app.inject("/api/en/nothing/here"), 404, "not-found"],
		["an unknown language", () => app.app.inject("/api/xx/season/clock"), 404, "not-found"],
		["a broken path", () => app.app.inject("/api/en/%zz"), 400, "malformed-address"],
	] as const)("has the envelope: %s", async (_, ask, status, code) => {
		const answer = await ask();
		expect(answer.statusCode).toBe(status);
		expect(answer.json()).toEqual({ success: null, errors: [{ code, message: expect.stringMatching(/^[A-Z].+/) }] });
		expect(answer.headers["cache-control"]).toBe("no-store");
	});

	test("is the sender's fault where text holds what the database cannot keep", async () => {
		const { pool } = app.database;
		const echo = await testApp({
			extraRoutes: [
				(instance: FastifyInstance) => void instance.get("/api/en/echo", () => pool.query("SELECT $1::text", ["\0"])),
			],
		});
		const answer = await echo.app.inject("/api/en/echo");
		await echo.close();
		expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, "unholdable-text"]);
	});

	const beyond = 2 ** 31;
	test.each([
		["GET", `fantasy/league/${beyond}`, undefined],
		["GET", `fantasy/ranks/open-league?leagueId=${beyond}`, undefined],
		["GET", `fantasy/team/overall-rank?roundId=1&teamId=${beyond}`, undefined],
		["GET", `fantasy/team-history/get-by-round-and-user/1/${beyond}`, undefined],
		["POST", `fantasy/league/${beyond}/leave`, {}],
		["POST", "fantasy/league/delete", { leagueId: beyond }],
		["POST", "fantasy/league/h2h-match-ups", { leagueId: 1, roundId: beyond }],
		["POST", "fantasy/favourite-player/remove", { playerId: beyond }],
	] as const)("is the sender's fault where an id is greater than any: %s %s", async (method, path, body) => {
		const headers = { "x-sid": token };
		const url = `/api/en/${path}`;
		const answer = await app.app.inject(body ? { method, url, headers, payload: body } : { method, url, headers });
		expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, "invalid-field"]);
		expect(answer.json().errors[0].message).toMatch(/must be [\d,]+ or less/);
	});

	test("tells nothing of a fault inside", async () => {
		const broken = await testApp({
			extraRoutes: [
				(instance: FastifyInstance) => {
					instance.get("/api/en/broken", () => {
						throw new Error("secret at /home/someone");
					});
				},
			],
		});
		const answer = await broken.app.inject("/api/en/broken");
		await broken.close();
		expect([answer.statusCode, answer.json().errors[0].code]).toEqual([500, "server-error"]);
		expect(answer.body).not.toContain("secret");
	});
});

describe("a call that changes something", () => {
	const logout = (headers: Record<string, string>) =>
		app.app.inject({ method: "POST", url: "/api/en/auth/logout", headers: { host: "localhost:3000", ...headers } });

	test.each<[string, Record<string, string>, number]>([
		["another origin", { origin: "https://evil.example" }, 403],
		["an opaque origin", { origin: "null" }, 403],
		["another site, as the browser says", { "sec-fetch-site": "cross-site" }, 403],
		["a sibling host, as the browser says", { "sec-fetch-site": "same-site" }, 403],
		["its own origin", { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }, 200],
		["loopback's other name", { origin: "http://127.0.0.1:3000" }, 200],
		["a program, which sends neither", {}, 200],
	])("from %s", async (_, headers, status) => {
		expect((await logout(headers)).statusCode).toBe(status);
	});
});

describe("a session", () => {
	const ask = (headers: Record<string, string>) => app.app.inject({ url: "/api/en/user", headers });

	test("comes by cookie, by header or as a bearer", async () => {
		for (const headers of [{ cookie: `X-SID=${token}` }, { "x-sid": token }, { authorization: `Bearer ${token}` }])
			expect((await ask(headers)).statusCode).toBe(200);
		expect((await ask({ "x-sid": `${token}x` })).statusCode).toBe(401);
	});

	test("is set where scripts and other sites cannot read it, and is new at every sign-in", async () => {
		const person = { email: "cookie@example.test", password: "seven purple lanterns" };
		const form = { firstName: "C", lastName: "K", gender: "other", birthday: "1990-01-01", terms: true };
		const register = { ...person, ...form, fantasyTeamName: "Cookie Jar" };
		const planted = "planted-by-somebody-else";
		const answer = await app.app.inject({
			method: "POST",
			url: "/api/en/user/register",
			payload: register,
			headers: { cookie: `X-SID=${planted}` },
		});
		const [cookie] = answer.cookies;
		expect(cookie).toMatchObject({ name: "X-SID", httpOnly: true, sameSite: "Lax", path: "/" });
		expect(cookie?.value).toBe(answer.json().success.sessionId);
		expect(cookie?.value).not.toBe(planted);
	});

	test("planted in a browser before its owner signs in is worth nothing afterwards", async () => {
		const { user } = await newManager(app);
		const planted = (await newManager(app)).sessionId;
		const answer = await app.app.inject({
			method: "POST",
			url: "/api/en/auth/login",
			payload: { email: user.email, password: "a long enough secret" },
			headers: { cookie: `X-SID=${planted}` },
		});
		expect(answer.json().success.sessionId).not.toBe(planted);
		expect((await ask({ "x-sid": planted })).statusCode).toBe(401);
	});

	test("is kept as a hash: the table opens no account", async () => {
		const { rows } = await app.database.pool.query("SELECT token_hash FROM sessions");
		expect(rows.some(({ token_hash }) => token_hash.toString("base64url") === token)).toBe(false);
	});
});

test.each(["/oidc/pages.css", "/oidc/interaction/gone", "/nowhere"])(
	"a page at %s may run no script but the server's own, and stands in no frame",
	async (url) => {
		const { headers } = await app.app.inject(url);
		const policy = String(headers["content-security-policy"]);
		expect(policy).toContain("script-src 'self';");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(headers["x-content-type-options"]).toBe("nosniff");
	},
);
