import { expect, type Locator, type Page, test } from "@playwright/test";
import { type BrowserSession, PHONE } from "../../testing/browser/browser.ts";
import { createDraftedLeague } from "../../testing/browser/draft-league.ts";
import { expectNoPageProblems, isOnTop } from "../../testing/browser/page-checks.ts";
import { finishRound } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { createManager, getCards, getEnabledButtons, getGround, getPool } from "../../testing/browser/team.ts";

/** The highest place of the first card on a phone of 844 px. */
const FIRST_CARD_BY = 280;

const getTop = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? Number.NaN;
const getBottom = async (locator: Locator): Promise<number> => {
	const box = await locator.boundingBox();
	return box ? box.y + box.height : Number.NaN;
};
const getFirstCardTop = (page: Page) => getTop(getGround(page).getByRole("listitem").first());

/** Expects the forwards, the midfielders and what to do next above the toolbar, without scrolling. */
async function expectTwoLinesAndNextStep(page: Page): Promise<void> {
	expect(await page.evaluate(() => scrollY)).toBe(0);
	const toolbar = page.locator("main [data-docked]");
	const midfielders = getGround(page).getByRole("group", { name: "Midfielders" }).getByRole("listitem");
	expect(await midfielders.count()).toBeGreaterThan(3);
	expect(await getBottom(midfielders.last())).toBeLessThanOrEqual(await getTop(toolbar));
	for (const part of [page.getByRole("region", { name: "Before the next lock" }), toolbar])
		expect(await isOnTop(part)).toBe(true);
}

