import { aflIdLogin, aflIdRegister, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { getUser } from "@first-bounce/contract/accounts/user";
import { createLeague } from "@first-bounce/contract/leagues/league-actions";
import { showOperatorAccess } from "@first-bounce/contract/operator/access";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getApiFailure } from "../../../../../testing/server/failure.ts";
import {
	buildRegistrationForm,
	createManager,
	createTestApp,
	NO_LIMITS,
	TEST_URL,
	type TestApp,
} from "../../../../../testing/server/test-app.ts";
import {
	buildAuthorizeUrl,
	CALLBACK,
	createPkceRequest,
	createProviderBrowser,
	type PkceRequest,
	PROVIDER_PASSWORD,
} from "../../../../../testing/services/provider-browser.ts";
import { buildMailTexts } from "../../../i18n/mail-texts.ts";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp({ limits: { ...NO_LIMITS, signUpsPerHour: 2 } });
});
afterAll(() => app.close());

const createTestBrowser = (cookies: Readonly<Record<string, string>> = {}, remoteAddress?: string) =>
	createProviderBrowser(app, cookies, remoteAddress);

let nextPerson = 1;

/** Signs a new person up at the provider. Returns the grant that the web would post, and the browser. */
async function signUp(email = `kit${nextPerson++}@example.test`, remoteAddress?: string) {
	const secrets = createPkceRequest();
	const { follow } = createTestBrowser({}, remoteAddress);
	const { url } = await follow("GET", await buildAuthorizeUrl(app, secrets));
	const person = { firstName: "Kit", lastName: "O'Brien", email, password: PROVIDER_PASSWORD };
	const end = await follow("POST", `${url.pathname}/sign-up`, person);
	return { ...buildGrant(end.url, secrets), email, follow };
}

function buildGrant(url: URL, { codeVerifier, nonce, state }: PkceRequest) {
	expect([url.href.split("?")[0], url.searchParams.get("state")]).toEqual([CALLBACK, state]);
	const code = url.searchParams.get("code") ?? "";
	return { grant: { code, codeVerifier, redirectUrl: CALLBACK, nonce } };
}

async function signIn(email: string) {
	const secrets = createPkceRequest();
	const { follow } = createTestBrowser();
	const { url } = await follow("GET", await buildAuthorizeUrl(app, secrets));
	const end = await follow("POST", `${url.pathname}/sign-in`, { email, password: PROVIDER_PASSWORD });
	return buildGrant(end.url, secrets).grant;
}

