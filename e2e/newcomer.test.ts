import { expect, type Page, test } from "@playwright/test";
import { DESKTOP } from "../testing/browser/browser.ts";
import { expectNoPageProblems } from "../testing/browser/page-checks.ts";
import { moveToMatch } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { getSavedTeam } from "../testing/browser/team.ts";

const getPlayerCards = (page: Page) =>
	page.getByRole("group", { name: "Ground" }).getByRole("listitem").getByRole("button", { name: /\$/ });

async function autofill(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Autofill my team" }).click();
	await page.getByText("Team saved!").waitFor();
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

	test("a demo manager autofills a lasting team and sees her live score", async () => {
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
		await expectNoPageProblems({ page, errors });
		await close();
	});
});
