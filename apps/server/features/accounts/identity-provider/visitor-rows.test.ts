import { createHash } from "node:crypto";
import { sendContactMessage } from "@first-bounce/contract/site/support";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createManager, createTestApp, NO_LIMITS, type TestApp } from "../../../../../testing/server/test-app.ts";
import {
	buildAuthorizeUrl,
	createPkceRequest,
	createProviderBrowser,
} from "../../../../../testing/services/provider-browser.ts";
import { insertPendingIdentity } from "../sign-in/queries.ts";
import { deleteOldestPayloads } from "./queries.ts";

let app: TestApp;
let authorize: URL;
beforeAll(async () => {
	app = await createTestApp({ limits: { ...NO_LIMITS, signInsPerMinute: 60 } });
	authorize = new URL(await buildAuthorizeUrl(app, createPkceRequest()));
});
afterAll(() => app.close());
beforeEach(async () => {
	await app.database.pool.query("DELETE FROM oidc_payloads");
	await app.database.pool.query("DELETE FROM passkey_challenges");
	await app.database.pool.query("DELETE FROM attempts");
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const send = async (url: string, { headers, ...options }: InjectOptions = {}) =>
	app.app.inject({ ...options, url, headers: { host: "localhost:3000", ...headers } });
const start = (change: Record<string, string> = {}, remoteAddress = "127.0.0.1") => {
	const query = new URLSearchParams(authorize.searchParams);
	for (const [name, value] of Object.entries(change)) query.set(name, value);
	return send(`/oidc/auth?${query}`, { remoteAddress });
};

/** Counts the rows that visitors have made at the provider, and their bytes, by kind. */
async function measureRows() {
	const { rows } = await app.database.pool.query<{ kind: string; rows: number; bytes: number }>(
		`SELECT kind, count(*)::int AS rows, sum(length(payload::text))::int AS bytes FROM oidc_payloads GROUP BY kind
		UNION ALL SELECT 'challenge', count(*)::int, 0 FROM passkey_challenges HAVING count(*) > 0 ORDER BY kind`,
	);
	return rows;
}

describe("without an account", () => {
	test("a sign-in can be started sixty times a minute from one network", async () => {
		const statuses: number[] = [];
		for (let index = 0; index < 70; index++) statuses.push((await start({}, `2001:db8:0:1:${index}::1`)).statusCode);
		expect(statuses.filter((status) => status === 303)).toHaveLength(60);
		expect(statuses.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
		const refused = await start({}, "2001:db8:0:1::1");
		expect(refused.headers["content-type"]).toContain("text/html");
		expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
		expect((await start({}, "2001:db8:1::1")).statusCode).toBe(303);
		const [stored] = await measureRows();
		expect([stored?.kind, stored?.rows]).toEqual(["Interaction", 61]);
		expect((stored?.bytes ?? 0) / 61).toBeLessThan(1_500);
	});

	test("a long or unstorable request stores nothing", async () => {
		for (const change of [
			{ state: "s".repeat(3_000) },
			{ login_hint: "l".repeat(3_000) },
			{ unknown: "u".repeat(3_000) },
			{ state: "a\0b" },
			{ client_id: "\0" },
		] as Record<string, string>[])
			expect((await start(change)).statusCode, JSON.stringify(change).slice(0, 40)).toBe(400);
		expect(await measureRows()).toEqual([]);
	});

	test("a sign-in may contain a typed escape of zero", async () => {
		for (const login_hint of ["a\\u0000b", '{"a":"\\\\u0000"}'])
			expect((await start({ login_hint })).statusCode, login_hint).toBe(303);
		const { rows } = await app.database.pool.query(
			"SELECT payload #>> '{params,login_hint}' AS hint FROM oidc_payloads",
		);
		expect(rows.map(({ hint }) => hint).toSorted()).toEqual(["a\\u0000b", '{"a":"\\\\u0000"}']);
	});

	test("the provider's other endpoints store nothing", async () => {
		const payload = authorize.search.slice(1);
		const answers = [
			await send("/oidc/request", { method: "POST", headers: FORM, payload }),
			await send("/oidc/auth", { method: "POST", headers: FORM, payload }),
			await send("/oidc/token", { method: "POST", headers: FORM, payload: "grant_type=authorization_code&code=a%00b" }),
			await send("/oidc/session/end"),
			await send("/oidc/session/end", { headers: { cookie: "_session=x; _session.sig=y" } }),
			await send(`/oidc/session/end?state=${"s".repeat(1_000)}`, { headers: { cookie: "_session=x" } }),
			await send("/oidc/auth?prompt=none"),
			await send("/oidc/interaction/unknown"),
			await send("/oidc/interaction/unknown/passkey", { method: "POST", headers: FORM, payload: "credential={}" }),
		];
		expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 400, 303, 303, 303, 400, 400, 400]);
		expect(answers[3]?.headers.location).toBe("http://localhost:3000/");
		expect(await measureRows()).toEqual([]);
	});

	test("a sign-in's pages store only the form's fields, for this sign-in", async () => {
		const browser = createProviderBrowser(app);
		const { url } = await browser.follow("GET", authorize.href);
		for (let index = 0; index < 5; index++) {
			expect((await browser.send("GET", `/oidc/interaction/other${index}`)).statusCode).toBe(400);
			expect((await browser.send("POST", `/oidc/interaction/other${index}/sign-in`, { email: "x" })).statusCode).toBe(
				400,
			);
			const form = {
				email: "e".repeat(5_000),
				password: "p",
				firstName: "f".repeat(5_000),
				[`more${index}`]: "m".repeat(5_000),
			};
			await browser.send("POST", `${url.pathname}/sign-in`, form);
			await browser.send("POST", `${url.pathname}/sign-up`, form);
		}
		const rows = await measureRows();
		expect(rows.map(({ kind, rows: count }) => [kind, count])).toEqual([
			["Interaction", 1],
			["RefusedForm", 2],
			["challenge", 1],
		]);
		expect(rows[1]?.bytes).toBeLessThan(4_000);
	});

	test("only the newest rows of a kind are kept beyond a limit", async () => {
		const values = Array.from(
			{ length: 12 },
			(_, index) => `('Interaction', 'i${index}', '{}', now() + ${index} * interval '1 s')`,
		);
		await app.database.pool.query(
			`INSERT INTO oidc_payloads (kind, id, payload, expires_at) VALUES ${values.join(", ")}`,
		);
		await app.database.pool.query("INSERT INTO oidc_payloads (kind, id, payload) VALUES ('Session', 's', '{}')");
		await deleteOldestPayloads(app.database.pool, "Interaction", 10);
		const { rows } = await app.database.pool.query("SELECT id FROM oidc_payloads ORDER BY length(id), id");
		expect(rows.map(({ id }) => id)).toEqual(["s", "i2", "i3", "i4", "i5", "i6", "i7", "i8", "i9", "i10", "i11"]);
	});
});

describe("for one account", () => {
	test("only the newest sessions and one identity waiting for registration are kept", async () => {
		const { user } = await createManager(app);
		const { db, pool } = app.database;
		await pool.query(
			`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, last_seen_at)
			SELECT sha256(n::text::bytea), $1, now() - n * interval '1 hour', now() + interval '1 day', now()
			FROM generate_series(1, 1010) AS n`,
			[user.id],
		);
		await app.getToken(user.id);
		const { rows } = await pool.query("SELECT count(*)::int AS sessions FROM sessions WHERE user_id = $1", [user.id]);
		expect(rows).toEqual([{ sessions: 1000 }]);
		const identity = { issuer: "https://id.example.org", sub: "kit", profile: "{}", identity_token: "t" };
		const expires_at = new Date(app.clocks.wallNow() + 600_000);
		for (const code of ["a", "b", "c"])
			await insertPendingIdentity(
				db,
				{ ...identity, code_hash: createHash("sha256").update(code).digest(), expires_at },
				new Date(app.clocks.wallNow()),
			);
		expect(await db.selectFrom("pending_identities").select("sub").execute()).toEqual([{ sub: "kit" }]);
	});
});

test("everybody together can send the operators a thousand messages a day", async () => {
	await app.database.pool.query(
		`INSERT INTO attempts (subject, at, forget_at)
		VALUES ($1, (SELECT array_agg($2::timestamptz) FROM generate_series(1, 999)), $2::timestamptz + interval '1 day')`,
		[createHash("sha256").update("contact messages").digest(), new Date(app.clocks.wallNow())],
	);
	const write = async (index: number) => {
		const payload = { name: "Kit", email: `kit${index}@example.test`, message: "The clock is wrong" };
		const url = `/api/en${sendContactMessage.path}`;
		return (await send(url, { method: "POST", payload, remoteAddress: `198.51.100.${index}` })).statusCode;
	};
	expect([await write(1), await write(2)]).toEqual([200, 429]);
});
