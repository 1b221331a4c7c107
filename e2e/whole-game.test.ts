import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, seriousFindings, sidewaysScroll } from "./testing/browser.ts";
import { finishRound, nameOf, players, playInto } from "./testing/season.ts";
import { startServer } from "./testing/server.ts";
import { autofillTeam } from "./testing/sign-up.ts";
import { setStage } from "./testing/stage.ts";
import { choose, inPool, newManager, savedTeam, success } from "./testing/team.ts";

interface OwnRank {
	readonly rank: number;
	readonly roundPoints: number;
	readonly totalPoints: number;
}
const ownRank = async (page: Page): Promise<OwnRank | null> =>
	(await success<{ currentUserRanking: OwnRank | null }>(page, "/fantasy/ranks/open-league")).currentUserRanking;

const squadOf = async (page: Page): Promise<number[]> => {
	const { lineup, bench, utilityId } = await savedTeam(page);
	return [...Object.values(lineup).flat(), ...Object.values(bench).flat(), utilityId];
};

test.describe("whole game", () => {
	test.describe.configure({ mode: "serial" });
	const stage = setStage(startServer);
	let manager: BrowserSession;
	let page: Page;
	const sound = async () => {
		expect(await seriousFindings(page)).toEqual([]);
		expect(await sidewaysScroll(page)).toBe(0);
		expect(manager.faults).toEqual([]);
	};
	const utility = () => page.getByRole("note").filter({ hasText: "Your utility can play any position" });

	test.beforeAll(async () => {
		manager = await newManager(stage.browser, stage.server, DESKTOP, "Wholegame");
		page = manager.page;
	});

	test("a manager builds a team under the salary cap, scores points, makes a trade, is ranked and creates a league (D1.1.01)", async () => {
		await autofillTeam(page);
		const [squad, pool] = [await squadOf(page), await players(page)];
		const cost = squad.reduce((sum, id) => sum + (pool.find((player) => player.id === id)?.cost ?? 0), 0);
		expect(new Set(squad).size).toBe(21);
		const { rules } = await (await page.request.get("/json/fantasy/season.json")).json();
		expect(cost).toBeLessThanOrEqual(rules.salaryCap);
		await page.getByRole("button", { name: "Done", exact: true }).click();

		await playInto(stage.server, page, 1);
		await finishRound(stage.server, page);
		await page.goto("/rankings");
		await page.getByText("Your rank").waitFor();
		// A team that came a moment ago is among them some seconds later; a round takes no longer here.
		await expect.poll(async () => (await ownRank(page))?.roundPoints ?? 0).toBeGreaterThan(0);
		const before = await ownRank(page);
		await expect(page.getByRole("main")).toContainText(String(before?.rank));
		await sound();

		await page.goto("/team");
		const forward = (await players(page)).filter(({ position }) => position[0] === "FWD");
		const [out] = forward.filter(({ id }) => squad.includes(id)).sort((a, b) => b.cost - a.cost);
		const [comes] = forward
			.filter(({ id, cost }) => !squad.includes(id) && out && cost < out.cost)
			.sort((a, b) => b.cost - a.cost);
		if (!out || !comes) throw new Error("no two forwards to trade");
		await choose(page, nameOf(out), "Trade out");
		await inPool(page, nameOf(comes), `Trade ${nameOf(comes)} in`);
		await page.getByRole("button", { name: "Review trades" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Make the trade" }).click();
		await page.getByRole("heading", { name: "Trades made this round" }).waitFor();
		await expect.poll(() => squadOf(page)).toContain(comes.id);

		await page.goto("/leagues");
		await page.getByRole("link", { name: "Create League" }).click();
		await page.getByRole("heading", { name: "Create a League" }).waitFor();
		await page.getByLabel("League name").fill("Boundary Riders");
		await page.getByRole("button", { name: "Create League" }).click();
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL("**/about");
		await sound();
	});

	test("the note about the utility is shown for the first three rounds of a team only (D2.4.26, D2.9.16)", async () => {
		const isShown = async () => {
			await page.goto("/team");
			await page.getByRole("group", { name: "Ground", exact: true }).waitFor();
			return utility().isVisible();
		};
		// The round of the start is over: the second stands open.
		await expect.poll(isShown).toBe(true);
		await finishRound(stage.server, page);
		await expect.poll(isShown).toBe(true);
		await finishRound(stage.server, page);
		await expect.poll(isShown).toBe(false);
		expect((await ownRank(page))?.totalPoints).toBeGreaterThan(0);
	});
});