test.describe("a team on a phone", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let session: BrowserSession;

	test.beforeAll(async () => {
		session = await createManager(fixture.browser, fixture.server, PHONE, "Winnie", { touch: true });
	});

	test("an empty team begins high on the screen [D2.9.500]", async () => {
		const { page } = session;
		await getGround(page).waitFor();
		expect(await getFirstCardTop(page)).toBeLessThanOrEqual(FIRST_CARD_BY);
		for (const name of ["Autofill my team", "Build it myself"])
			expect(await isOnTop(page.getByRole("button", { name }))).toBe(true);
		await expectNoPageProblems(session);
	});

	test("a full team does too, and saving moves nothing [D2.9.500, D2.9.724]", async () => {
		const { page } = session;
		await page.getByRole("button", { name: "Autofill my team" }).tap();
		await page.getByText("Team saved!").waitFor();
		await expect(page.getByRole("dialog")).toHaveCount(0);
		await expect(getCards(page)).toHaveCount(21);
		expect(await getFirstCardTop(page)).toBeLessThanOrEqual(FIRST_CARD_BY);
		await expectTwoLinesAndNextStep(page);
		const tops = await page.evaluate(() => {
			const found = new Set<number>();
			Object.assign(globalThis, { tileTops: found });
			const record = () => {
				const tiles = document.querySelector("main header dl");
				if (tiles) found.add(Math.round(tiles.getBoundingClientRect().top + scrollY));
				requestAnimationFrame(record);
			};
			record();
			return [...found];
		});
		expect(tops).toHaveLength(1);
		await getGround(page)
			.getByRole("button", { name: /midfielder, \$/ })
			.nth(2)
			.tap();
		await page.getByRole("menuitem", { name: "Make captain" }).tap();
		await page.waitForResponse("**/fantasy/team/update");
		await page
			.getByText(/^Saved/)
			.first()
			.waitFor();
		expect(await page.evaluate<number[]>("[...tileTops]")).toEqual(tops);
		await expectNoPageProblems(session);
	});

	test("the bar of a swap hides neither the figures nor the bench [D2.9.501]", async () => {
		const { page } = session;
		await getGround(page)
			.getByRole("button", { name: /forward, \$/ })
			.first()
			.tap();
		await expect(page.getByRole("menu")).toContainText("Break-even");
		await page.getByRole("menuitem", { name: "Swap" }).tap();
		await expect.poll(() => isOnTop(page.getByRole("button", { name: "Cancel swap" }))).toBe(true);
		const targets = getGround(page).locator("[data-target]");
		expect(await isOnTop(targets.last())).toBe(true);
		expect(await isOnTop(page.locator("main header dl"))).toBe(true);
		await page.getByRole("button", { name: "Cancel swap" }).tap();
	});

	test("after Clear the prompt can be pressed, and Players shows all [D2.9.502]", async () => {
		const { page } = session;
		await page.getByRole("button", { name: "Clear" }).tap();
		for (const name of ["Autofill my team", "Build it myself"])
			expect(await isOnTop(page.getByRole("button", { name }))).toBe(true);
		await getGround(page).getByRole("button", { name: "Add RUC" }).first().tap();
		await expect(page.getByRole("radio", { name: "RUC" })).toBeChecked();
		const sizes = await page.evaluate(() =>
			[...document.querySelectorAll("select, input, textarea")].map((field) => getComputedStyle(field).fontSize),
		);
		expect(sizes.length).toBeGreaterThan(4);
		expect(sizes.filter((size) => Number.parseFloat(size) < 16)).toEqual([]);
		await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().tap();
		await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Players" }).tap();
		await expect(page.getByRole("radio", { name: "All", exact: true })).toBeChecked();
		await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().tap();
		await page.getByRole("button", { name: "Autofill my team" }).tap();
		await expect(getCards(page)).toHaveCount(21);
	});

	test("after a round players come first, and trades take four presses [D2.9.500, D2.9.503]", async () => {
		const { page } = session;
		await finishRound(fixture.server, page);
		await page.reload();
		await getGround(page).waitFor();
		await page
			.getByRole("link", { name: /How I went/ })
			.first()
			.waitFor();
		expect(await getFirstCardTop(page)).toBeLessThanOrEqual(FIRST_CARD_BY);
		await expectNoPageProblems(session);

		await getGround(page)
			.getByRole("button", { name: /midfielder, \$/ })
			.first()
			.tap();
		await page.getByRole("menuitem", { name: "Trade out" }).tap();
		await getPool(page)
			.or(page.getByRole("dialog", { name: "Players" }))
			.first()
			.waitFor();
		await getEnabledButtons(page, /^Trade .* in$/)
			.first()
			.tap();
		const review = page.getByRole("dialog", { name: "Make this trade?" });
		await review.getByText("Projected gain").waitFor();
		await review.getByText("of 3 a season").waitFor();
		await expectNoPageProblems(session);
		await review.getByRole("button", { name: "Make the trade" }).tap();
		await page.getByText("Trade confirmed").waitFor();
		await expect(page.getByRole("button", { name: "Trade", exact: true })).toBeVisible();
		await expectNoPageProblems(session);

		// A draft team beside it takes no line of its own.
		const league = await createDraftedLeague(page, "Drafted at the Pub");
		await page.reload();
		const choice = page.getByRole("combobox", { name: "Your teams" });
		await choice.waitFor();
		await getGround(page).waitFor();
		expect(await getFirstCardTop(page)).toBeLessThanOrEqual(FIRST_CARD_BY);
		await choice.selectOption("Drafted at the Pub");
		await page.waitForURL(`**/team/draft/${league.id}`);
		await page.locator("main").getByRole("link", { name: "Drafted at the Pub" }).waitFor();
		await getGround(page).waitFor();
		await page.getByRole("region", { name: "Before the next lock" }).waitFor();
		expect(await getFirstCardTop(page)).toBeLessThanOrEqual(FIRST_CARD_BY);
		await expectTwoLinesAndNextStep(page);
		await expectNoPageProblems(session);

		// The help centre's tabs are one line.
		await page.goto("/help");
		const tabs = page.getByRole("navigation", { name: "Sections of the help" }).getByRole("link");
		await tabs.first().waitFor();
		const tops = await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().top)));
		const heights = await tabs.evaluateAll((all) => all.map((tab) => tab.clientHeight));
		expect(tops.length).toBeGreaterThan(4);
		expect([new Set(tops).size, new Set(heights).size]).toEqual([1, 1]);
		await session.close();
	});
});
