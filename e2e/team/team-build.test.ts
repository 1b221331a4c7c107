import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE, seriousFindings, sidewaysScroll } from "../testing/browser.ts";
import { setStage } from "../testing/stage.ts";
import { card, cards, carry, free, ground, newManager, pool, savedTeam } from "../testing/team.ts";

const NEW_TEAM = 21;
const ON_FIELD = /^(?!.*(on the bench|utility)).*, \$/s;
/** All places but the first forward's and the utility, line by line. */
const LINES_OF_20 = [..."FFFFF"]
	.map(() => "FWD")
	.concat(
		[..."MMMMMM"].map(() => "MID"),
		[..."RR"].map(() => "RUC"),
		[..."DDDDDD"].map(() => "DEF"),
	);

async function expectSound(page: Page, faults: readonly string[]): Promise<void> {
	expect(await seriousFindings(page)).toEqual([]);
	expect(await sidewaysScroll(page)).toBe(0);
	expect(faults).toEqual([]);
}

const isSaved = (page: Page) => expect.poll(async () => (await savedTeam(page)).isComplete).toBe(true);

/** Until the list has followed its filter, so that a press finds the row that was looked at. */
const showsOnly = (page: Page, line: string) =>
	expect
		.poll(async () => (await pool(page).getByRole("listitem").allTextContents()).filter((row) => !row.includes(line)))
		.toEqual([]);

/** Tab, or Shift+Tab, until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp, key = "Tab"): Promise<void> {
	const focused = () =>
		page.evaluate(() => {
			const at = document.activeElement;
			return at ? (at.getAttribute("aria-label") ?? at.closest("label")?.textContent ?? at.textContent ?? "") : "";
		});
	for (let presses = 0; presses < 120; presses++) {
		await page.keyboard.press(key);
		if (name.test(await focused())) return;
	}
	throw new Error(`${name} cannot be reached by ${key}`);
}

/** Opens the menu of whatever has the focus and goes down to an item, all by keys. */
async function fromMenu(page: Page, item: RegExp): Promise<void> {
	await page.keyboard.press("Enter");
	await page.locator("[role=menuitem]:focus").waitFor();
	await tabTo(page, item, "ArrowDown").catch(() => undefined);
	await page.keyboard.press("Enter");
	await page.getByRole("menu").waitFor({ state: "detached" });
}

