import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { findAccessibilityIssues } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { createManager, registerManager } from "../../testing/browser/team.ts";

/** Lets the test look into the shadow tree of the last visit's page. */
const OPEN_SHADOW_TREES = `
	const attachShadow = Element.prototype.attachShadow;
	Element.prototype.attachShadow = function () { return attachShadow.call(this, { mode: "open" }); };
`;
const getLastVisit = (page: Page) => page.locator("#last-visit");
const getKeys = (page: Page) =>
	page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("last_visit")));
/** Waits until the page is stored for the next visit. */
const waitUntilStored = (page: Page, key: string) => expect.poll(() => getKeys(page)).toContain(key);

/** Opens an address in a new tab whose scripts wait until `release` is called. */
async function openHeld(context: BrowserContext, address: string) {
	const page = await context.newPage();
	await page.addInitScript(OPEN_SHADOW_TREES);
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route("**/assets/*.js", async (route) => {
		await released;
		await route.continue();
	});
	await page.goto(address, { waitUntil: "commit" });
	await page.waitForFunction("document.readyState !== 'loading'");
	return { page, release };
}

test.describe("the page of the last visit", () => {
	const fixture = setUpServer();

	for (const [name, size] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
		test(`is shown at once on a ${name}, and replaced in place [D2.9.670]`, async () => {
			const { page: first, errors } = await createManager(fixture.browser, fixture.server, size, "Greta");
			const context = first.context();
			await saveTeam(first.request);
			for (const [address, anchors] of [
				["/team", ["main header h1", "main [data-place]"]],
				["/rankings", ["main h1"]],
				["/match-centre", ["main h1"]],
			] as const) {
				await first.goto(address);
				await waitUntilStored(first, `last_visit:${address}`);
				const { page, release } = await openHeld(context, address);
				const shown = getLastVisit(page);
				await shown.getByText(/^Last updated .+\. Updating…$/).waitFor();
				const getTops = async (part: string) =>
					Promise.all(
						anchors.map(async (anchor) => (await page.locator(part).locator(anchor).first().boundingBox())?.y),
					);
				const before = await getTops("#last-visit");
				expect(before.every((top) => top !== undefined && top < size.height)).toBe(true);
				expect(await page.locator("#root *").count()).toBe(0);
				release();
				await shown.waitFor({ state: "detached" });
				expect(await getTops("#root"), address).toEqual(before);
				expect(await findAccessibilityIssues(page)).toEqual([]);
				await page.close();
			}
			expect(errors).toEqual([]);
			await context.close();
		});

	test("is only its account's, and of this width, language and address [D2.9.671]", async () => {
		const { page: first } = await createManager(fixture.browser, fixture.server, PHONE, "Hanna");
		const context = first.context();
		await waitUntilStored(first, "last_visit:/team");
		const stored = await first.evaluate(() => localStorage.getItem("last_visit:/team"));
		const expectShown = async (isShown: boolean, address = "/team") => {
			const { page, release } = await openHeld(context, address);
			if (isShown) await getLastVisit(page).waitFor();
			// The empty page's load event comes after the styles of the last visit.
			await page.waitForFunction("document.readyState !== 'loading'");
			await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
			expect(await getLastVisit(page).count(), address).toBe(isShown ? 1 : 0);
			release();
			await page.close();
		};
		await expectShown(true);
		await expectShown(false, "/team?classic");
		await context.addCookies([{ name: "language", value: "fr", url: fixture.server.url }]);
		await expectShown(false);
		await context.addCookies([{ name: "language", value: "en", url: fixture.server.url }]);
		await expectShown(true);
		// Another account signs in, and the page is closed before it knows.
		await registerManager(context.request, "Ines");
		expect(await first.evaluate(() => localStorage.getItem("last_visit:/team"))).toBe(stored);
		await expectShown(false);
		const other = await context.newPage();
		await other.goto("/rankings");
		await other.getByRole("heading", { level: 1, name: "Rankings" }).waitFor();
		await expect.poll(() => getKeys(other)).not.toContain("last_visit:/team");
		await context.close();
	});

	test("is missing where storage is blocked, and the page opens [D2.9.671]", async () => {
		const { page, errors } = await fixture.openSession(PHONE);
		await page.addInitScript(
			"Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new DOMException('Blocked', 'SecurityError'); } });",
		);
		await registerManager(page.request, "Julia");
		for (let visit = 0; visit < 2; visit++) {
			await page.goto("/team");
			await page.getByRole("button", { name: "Build it myself" }).waitFor();
		}
		expect(errors).toEqual([]);
		await page.context().close();
	});

	test("the team's data is requested with the page, once [D2.9.672]", async () => {
		const { page } = await fixture.openSession(DESKTOP);
		await registerManager(page.request, "Karin");
		const requests: string[] = [];
		page.on("request", (request) => requests.push(new URL(request.url()).pathname));
		await page.goto("/team");
		await page.getByRole("button", { name: "Build it myself" }).waitFor();
		for (const path of [
			"/api/en/user",
			"/api/en/fantasy/user-profile/show-my",
			"/api/en/fantasy/team/show-my",
			"/api/en/season/clock",
			"/json/fantasy/players.json",
			"/json/fantasy/rounds.json",
		])
			expect(requests.filter((other) => other === path)).toEqual([path]);
		await page.context().close();
	});
});