describe("signing up with the built-in identity provider", () => {
	test("leads to registration, and later sign-ins directly to a session (D1.7.05, D1.7.07, D1.4.33, D1.4.36)", async () => {
		const { grant, email } = await signUp();
		const unknown = await getApiFailure(app.visitor(aflIdLogin, { body: grant }));
		expect([unknown.status, unknown.code]).toEqual([404, "not-registered"]);
		expect(unknown.data).toEqual({ profile: { firstName: "Kit", lastName: "O'Brien", email } });

		const registered = await app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("Kit Bag") } });
		expect(registered.user).toMatchObject({ fantasyTeamName: "Kit Bag", email, firstName: "Kit", hasPassword: true });
		expect(registered.identityToken.split(".")).toHaveLength(3);
		expect((await app.as(registered.sessionId)(getUser, {})).user.aflIdProfile).toMatchObject({
			issuer: `${TEST_URL}/oidc`,
			firstName: "Kit",
		});

		const again = await app.visitor(aflIdLogin, { body: await signIn(email) });
		expect(again.user.id).toBe(registered.user.id);
		expect(again.sessionId).not.toBe(registered.sessionId);
	});

	test("an unknown identity is no failed request for those who prefer so [D2.9.690]", async () => {
		const { grant, email } = await signUp();
		const { statusCode, body } = await app.app.inject({
			method: "POST",
			url: "/api/en/afl-id/login",
			headers: { prefer: "status=200" },
			payload: grant,
		});
		expect([statusCode, JSON.parse(body)]).toEqual([
			200,
			{
				success: null,
				errors: [{ code: "not-registered", message: expect.any(String) }],
				data: { profile: { firstName: "Kit", lastName: "O'Brien", email } },
			},
		]);
	});

	test("shows the form asked for, with the name of the league [D2.9.691]", async () => {
		const { client } = await createManager(app);
		const { league } = await client(createLeague, { body: { name: "Pies & Goals", startId: 2 } });
		const { follow } = createTestBrowser();
		const open = async (change: object) => {
			const { url, answer } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest(), change));
			return { page: url.pathname.split("/").at(-1), isNamed: answer.body.includes("<b>Pies &amp; Goals</b>"), url };
		};
		const first = await open({ league: league.code, screen: "sign-up" });
		expect(first).toMatchObject({ page: "sign-up", isNamed: true });
		const signIn = await follow("GET", `${first.url.pathname.replace("/sign-up", "")}?sign-in`);
		expect(signIn.url.pathname).not.toContain("sign-up");
		expect(signIn.answer.body).toContain("<b>Pies &amp; Goals</b>");
		expect((await open({ league: league.code })).isNamed).toBe(true);
		expect((await open({ league: "ZZZZZZ" })).isNamed).toBe(false);
	});

	test("needs a registration, except for operators", async () => {
		const { grant, email } = await signUp();
		expect((await getApiFailure(app.visitor(aflIdLogin, { body: grant }))).code).toBe("not-registered");
		await app.database.db.updateTable("users").set({ is_operator: true }).where("email", "=", email).execute();
		const { user, sessionId } = await app.visitor(aflIdLogin, { body: await signIn(email) });
		expect(user).toMatchObject({ email, isOperator: true, fantasyTeamName: null });
		expect((await app.as(sessionId)(showOperatorAccess, {})).isEnrolled).toBe(false);
		const teams = await app.database.db.selectFrom("teams").where("user_id", "=", user.id).selectAll().execute();
		expect(teams).toEqual([]);
	});

	test("saves the identity for one registration, which refusals do not use", async () => {
		const { grant } = await signUp();
		await getApiFailure(app.visitor(aflIdLogin, { body: grant }));
		const refusal = await getApiFailure(
			app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("kitbag") } }),
		);
		expect(refusal.message).toBe("That team name is taken");
		await app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("Second Try") } });
		const replay = await getApiFailure(
			app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("Third Try") } }),
		);
		expect([replay.status, replay.code]).toEqual([401, "code-refused"]);
	});

	test("reports all empty fields and a short password at once", async () => {
		const { follow } = createTestBrowser();
		const { url } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		const { answer } = await follow("POST", `${url.pathname}/sign-up`, { firstName: "\u200b", password: "short" });
		const problems = [...answer.body.matchAll(/<p class="problem" id="(\w+)-problem">/g)].map(([, field]) => field);
		expect(problems).toEqual(["firstName", "lastName", "email", "password"]);
	});

	test("is limited per network and hour, with the time to wait", async () => {
		const address = "203.0.113.9";
		for (let person = 0; person < 2; person++) await signUp(undefined, address);
		const { follow } = createTestBrowser({}, address);
		const { url } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		const person = { firstName: "Kit", lastName: "Third", email: "third@example.test", password: PROVIDER_PASSWORD };
		const { answer } = await follow("POST", `${url.pathname}/sign-up`, person);
		expect(answer.body).toContain("Too many attempts. Try again in 60 minutes");
	});

	test("shows the operators' announcements", async () => {
		const { db } = app.database;
		const text = "Bounce <delayed> by lightning";
		const created_at = new Date(app.clocks.wallNow());
		await db
			.insertInto("announcements")
			.values({ text, tone: "warn", shown_until: null, created_by: null, created_at })
			.execute();
		const { follow, send } = createTestBrowser();
		const { answer, url } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		for (const page of [answer, await send("GET", `${url.pathname}/sign-up`)])
			expect(page.body).toContain(`<p class="announcement">Bounce &lt;delayed&gt; by lightning</p>`);
		await db.deleteFrom("announcements").execute();
		expect((await send("GET", url.pathname)).body).not.toContain("announcement");
	});

	test("saves the identity for ten minutes only", async () => {
		const { grant } = await signUp();
		await getApiFailure(app.visitor(aflIdLogin, { body: grant }));
		app.clocks.setWall(app.clocks.wallNow() + 601_000);
		const lateRefusal = await getApiFailure(
			app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("Too Late") } }),
		);
		expect(lateRefusal.code).toBe("code-refused");
	});

	test("allows registering without a previous sign-in attempt, and without a country (D1.7.06)", async () => {
		const { country: _, state: __, ...form } = buildRegistrationForm("At Once");
		const { grant } = await signUp();
		const { user } = await app.visitor(aflIdRegister, { body: { ...grant, ...form } });
		expect(user).toMatchObject({ fantasyTeamName: "At Once", country: null, state: null, supportedSquadId: null });
	});

	test("creates one account if the form is submitted twice at once", async () => {
		const { grant } = await signUp();
		await getApiFailure(app.visitor(aflIdLogin, { body: grant }));
		const register = () => app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("Double Click") } });
		const answers = await Promise.allSettled([register(), register()]);
		expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
	});
});

