import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import {
	buildAuthorizeUrl,
	createPkceRequest,
	createProviderBrowser,
} from "../../../../../testing/services/provider-browser.ts";

let app: TestApp;
const reports: string[] = [];
beforeAll(async () => {
	const reportError = (error: unknown, { kind, name }: { kind: string; name: string }) =>
		void reports.push(`${kind} ${name}: ${error}`);
	app = await createTestApp({ errorReporter: { report: reportError } });
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/** Every statement about the provider's own rows fails with this code. */
function failProviderStatements(code: string) {
	const { pool } = app.database;
	const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
	vi.spyOn(pool, "query").mockImplementation(((...args: unknown[]) =>
		String(args[0]).includes("oidc_payloads")
			? Promise.reject(Object.assign(new Error("refused by the test"), { code }))
			: query(...args)) as Pool["query"]);
}
const startSignIn = async (browser = createProviderBrowser(app)) =>
	browser.follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));

test("a sign-in on a full disk gets 503 with the reason", async () => {
	failProviderStatements("53100");
	const { answer } = await startSignIn();
	expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
	expect(answer.body).toContain("the server has run out of storage");
});

test("a sign-in during a database outage can be continued afterwards", async () => {
	const browser = createProviderBrowser(app);
	const { url } = await startSignIn(browser);
	failProviderStatements("57P01");
	const page = await browser.send("GET", url.href);
	expect([page.statusCode, page.headers["retry-after"]]).toEqual([503, "5"]);
	expect(page.headers["content-type"]).toContain("text/html");
	expect(page.body).toContain("The game is not available right now. Please try again in a moment");
	vi.restoreAllMocks();
	expect((await browser.send("GET", url.href)).statusCode).toBe(200);
});

test("an unexpected error of a sign-in gets 500 and is reported (D2.9.240)", async () => {
	reports.length = 0;
	failProviderStatements("42P01");
	expect((await startSignIn()).answer.statusCode).toBe(500);
	expect(reports).toEqual(["request sign-in: Error: refused by the test"]);
});

test("too many forms are refused with a page in the browser's language", async () => {
	const browser = createProviderBrowser(app, { language: "fr" }, "2001:db8:2::1");
	const { url } = await startSignIn(browser);
	const submit = () => browser.send("POST", `${url.pathname}/sign-in`, { email: "nobody", password: "" });
	for (let sent = 0; sent < 60; sent++) await submit();
	const refused = await submit();
	expect([refused.statusCode, refused.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
	expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
	expect(refused.body).toContain("Trop de tentatives");
	expect(refused.body).toContain("Se reconnecter");
});
