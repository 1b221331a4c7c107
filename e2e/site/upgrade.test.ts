import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { openWithoutScripts, waitUntilKept } from "../../testing/browser/kept-page.ts";
import { findAccessibilityIssues, getHorizontalOverflow } from "../../testing/browser/page-checks.ts";
import { waitForServiceWorker } from "../../testing/browser/push.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { createManager } from "../../testing/browser/team.ts";
import { startUpgradableServer } from "../../testing/browser/upgrade.ts";

/** Counts how often a page loads a document from now on. */
function countLoads(page: Page): () => number {
	let loads = 0;
	page.on("framenavigated", (frame) => {
		if (frame === page.mainFrame()) loads += 1;
	});
	return () => loads;
}
const getScript = (page: Page) => page.locator('script[type="module"][src]').first().getAttribute("src");

test.describe("an upgrade of the server", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer(startUpgradableServer);
	let formerShell = "";

	test("reloads an open page once when a file is gone", async () => {
		const { page } = await fixture.openSession(DESKTOP);
		await page.goto("/");
		await page.getByRole("timer").waitFor();
		const former = await getScript(page);
		await fixture.server.run("next");
		const loads = countLoads(page);
		await page.getByRole("link", { name: "Help" }).first().click();
		await expect.poll(() => getScript(page)).not.toBe(former);
		await page.getByRole("heading", { level: 1, name: "Help" }).waitFor();
		await expect(page).toHaveURL(/\/help/);
		// To the help, to its first tab, and again.
		expect(loads()).toBeLessThanOrEqual(3);

		const gone = await page.request.get(former ?? "");
		expect([gone.status(), gone.headers()["content-type"]]).toEqual([404, expect.stringContaining("application/json")]);

		await fixture.server.run("former");
		await page.evaluate(() => sessionStorage.removeItem("reloaded_at"));
		await page.getByRole("link", { name: "First Bounce" }).first().click();
		await page.getByRole("button", { name: "Play the demo" }).click();
		await expect.poll(() => getScript(page)).toBe(former);
		await page.context().close();
	});

	test("keeps what is being entered, and offers one button", async () => {
		const { page } = await createManager(fixture.browser, fixture.server, DESKTOP, "Una");
		formerShell = await (await page.request.get("/shell.html")).text();
		const search = page.getByRole("textbox", { name: "Find a player" });
		await search.fill("a");
		const player = page.getByRole("link", { name: /details/i }).first();
		await player.waitFor();
		const reloadButton = page.getByRole("status").getByRole("button", { name: "Reload" });
		const former = await getScript(page);
		await fixture.server.run("next");
		await player.click();
		await page.getByText("Finish what you are doing, then reload.").waitFor();
		await expect(page.getByRole("alertdialog")).toHaveCount(0);
		await expect(search).toHaveValue("a");
		for (const size of [DESKTOP, PHONE]) {
			await page.setViewportSize(size);
			await expect(reloadButton).toBeVisible();
			expect(await findAccessibilityIssues(page)).toEqual([]);
			expect(await getHorizontalOverflow(page)).toBe(0);
		}
		await reloadButton.click();
		await expect.poll(() => getScript(page)).not.toBe(former);
		// The address names the player, so that she opens after the reload.
		await page.getByRole("dialog").waitFor();
		await expect(reloadButton).toHaveCount(0);
		await page.context().close();
	});

	test("a kept page of the former version is loaded again", async () => {
		const { page } = await fixture.openSession(DESKTOP);
		await page.route("**/rankings", (route) => route.fulfill({ contentType: "text/html", body: formerShell }), {
			times: 1,
		});
		await page.goto("/rankings");
		await page.getByRole("button", { name: "Play free" }).waitFor();
		await page.context().close();
	});

	test("an installed app shows the new version and its texts", async () => {
		await fixture.server.run("former");
		const { page } = await fixture.openSession(PHONE, { hasServiceWorker: true });
		await page.goto("/");
		await waitForServiceWorker(page);
		const former = await getScript(page);
		await fixture.server.run("next");
		await page.goto("/");
		await page.getByText("A headline of the next version").waitFor();
		// A file of neither version, through the service worker.
		const missing = await page.evaluate(async () => {
			const response = await fetch("/assets/index-gone000.js");
			return [response.status, response.headers.get("content-type")];
		});
		expect(missing).toEqual([404, expect.stringContaining("application/json")]);
		expect(await getScript(page)).not.toBe(former);
		await page.getByRole("button", { name: "Play the demo" }).click();
		await page.waitForURL("**/team");
		await page.context().close();
	});

	test("the team's page of the former version is not shown any more [D2.9.918]", async () => {
		await fixture.server.run("former");
		const options = { hasServiceWorker: true };
		const { page } = await createManager(fixture.browser, fixture.server, PHONE, "Vera", options);
		await page.goto("/team");
		await waitForServiceWorker(page);
		await page.goto("/team");
		await waitUntilKept(page);
		const before = await openWithoutScripts(page.context());
		await expect(before.locator("[data-kept-page] h1")).toBeVisible();
		await before.close();
		await fixture.server.run("next");
		const after = await openWithoutScripts(page.context());
		await expect(after.locator("h1")).toBeHidden();
		await page.context().close();
	});
});
