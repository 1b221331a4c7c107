import { aflIdLogin, aflIdRegister } from "@first-bounce/contract/accounts/auth";
import { registerUser } from "@first-bounce/contract/accounts/user";
import { createClient } from "@first-bounce/contract/client";
import { showOverview } from "@first-bounce/contract/operator/operator";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import { HOUR_MS, MINUTE_MS } from "@first-bounce/rules/durations";
import type { Pool } from "pg";
import { afterEach, expect, test, vi } from "vitest";
import type { SmallSeason } from "../../../../../testing/season/small-season.ts";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	buildRegistrationForm,
	createTestApp,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import { PROVIDER_CLIENT, signInAtProvider, startRealProvider } from "../../../../../testing/services/real-provider.ts";
import { generateCode } from "../second-factor/one-time-code.ts";
import { createOperator } from "../users/administer-users.ts";
import { issueSetupCode } from "./service.ts";

let app: TestApp;
afterEach(() => app.close());

/** Creates the app on a database without a season, and returns the code that its start prints. */
async function startNewSite(options: Parameters<typeof createTestApp>[0] = {}): Promise<string> {
	const seed = async () => ({}) as SmallSeason;
	app = await createTestApp({ isSetupPossible: true, ...options }, {}, { seed });
	return (await issueSetupCode(app.database.db, app.clocks.wallNow())) ?? "";
}

interface Sent {
	readonly form?: Record<string, string>;
	readonly cookie?: string;
	readonly headers?: Record<string, string>;
	readonly address?: string;
	readonly on?: Pick<TestApp, "app">;
}

const send = (url: string, { form, cookie = "", headers = {}, address = "127.0.0.1", on = app }: Sent = {}) =>
	on.app.inject({
		url,
		method: form ? "POST" : "GET",
		remoteAddress: address,
		headers: {
			host: "localhost:3000",
			accept: "text/html",
			cookie,
			...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
			...headers,
		},
		...(form ? { payload: new URLSearchParams(form).toString() } : {}),
	});

async function enterCode(code: string, options: Sent = {}) {
	const response = await send("/setup/code", { ...options, form: { code } });
	const set = response.cookies.find(({ name }) => name === "X-SETUP");
	return { response, set, cookie: `X-SETUP=${set?.value}` };
}

/** Reads the key of the second factor from the page, and enters its code. */
async function confirmFactor(cookie: string) {
	const page = await send("/setup", { cookie });
	const secret = /class="secret">([^<]+)/.exec(page.body)?.[1]?.replaceAll(" ", "") ?? "";
	return send("/setup/factor", { cookie, form: { code: generateCode(secret, app.clocks.wallNow()) } });
}

/** The contract's client with the cookie of a browser. */
const createVisitor = (cookie: string) =>
	createClient({
		origin: TEST_URL,
		language: "en",
		fetch: async (address) => {
			const response = await send(String(address).slice(TEST_URL.length), { cookie, headers: { accept: "*/*" } });
			return new Response(response.body, { status: response.statusCode });
		},
	});

const OWNER = { firstName: "Ola", lastName: "Nerr", email: "ola@example.test", password: "a fence of seven posts" };
const listOperators = async () =>
	(await app.database.pool.query("SELECT email, operator_role FROM users WHERE operator_role IS NOT NULL")).rows;

