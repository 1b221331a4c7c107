import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../../../testing/server/test-app.ts";
import {
	buildAuthorizeUrl,
	CALLBACK,
	createPkceRequest,
	createProviderBrowser,
	PROVIDER_PASSWORD,
	type ProviderBrowser,
	signUpAtProvider,
} from "../../../../../testing/services/provider-browser.ts";

const EMAIL = "kit@example.test";
const FORM = { email: EMAIL, password: PROVIDER_PASSWORD };

const EXPIRED = "400 /initiate Sign in again";

let app: TestApp;
beforeAll(async () => {
	app = await createTestApp();
	await signUpAtProvider(app, EMAIL, "Two tabs");
});
afterAll(() => app.close());

type Followed = Awaited<ReturnType<ProviderBrowser["follow"]>>;

/** `in` if the browser was sent back with a code, else what the page offers. */
function describeEnd({ url, answer }: Followed): string {
	if (url.href.startsWith(CALLBACK))
		return url.searchParams.has("code") ? "in" : `error ${url.searchParams.get("error")}`;
	return `${answer.statusCode} ${[...answer.body.matchAll(/<form action="([^"]*)"><button>([^<]*)/g)].map((form) => form.slice(1).join(" ")).join()}`;
}

const openTab = async (browser: ProviderBrowser) => {
	const { url } = await browser.follow("GET", await buildAuthorizeUrl(app, createPkceRequest()));
	return `${url.pathname}/sign-in`;
};

describe("a sign-in at the provider", () => {
	test("in two tabs at once lets the browser in", async () => {
		const browser = createProviderBrowser(app);
		const [first, second] = [await openTab(browser), await openTab(browser)];
		// The cookies of a sign-in are limited to its path, which the test's browser does not tell apart.
		const tabs = [first, second].map((path) => path.split("/")[3] ?? "");
		expect(new Set(tabs).size).toBe(2);
		expect(describeEnd(await browser.follow("POST", second, FORM))).toBe("in");
		expect(describeEnd(await browser.follow("POST", first, FORM))).toBe(EXPIRED);
		expect(describeEnd(await browser.follow("GET", await buildAuthorizeUrl(app, createPkceRequest())))).toBe("in");
	});

	test("without its cookie or called back twice ends on an error page", async () => {
		const browser = createProviderBrowser(app);
		const form = await openTab(browser);
		const other = createProviderBrowser(app);
		expect(describeEnd(await other.follow("POST", form, FORM))).toBe(EXPIRED);
		expect(describeEnd(await other.follow("GET", form.replace("/sign-in", "")))).toBe(EXPIRED);
		const answer = await browser.send("POST", form, FORM);
		const callback = String(answer.headers.location);
		expect(describeEnd(await browser.follow("GET", callback))).toBe("in");
		expect(describeEnd(await browser.follow("GET", callback))).toBe(EXPIRED);
	});
});
