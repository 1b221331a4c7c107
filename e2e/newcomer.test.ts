import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { expectNoPageProblems, findAccessibilityIssues } from "../testing/browser/page-checks.ts";
import { finishRound, moveToMatch } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { selectOption } from "../testing/browser/sign-up.ts";
import { getSavedTeam } from "../testing/browser/team.ts";

const getPlayerCards = (page: Page) =>
	page.getByRole("group", { name: "Ground" }).getByRole("listitem").getByRole("button", { name: /\$/ });

async function autofill(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Autofill my team" }).click();
	await page.getByText("Team saved!").waitFor();
	await page.getByRole("button", { name: "Done", exact: true }).click();
}

async function expectBenchLikelyToPlay(page: Page): Promise<void> {
	const bench = Object.values((await getSavedTeam(page)).bench).flat();
	const players: { id: number; stats: { chanceToPlay: number } }[] = await (
		await page.request.get("/json/fantasy/players.json")
	).json();
	const chances = players.flatMap(({ id, stats }) => (bench.includes(id) ? [stats.chanceToPlay] : []));
	expect(chances).toHaveLength(4);
	expect(Math.min(...chances)).toBeGreaterThan(0.5);
}

test.describe("new managers", () => {
	const fixture = setUpServer();

	test("a demo manager autofills a team and sees her rank", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await page.goto("/");
		await expectNoPageProblems({ page, errors });
		await page.getByRole("button", { name: "Play the demo" }).click();
		await page.waitForURL("**/team");
		await autofill(page);
		await expectBenchLikelyToPlay(page);
		await expect(getPlayerCards(page)).toHaveCount(21);
		await expectNoPageProblems({ page, errors });

		const cards = await getPlayerCards(page).allTextContents();
		await page.reload();
		await expect(getPlayerCards(page)).toHaveText(cards);

		await page.getByRole("button", { name: "Play this round" }).click();
		const { code } = await fixture.server.fb("clock", "play", "--speed", "60");
		expect(code).toBe(0);
		await moveToMatch(fixture.server, page, 5);
		await page.getByText(/playing now|have played/).waitFor({ timeout: 60_000 });
		for (const label of ["Live score", "Projected", "Round rank"])
			await page.getByText(label, { exact: true }).first().waitFor();
		await finishRound(fixture.server, page);

		await page.goto("/rankings");
		await page.getByText("The First Bouncers").first().waitFor();
		await page.getByText("Your rank").waitFor();
		const getOwnRanking = async () => {
			const { success } = await (await page.request.get("/api/en/fantasy/ranks/open-league")).json();
			return success.currentUserRanking;
		};
		expect(await getOwnRanking()).toMatchObject({ teamName: "The First Bouncers", isCurrentLeagueUser: true });
		// The rank may still change after the round's last match, so each attempt reads it again.
		await expect
			.poll(async () => {
				const rank = (await getOwnRanking()).rank.toLocaleString("en-AU");
				return page.getByText(rank, { exact: true }).count();
			})
			.toBeGreaterThan(0);
		const table = page.getByRole("table");
		await expect.poll(() => table.getByRole("row").count()).toBeGreaterThan(10);
		await expectNoPageProblems({ page, errors });
		await close();
	});

	test("a new manager signs up and autofills a lasting team", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
		await page.goto("/");
		await page.getByRole("button", { name: "Play free" }).first().click();
		await page.waitForURL("**/oidc/**");
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await page
			.getByRole("link", { name: /join|sign up|create/i })
			.first()
			.click();
		await page.getByLabel("First name").fill("Siobhán");
		await page.getByLabel("Last name").fill("O'Brien-Nguyễn");
		await page.getByLabel("Email").fill("siobhan@example.org");
		await page.getByLabel("Password", { exact: true }).fill("a long kick to the square");
		await page
			.getByRole("button", { name: /join|sign up|create/i })
			.first()
			.click();

		await page.waitForURL("**/login/callback**");
		await page.getByRole("heading", { name: "Welcome, Siobhán" }).waitFor();
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await page.getByLabel("Team name").fill("Banjo's Banana Kicks");
		await page.getByRole("textbox", { name: "Day" }).fill("7");
		await page.getByRole("textbox", { name: "Month" }).fill("3");
		await page.getByRole("textbox", { name: "Year" }).fill("1990");
		await selectOption(page, "Gender", "Prefer Not to Say");
		await selectOption(page, "Country", "Australia");
		await selectOption(page, "State", "VIC");
		await page.getByRole("radiogroup", { name: "Your club" }).getByText("Ballarat Lanterns").click();
		await page.getByText("I accept the").click({ position: { x: 4, y: 4 } });
		await page.getByRole("button", { name: "Create my team" }).click();

		await page.waitForURL("**/team");
		await page.getByRole("heading", { name: "Banjo's Banana Kicks" }).waitFor();
		await autofill(page);
		await expectBenchLikelyToPlay(page);
		await expect(getPlayerCards(page)).toHaveCount(21);
		await expectNoPageProblems({ page, errors });
		const cards = await getPlayerCards(page).allTextContents();
		await page.reload();
		await expect(getPlayerCards(page)).toHaveText(cards);
		await close();
	});
});
