import { addPasskey, startPasskey } from "@first-bounce/contract/accounts/passkeys";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManager, createTestApp, createTestOperator, type TestApp } from "../../testing/server/test-app.ts";
import {
	buildAuthorizeUrl,
	createPkceRequest,
	createProviderBrowser,
} from "../../testing/services/provider-browser.ts";
import { createSoftAuthenticator } from "../../testing/services/soft-authenticator.ts";
import { createLog } from "./plugins/log.ts";

const PASSWORD = "a long enough secret";
/** Texts that no credential consists of. */
const ODD_TEXTS = [
	"",
	" ",
	"\0",
	"a\0b",
	"\ud800",
	"é",
	"🏉".repeat(50),
	"__proto__",
	"%00",
	"%",
	"'",
	"=.=",
	"x".repeat(9_000),
];
const ODD_VALUES: readonly unknown[] = [
	...ODD_TEXTS,
	null,
	true,
	0,
	-1,
	2 ** 53,
	1e308,
	[],
	[null],
	["a\0b"],
	{},
	{ toString: 1 },
	{ length: 1e9 },
	"A".repeat(40_000),
];

let app: TestApp;
const logged: string[] = [];
let requests = 0;
beforeAll(async () => {
	const logger = createLog();
	logger.error = (problem: unknown) => void logged.push(String((problem as { err?: Error }).err?.stack ?? problem));
	app = await createTestApp({ logger });
});
afterAll(() => app.close());

/** Sends a request from an address of its own, so that no limit hides its check. Describes it if the server fails. */
async function findFault(name: string, { headers, ...request }: InjectOptions): Promise<string[]> {
	const remoteAddress = `198.51.${++requests >> 8}.${requests & 255}`;
	const answer = await app.app.inject({ ...request, remoteAddress, headers: { host: "localhost:3000", ...headers } });
	const isApi = String(request.url).startsWith("/api/");
	const isRefused = !isApi || answer.statusCode === 200 || answer.json().errors[0].code !== undefined;
	return answer.statusCode < 500 && isRefused ? [] : [`${name}: ${answer.statusCode} ${answer.body.slice(0, 100)}`];
}

/** Lists the paths of all fields of a value, nested ones included. */
const listFields = (value: unknown, prefix: string[] = []): string[][] =>
	typeof value === "object" && value !== null
		? Object.entries(value).flatMap(([key, inner]) => [[...prefix, key], ...listFields(inner, [...prefix, key])])
		: [];

function replaceField(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
	if (key === undefined) return replacement;
	const fields = value as Record<string, unknown>;
	const copy: Record<string, unknown> = { ...fields };
	copy[key] = replaceField(fields[key], rest, replacement);
	return copy;
}

/** Everything that the odd values replace, one field at a time. */
const listOddVersions = (value: object): unknown[] => [
	...ODD_VALUES,
	...listFields(value).flatMap((path) => ODD_VALUES.map((odd) => replaceField(value, path, odd))),
];

const describeValue = (value: unknown): string => JSON.stringify(value)?.slice(0, 160) ?? String(value);

