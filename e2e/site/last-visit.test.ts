import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { openWithoutScripts, waitUntilKept } from "../../testing/browser/kept-page.ts";
import { waitForServiceWorker } from "../../testing/browser/push.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { createManager, getCards } from "../../testing/browser/team.ts";

/** Opens the team in a new tab to which the server does not answer. */
async function openWithoutAnswers(context: BrowserContext): Promise<Page> {
	const tab = await context.newPage();
	await tab.addInitScript(() => {
		const { fetch } = globalThis;
		globalThis.fetch = (url, init) =>
			String(url).includes("/locale/") ? fetch(url, init) : new Promise(() => undefined);
	});
	await tab.goto("/team");
	return tab;
}
/** Where the team's name and the cards of the first screenful are. The name's box ends where the buttons beside it begin. */
const getPlaces = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll("main h1, main [data-place]")].flatMap((element) => {
			const { x, y, width, height } = element.getBoundingClientRect();
			const place = element.tagName === "H1" ? [x, y, height] : [x, y, width, height];
			return y < innerHeight ? [place.map(Math.round)] : [];
		}),
	);
const getNote = (page: Page) => page.getByText(/^From .+\. Updating…$/);

test.describe("the last visit", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let page: Page;
	let context: BrowserContext;

	test.beforeAll(async () => {
		({ page } = await createManager(fixture.browser, fixture.server, PHONE, "Lena", { hasServiceWorker: true }));
		context = page.context();
		await saveTeam(page.request);
		await page.goto("/team");
		await waitForServiceWorker(page);
		// The service worker keeps what the page requests from now on.
		await page.goto("/team");
		await expect(getCards(page)).toHaveCount(21);
	});

	test("is shown at once, and marked until fresh [D2.9.851] [D2.9.852]", async () => {
		const players = await getCards(page).allTextContents();
		const tab = await openWithoutAnswers(context);
		await expect(getNote(tab)).toBeVisible();
		await expect(getCards(tab)).toHaveText(players);
		await tab.close();
		await page.reload();
		await expect(getCards(page)).toHaveText(players);
		await expect(getNote(page)).toHaveCount(0);
	});

	test("is painted before the app has started, and replaced in place [D2.9.915] [D2.9.916]", async () => {
		await waitUntilKept(page);
		const places = await getPlaces(page);
		expect(places.length).toBeGreaterThan(5);
		const tab = await openWithoutScripts(context);
		await expect(getNote(tab)).toBeVisible();
		await expect.poll(() => getPlaces(tab)).toEqual(places);
		// A press meets nothing of it.
		const press = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.id;
		expect(await tab.evaluate(press)).toBe("root");
		await tab.close();

		const fresh = await context.newPage();
		await fresh.goto("/team");
		await expect(fresh.locator("[data-kept-page]")).toHaveCount(0);
		await expect(getNote(fresh)).toHaveCount(0);
		expect(await getPlaces(fresh)).toEqual(places);
		await fresh.close();
	});

	test("has no page in a window of another width [D2.9.918]", async () => {
		const tab = await openWithoutScripts(context);
		const name = tab.getByRole("heading", { level: 1, includeHidden: true });
		await expect(name).toBeVisible();
		await tab.setViewportSize(DESKTOP);
		await expect(name).toBeHidden();
		await tab.close();
	});

	test("is never shown to another account, and ends with signing out [D2.9.853] [D2.9.917]", async () => {
		const cookies = await context.cookies();
		const expectNothing = async () => {
			const tab = await openWithoutAnswers(context);
			await tab.locator("#root > *").first().waitFor();
			await expect(getCards(tab)).toHaveCount(0);
			await expect(tab.getByText(/Lena/)).toHaveCount(0);
			await tab.close();
			const still = await openWithoutScripts(context);
			await expect(still.locator("#root")).toBeEmpty();
			await still.close();
		};
		// As after a sign-in that neither the page nor its service worker has seen.
		await context.addCookies(
			cookies.map((cookie) => (cookie.name === "signed_in" ? { ...cookie, value: "u1" } : cookie)),
		);
		await expectNothing();
		await page.goto("/my-account");
		await page.getByRole("button", { name: "Sign out", exact: true }).last().click();
		await page.getByRole("button", { name: "Play free" }).first().waitFor();
		await context.addCookies(cookies);
		await expectNothing();
	});
});
