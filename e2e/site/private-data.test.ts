import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { PHONE } from "../../testing/browser/browser.ts";
import { waitForServiceWorker } from "../../testing/browser/push.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { registerManager } from "../../testing/browser/team.ts";

/** Her name and mail address. */
const PERSONAL = /annalise/i;
const UNSAVED = /team_draft|chat_unsent/;

/** Reads everything that is stored in the browser for the site: caches, storage of the tab, databases. */
const readStored = (page: Page): Promise<string> =>
	page.evaluate(async () => {
		const parts: string[] = [];
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			// The texts of pages name nobody.
			const keys = (await cache.keys()).filter(({ url }) => !/\/(assets|json)\//.test(url));
			for (const key of keys) parts.push(`${name} ${key.url} ${await (await cache.match(key))?.text()}`);
		}
		const databases = (await indexedDB.databases()).map(({ name }) => name);
		return JSON.stringify([parts, { ...localStorage }, { ...sessionStorage }, databases]);
	});
async function expectNothingLeft(page: Page): Promise<void> {
	await expect.poll(() => readStored(page)).not.toMatch(PERSONAL);
	await expect.poll(() => readStored(page)).not.toMatch(UNSAVED);
}
const getFirstName = (page: Page) => page.getByRole("textbox", { name: "First name" });

test.describe("what is private on a device", () => {
	const fixture = setUpServer();
	let page: Page;
	let context: BrowserContext;

	const signInAnna = async () => {
		({ page } = await fixture.openSession(PHONE, { touch: true, hasServiceWorker: true }));
		context = page.context();
		await registerManager(page.request, "Annalise");
		await page.goto("/help/contact-us");
		await waitForServiceWorker(page);
		await page.goto("/my-account");
		await expect(getFirstName(page)).toHaveValue(/Annalise/);
		await page.evaluate(() => {
			localStorage.setItem("team_draft:1", "{}");
			localStorage.setItem("chat_unsent:1:1", '[{"text":"Hello"}]');
		});
		await expect.poll(() => readStored(page)).toMatch(PERSONAL);
	};
	test.beforeEach(signInAnna);
	test.afterEach(() => context.close());

	test("is removed when she signs out", async () => {
		await page.getByRole("button", { name: "Sign out" }).last().click();
		// Her unsaved team would be deleted.
		await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
		await page.getByRole("button", { name: "Play free" }).first().waitFor();
		await expectNothingLeft(page);
	});

	test("is removed when another user signs in, whom other tabs then show", async () => {
		const other = await context.newPage();
		await other.goto("/my-account");
		await expect(getFirstName(other)).toHaveValue(/Annalise/);
		// The service worker sees the sign-in, whose page is closed before it has the answer.
		await registerManager(context.request, "Berta");
		const third = await context.newPage();
		await third.goto("/my-account");
		for (const tab of [third, page, other]) {
			await expect(getFirstName(tab)).toHaveValue(/Berta/);
			await expectNothingLeft(tab);
		}
		await context.setOffline(true);
		await third.goto("/team");
		await third.getByText(/You are offline/).waitFor();
		await expectNothingLeft(third);
	});

	test("is removed when her session ends elsewhere, except what is unsaved", async ({ request }) => {
		const { url } = fixture.server;
		const email = await page.evaluate(async () => (await (await fetch("/api/en/user")).json()).success.user.email);
		const data = { email, password: "a long kick to the square" };
		expect((await request.post(`${url}/api/en/auth/login`, { data })).ok()).toBe(true);
		expect((await request.post(`${url}/api/en/user/devices/end-others`, { data: {} })).ok()).toBe(true);
		await page.getByRole("alertdialog", { name: "You've been signed out" }).waitFor();
		await expect.poll(() => readStored(page)).not.toMatch(PERSONAL);
		expect(await readStored(page)).toMatch(UNSAVED);
	});

	test("is removed at the next visit after her session ended", async () => {
		await page.goto("about:blank");
		await context.clearCookies();
		await page.goto(`${fixture.server.url}/rankings`);
		await expect.poll(() => readStored(page)).not.toMatch(PERSONAL);
	});
});
