import { encodeShare } from "@first-bounce/contract/site/share-link";
import { expect, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import { findAccessibilityIssues } from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { signUp } from "../../testing/browser/sign-up.ts";

test.describe("closed preview", () => {
	const fixture = setUpServer(() => startDemoServer({ PREVIEW_PASSWORD: "early bird" }));

	test("every page is the login page until the password is entered (D1.2.62, D1.2.63, D1.2.64, D1.2.68, D2.2.89)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		const getStatus = async (url: string) => (await page.request.get(url)).status();
		const getStatuses = () =>
			Promise.all(["/api/en/season/clock", "/json/fantasy/players.json", "/api/en/live"].map(getStatus));
		await page.goto("/leagues/join/ABC234");
		await page.getByRole("button", { name: "Play free" }).waitFor();
		await expect(page.getByRole("navigation")).toHaveCount(0);
		await expect(page.getByRole("contentinfo").getByRole("link", { name: "FAQs" })).toHaveCount(0);
		expect(await getStatuses()).toEqual([403, 403, 403]);
		expect(errors).toEqual([]);

		await page.getByRole("button", { name: "Play free" }).click();
		const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
		await dialog.getByText("This site is not open yet. Enter the preview password first").waitFor();
		await dialog.getByRole("button").last().click();

		const brand = page.getByRole("banner").getByRole("link", { name: "First Bounce" });
		for (let click = 0; click < 9; click++) await brand.click();
		await expect(page.getByLabel("Preview password")).toHaveCount(0);
		await brand.click();
		await page.getByLabel("Preview password").fill("late bird");
		await page.getByRole("button", { name: "Enter" }).click();
		await page.getByText("That password is wrong").waitFor();
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await page.getByLabel("Preview password").fill("early bird");
		await page.getByRole("button", { name: "Enter" }).click();
		await page.getByRole("navigation", { name: "Main menu" }).waitFor();
		expect(new URL(page.url()).pathname).toBe("/leagues/join/ABC234");
		expect(await Promise.all(["/api/en/season/clock", "/json/fantasy/players.json"].map(getStatus))).toEqual([
			200, 200,
		]);

		await page.goto("/");
		await signUp(page, {
			firstName: "Early",
			lastName: "Bird",
			email: "early.bird@example.org",
			teamName: "Early Birds",
		});
		await page.waitForURL("**/team");
		await close();
	});

	test("a visitor who opens a shared page sees it after the password (D1.2.68)", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE);
		const shared = `/share/league/${encodeShare({ type: "league", timestamp: 1_700_000_000_000, leagueCode: "ABC234" })}`;
		await page.goto(shared);
		const brand = page.getByRole("banner").getByRole("link", { name: "First Bounce" });
		for (let click = 0; click < 10; click++) await brand.click();
		await page.getByLabel("Preview password").fill("early bird");
		await page.getByRole("button", { name: "Enter" }).click();
		await page.waitForURL(`**${shared}`);
		expect(errors).toEqual([]);
		await close();
	});
});
