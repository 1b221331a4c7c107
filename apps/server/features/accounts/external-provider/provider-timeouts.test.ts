import { randomBytes } from "node:crypto";
import { aflIdLogin, aflIdRegister, showSignInOptions } from "@first-bounce/contract/accounts/auth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getApiFailure, getRefusalCode } from "../../../../../testing/server/failure.ts";
import { buildRegistrationForm, createTestApp, TEST_URL } from "../../../../../testing/server/test-app.ts";
import { startFakeProvider } from "../../../../../testing/services/fake-provider.ts";
import { createExternalExchange } from "./external-provider.ts";

let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeEach(async () => {
	provider = await startFakeProvider();
	provider.respond({ claims: { nonce: "n" }, userinfo: { email: "ada@example.test" } });
});
afterEach(() => provider.close());

const buildGrant = () => ({
	code: randomBytes(8).toString("hex"),
	codeVerifier: randomBytes(96).toString("base64url"),
	redirectUrl: `${TEST_URL}/login/callback`,
	nonce: "n",
});
/** A busy machine may need hundreds of milliseconds for a sign-in that succeeds. */
const TIMEOUTS = { totalMs: 1_500, userinfoMs: 150 };
const measureRefusal = async (work: () => Promise<unknown>) => {
	const before = performance.now();
	const code = await getRefusalCode(work());
	return { code, ms: performance.now() - before };
};

describe("an identity provider that accepts requests and never responds", () => {
	test.each(["/.well-known/openid-configuration", "/token"])("times out at %s", async (path) => {
		provider.unansweredPaths.add(path);
		const exchange = createExternalExchange(provider.oidc, TIMEOUTS);
		const { code, ms } = await measureRefusal(() => exchange.exchangeCode(buildGrant()));
		expect(code).toBe("provider-down");
		expect(ms).toBeLessThan(4_000);
		provider.unansweredPaths.clear();
		expect((await exchange.exchangeCode(buildGrant())).sub).toBe("ada");
	});

	test("times out when its keys are loaded", async () => {
		provider.unansweredPaths.add("/jwks");
		const { code, ms } = await measureRefusal(() =>
			createExternalExchange(provider.oidc, TIMEOUTS).exchangeCode(buildGrant()),
		);
		expect(code).toBe("provider-down");
		expect(ms).toBeLessThan(4_000);
	});

	test("signs in without userinfo's claims if only userinfo goes unanswered", async () => {
		provider.unansweredPaths.add("/me");
		const exchange = createExternalExchange(provider.oidc, { ...TIMEOUTS, totalMs: 20_000 });
		const identity = await exchange.exchangeCode(buildGrant());
		expect(identity).toMatchObject({ sub: "ada", profile: { email: null } });
	});

	test("delays a sign-in by five seconds without holding a connection", async () => {
		const app = await createTestApp({ config: { publicUrl: TEST_URL, oidc: provider.oidc } });
		const { pool } = app.database;
		await app.visitor(showSignInOptions, {});
		provider.unansweredPaths.add("/token");
		const before = performance.now();
		const attempts = [
			...Array.from({ length: 10 }, () => getApiFailure(app.visitor(aflIdLogin, { body: buildGrant() }))),
			...Array.from({ length: 10 }, (_, n) =>
				getApiFailure(
					app.visitor(aflIdRegister, { body: { ...buildGrant(), ...buildRegistrationForm(`Waiting ${n}`) } }),
				),
			),
		];
		const connectionsInUse = new Promise<number>((resolve) => {
			setTimeout(() => resolve(pool.totalCount - pool.idleCount), 2_000);
		});
		const answers = await Promise.all(attempts);
		const ms = performance.now() - before;
		expect(await connectionsInUse).toBe(0);
		await app.close();
		expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(["503 provider-down"]));
		// One after the other they would take 100 seconds.
		expect(ms).toBeLessThan(25_000);
	}, 60_000);
});
