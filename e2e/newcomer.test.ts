import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE, seriousFindings, sidewaysScroll } from "./testing/browser.ts";
import { setStage } from "./testing/stage.ts";

const SEASON_SECONDS_A_SECOND = 14_400;

const players = (page: Page) =>
	page.getByRole("group", { name: "Ground" }).getByRole("listitem").getByRole("button", { name: /\$/ });

async function choose(page: Page, label: string, option: string): Promise<void> {
	await page.getByRole("button", { name: `Choose ${label}` }).click();
	await page.getByRole("option", { name: option }).first().click();
}

async function autofill(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Autofill my team" }).click();
	await page.getByText("Team saved!").waitFor();
	await page.getByRole("button", { name: "Done", exact: true }).click();
}

async function expectSound(page: Page, faults: readonly string[]): Promise<void> {
	expect(await seriousFindings(page)).toEqual([]);
	expect(await sidewaysScroll(page)).toBe(0);
	expect(faults).toEqual([]);
}

test.describe("new managers", () => {
	const stage = setStage();

	test("a demo manager signs in with one click, autofills a team that survives a reload, and sees her rank after the round at 1280 px", async () => {
		const { page, faults, close } = await stage.visit(DESKTOP);
		await page.goto("/");
		await expectSound(page, faults);
		await page.getByRole("button", { name: "Play the demo" }).click();
		await page.waitForURL("**/team");
		await autofill(page);
		await expect(players(page)).toHaveCount(21);
		await expectSound(page, faults);

		const names = await players(page).allTextContents();
		await page.reload();
		await expect(players(page)).toHaveText(names);

		await page.getByRole("button", { name: "Play this round" }).click();
		const { code } = await stage.server.fb("clock", "play", "--speed", String(SEASON_SECONDS_A_SECOND));
		expect(code).toBe(0);
		await page.getByText(/playing now|have played/).waitFor({ timeout: 60_000 });
		for (const figure of ["Live score", "Projected", "Round rank"])
			await page.getByText(figure, { exact: true }).first().waitFor();
		await expect
			.poll(async () => (await (await page.request.get("/json/fantasy/rounds.json")).json())[3].status, {
				timeout: 90_000,
			})
			.toBe("complete");
		await stage.server.fb("clock", "play", "--speed", "1");

		await page.goto("/rankings");
		await page.getByText("The First Bouncers").first().waitFor();
		await page.getByText("Your rank").waitFor();
		const ownRanking = async () => {
			const { success } = await (await page.request.get("/api/en/fantasy/ranks/open-league")).json();
			return success.currentUserRanking;
		};
		expect(await ownRanking()).toMatchObject({ teamName: "The First Bouncers", isCurrentLeagueUser: true });
		// The rank is read again each time: it may still change after the round's last match.
		await expect
			.poll(async () => {
				const rank = (await ownRanking()).rank.toLocaleString("en-AU");
				return page.getByText(rank, { exact: true }).count();
			})
			.toBeGreaterThan(0);
		const table = page.getByRole("table");
		await expect.poll(() => table.getByRole("row").count()).toBeGreaterThan(10);
		await expectSound(page, faults);
		await close();
	});

	test("a new manager signs up with the identity provider, registers and autofills a team that survives a reload at 390 px", async () => {
		const { page, faults, close } = await stage.visit(PHONE, { touch: true });
		await page.goto("/");
		await page.getByRole("button", { name: "Play free" }).first().click();
		await page.waitForURL("**/oidc/**");
		expect(await seriousFindings(page)).toEqual([]);
		await page
			.getByRole("link", { name: /join|sign up|create/i })
			.first()
			.click();
		await page.getByLabel("First name").fill("Siobhán");
		await page.getByLabel("Last name").fill("O'Brien-Nguyễn");
		await page.getByLabel("E-mail").fill("siobhan@example.org");
		await page.getByLabel("Password", { exact: true }).fill("a long kick to the square");
		await page
			.getByRole("button", { name: /join|sign up|create/i })
			.first()
			.click();

		await page.waitForURL("**/login/callback**");
		await page.getByRole("heading", { name: "Welcome, Siobhán" }).waitFor();
		expect(await seriousFindings(page)).toEqual([]);
		await page.getByLabel("Team name").fill("Banjo's Banana Kicks");
		await page.getByRole("textbox", { name: "Day" }).fill("7");
		await page.getByRole("textbox", { name: "Month" }).fill("3");
		await page.getByRole("textbox", { name: "Year" }).fill("1990");
		await choose(page, "Gender", "Prefer Not to Say");
		await choose(page, "Country", "Australia");
		await choose(page, "State", "VIC");
		await page.getByRole("radiogroup", { name: "Your club" }).getByText("Ballarat Lanterns").click();
		await page.getByText("I accept the Terms & Conditions").click();
		await page.getByRole("button", { name: "Create my team" }).click();

		await page.waitForURL("**/team");
		await page.getByRole("heading", { name: "Banjo's Banana Kicks" }).waitFor();
		await autofill(page);
		await expect(players(page)).toHaveCount(21);
		await expectSound(page, faults);
		const names = await players(page).allTextContents();
		await page.reload();
		await expect(players(page)).toHaveText(names);
		await close();
	});
});