describe("an exchange is refused", () => {
	const getRefusalFor = async (change: (grant: Awaited<ReturnType<typeof signIn>>) => object) => {
		const { grant, email } = await signUp();
		await app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm(`Refused ${nextPerson}`) } });
		const fresh = await signIn(email);
		return getApiFailure(app.visitor(aflIdLogin, { body: { ...fresh, ...change(fresh) } }));
	};

	test("with another nonce", async () => {
		expect(await getRefusalFor(() => ({ nonce: "another" }))).toMatchObject({ status: 401, code: "code-refused" });
	});
	test("with another verifier", async () => {
		expect(await getRefusalFor(() => ({ codeVerifier: "x".repeat(64) }))).toMatchObject({ code: "code-refused" });
	});
	test("with another redirect address", async () => {
		expect(await getRefusalFor(() => ({ redirectUrl: "https://elsewhere.example/login/callback" }))).toMatchObject({
			code: "code-refused",
		});
	});
	test("the second time", async () => {
		const { grant, email } = await signUp();
		await app.visitor(aflIdRegister, { body: { ...grant, ...buildRegistrationForm("Only Once") } });
		const fresh = await signIn(email);
		await app.visitor(aflIdLogin, { body: fresh });
		expect((await getApiFailure(app.visitor(aflIdLogin, { body: fresh }))).code).toBe("code-refused");
	});
});