test("the owner is created once, with a second factor [D2.9.770, D2.9.776]", async () => {
	const code = await startNewSite();
	const { response, set, cookie } = await enterCode(code.toUpperCase().replaceAll("-", " "));
	expect([response.statusCode, response.headers.location]).toEqual([303, "/setup"]);
	expect(set).toMatchObject({ httpOnly: true, sameSite: "Lax" });
	expect((await send("/setup/owner", { cookie, form: OWNER })).statusCode).toBe(422);
	expect((await send("/setup/factor", { cookie, form: { code: "12" } })).body).toContain("That code is wrong");
	const recovery = await confirmFactor(cookie);
	expect(recovery.body.match(/<li>[A-Z0-9]{5}-[A-Z0-9]{5}<\/li>/g)).toHaveLength(10);
	const short = await send("/setup/owner", { cookie, form: { ...OWNER, password: "short" } });
	expect([short.statusCode, short.body.includes('value="ola@example.test"')]).toEqual([422, true]);
	expect(await listOperators()).toEqual([]);
	const created = await send("/setup/owner", { cookie, form: OWNER });
	expect([created.statusCode, created.headers.location]).toEqual([303, "/operator"]);
	expect(await listOperators()).toEqual([{ email: "ola@example.test", operator_role: "owner" }]);
	const session = created.cookies.find(({ name }) => name === "X-SID")?.value ?? "";
	expect((await app.as(session)(showOverview, {})).season).toBeNull();
	const { rows } = await app.database.pool.query("SELECT action, actor FROM audit WHERE action = 'operator-added'");
	expect(rows).toEqual([{ action: "operator-added", actor: "set-up page" }]);

	for (const url of ["/setup", "/setup/code", "/setup/owner"])
		expect([
			url,
			(await send(url, { cookie, ...(url === "/setup" ? {} : { form: { ...OWNER, code } }) })).statusCode,
		]).toEqual([url, 410]);
	await app.database.pool.query("UPDATE users SET operator_role = NULL");
	expect(await issueSetupCode(app.database.db, app.clocks.wallNow())).toBeNull();
});

test("only a hash is stored, and each start replaces the code [D2.9.771]", async () => {
	const first = await startNewSite();
	expect(first).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
	const second = await app.startSecondServer();
	expect((await enterCode(first)).response.statusCode).toBe(303);
	const code = (await issueSetupCode(app.database.db, app.clocks.wallNow())) ?? "";
	expect((await enterCode(first)).response.statusCode).toBe(422);
	const { cookie } = await enterCode(code, { on: second });
	expect((await send("/setup", { cookie })).body).toContain("Protect the console");
	const { rows } = await app.database.pool.query("SELECT * FROM site_setup");
	expect(JSON.stringify(rows)).not.toContain(code);
	expect(JSON.stringify(rows)).not.toContain(code.replaceAll("-", ""));
	await second.close();
});

test("the code expires after a day [D2.9.771]", async () => {
	const code = await startNewSite();
	app.clocks.setWall(app.clocks.wallNow() + 24 * HOUR_MS - MINUTE_MS);
	const { cookie } = await enterCode(code);
	expect((await send("/setup", { cookie })).body).toContain("Protect the console");
	app.clocks.setWall(app.clocks.wallNow() + 2 * MINUTE_MS);
	expect((await send("/setup", { cookie })).body).toContain("One-time code");
	const late = await enterCode(code);
	expect([late.response.statusCode, late.set]).toEqual([422, undefined]);
	expect(late.response.body).toContain("Restart the server for a new one");
});

test("ten wrong codes a minute make a network wait [D2.9.772]", async () => {
	const code = await startNewSite();
	for (let guess = 0; guess < 10; guess++) expect((await enterCode("0000")).response.statusCode).toBe(422);
	expect((await enterCode(code)).response.statusCode).toBe(429);
	app.clocks.setWall(app.clocks.wallNow() + MINUTE_MS + 1);
	expect((await enterCode(code)).response.statusCode).toBe(303);
});

test("a database outage is a page that leads back", async () => {
	const code = await startNewSite();
	const { cookie } = await enterCode(code);
	vi.spyOn(app.database.pool, "connect").mockImplementation((() =>
		Promise.reject(Object.assign(new Error("terminated by the test"), { code: "57P01" }))) as Pool["connect"]);
	const french = { "accept-language": "fr" };
	const pages = [
		await send("/setup", { cookie }),
		await send("/setup/code", { form: { code } }),
		await send("/setup/owner", { cookie, form: OWNER, headers: french }),
	];
	vi.restoreAllMocks();
	for (const { statusCode, headers } of pages)
		expect([statusCode, headers["content-type"], headers["retry-after"], headers["cache-control"]]).toEqual([
			503,
			"text/html; charset=utf-8",
			"5",
			"no-store",
		]);
	expect(pages[1]?.body).toContain("The game is not available right now");
	expect(pages[2]?.body).toContain("Le jeu n’est pas disponible");
	expect(pages[2]?.body).toContain('<a class="go" href="/setup">Continuer</a>');
});

