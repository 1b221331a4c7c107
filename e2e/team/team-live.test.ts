import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { expectNoPageProblems, isOnTop } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { finishRound, getFullName, getPlayers, moveToMatch, type PlayerFile } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import {
	chooseFromMenu,
	clickInPool,
	failOnce,
	getCard,
	getGround,
	getPool,
	getSavedTeam,
	listFieldIds,
	listPlayerIds,
	readAndCloseError,
	signInManager,
} from "../../testing/browser/team.ts";

test.describe("started team", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let session: BrowserSession;
	let page: Page;
	let players: readonly PlayerFile[];
	const getNameById = (id: number | undefined) => {
		const found = players.find((player) => player.id === id);
		if (!found) throw new Error(`There is no player ${id}`);
		return getFullName(found);
	};

	test.beforeAll(async () => {
		session = await signInManager(fixture.browser, fixture.server, DESKTOP, "Lena");
		page = session.page;
		await saveTeam(page.request);
		players = await getPlayers(page);
	});

	test("locked players show points and have no menu in round one (D1.4.79, D1.4.107, D1.4.55, D1.2.83, D1.2.99)", async () => {
		await moveToMatch(fixture.server, page, 4);
		await page.goto("/team");
		const locked = getCard(page, /, locked,/).first();
		await locked.waitFor();
		await expect(locked).not.toHaveAttribute("aria-haspopup");
		await expect(locked).toHaveText(/points/);
		await page.getByText("Next lock").first().waitFor();
		await getPool(page)
			.getByRole("img", { name: /is locked$/ })
			.first()
			.waitFor();
		await expectNoPageProblems(session);
	});

	test("during a player's match her details show it as live", async () => {
		const rounds: { tournaments: { status: string; homeSquadId: number; homeScore: number }[] }[] = await (
			await page.request.get("/json/fantasy/rounds.json")
		).json();
		const live = rounds.flatMap(({ tournaments }) => tournaments).find(({ status }) => status === "playing");
		const playersWithScores: (PlayerFile & {
			readonly stats: { readonly roundPoints: number | null; readonly scores: Record<string, number> };
		})[] = await (await page.request.get("/json/fantasy/players.json")).json();
		const listPastScores = ({ stats }: (typeof playersWithScores)[number]) =>
			Object.entries(stats.scores).flatMap(([roundId, score]) => (Number(roundId) < 4 ? [score] : []));
		const player = playersWithScores.find(
			(candidate) =>
				candidate.squadId === live?.homeSquadId && candidate.stats.roundPoints && listPastScores(candidate).length > 1,
		);
		if (!player) throw new Error("Nobody is playing");
		const pastScores = listPastScores(player);
		for (const size of [DESKTOP, PHONE]) {
			await page.setViewportSize(size);
			await page.goto(`/team?player=${player.id}`);
			const header = page.getByRole("dialog").locator("header");
			const getFact = (name: RegExp) => header.locator("dt").filter({ hasText: name }).locator("xpath=../dd");
			await expect(getFact(/^Live score$/)).toHaveText(String(player.stats.roundPoints));
			await expect(getFact(/^Projected$/)).toHaveText(/^\d+$/);
			await expect(getFact(/^Live · (Q[1-4]|\d+ min)$/)).toHaveText(/^[A-Z]+ \d+ – \d+ [A-Z]+$/);
			// The match in play does not count in the figures of the season.
			const tiles = page.getByRole("dialog").locator("[role=tabpanel] dl").filter({ hasText: "ROUND PTS" });
			const getTile = (label: string) => tiles.locator("dt").getByText(label, { exact: true }).locator("xpath=../dd");
			await expect(getTile("GAMES PLAYED")).toHaveText(String(pastScores.length));
			await expect(getTile("LOWEST PTS")).toHaveText(String(Math.min(...pastScores)));
			await expect(getTile("AVERAGE PTS")).toHaveText(
				String(Math.round((10 * pastScores.reduce((sum, score) => sum + score, 0)) / pastScores.length) / 10),
			);
			await expectNoPageProblems(session);
		}
		await page.setViewportSize(DESKTOP);
		await page.goto("/team");
	});

	test("a failed save opens the error modal and can be retried (D1.4.52, D1.4.45)", async () => {
		const before = await getSavedTeam(page);
		await failOnce(page, "fantasy/team/update", "The scorers are having tea");
		const teamRequest = page.waitForRequest((request) => request.url().endsWith("team/show-my"));
		const emergencyCard = getCard(page, /on the bench, emergency, (?!locked)/).first();
		await emergencyCard.press("Enter");
		await page.getByRole("menuitem", { name: "Remove as emergency" }).click();
		await teamRequest;
		expect(await readAndCloseError(page)).toContain("The scorers are having tea");
		expect((await getSavedTeam(page)).emergency).toEqual(before.emergency);
		await page.getByRole("button", { name: "Try again" }).click();
		await expect.poll(async () => (await getSavedTeam(page)).emergency.length).toBe(3);
		await page.getByText(/^Saved/).waitFor();
	});

	test("after the first round changes are saved at once, or reverted (D1.1.24, D1.4.50, D1.4.51, D1.8.08)", async () => {
		await page.goto("about:blank");
		await finishRound(fixture.server, page);
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
		});
		await page.goto("/team");
		players = await getPlayers(page);
		const team = await getSavedTeam(page);
		const captain = getNameById(team.captainId);
		const viceCaptain = getNameById(team.viceCaptainId);
		await failOnce(page, "fantasy/team/change-captain", "No armbands today");
		await chooseFromMenu(page, viceCaptain, "Make captain");
		expect(await readAndCloseError(page)).toContain("No armbands today");
		await expect(getCard(page, captain)).toHaveText(/, captain,/);
		await chooseFromMenu(page, viceCaptain, "Make captain");
		const freeRoleToast = page
			.getByRole("alert")
			.filter({ hasText: "Saved. No trade used: you can change it until either player locks." });
		await freeRoleToast.waitFor();
		expect(await isOnTop(freeRoleToast)).toBe(true);
		await expect.poll(async () => (await getSavedTeam(page)).captainId).toBe(team.viceCaptainId);
		expect((await getSavedTeam(page)).viceCaptainId).toBe(team.captainId);

		const [defender] = team.lineup.DEF ?? [];
		const [benchDefender] = team.bench.DEF ?? [];
		await failOnce(page, "fantasy/team/swap", "Nobody moves");
		await chooseFromMenu(page, getNameById(benchDefender), "Swap");
		await page.getByText(/^Swap .* with…/).waitFor();
		await expectNoPageProblems(session);
		await getCard(page, getNameById(defender)).click();
		expect(await readAndCloseError(page)).toContain("Nobody moves");
		await expect(getCard(page, getNameById(benchDefender))).toHaveText(/on the bench/);
		await chooseFromMenu(page, getNameById(benchDefender), "Swap");
		await getCard(page, getNameById(defender)).click();
		await expect.poll(async () => (await getSavedTeam(page)).bench.DEF).toEqual([defender]);
		const isEmergency = (await getSavedTeam(page)).emergency.includes(defender ?? 0);
		await chooseFromMenu(page, getNameById(defender), isEmergency ? "Remove as emergency" : "Name as emergency");
		await expect.poll(async () => (await getSavedTeam(page)).emergency.includes(defender ?? 0)).toBe(!isEmergency);
		await page.getByText("Saved. No trade used: you can change emergencies until they lock.").waitFor();
		expect(posts).toEqual(expect.arrayContaining(["/api/en/fantasy/team/change-captain", "/api/en/fantasy/team/swap"]));
		expect(posts).not.toContain("/api/en/fantasy/team/update");
		await expectNoPageProblems(session);
	});

	test("unconfirmed trades are not sent, and only valid ones can be (D1.4.61, D1.4.62, D1.4.68, D1.4.69, D1.4.70)", async () => {
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") posts.push(request.url());
		});
		await page.reload();
		const team = await getSavedTeam(page);
		const teamIds = new Set(await listPlayerIds(page));
		const teamPlayers = players.filter(({ id }) => teamIds.has(id)).sort((a, b) => a.cost - b.cost);
		const [cheap, dearest] = [teamPlayers[0], teamPlayers.at(-1)];
		// A player whom the team can afford by selling its most expensive player, but not its cheapest.
		const expensive = players
			.filter(({ id, cost }) => !teamIds.has(id) && cost <= (dearest?.cost ?? 0))
			.sort((a, b) => b.cost - a.cost)[0];
		if (!cheap || !expensive) throw new Error("The season has no players");
		await page.getByRole("button", { name: "Trade", exact: true }).click();
		const submit = page.getByRole("button", { name: "Review trades" });
		await expect(submit).toHaveCount(0);
		await clickInPool(page, getFullName(expensive), `Trade ${getFullName(expensive)} in`);
		await expect(submit).toBeDisabled();
		await clickInPool(page, getFullName(cheap), `Trade ${getFullName(cheap)} out`);
		await page.getByText(/^−\$/).first().waitFor();
		await expect(submit).toBeDisabled();
		await expectNoPageProblems(session);
		await page.reload();
		await page.getByRole("button", { name: "Trade", exact: true }).click();
		await page.getByText("Pick a player to trade out").waitFor();
		expect(posts).toEqual([]);
		expect((await getSavedTeam(page)).version).toBe(team.version);
	});

	test("a laptop shows five players below the trades panel [D2.9.935]", async () => {
		await page.setViewportSize({ width: 1280, height: 800 });
		const rowHeight = 88;
		await expect.poll(async () => (await getPool(page).boundingBox())?.height).toBeGreaterThan(5 * rowHeight);
		await expect(page.getByRole("button", { name: "Review trades" })).toHaveCount(0);
		await page.setViewportSize(DESKTOP);
	});

	test("a trade is marked, reviewed, refused, and made at last (D1.2.79, D1.2.80, D1.4.72, D1.4.98, D1.4.99)", async () => {
		await page.reload();
		const panel = page.getByRole("region", { name: /^Trades · / });
		await expect(panel).toHaveCount(0);
		const teamIds = new Set(await listPlayerIds(page));
		const [playerOut] = players
			.filter(({ id, position }) => teamIds.has(id) && position[0] === "FWD")
			.sort((a, b) => b.cost - a.cost);
		if (!playerOut) throw new Error("The team has no forward");
		const [playerIn] = players
			.filter(({ id, position, cost }) => !teamIds.has(id) && position[0] === "FWD" && cost < playerOut.cost)
			.sort((a, b) => b.cost - a.cost);
		if (!playerIn) throw new Error("There is no cheaper forward");
		await chooseFromMenu(page, getFullName(playerOut), "Trade out");
		await expect(getCard(page, getFullName(playerOut))).toHaveText(/, going out,/);
		await clickInPool(page, getFullName(playerIn), `Trade ${getFullName(playerIn)} in`);
		await expect(getCard(page, getFullName(playerIn))).toHaveText(/, coming in,/);
		await expect(getCard(page, getFullName(playerIn))).toHaveAttribute("data-change", "in");
		await expect(panel.getByRole("list", { name: "Unconfirmed trades" }).getByRole("listitem")).toHaveCount(1);
		await expect(panel.getByText("Trades made this round")).toHaveCount(0);
		await page.getByRole("button", { name: "Review trades" }).click();
		const review = page.getByRole("dialog", { name: "Make this trade?" });
		await review.waitFor();
		await expectNoPageProblems(session);
		await failOnce(page, "fantasy/trade/make", "The market is shut");
		await review.getByRole("button", { name: "Make the trade" }).click();
		expect(await readAndCloseError(page)).toContain("The market is shut");
		await expect.poll(() => listFieldIds(page)).toContain(playerOut.id);
		await page.getByRole("button", { name: "Review trades" }).click();
		const tradeRequest = page.waitForRequest((request) => request.url().endsWith("trade/make"));
		await review.getByRole("button", { name: "Make the trade" }).click();
		expect((await tradeRequest).postDataJSON().tradePairs).toEqual([
			{
				playerInId: playerIn.id,
				playerOutId: playerOut.id,
				priceIn: playerIn.cost,
				priceOut: playerOut.cost,
			},
		]);
		await panel.getByRole("heading", { name: "Trades made this round" }).waitFor();
		await expect(panel.getByRole("list", { name: "Unconfirmed trades" })).toHaveCount(0);
		await expect.poll(() => listPlayerIds(page)).toContain(playerIn.id);
		await page.getByLabel("Find a player").fill(getFullName(playerIn));
		const row = getPool(page).getByRole("button", { name: `Remove ${getFullName(playerIn)} from the trade` });
		await expect(row).toHaveAttribute("aria-disabled", "true");
		await page.getByLabel("Find a player").fill("");
	});

	test("trades are reversed after a confirmation and stay if the server refuses (D1.2.81, D1.4.63)", async () => {
		const before = await listPlayerIds(page);
		await page.getByRole("heading", { name: "Trades made this round" }).waitFor();
		await page.getByRole("button", { name: "Reverse all" }).click();
		const confirmation = page.getByRole("dialog", { name: "Reverse all trades of this round?" });
		await confirmation.waitFor();
		await failOnce(page, "fantasy/trade/reverse", "Too late");
		await confirmation.getByRole("button", { name: "Reverse all" }).click();
		expect(await readAndCloseError(page)).toContain("Too late");
		await expect.poll(() => listPlayerIds(page)).toEqual(before);
		await page.getByRole("button", { name: "Reverse all" }).click();
		await confirmation.getByRole("button", { name: "Reverse all" }).click();
		await expect.poll(() => listPlayerIds(page)).not.toEqual(before);
		await confirmation.waitFor({ state: "detached" });
		await expect(page.getByRole("heading", { name: "Trades made this round" })).toHaveCount(0);
	});

	test("all changes of a round are undone after a confirmation", async () => {
		await page.getByRole("button", { name: "Undo all changes this round" }).click();
		const confirmation = page.getByRole("dialog", { name: "Undo all changes this round?" });
		await failOnce(page, "fantasy/team/rollback", "Not now");
		await confirmation.getByRole("button", { name: "Undo all changes this round" }).click();
		expect(await readAndCloseError(page)).toContain("Not now");
		const { captainId } = await getSavedTeam(page);
		await page.getByRole("button", { name: "Undo all changes this round" }).click();
		await confirmation.getByRole("button", { name: "Undo all changes this round" }).click();
		await expect.poll(async () => (await getSavedTeam(page)).captainId).not.toBe(captainId);
		await confirmation.waitFor({ state: "detached" });
		await expect(page.getByRole("button", { name: "Undo all changes this round" })).toHaveCount(0);
		const goingOut = getGround(page).getByRole("button", { name: /, going out,/ });
		await expect(goingOut).toHaveCount(0);
		await expectNoPageProblems(session);
	});
});