test.describe("building a team", () => {
	const stage = setStage();

	test("a manager builds a team by mouse at 1280 px: from the pool, by dragging and with the hover menu (D1.1.08, D1.1.09, D1.2.57, D1.4.77, D1.4.78)", async () => {
		const { page, faults, close } = await newManager(stage.browser, stage.server, DESKTOP, "Maus");
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") posts.push(request.url());
		});
		await page.getByRole("button", { name: "Build it myself" }).click();
		await pool(page).getByRole("button", { name: /^Add / }).first().waitFor();
		await page.getByLabel("Sort by").selectOption("priceAsc");
		await page.getByRole("radio", { name: "FWD", exact: true }).click();
		const forward = pool(page).getByRole("listitem").first();
		await forward.dragTo(card(page, "Add FWD").nth(3));
		await expect(cards(page)).toHaveCount(1);
		for (const [index, line] of LINES_OF_20.entries()) {
			await page.getByRole("radio", { name: line, exact: true }).click();
			await showsOnly(page, line);
			await free(page, /^Add /).first().click();
			await expect(cards(page)).toHaveCount(index + 2);
		}
		expect(posts.filter((url) => url.endsWith("team/update"))).toEqual([]);
		await page.getByRole("combobox", { name: "Price", exact: true }).selectOption("400000");
		await free(page, /^Add /).first().click();
		await isSaved(page);
		expect(posts.filter((url) => url.endsWith("team/update"))).toHaveLength(1);
		await page.getByText(/^Saved/).waitFor();

		const midfielder = card(page, /midfielder/).nth(2);
		await page.mouse.move(0, 0);
		await expect(page.getByRole("menu")).toHaveCount(0);
		await midfielder.hover();
		await page.getByRole("menu").waitFor();
		await page.mouse.move(0, 0);
		await page.getByRole("menu").waitFor({ state: "detached" });
		// A press keeps what the mouse opened.
		await midfielder.hover();
		await page.getByRole("menu").waitFor();
		await page.mouse.down();
		await page.mouse.up();
		await page.locator("[role=menuitem]:focus").waitFor();
		await page.mouse.move(0, 0);
		await page.getByRole("menuitem", { name: "Make captain" }).click();
		await expect(midfielder).toHaveText(/, captain,/);
		await expectSound(page, faults);

		await page.mouse.move(0, 0);
		await page.getByRole("menu").waitFor({ state: "detached" });
		const { lineup } = await savedTeam(page);
		await carry(page, cards(page).first(), cards(page).nth(1));
		await expect.poll(async () => (await savedTeam(page)).lineup.FWD?.[0]).toBe(lineup.FWD?.[1]);
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await expect.poll(async () => (await savedTeam(page)).lineup.FWD?.[0]).toBe(lineup.FWD?.[0]);

		await page.getByRole("radio", { name: "List" }).click();
		await page.getByRole("table").getByText("Forwards").waitFor();
		await expect.poll(() => page.evaluate(() => localStorage.getItem("team_view"))).toBe("list");
		await expectSound(page, faults);
		await page.reload();
		await page.getByRole("table").getByText("Forwards").waitFor();
		await close();
	});

	test("a manager builds a team by touch at 390 px, with captains and emergencies (D1.1.11, D1.1.12, D1.4.46, D1.4.76, D1.5.28)", async () => {
		const { page, faults, close } = await newManager(stage.browser, stage.server, PHONE, "Touch", { touch: true });
		await page.getByRole("button", { name: "Build it myself" }).tap();
		for (let filled = 0; filled < NEW_TEAM; filled++) {
			await ground(page).getByRole("button", { name: /^Add / }).first().tap();
			const sheet = page.getByRole("dialog", { name: "Players" });
			await sheet.waitFor();
			if (filled === 0) {
				await page.getByLabel("Sort by").selectOption("priceAsc");
				await expectSound(page, faults);
			}
			if (filled === NEW_TEAM - 1)
				await page.getByRole("combobox", { name: "Price", exact: true }).selectOption("400000");
			await free(page, /^Add /).first().tap();
			await sheet.waitFor({ state: "detached" });
		}
		await isSaved(page);
		const vice = card(page, /forward/).nth(1);
		await vice.tap();
		await page.getByRole("menuitem", { name: "Make captain" }).tap();
		await expect(vice).toHaveText(/, captain,/);
		const other = card(page, /forward/).nth(2);
		await other.tap();
		await page.getByRole("menuitem", { name: "Make vice captain" }).tap();
		const onBench = card(page, /on the bench/).first();
		await expect(onBench).toHaveText(/, emergency,/);
		await onBench.tap();
		await page.getByRole("menuitem", { name: "No longer an emergency" }).tap();
		await expect.poll(async () => (await savedTeam(page)).emergency.length).toBe(3);
		const team = await savedTeam(page);
		expect([team.captainId, team.viceCaptainId]).toEqual(team.lineup.FWD?.slice(1, 3));
		await expect(card(page, /utility/)).toHaveCount(1);
		await expectSound(page, faults);
		await close();
	});

	test("a manager builds a team by keyboard alone at 1280 px, with captains and emergencies, and undoes and redoes changes", async () => {
		const { page, faults, close } = await newManager(stage.browser, stage.server, DESKTOP, "Tasta");
		await tabTo(page, /Build it myself/);
		await page.keyboard.press("Enter");
		await tabTo(page, /^Sort by/);
		await page.keyboard.press("ArrowDown");
		await page.keyboard.type("Price: low");
		await tabTo(page, /^Add (?!DEF|MID|RUC|FWD|UTL)/);
		for (let added = 0; added < NEW_TEAM; ) {
			const button = page.locator(":focus");
			if (
				/^Add /.test((await button.getAttribute("aria-label")) ?? "") &&
				!(await button.getAttribute("aria-disabled"))
			) {
				await page.keyboard.press("Enter");
				added++;
				await expect(cards(page)).toHaveCount(added);
			}
			if (added < NEW_TEAM) await tabTo(page, /^(Add|Remove) /);
		}
		await isSaved(page);

		await tabTo(page, ON_FIELD, "Shift+Tab");
		await fromMenu(page, /^Make captain/);
		await tabTo(page, ON_FIELD, "Shift+Tab");
		await fromMenu(page, /^Make vice captain/);
		await tabTo(page, /, \$.*on the bench/);
		await fromMenu(page, /^No longer an emergency/);
		await expect.poll(async () => (await savedTeam(page)).emergency.length).toBe(3);
		const team = await savedTeam(page);
		expect(team.lineup.DEF?.slice(-2)).toEqual([team.viceCaptainId, team.captainId]);

		await page.keyboard.press("Control+z");
		await expect.poll(async () => (await savedTeam(page)).emergency.length).toBe(4);
		await page.keyboard.press("Control+Shift+z");
		await expect.poll(async () => (await savedTeam(page)).emergency.length).toBe(3);

		// Each step goes on from where the one before ended.
		const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
		await tabTo(page, ON_FIELD, "Shift+Tab");
		await fromMenu(page, /^Remove from team/);
		await expect.poll(focused).toMatch(/^Add (DEF|MID|RUC|FWD)$/);
		await page.keyboard.press("Control+z");
		await expect.poll(focused).toMatch(ON_FIELD);
		await fromMenu(page, /^Swap/);
		await expect.poll(focused).toMatch(ON_FIELD);
		const [carried = ""] = (await focused()).split(",");
		await tabTo(page, ON_FIELD, "Shift+Tab");
		await page.keyboard.press("Enter");
		await expect.poll(focused).toMatch(carried);
		expect(faults).toEqual([]);
		await close();
	});
});
