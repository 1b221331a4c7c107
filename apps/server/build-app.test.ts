import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManager, createTestApp, type TestApp } from "../../testing/server/test-app.ts";

let app: TestApp;
let token: string;

beforeAll(async () => {
	app = await createTestApp();
	token = (await createManager(app)).sessionId;
});
afterAll(() => app.close());

describe("a failed request", () => {
	const json = { "content-type": "application/json" };
	const post = (payload: string, headers: Record<string, string> = json) =>
		app.app.inject({ method: "POST", url: "/api/en/user/check-team-name", headers, payload });

	test.each([
		["malformed JSON", () => post("{"), 400, "malformed-body"],
		["another content type", () => post("a=b", { "content-type": "text/plain" }), 400, "wrong-content-type"],
		["a body too large", () => post(JSON.stringify({ teamName: "x".repeat(70_000) })), 413, "body-too-large"],
		["prototype pollution", () => post('{"__proto__": {"teamName": "x"}}'), 400, "malformed-body"],
		["an unknown path", () => app.app.inject("/api/en/nothing/here"), 404, "not-found"],
		["an unknown language", () => app.app.inject("/api/xx/season/clock"), 404, "not-found"],
		["an invalid escape", () => app.app.inject("/api/en/%zz"), 400, "malformed-address"],
	] as const)("gets the error envelope: %s", async (_, ask, status, code) => {
		const answer = await ask();
		expect(answer.statusCode).toBe(status);
		expect(answer.json()).toEqual({ success: null, errors: [{ code, message: expect.stringMatching(/^[A-Z].+/) }] });
		expect(answer.headers["cache-control"]).toBe("no-store");
	});

	test("gets 400 for text that the database cannot store", async () => {
		const { pool } = app.database;
		const echo = await createTestApp({
			extraRoutes: [
				(instance: FastifyInstance) => void instance.get("/api/en/echo", () => pool.query("SELECT $1::text", ["\0"])),
			],
		});
		const answer = await echo.app.inject("/api/en/echo");
		await echo.close();
		expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, "text-not-storable"]);
	});

	const tooLarge = 2 ** 31;
	test.each([
		["GET", `fantasy/league/${tooLarge}`, undefined],
		["GET", `fantasy/ranks/open-league?leagueId=${tooLarge}`, undefined],
		["GET", `fantasy/team/overall-rank?roundId=1&teamId=${tooLarge}`, undefined],
		["GET", `fantasy/team-history/get-by-round-and-user/1/${tooLarge}`, undefined],
		["POST", `fantasy/league/${tooLarge}/leave`, {}],
		["POST", "fantasy/league/delete", { leagueId: tooLarge }],
		["POST", "fantasy/league/h2h-match-ups", { leagueId: 1, roundId: tooLarge }],
		["POST", "fantasy/favourite-player/remove", { playerId: tooLarge }],
	] as const)("gets 422 for an id that is too large: %s %s", async (method, path, body) => {
		const headers = { "x-sid": token };
		const url = `/api/en/${path}`;
		const answer = await app.app.inject(body ? { method, url, headers, payload: body } : { method, url, headers });
		expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, "invalid-field"]);
		expect(answer.json().errors[0].message).toMatch(/must be [\d,]+ or less/);
	});

	test("reveals nothing about an unexpected error", async () => {
		const broken = await createTestApp({
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

describe("a state-changing call", () => {
	const logout = (headers: Record<string, string>) =>
		app.app.inject({ method: "POST", url: "/api/en/auth/logout", headers: { host: "localhost:3000", ...headers } });

	test.each<[string, Record<string, string>, number]>([
		["another origin", { origin: "https://evil.example" }, 403],
		["an opaque origin", { origin: "null" }, 403],
		["another site, by Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }, 403],
		["a sibling host, by Sec-Fetch-Site", { "sec-fetch-site": "same-site" }, 403],
		["its own origin", { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }, 200],
		["another loopback name", { origin: "http://127.0.0.1:3000" }, 200],
		["a program, which sends neither header", {}, 200],
	])("from %s", async (_, headers, status) => {
		expect((await logout(headers)).statusCode).toBe(status);
	});
});

test("with an https PUBLIC_URL only https origins and addresses count", async () => {
	const publicUrl = "https://footy.example.org";
	const secure = await createTestApp({ config: { publicUrl, oidc: null } });
	const host = "footy.example.org";
	const logout = async (origin: string) =>
		(await secure.app.inject({ method: "POST", url: "/api/en/auth/logout", headers: { host, origin } })).statusCode;
	expect([await logout(publicUrl), await logout(`http://${host}`), await logout(`${publicUrl}:444`)]).toEqual([
		200, 403, 403,
	]);
	for (const proto of [undefined, "http", "https"]) {
		const headers = { host, "x-forwarded-host": "evil.example", ...(proto ? { "x-forwarded-proto": proto } : {}) };
		const { authorization_endpoint } = (
			await secure.app.inject({ url: "/oidc/.well-known/openid-configuration", headers })
		).json();
		expect([proto, authorization_endpoint]).toEqual([proto, `${publicUrl}/oidc/auth`]);
	}
	await secure.close();
});

describe("a session", () => {
	const requestUser = (headers: Record<string, string>) => app.app.inject({ url: "/api/en/user", headers });

	test("is accepted as a cookie, header or bearer token", async () => {
		for (const headers of [{ cookie: `X-SID=${token}` }, { "x-sid": token }, { authorization: `Bearer ${token}` }])
			expect((await requestUser(headers)).statusCode).toBe(200);
		expect((await requestUser({ "x-sid": `${token}x` })).statusCode).toBe(401);
	});

	test("is set in an HttpOnly SameSite cookie, new at every sign-in", async () => {
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

	test("that was in the browser before a sign-in ends with it", async () => {
		const { user } = await createManager(app);
		const planted = (await createManager(app)).sessionId;
		const answer = await app.app.inject({
			method: "POST",
			url: "/api/en/auth/login",
			payload: { email: user.email, password: "a long enough secret" },
			headers: { cookie: `X-SID=${planted}` },
		});
		expect(answer.json().success.sessionId).not.toBe(planted);
		expect((await requestUser({ "x-sid": planted })).statusCode).toBe(401);
	});

	test("is stored as a hash", async () => {
		const { rows } = await app.database.pool.query("SELECT token_hash FROM sessions");
		expect(rows.some(({ token_hash }) => token_hash.toString("base64url") === token)).toBe(false);
	});
});

test.each(["/oidc/pages.css", "/oidc/interaction/gone", "/nowhere"])(
	"a page at %s may run only scripts of this server, and cannot be framed",
	async (url) => {
		const { headers } = await app.app.inject(url);
		const policy = String(headers["content-security-policy"]);
		expect(policy).toContain("script-src 'self';");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(headers["x-content-type-options"]).toBe("nosniff");
	},
);