describe("odd values in credentials are refused without a server error:", () => {
	test("a passkey that is added", async () => {
		const faults: string[] = [];
		const challenge = "y".repeat(43);
		const expires_at = new Date(app.clocks.wallNow() + 60_000);
		let owner = await createManager(app);
		for (const [index, credential] of listOddVersions(createSoftAuthenticator().create(challenge)).entries()) {
			// An account may add twenty passkeys a minute.
			if (index % 20 === 19) owner = await createManager(app);
			await app.database.db.deleteFrom("passkeys").execute();
			await app.database.db
				.insertInto("passkey_challenges")
				.values({ purpose: `add to ${owner.user.id}`, challenge, expires_at })
				.onConflict((conflict) => conflict.doNothing())
				.execute();
			faults.push(
				...(await findFault(describeValue(credential), {
					method: "POST",
					url: `/api/en${addPasskey.path}`,
					headers: { "x-sid": owner.sessionId },
					payload: { name: "Phone", credential },
				})),
			);
		}
		expect(faults, logged[0]).toEqual([]);
	});

	test("a passkey that signs in", async () => {
		const { client } = await createManager(app);
		const key = createSoftAuthenticator();
		const { options } = await client(startPasskey, { body: { password: PASSWORD } });
		await client(addPasskey, { body: { name: "Phone", credential: key.create(String(options.challenge)) } });
		await app.database.db.deleteFrom("passkey_challenges").execute();
		const browser = createProviderBrowser(app);
		const { url, answer } = await browser.follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		const challenge = /challenge&quot;:&quot;([\w-]+)/.exec(answer.body)?.[1] ?? "";
		const stored = await app.database.db.selectFrom("passkey_challenges").selectAll().execute();
		expect(stored).toHaveLength(1);
		const faults: string[] = [];
		const texts = [
			...ODD_TEXTS.map((text) => ({ credential: text })),
			...listOddVersions(key.get(challenge)).map((value) => ({ credential: JSON.stringify(value) })),
		];
		for (const form of texts) {
			await app.database.db.deleteFrom("passkey_challenges").execute();
			await app.database.db.insertInto("passkey_challenges").values(stored).execute();
			await app.database.pool.query("DELETE FROM attempts");
			const { statusCode, body } = await browser.send("POST", `${url.pathname}/passkey`, form);
			// The whole passkey is never sent, so nothing signs in.
			if (statusCode >= 500) faults.push(`${describeValue(form)}: ${statusCode} ${body.slice(0, 200)}`);
		}
		expect(faults, logged.at(-1)).toEqual([]);
	});

	test("tokens, codes and passwords in calls", async () => {
		const { sessionId } = await createManager(app);
		const operator = await createTestOperator(app);
		const codeGrant = { code: "c", codeVerifier: "v".repeat(43), redirectUrl: "http://localhost:3000/", nonce: "n" };
		const calls: readonly [path: string, session: string | null, body: Record<string, unknown>][] = [
			["/auth/login", null, { email: "mo@example.test", password: PASSWORD }],
			["/afl-id/login", null, codeGrant],
			["/afl-id/register", null, { ...codeGrant, fantasyTeamName: "Odd", gender: "female", birthday: "1990-03-07" }],
			["/password_reset/request", null, { email: "mo@example.test" }],
			["/password_reset", null, { token: "t".repeat(43), password: PASSWORD }],
			["/user/verify-email", null, { token: "t".repeat(43) }],
			["/user/change-password", sessionId, { password: PASSWORD, newPassword: "another long secret" }],
			["/user/change-email", sessionId, { password: PASSWORD, email: "new@example.test" }],
			["/user/passkeys/start", sessionId, { password: PASSWORD }],
			["/user/passkeys/remove", sessionId, { id: "x" }],
			["/user/tokens/create", sessionId, { name: "n", scopes: ["read:team"], days: 30 }],
			["/user/devices/end", sessionId, { id: "00000000-0000-4000-8000-000000000000" }],
			["/operator/access/verify", operator.sessionId, { code: "123456" }],
			["/operator/access/finish", operator.sessionId, { code: "123456", setupCode: "abcd" }],
			["/fantasy/league/ABCDEF/join", sessionId, { code: "ABCDEF", invite: "token" }],
			["/preview/unlock", null, { password: PASSWORD }],
		];
		const faults: string[] = [];
		for (const [path, session, body] of calls)
			for (const field of Object.keys(body))
				for (const odd of ODD_VALUES)
					faults.push(
						...(await findFault(`${path} ${field} ${describeValue(odd)}`, {
							method: "POST",
							url: `/api/en${path}`,
							headers: session ? { "x-sid": session } : {},
							payload: { ...body, [field]: odd },
						})),
					);
		expect(faults, logged.at(-1)).toEqual([]);
	});

	test("cookies, headers and tokens in addresses", async () => {
		const faults: string[] = [];
		const bytes = ODD_TEXTS.map((text) =>
			Buffer.from(text.replaceAll(/[\0\r\n]/g, "\x01").toWellFormed()).toString("latin1"),
		);
		const me = "/api/en/user";
		for (const odd of [...bytes, "\xff\xfe", "fbt_", "fbt_\xff", "a.b.c", "%E0%A4%A"]) {
			const headers: Record<string, string>[] = [
				{ "x-sid": odd },
				{ authorization: `Bearer ${odd}` },
				{ authorization: odd },
				...[
					"X-SID",
					"X-DEVICE",
					"_session",
					"_session.sig",
					"_interaction",
					"_interaction.sig",
					"_interaction_resume",
				].map((name) => ({ cookie: `${name}=${odd}` })),
			];
			for (const header of headers) {
				for (const url of [me, "/oidc/auth", "/oidc/auth/x", "/oidc/interaction/x", "/oidc/session/end"])
					faults.push(
						...(await findFault(`GET ${url} ${describeValue(header)}`, { method: "GET", url, headers: header })),
					);
				const form = { "content-type": "application/x-www-form-urlencoded", ...header };
				for (const url of ["/oidc/token", "/oidc/interaction/x/sign-in", "/oidc/session/end/confirm"])
					faults.push(
						...(await findFault(`POST ${url} ${describeValue(header)}`, {
							method: "POST",
							url,
							headers: form,
							payload: "email=a&password=b",
						})),
					);
			}
		}
		for (const odd of ODD_TEXTS.map((text) => encodeURIComponent(text.toWellFormed())))
			for (const url of [
				`/api/en/public/fantasy/league/ABCDEF/details?invite=${odd}`,
				`/api/en/public/user/result-mails/unsubscribe/${odd}`,
				`/oidc/interaction/${odd}`,
				`/oidc/auth/${odd}`,
				`/share/team/${odd}`,
			])
				faults.push(...(await findFault(url, { method: "GET", url })));
		expect(faults, logged.at(-1)).toEqual([]);
	});

	test("parameters of the identity provider", async () => {
		const authorize = new URL(await buildAuthorizeUrl(app, createPkceRequest()));
		const token = {
			grant_type: "authorization_code",
			client_id: "first-bounce-web",
			code: "c",
			code_verifier: "v".repeat(43),
			redirect_uri: "http://localhost:3000/login/callback",
		};
		const extra = ["prompt", "max_age", "id_token_hint", "login_hint", "ui_locales", "acr_values", "claims", "request"];
		const faults: string[] = [];
		for (const name of [...authorize.searchParams.keys(), ...extra, "response_mode", "resource", "request_uri"])
			for (const odd of ODD_TEXTS) {
				const query = new URLSearchParams(authorize.searchParams);
				query.set(name, odd);
				faults.push(...(await findFault(`${name} ${odd.slice(0, 20)}`, { method: "GET", url: `/oidc/auth?${query}` })));
				query.append(name, "twice");
				faults.push(...(await findFault(`${name} twice`, { method: "GET", url: `/oidc/auth?${query}` })));
			}
		const headers = { "content-type": "application/x-www-form-urlencoded" };
		for (const name of Object.keys(token))
			for (const odd of ODD_TEXTS) {
				const payload = new URLSearchParams({ ...token, [name]: odd }).toString();
				faults.push(...(await findFault(`${name} ${odd}`, { method: "POST", url: "/oidc/token", headers, payload })));
			}
		for (const name of ["id_token_hint", "post_logout_redirect_uri", "state", "client_id", "logout_hint", "xsrf"])
			for (const odd of ODD_TEXTS) {
				const query = new URLSearchParams({ [name]: odd });
				for (const url of [`/oidc/session/end?${query}`, `/oidc/session/end/success?${query}`, `/oidc/me?${query}`])
					faults.push(...(await findFault(url, { method: "GET", url })));
			}
		expect(faults, logged.at(-1)).toEqual([]);
	});
});
