import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, seriousFindings } from "../testing/browser.ts";
import { saveTeam } from "../testing/save-team.ts";
import { finishRound, nameOf, type PlayerFile, players, playInto } from "../testing/season.ts";
import { setStage } from "../testing/stage.ts";
import { card, choose, failOnce, ground, inPool, newManager, pool, readProblem, savedTeam } from "../testing/team.ts";

const fieldOf = async (page: Page) => Object.values((await savedTeam(page)).lineup).flat();
const allOf = async (page: Page) => {
	const { lineup, bench, utilityId } = await savedTeam(page);
	return [...Object.values(lineup).flat(), ...Object.values(bench).flat(), utilityId];
};
const sound = async ({ page, faults }: BrowserSession) => {
	expect(await seriousFindings(page)).toEqual([]);
	expect(faults).toEqual([]);
};

test.describe("started team", () => {
	test.describe.configure({ mode: "serial" });
	const stage = setStage();
	let visit: BrowserSession;
	let page: Page;
	let everyone: readonly PlayerFile[];
	const named = (id: number | undefined) => {
		const found = everyone.find((player) => player.id === id);
		if (!found) throw new Error(`nobody is ${id}`);
		return nameOf(found);
	};

	test.beforeAll(async () => {
		visit = await newManager(stage.browser, stage.server, DESKTOP, "Lebende");
		page = visit.page;
		await saveTeam(page.request);
		everyone = await players(page);
	});

	test("locked players show their points and have no menu in the team's first round (D1.4.79, D1.4.107, D1.4.55, D1.2.83, D1.2.99)", async () => {
		await playInto(stage.server, page, 4);
		await page.reload();
		const locked = card(page, /, locked,/).first();
		await locked.waitFor();
		await locked.hover();
		await expect(page.getByRole("menu")).toHaveCount(0);
		await expect(locked).toHaveText(/points/);
		await page.getByText("Next lock").first().waitFor();
		await pool(page)
			.getByRole("img", { name: /is locked$/ })
			.first()
			.waitFor();
		await sound(visit);
	});

	test("a failed save shows the reason, refetches the team and can be retried (D1.4.52, D1.4.45)", async () => {
		const before = await savedTeam(page);
		await failOnce(page, "fantasy/team/update", "The scorers are having tea");
		const asked = page.waitForRequest((request) => request.url().endsWith("team/show-my"));
		const open = card(page, /on the bench, emergency, (?!locked)/).first();
		await open.press("Enter");
		await page.getByRole("menuitem", { name: "No longer an emergency" }).click();
		await asked;
		await page.getByText("The scorers are having tea").waitFor();
		expect((await savedTeam(page)).emergency).toEqual(before.emergency);
		await page.getByRole("button", { name: "Try again" }).click();
		await expect.poll(async () => (await savedTeam(page)).emergency.length).toBe(3);
		await page.getByText(/^Saved/).waitFor();
	});

	test("after the first round captain changes and swaps apply at once and are reverted with the reason if the server refuses them (D1.1.24, D1.4.50, D1.4.51, D1.8.08)", async () => {
		await finishRound(stage.server, page);
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
		});
		await page.reload();
		everyone = await players(page);
		const team = await savedTeam(page);
		const captain = named(team.captainId);
		const vice = named(team.viceCaptainId);
		await failOnce(page, "fantasy/team/change-captain", "No armbands today");
		await choose(page, vice, "Make captain");
		expect(await readProblem(page)).toContain("No armbands today");
		await expect(card(page, captain)).toHaveText(/, captain,/);
		await choose(page, vice, "Make captain");
		await expect.poll(async () => (await savedTeam(page)).captainId).toBe(team.viceCaptainId);
		expect((await savedTeam(page)).viceCaptainId).toBe(team.captainId);

		const [defender] = team.lineup.DEF ?? [];
		const [bench] = team.bench.DEF ?? [];
		await failOnce(page, "fantasy/team/swap", "Nobody moves");
		await choose(page, named(bench), "Swap");
		await page.getByText(/^Swap .* with…/).waitFor();
		await sound(visit);
		await card(page, named(defender)).click();
		expect(await readProblem(page)).toContain("Nobody moves");
		await expect(card(page, named(bench))).toHaveText(/on the bench/);
		await choose(page, named(bench), "Swap");
		await card(page, named(defender)).click();
		await expect.poll(async () => (await savedTeam(page)).bench.DEF).toEqual([defender]);
		const isNamed = (await savedTeam(page)).emergency.includes(defender ?? 0);
		await choose(page, named(defender), isNamed ? "No longer an emergency" : "Name as emergency");
		await expect.poll(async () => (await savedTeam(page)).emergency.includes(defender ?? 0)).toBe(!isNamed);
		expect(posts).toEqual(expect.arrayContaining(["/api/en/fantasy/team/change-captain", "/api/en/fantasy/team/swap"]));
		expect(posts).not.toContain("/api/en/fantasy/team/update");
		await sound(visit);
	});

	test("trades stay in the browser, and only complete and affordable trades can be submitted (D1.4.61, D1.4.62, D1.4.68, D1.4.69, D1.4.70)", async () => {
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") posts.push(request.url());
		});
		await page.reload();
		const team = await savedTeam(page);
		const mine = new Set(await allOf(page));
		const own = everyone.filter(({ id }) => mine.has(id)).sort((a, b) => a.cost - b.cost);
		const [cheap, dearest] = [own[0], own.at(-1)];
		// Somebody who could be paid for, but not by the cheapest.
		const dear = everyone
			.filter(({ id, cost }) => !mine.has(id) && cost <= (dearest?.cost ?? 0))
			.sort((a, b) => b.cost - a.cost)[0];
		if (!cheap || !dear) throw new Error("an empty season");
		await page.getByRole("button", { name: "Trade", exact: true }).click();
		const submit = page.getByRole("button", { name: "Review trades" });
		await expect(submit).toBeDisabled();
		await inPool(page, nameOf(dear), `Trade ${nameOf(dear)} in`);
		await expect(submit).toBeDisabled();
		await inPool(page, nameOf(cheap), `Trade ${nameOf(cheap)} out`);
		await page.getByText(/^−\$/).first().waitFor();
		await expect(submit).toBeDisabled();
		await sound(visit);
		await page.reload();
		await page.getByRole("button", { name: "Trade", exact: true }).click();
		await page.getByText("Pick a player to trade out").waitFor();
		expect(posts).toEqual([]);
		expect((await savedTeam(page)).version).toBe(team.version);
	});

	test("a trade is marked on the cards, reviewed, refused with the reason, and made on the second attempt (D1.2.79, D1.2.80, D1.4.72, D1.4.98, D1.4.99)", async () => {
		await page.reload();
		const mine = new Set(await allOf(page));
		const [out] = everyone
			.filter(({ id, position }) => mine.has(id) && position[0] === "FWD")
			.sort((a, b) => b.cost - a.cost);
		if (!out) throw new Error("no forward");
		const [comes] = everyone
			.filter(({ id, position, cost }) => !mine.has(id) && position[0] === "FWD" && cost < out.cost)
			.sort((a, b) => b.cost - a.cost);
		if (!comes) throw new Error("no other forward");
		await choose(page, nameOf(out), "Trade out");
		await expect(card(page, nameOf(out))).toHaveText(/, going out,/);
		await inPool(page, nameOf(comes), `Trade ${nameOf(comes)} in`);
		await expect(card(page, nameOf(comes))).toHaveText(/, coming in,/);
		await expect(card(page, nameOf(comes))).toHaveAttribute("data-change", "in");
		await page.getByRole("button", { name: "Review trades" }).click();
		const review = page.getByRole("dialog", { name: "Make this trade?" });
		await review.waitFor();
		await sound(visit);
		await failOnce(page, "fantasy/trade/make", "The market is shut");
		await review.getByRole("button", { name: "Make the trade" }).click();
		expect(await readProblem(page)).toContain("The market is shut");
		await expect.poll(() => fieldOf(page)).toContain(out.id);
		await page.getByRole("button", { name: "Review trades" }).click();
		const sent = page.waitForRequest((request) => request.url().endsWith("trade/make"));
		await review.getByRole("button", { name: "Make the trade" }).click();
		expect((await sent).postDataJSON().tradePairs).toEqual([{ playerInId: comes.id, playerOutId: out.id }]);
		await page.getByRole("heading", { name: "Trades made this round" }).waitFor();
		await expect.poll(() => allOf(page)).toContain(comes.id);
		await page.getByLabel("Find a player").fill(nameOf(comes));
		const row = pool(page).getByRole("button", { name: `Remove ${nameOf(comes)} from the trade` });
		await expect(row).toHaveAttribute("aria-disabled", "true");
		await page.getByLabel("Find a player").fill("");
	});

	test("trades are reversed after a confirmation and stay if the server refuses (D1.2.81, D1.4.63)", async () => {
		const before = await allOf(page);
		await page.getByRole("button", { name: "Reverse all" }).click();
		const question = page.getByRole("dialog", { name: "Reverse all trades of this round?" });
		await question.waitFor();
		await failOnce(page, "fantasy/trade/reverse", "Too late");
		await question.getByRole("button", { name: "Reverse all" }).click();
		expect(await readProblem(page)).toContain("Too late");
		await expect.poll(() => allOf(page)).toEqual(before);
		await page.getByRole("button", { name: "Reverse all" }).click();
		await question.getByRole("button", { name: "Reverse all" }).click();
		await expect.poll(() => allOf(page)).not.toEqual(before);
		await question.waitFor({ state: "detached" });
		await expect(page.getByRole("heading", { name: "Trades made this round" })).toHaveCount(0);
	});

	test("all changes of a round, including captains and swaps, are undone after a confirmation", async () => {
		await page.getByRole("button", { name: "Undo all changes this round" }).click();
		const question = page.getByRole("dialog", { name: "Undo all changes this round?" });
		await failOnce(page, "fantasy/team/rollback", "Not now");
		await question.getByRole("button", { name: "Undo all changes this round" }).click();
		expect(await readProblem(page)).toContain("Not now");
		const { captainId } = await savedTeam(page);
		await page.getByRole("button", { name: "Undo all changes this round" }).click();
		await question.getByRole("button", { name: "Undo all changes this round" }).click();
		await expect.poll(async () => (await savedTeam(page)).captainId).not.toBe(captainId);
		await question.waitFor({ state: "detached" });
		await expect(page.getByRole("button", { name: "Undo all changes this round" })).toHaveCount(0);
		const goingOut = ground(page).getByRole("button", { name: /, going out,/ });
		await expect(goingOut).toHaveCount(0);
		await sound(visit);
	});
});
