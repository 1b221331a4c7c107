import { expect, type Page, test } from "@playwright/test";
import { DESKTOP } from "../testing/browser/browser.ts";
import { expectNoPageProblems } from "../testing/browser/page-checks.ts";
import { finishRound, getFullName, getPlayers, moveToMatch } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { autofillTeam } from "../testing/browser/sign-up.ts";
import { chooseFromMenu, clickInPool, createManager, getSuccess, listPlayerIds } from "../testing/browser/team.ts";

interface OwnRank {
	readonly rank: number;
	readonly roundPoints: number;
}
const getOwnRank = async (page: Page): Promise<OwnRank | null> =>
	(await getSuccess<{ currentUserRanking: OwnRank | null }>(page, "/fantasy/ranks/open-league")).currentUserRanking;

test.describe("whole game", () => {
	const fixture = setUpServer();

	test("a manager builds, scores, trades, is ranked and creates a league (D1.1.01)", async () => {
		const session = await createManager(fixture.browser, fixture.server, DESKTOP, "Gail");
		const { page } = session;
		await autofillTeam(page);
		const [teamIds, pool] = [await listPlayerIds(page), await getPlayers(page)];
		const cost = teamIds.reduce((sum, id) => sum + (pool.find((player) => player.id === id)?.cost ?? 0), 0);
		expect(new Set(teamIds).size).toBe(21);
		const { rules } = await (await page.request.get("/json/fantasy/season.json")).json();
		expect(cost).toBeLessThanOrEqual(rules.salaryCap);

		// An open team page would follow every score of the round.
		await page.goto("about:blank");
		await moveToMatch(fixture.server, page, 1);
		await finishRound(fixture.server, page);
		await page.goto("/rankings");
		await page.getByText("Your rank").waitFor();
		// A new team joins the rankings some seconds later.
		await expect.poll(async () => (await getOwnRank(page))?.roundPoints ?? 0).toBeGreaterThan(0);
		const before = await getOwnRank(page);
		await expect(page.getByRole("main")).toContainText(String(before?.rank));
		await expectNoPageProblems(session);

		await page.goto("/team");
		const forwards = (await getPlayers(page)).filter(({ position }) => position[0] === "FWD");
		const [playerOut] = forwards.filter(({ id }) => teamIds.includes(id)).sort((a, b) => b.cost - a.cost);
		const [playerIn] = forwards
			.filter(({ id, cost }) => !teamIds.includes(id) && playerOut && cost < playerOut.cost)
			.sort((a, b) => b.cost - a.cost);
		if (!playerOut || !playerIn) throw new Error("The season lacks two forwards to trade");
		await chooseFromMenu(page, getFullName(playerOut), "Trade out");
		await clickInPool(page, getFullName(playerIn), `Trade ${getFullName(playerIn)} in`);
		await page.getByRole("button", { name: "Review trades" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Make the trade" }).click();
		await page.getByRole("heading", { name: "Trades made this round" }).waitFor();
		await expect.poll(() => listPlayerIds(page)).toContain(playerIn.id);

		await page.goto("/leagues");
		await page.getByRole("link", { name: "Create League" }).click();
		await page.getByRole("heading", { name: "Create a League" }).waitFor();
		await page.getByLabel("League name").fill("Boundary Riders");
		await page.getByRole("button", { name: "Create League" }).click();
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL("**/about");
		await expectNoPageProblems(session);
		await session.close();
	});
});
