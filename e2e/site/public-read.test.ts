import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import { expectNoProblemsOnPhoneAndDesktop } from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";

const getSignUpLink = (page: Page) => page.getByRole("main").getByRole("link", { name: "Sign up to play" });
const getPath = (page: Page) => new URL(page.url()).pathname;

test.describe("a site that visitors may read", () => {
	const fixture = setUpServer(() => startDemoServer({ PUBLIC_READ: "on" }));

	test("a visitor reads rankings, a team, stats and match centre", async () => {
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page, close } = session;
		await page.goto("/rankings");
		await expect(page.getByRole("heading", { name: "Rankings", level: 1 })).toBeVisible();
		await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
		expect(getPath(page)).toBe("/rankings");
		await expect(page.getByText("Former manager")).toHaveCount(0);
		await expectNoProblemsOnPhoneAndDesktop(session, getSignUpLink(page));

		const team = page.getByRole("table").getByRole("link").first();
		const teamName = (await team.textContent()) ?? "";
		await team.click();
		await page.waitForURL("**/user/team/**");
		await expect(page.getByRole("heading", { name: teamName, level: 1 })).toBeVisible();
		await expectNoProblemsOnPhoneAndDesktop(session, getSignUpLink(page));

		await page.goto("/stats-centre");
		await expect(page.getByRole("heading", { name: "Stats Centre", level: 1 })).toBeVisible();
		await expect(page.getByRole("button", { name: "Favourites" })).toHaveCount(0);
		await expect(page.getByRole("row").nth(2)).toBeVisible();
		await expectNoProblemsOnPhoneAndDesktop(session, getSignUpLink(page));

		await page.getByRole("link", { name: "Match centre" }).click();
		await page.waitForURL("**/match-centre");
		await expect(page.getByRole("heading", { name: "Match centre", level: 1 })).toBeVisible();
		await expect(
			page
				.getByRole("main")
				.getByRole("link", { name: / against / })
				.first(),
		).toBeVisible();
		await expectNoProblemsOnPhoneAndDesktop(session, getSignUpLink(page));
		await close();
	});

	test("a visitor finds a public league, and returns after signing in", async () => {
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page, close } = session;
		await page.goto("/leagues/join");
		const league = page.getByRole("list", { name: "Join a league" }).getByRole("link").first();
		const leagueName = (await league.textContent()) ?? "";
		await league.click();
		await page.waitForURL("**/ladder");
		await expect(page.getByRole("heading", { name: leagueName, level: 1 })).toBeVisible();
		await expect(page.getByRole("navigation", { name: "Pages of the league" }).getByRole("link")).toHaveText([
			"Ladder",
			"History",
		]);
		await expectNoProblemsOnPhoneAndDesktop(session);
		const path = getPath(page);
		await getSignUpLink(page).click();
		await page.getByRole("button", { name: "Play the demo" }).click();
		await page.waitForURL(`**${path}`);
		await expect(page.getByRole("heading", { name: leagueName, level: 1 })).toBeVisible();
		await expect(getSignUpLink(page)).toHaveCount(0);
		await close();
	});

	test("a visitor signs in for own team and private leagues", async () => {
		const { page, close } = await fixture.openSession(DESKTOP);
		await page.goto("/team");
		await page.waitForURL((url) => url.pathname === "/");
		await page.goto("/leagues/987654/ladder");
		await expect(page.getByText("Please sign in first").first()).toBeVisible();
		await close();
	});
});