describe("the provider's pages", () => {
	test("show all problems and the entered values, but not the password", async () => {
		const { follow } = createTestBrowser();
		const { url } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		const form = { firstName: "<b>Kit", lastName: "", email: "nobody", password: "password123" };
		const { answer } = await follow("POST", `${url.pathname}/sign-up`, form);
		expect(answer.body).toContain('<a href="#lastName">Enter your last name</a>');
		expect(answer.body).toContain("Enter an email address");
		expect(answer.body).toContain('value="&lt;b&gt;Kit"');
		expect(answer.body).not.toContain("password123");
	});

	test("are in the user's chosen language, as are messages and mail", async () => {
		const { follow } = createTestBrowser({ language: "fr" });
		const { answer: signIn, url } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		expect(signIn.body).toContain('<html lang="fr">');
		expect(signIn.body).toContain("<h1>Se connecter</h1>");
		expect(signIn.body).not.toMatch(/Sign in|Password|account/);
		const { answer } = await follow("POST", `${url.pathname}/sign-up`, { email: "nobody", password: "court" });
		for (const words of ["À revoir", "Saisissez votre prénom", "Saisissez une adresse e-mail"])
			expect(answer.body).toContain(words);
		expect(answer.body).not.toMatch(/Invalid|expected|Enter|characters/);

		const person = { firstName: "Zoé", lastName: "Petit", email: "zoe@example.test", password: PROVIDER_PASSWORD };
		await follow("POST", `${url.pathname}/sign-up`, person);
		const { rows } = await app.database.pool.query(
			"SELECT subject FROM outbox_mails WHERE to_address = 'zoe@example.test'",
		);
		expect(rows).toEqual([{ subject: buildMailTexts("fr", "verify-email", { firstName: "Zoé", url: "" }).subject }]);
		const stranger = await app.app.inject({ url: url.pathname, headers: { "accept-language": "fr-CA,en;q=0.5" } });
		expect(stranger.body).toContain("Cette connexion a expiré");
	});

	test.each(["sign-in", "sign-up"])(
		"redirect a refused %s form to a page that can be reloaded, without storing the password",
		async (form) => {
			const { follow, send } = createTestBrowser();
			const { url } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
			const shown = form === "sign-up" ? `${url.pathname}/sign-up` : url.pathname;
			const post = () => send("POST", `${url.pathname}/${form}`, { email: "sam@example.test", password: "not hers" });
			const answer = await post();
			expect([answer.statusCode, answer.headers.location]).toEqual([303, shown]);
			for (let visit = 0; visit < 2; visit++) {
				const page = await send("GET", shown);
				expect([page.statusCode, page.body.includes('role="alert"')]).toEqual([200, true]);
				expect(page.body).toContain('value="sam@example.test"');
			}
			const other = await send("GET", form === "sign-up" ? url.pathname : `${url.pathname}/sign-up`);
			expect(other.body).not.toContain('role="alert"');
			const { rows } = await app.database.pool.query("SELECT payload FROM oidc_payloads WHERE kind = 'RefusedForm'");
			expect(JSON.stringify(rows)).not.toContain("not hers");
			const stranger = await app.app.inject({ url: shown });
			expect([stranger.statusCode, stranger.body.includes("sam@")]).toEqual([400, false]);
		},
	);

	test("delete a refused form once the sign-in is completed", async () => {
		const { follow, send } = createTestBrowser();
		const { url } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		await send("POST", `${url.pathname}/sign-up`, { email: "soon@example.test" });
		const uid = url.pathname.split("/").at(-1);
		const countRefusedForms = async () => {
			const { rows } = await app.database.pool.query(
				"SELECT FROM oidc_payloads WHERE kind = 'RefusedForm' AND id LIKE '%' || $1",
				[uid],
			);
			return rows.length;
		};
		expect(await countRefusedForms()).toBe(1);
		const person = { firstName: "Sue", lastName: "Soon", email: "soon@example.test", password: PROVIDER_PASSWORD };
		await follow("POST", `${url.pathname}/sign-up`, person);
		expect(await countRefusedForms()).toBe(0);
	});

	test("refuse a form from another site", async () => {
		const { follow, send } = createTestBrowser();
		const { url } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		const answer = await app.app.inject({
			method: "POST",
			url: `${url.pathname}/sign-in`,
			headers: { host: "localhost:3000", origin: "https://evil.example" },
		});
		expect(answer.statusCode).toBe(403);
		expect((await send("GET", url.pathname)).statusCode).toBe(200);
	});

	test("link to the password reset", async () => {
		const { answer } = await createTestBrowser().follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
		expect(answer.body).toContain('<a href="/reset-password">Forgotten your password?</a>');
	});

	test("say that a sign-in has expired", async () => {
		const answer = await app.app.inject({ url: "/oidc/interaction/gone" });
		expect([answer.statusCode, answer.body.includes("has expired")]).toEqual([400, true]);
	});

	test("require PKCE by S256 and the web's own redirect address", async () => {
		const { follow } = createTestBrowser();
		const plain = await follow(
			"GET",
			await buildAuthorizeUrl(app, createPkceRequest(), { code_challenge_method: "plain" }),
		);
		expect(plain.url.searchParams.get("error")).toBe("invalid_request");
		const other = { redirect_uri: "https://evil.example/login/callback" };
		const { answer } = await follow("GET", await buildAuthorizeUrl(app, createPkceRequest(), other));
		expect(answer.statusCode).toBe(400);
		expect(answer.body).toContain("Something went wrong");
	});

	test("contain only the server's own addresses, whatever host a request names", async () => {
		const headers = { host: "localhost:3000", "x-forwarded-host": "evil.example" };
		const answer = await app.app.inject({ url: "/oidc/.well-known/openid-configuration", headers });
		expect(answer.json().authorization_endpoint).toBe(`${TEST_URL}/oidc/auth`);
		expect(answer.body).not.toContain("evil");
	});

	test("sign out with one button and return to the home page", async () => {
		const { grant, follow } = await signUp();
		const { identityToken } = await app.visitor(aflIdRegister, {
			body: { ...grant, ...buildRegistrationForm("Leaving Soon") },
		});
		const { endSessionUrl, clientId } = await app.visitor(showSignInOptions, {});
		const query = new URLSearchParams({
			id_token_hint: identityToken,
			client_id: clientId,
			post_logout_redirect_uri: `${TEST_URL}/`,
		});
		const page = await follow("GET", `${endSessionUrl}?${query}`);
		const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.answer.body)?.[1] ?? "";
		const action = /action="([^"]+)"/.exec(page.answer.body)?.[1] ?? "";
		const { url } = await follow("POST", action, { xsrf, logout: "yes" });
		expect(url.href).toBe(`${TEST_URL}/`);
	});
});