test("the page opens over HTTPS or on the machine itself only [D2.9.773]", async () => {
	const code = await startNewSite({
		config: { publicUrl: "https://fantasy.example.org", oidc: null, allowedHosts: ["fantasy.lan"] },
	});
	const overHttps = { host: "fantasy.example.org", "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
	const open = async (headers: Record<string, string>, address?: string) =>
		(await send("/setup", { headers, ...(address ? { address } : {}) })).statusCode;
	expect(await open(overHttps)).toBe(200);
	expect(await open({ host: "localhost:3000" })).toBe(200);
	// A browser on this machine, seen from a container.
	expect(await open({ host: "localhost:3000" }, "172.17.0.1")).toBe(200);
	expect(await open({ ...overHttps, "x-forwarded-proto": "http" })).toBe(403);
	expect(await open({ host: "fantasy.lan" }, "192.168.1.20")).toBe(403);
	expect(await open({ host: "localhost:3000" }, "203.0.113.9")).toBe(403);
	expect(await open({ host: "localhost:3000", "x-forwarded-for": "203.0.113.9" })).toBe(403);
	expect(await open({ host: "elsewhere.example" })).toBe(400);
	const insecure = await enterCode(code, { headers: { host: "fantasy.lan" }, address: "192.168.1.20" });
	expect([insecure.response.statusCode, insecure.set]).toEqual([403, undefined]);
	expect((await enterCode(code, { headers: overHttps })).set).toMatchObject({ secure: true });
});

test("with PREVIEW_PASSWORD, the page is behind the password [D2.9.773]", async () => {
	const code = await startNewSite({ config: { publicUrl: TEST_URL, oidc: null, previewPassword: "siren" } });
	const closed = await send("/setup");
	expect([closed.statusCode, closed.headers.location]).toEqual([302, "/?next=%2Fsetup"]);
	expect((await enterCode(code)).response.statusCode).toBe(403);
	const unlocked = await app.app.inject({
		method: "POST",
		url: "/api/en/preview/unlock",
		headers: { host: "localhost:3000" },
		payload: { password: "siren" },
	});
	const [preview] = unlocked.cookies;
	const cookie = `${preview?.name}=${preview?.value}`;
	expect((await send("/setup", { cookie })).body).toContain("One-time code");
	expect((await enterCode(code, { cookie })).response.statusCode).toBe(303);
});

test("other pages say that the site is being set up [D2.9.774]", async () => {
	const code = await startNewSite();
	for (const url of ["/", "/team", "/operator", "/help", "/oidc/.well-known/openid-configuration"]) {
		const page = await send(url);
		expect([url, page.statusCode, page.headers["retry-after"]]).toEqual([url, 503, "30"]);
		expect(page.body).toContain("This site is being set up");
	}
	const french = await send("/team", { headers: { "accept-language": "fr" } });
	expect(french.body).toContain("Ce site est en cours d’installation");
	const call = await app.app.inject({ url: "/api/fr/season/clock", headers: { host: "localhost:3000" } });
	expect([call.statusCode, call.json().errors[0].code]).toEqual([503, "being-set-up"]);
	expect((await send("/healthz")).statusCode).toBe(200);
	const { cookie } = await enterCode(code);
	const form = { ...OWNER, ...buildRegistrationForm("Early Birds") };
	const grant = { code: "x", codeVerifier: "v".repeat(43), redirectUri: `${TEST_URL}/login/callback` };
	for (const [path, payload] of [
		[registerUser.path, form],
		[aflIdRegister.path, { ...grant, ...form }],
	] as const) {
		const headers = { host: "localhost:3000", cookie };
		const registration = await app.app.inject({ method: "POST", url: `/api/en${path}`, headers, payload });
		expect([path, registration.statusCode, registration.json().errors[0].code]).toEqual([path, 503, "being-set-up"]);
	}
	expect((await send("/oidc/interaction/1/sign-up", { cookie })).statusCode).toBe(503);
});

test("an operator or a season from the machine closes the page [D2.9.776]", async () => {
	const code = await startNewSite();
	const { cookie } = await enterCode(code);
	await confirmFactor(cookie);
	await createOperator(
		app.database.db,
		{ email: "ada@example.test", firstName: "Ada", lastName: "Min" },
		{ role: "owner", now: app.clocks.wallNow() },
	);
	expect((await send("/setup/owner", { cookie, form: OWNER })).statusCode).toBe(410);
	expect(await listOperators()).toEqual([{ email: "ada@example.test", operator_role: "owner" }]);
	const closed = await send("/setup");
	expect([closed.statusCode, closed.body.includes("fb operator add")]).toEqual([410, true]);
	expect((await send("/api/en/status")).statusCode).toBe(200);
});

test("of two owners who are created at once, one is refused [D2.9.775]", async () => {
	const code = await startNewSite();
	const { cookie } = await enterCode(code);
	await confirmFactor(cookie);
	const emails = ["one@example.test", "two@example.test", "three@example.test"];
	const responses = await Promise.all(
		emails.map((email) => send("/setup/owner", { cookie, form: { ...OWNER, email } })),
	);
	expect(responses.filter(({ headers }) => headers.location === "/operator")).toHaveLength(1);
	expect(await listOperators()).toHaveLength(1);
});

test("without local login, the owner signs in at the provider [D2.9.777]", async () => {
	const provider = await startRealProvider(() => ({
		sub: "p|1",
		given_name: "Ida",
		family_name: "Dent",
		email: "ida@elsewhere.example",
	}));
	try {
		const oidc = { issuer: provider.issuer, ...PROVIDER_CLIENT };
		const code = await startNewSite({ config: { publicUrl: TEST_URL, oidc, localLogin: false } });
		const { cookie } = await enterCode(code);
		await confirmFactor(cookie);
		const page = await send("/setup", { cookie });
		expect(page.body).toContain("Whoever signs in next becomes the owner");
		expect((await send("/setup/owner", { cookie, form: OWNER })).headers.location).toBe("/setup");
		const signIn = async (headers: Record<string, string>) => {
			const { grant } = await signInAtProvider({ visitor: createVisitor(cookie) });
			const url = `/api/en${aflIdLogin.path}`;
			return app.app.inject({
				method: "POST",
				url,
				headers: { host: "localhost:3000", ...headers },
				payload: grant,
			});
		};
		expect((await signIn({})).json().errors[0].code).toBe("being-set-up");
		expect(await listOperators()).toEqual([]);
		const signedIn = await signIn({ cookie });
		expect(signedIn.json().success.user).toMatchObject({ firstName: "Ida", isOperator: true, hasPassword: false });
		expect(await listOperators()).toEqual([{ email: "ida@elsewhere.example", operator_role: "owner" }]);
		const next = await getApiFailure(app.as(signedIn.json().success.sessionId)(showOverview, {}));
		expect(next.code).toBe("second-factor-needed");
	} finally {
		await provider.close();
	}
});

test("a browser with the code of a closed set-up can sign in [D2.9.776]", async () => {
	const person = { sub: "p|2", given_name: "Eve", family_name: "Later", email: "eve@elsewhere.example" };
	const provider = await startRealProvider(() => person);
	try {
		const oidc = { issuer: provider.issuer, ...PROVIDER_CLIENT };
		const { cookie } = await enterCode(await startNewSite({ config: { publicUrl: TEST_URL, oidc } }));
		await confirmFactor(cookie);
		const operator = { email: "ada@example.test", firstName: "Ada", lastName: "Min" };
		await createOperator(app.database.db, operator, { role: "owner", now: app.clocks.wallNow() });
		const { grant } = await signInAtProvider({ visitor: createVisitor(cookie) });
		const response = await app.app.inject({
			method: "POST",
			url: `/api/en${aflIdLogin.path}`,
			headers: { host: "localhost:3000", cookie },
			payload: grant,
		});
		expect([response.statusCode, response.json().errors[0].code]).toEqual([404, "not-registered"]);
	} finally {
		await provider.close();
	}
});

test("an operator's account is created with its role, or not at all", async () => {
	await startNewSite();
	const person = { email: "half@example.test", firstName: "Half", lastName: "Done" };
	const unknownRole = "referee" as OperatorRole;
	await expect(createOperator(app.database.db, person, { role: unknownRole, now: Date.now() })).rejects.toThrow();
	const { rowCount } = await app.database.pool.query("SELECT FROM users WHERE email = $1", [person.email]);
	expect(rowCount).toBe(0);
});
