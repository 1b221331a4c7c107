import { expect, test } from "@playwright/test";
import { listGalleryPages, setUpManager } from "../../tools/gallery/pages.ts";
import { DESKTOP, PHONE } from "../testing/browser.ts";
import { setUpServer } from "../testing/server-fixture.ts";

/** A busy machine may take longer than the default timeout to render a page. */
const SLOW_RENDER = { timeout: 15_000 };

test.describe("every page", () => {
	const fixture = setUpServer();

	test("every page has a strict content security policy and writes no error to the console", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await setUpManager(page.request);
		const pages = (await listGalleryPages(page.request)).filter(({ isConsole }) => !isConsole);
		expect(pages.length).toBeGreaterThan(30);
		for (const { address, name } of pages) {
			const response = await page.goto(address);
			expect(response?.status(), name).toBe(name === "not-found" ? 404 : 200);
			const headers = response?.headers() ?? {};
			expect(headers["content-security-policy"], name).toContain("script-src 'self';");
			expect(headers["cross-origin-opener-policy"], name).toBe("same-origin");
			expect(headers["permissions-policy"], name).toContain("camera=()");
			await page.getByRole("heading").first().waitFor();
			expect(errors, name).toEqual([]);
		}
		await close();
	});

	test("the team and the help stay readable offline with the time of their last update, and recover once online", async () => {
		const { page, close } = await fixture.openSession(PHONE, { touch: true, hasServiceWorker: true });
		const context = page.context();
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await setUpManager(page.request);
		await page.goto("/");
		await page.evaluate(async () => void (await navigator.serviceWorker.ready));
		await page.goto("/team");
		const players = page.getByRole("main").getByRole("button", { name: /\$/ });
		await players.nth(20).waitFor();
		const names = await players.allTextContents();
		await page.goto("/help/game-rules");
		await page.getByText("You join a private league by code").waitFor();
		const rules = await page.getByRole("main").textContent();

		await context.setOffline(true);
		await page.goto("/team");
		await expect.poll(() => players.allTextContents(), SLOW_RENDER).toEqual(names);
		await page.getByText(/You are offline\. Last updated \d/).waitFor();
		const { status } = await page.evaluate(() =>
			fetch("/api/en/fantasy/team/rollback", { method: "POST", body: "{}" }).then(
				({ status }) => ({ status }),
				() => ({ status: 0 }),
			),
		);
		expect(status).toBe(0);
		await page.goto("/help/game-rules");
		await expect.poll(() => page.getByRole("main").textContent(), SLOW_RENDER).toBe(rules);

		await context.setOffline(false);
		await page.goto("/team");
		await expect.poll(() => players.allTextContents(), SLOW_RENDER).toEqual(names);
		await expect(page.getByText(/You are offline/)).toHaveCount(0);
		await close();
	});

	test("a browser set to French gets the page and the API in French", async () => {
		const context = await fixture.browser.newContext({ baseURL: fixture.server.url, locale: "fr-FR" });
		const page = await context.newPage();
		await page.goto("/nowhere");
		await page.getByText("Il n’y a rien à cette adresse.").waitFor();
		await expect.poll(() => page.getAttribute("html", "lang")).toBe("fr");
		const apiResponse = page.waitForResponse(/\/api\/fr\//);
		await page.goto("/");
		expect((await apiResponse).status()).toBeLessThan(500);
		await context.close();
	});
});
