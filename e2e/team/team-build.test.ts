import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { expectNoPageProblems, isOnTop } from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import {
	createManager,
	dragCard,
	getCard,
	getCards,
	getEnabledButtons,
	getGround,
	getPool,
	getSavedTeam,
} from "../../testing/browser/team.ts";

const TEAM_SIZE = 21;
const ON_FIELD = /^(?!.*(on the bench|utility)).*, \$/s;
/** The lines of the slots that are empty after the first forward is added, without the utility. */
const REMAINING_LINES = [
	...Array<string>(5).fill("FWD"),
	...Array<string>(6).fill("MID"),
	...Array<string>(2).fill("RUC"),
	...Array<string>(6).fill("DEF"),
];

const expectSaved = (page: Page) => expect.poll(async () => (await getSavedTeam(page)).isComplete).toBe(true);

/** Waits until the list shows only players of a line. */
const expectOnlyLine = (page: Page, line: string) =>
	expect
		.poll(async () =>
			(await getPool(page).getByRole("listitem").allTextContents()).filter((row) => !row.includes(line)),
		)
		.toEqual([]);

/** Presses a key, by default Tab, until the focused element has a name that matches. */
async function tabTo(page: Page, name: RegExp, key = "Tab"): Promise<void> {
	const getFocusedText = () =>
		page.evaluate(() => {
			const at = document.activeElement;
			return at ? (at.getAttribute("aria-label") ?? at.closest("label")?.textContent ?? at.textContent ?? "") : "";
		});
	for (let presses = 0; presses < 120; presses++) {
		await page.keyboard.press(key);
		if (name.test(await getFocusedText())) return;
	}
	throw new Error(`${name} cannot be reached with ${key}`);
}

async function chooseFocusedMenuItem(page: Page, item: RegExp): Promise<void> {
	await page.keyboard.press("Enter");
	await page.locator("[role=menuitem]:focus").waitFor();
	await tabTo(page, item, "ArrowDown").catch(() => undefined);
	await page.keyboard.press("Enter");
	await page.getByRole("menu").waitFor({ state: "detached" });
}

test.describe("building a team", () => {
	const fixture = setUpServer();

	test("a manager builds a team by mouse, dragging and hover menu (D1.1.08, D1.1.09, D1.4.46, D1.4.77, D1.4.78)", async () => {
		const { page, errors, close } = await createManager(fixture.browser, fixture.server, DESKTOP, "Mia");
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") posts.push(request.url());
		});
		await page.getByRole("button", { name: "Build it myself" }).click();
		// The pool has the rows that fit, and the cheapest are in the team soon.
		await page.setViewportSize({ width: DESKTOP.width, height: 1_600 });
		await getPool(page).getByRole("button", { name: /^Add / }).first().waitFor();
		await page.getByLabel("Sort by").selectOption("priceAsc");
		await page.getByRole("radio", { name: "FWD", exact: true }).click();
		const forward = getPool(page).getByRole("listitem").first();
		await forward.dragTo(getCard(page, "Add FWD").nth(3));
		await expect(getCards(page)).toHaveCount(1);
		for (const [index, line] of REMAINING_LINES.entries()) {
			await page.getByRole("radio", { name: line, exact: true }).click();
			await expectOnlyLine(page, line);
			await getEnabledButtons(page, /^Add /).first().click();
			await expect(getCards(page)).toHaveCount(index + 2);
		}
		expect(posts.filter((url) => url.endsWith("team/update"))).toEqual([]);
		await page.getByRole("combobox", { name: "Price", exact: true }).selectOption("400000");
		await getEnabledButtons(page, /^Add /).first().click();
		await page.getByText(/'s lines are full, so she is your utility: she can't score or cover\.$/).waitFor();
		await expectSaved(page);
		expect(posts.filter((url) => url.endsWith("team/update"))).toHaveLength(1);
		await page.getByText(/^Saved/).waitFor();

		const midfielder = getCard(page, /midfielder/).nth(2);
		await page.mouse.move(0, 0);
		await expect(page.getByRole("menu")).toHaveCount(0);
		await midfielder.hover();
		await page.getByRole("menu").waitFor();
		await page.mouse.move(0, 0);
		await page.getByRole("menu").waitFor({ state: "detached" });
		// A menu that hovering over the card has opened stays open after a click.
		await midfielder.hover();
		await page.getByRole("menu").waitFor();
		await page.mouse.down();
		await page.mouse.up();
		await page.locator("[role=menuitem]:focus").waitFor();
		await page.mouse.move(0, 0);
		await page.getByRole("menuitem", { name: "Make captain" }).click();
		await expect(midfielder).toHaveText(/, captain,/);
		await expectNoPageProblems({ page, errors });

		await page.mouse.move(0, 0);
		await page.getByRole("menu").waitFor({ state: "detached" });
		const { lineup } = await getSavedTeam(page);
		await dragCard(page, getCards(page).first(), getCards(page).nth(1));
		await expect.poll(async () => (await getSavedTeam(page)).lineup.FWD?.[0]).toBe(lineup.FWD?.[1]);
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await expect.poll(async () => (await getSavedTeam(page)).lineup.FWD?.[0]).toBe(lineup.FWD?.[0]);

		await page.getByRole("radio", { name: "List" }).click();
		await page.getByRole("table").getByText("Forwards").waitFor();
		await expect.poll(() => page.evaluate(() => localStorage.getItem("team_view"))).toBe("list");
		await expectNoPageProblems({ page, errors });
		await page.reload();
		await page.getByRole("table").getByText("Forwards").waitFor();
		await close();
	});

	test("the builder announces the utility, and warns about money", async () => {
		const { page, errors, close } = await createManager(fixture.browser, fixture.server, PHONE, "Dede", {
			touch: true,
		});
		await page.getByRole("button", { name: "Build it myself" }).tap();
		await page.getByRole("navigation").getByRole("link", { name: "Players" }).tap();
		const sheet = page.getByRole("dialog", { name: "Players" });
		await sheet.waitFor();
		await page.getByLabel("Sort by").selectOption("price");
		await page.getByRole("radio", { name: "RUC", exact: true }).tap();
		await expectOnlyLine(page, "RUC");
		const add = () => getEnabledButtons(page, /^Add /).first().tap();
		const toast = page.getByText(/'s lines are full, so she is your utility: she can't score or cover\.$/);
		for (let added = 1; added <= 2; added++) {
			await add();
			await expect(getCards(page)).toHaveCount(added);
		}
		await expect(toast).toHaveCount(0);
		await add();
		await toast.waitFor();
		await expect.poll(() => isOnTop(toast)).toBe(true);
		await page.getByRole("radio", { name: "All", exact: true }).tap();
		const [tight, deadEnd] = [page.getByText(/^Getting tight: /), page.getByText(/^Can't fill \d+ spots with /)];
		const isWarned = async () => (await tight.count()) + (await deadEnd.count()) > 0;
		for (let added = 4; !(await isWarned()); added++) {
			await add();
			await expect(page.locator("[data-place]").filter({ hasText: "$" })).toHaveCount(added);
		}
		await sheet.getByText(/ · \$[\d.]+K a spot$/).waitFor();
		await expectNoPageProblems({ page, errors });
		for (const size of [PHONE, DESKTOP]) {
			await page.setViewportSize(size);
			if (size === PHONE) await sheet.getByRole("button", { name: "Close" }).tap();
			await expect.poll(() => isOnTop(tight.or(deadEnd).first())).toBe(true);
			await expectNoPageProblems({ page, errors });
		}
		while ((await deadEnd.count()) === 0) {
			const before = await getCards(page).count();
			await getEnabledButtons(page, /^Add /).first().click();
			await expect(getCards(page)).toHaveCount(before + 1);
		}
		// The press on the last row has scrolled the page.
		await deadEnd.scrollIntoViewIfNeeded();
		await expect.poll(() => isOnTop(deadEnd)).toBe(true);
		await expectNoPageProblems({ page, errors });
		await close();
	});

	test("a manager builds a team by touch, with captains and emergencies (D1.1.11, D1.1.12, D1.4.76, D1.5.28)", async () => {
		const { page, errors, close } = await createManager(fixture.browser, fixture.server, PHONE, "Tess", {
			touch: true,
		});
		await page.getByRole("button", { name: "Build it myself" }).tap();
		const saves: string[] = [];
		page.on("request", (request) => {
			if (request.url().endsWith("team/update")) saves.push(request.method());
		});
		for (let filled = 0; filled < TEAM_SIZE; filled++) {
			expect(saves).toEqual([]);
			await getGround(page).getByRole("button", { name: /^Add / }).first().tap();
			const sheet = page.getByRole("dialog", { name: "Players" });
			await sheet.waitFor();
			if (filled === 0) {
				await page.getByLabel("Sort by").selectOption("priceAsc");
				await expectNoPageProblems({ page, errors });
			}
			if (filled === TEAM_SIZE - 1)
				await page.getByRole("combobox", { name: "Price", exact: true }).selectOption("400000");
			await getEnabledButtons(page, /^Add /).first().tap();
			await sheet.waitFor({ state: "detached" });
		}
		await expectSaved(page);
		expect(saves).toHaveLength(1);
		const captain = getCard(page, /forward/).nth(1);
		await captain.tap();
		await page.getByRole("menuitem", { name: "Make captain" }).tap();
		await expect(captain).toHaveText(/, captain,/);
		const viceCaptain = getCard(page, /forward/).nth(2);
		await viceCaptain.tap();
		await page.getByRole("menuitem", { name: "Make vice captain" }).tap();
		const onBench = getCard(page, /on the bench/).first();
		await expect(onBench).toHaveText(/, emergency,/);
		await onBench.tap();
		await page.getByRole("menuitem", { name: "Remove as emergency" }).tap();
		await expect.poll(async () => (await getSavedTeam(page)).emergency.length).toBe(3);
		const team = await getSavedTeam(page);
		expect([team.captainId, team.viceCaptainId]).toEqual(team.lineup.FWD?.slice(1, 3));
		await expect(getCard(page, /utility/)).toHaveCount(1);
		await expectNoPageProblems({ page, errors });
		await close();
	});

	test("a manager builds a team by keyboard alone, with undo", async () => {
		const { page, errors, close } = await createManager(fixture.browser, fixture.server, DESKTOP, "Kara");
		await tabTo(page, /Build it myself/);
		await page.keyboard.press("Enter");
		await tabTo(page, /^Sort by/);
		await page.keyboard.press("ArrowDown");
		await page.keyboard.type("Price: low");
		await tabTo(page, /^Add (?!DEF|MID|RUC|FWD|UTL)/);
		for (let added = 0; added < TEAM_SIZE; ) {
			const button = page.locator(":focus");
			if (
				/^Add /.test((await button.getAttribute("aria-label")) ?? "") &&
				!(await button.getAttribute("aria-disabled"))
			) {
				await page.keyboard.press("Enter");
				added++;
				await expect(getCards(page)).toHaveCount(added);
			}
			if (added < TEAM_SIZE) await tabTo(page, /^(Add|Remove) /);
		}
		await expectSaved(page);

		await tabTo(page, ON_FIELD, "Shift+Tab");
		await chooseFocusedMenuItem(page, /^Make captain/);
		await tabTo(page, ON_FIELD, "Shift+Tab");
		await chooseFocusedMenuItem(page, /^Make vice captain/);
		await tabTo(page, /, \$.*on the bench/);
		await chooseFocusedMenuItem(page, /^Remove as emergency/);
		await expect.poll(async () => (await getSavedTeam(page)).emergency.length).toBe(3);
		const team = await getSavedTeam(page);
		expect(team.lineup.DEF?.slice(-2)).toEqual([team.viceCaptainId, team.captainId]);

		await page.keyboard.press("Control+z");
		await expect.poll(async () => (await getSavedTeam(page)).emergency.length).toBe(4);
		await page.keyboard.press("Control+Shift+z");
		await expect.poll(async () => (await getSavedTeam(page)).emergency.length).toBe(3);

		// Each step starts from the element that the previous one left focused.
		const getFocusedText = () => page.evaluate(() => document.activeElement?.textContent ?? "");
		await tabTo(page, ON_FIELD, "Shift+Tab");
		await chooseFocusedMenuItem(page, /^Remove from team/);
		await expect.poll(getFocusedText).toMatch(/^Add (DEF|MID|RUC|FWD)$/);
		await page.keyboard.press("Control+z");
		await expect.poll(getFocusedText).toMatch(ON_FIELD);
		await chooseFocusedMenuItem(page, /^Swap/);
		await expect.poll(getFocusedText).toMatch(ON_FIELD);
		const [swappedName = ""] = (await getFocusedText()).split(",");
		await tabTo(page, ON_FIELD, "Shift+Tab");
		await page.keyboard.press("Enter");
		await expect.poll(getFocusedText).toMatch(swappedName);
		expect(errors).toEqual([]);
		await close();
	});
});
