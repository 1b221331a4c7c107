import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import type { BrowserSession } from "./browser.ts";

/** Lists the serious and critical issues that axe finds on the page, one line each; it checks frames only if asked. */
export async function findAccessibilityIssues(page: Page, { frames = false } = {}): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page })
		.options({ resultTypes: ["violations"], iframes: frames })
		// Only the merged results of several frames need the extra page that axe otherwise opens.
		.setLegacyMode(!frames)
		.analyze();
	return violations
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/**
 * Whether nothing is drawn over the middle of an element. What a modal dialog makes inert counts too, because it cannot
 * be pressed but is still drawn.
 */
export const isOnTop = (locator: Locator): Promise<boolean> =>
	locator.evaluate((element) => {
		const inert = [...document.querySelectorAll<HTMLElement>("[inert]")];
		for (const each of inert) each.inert = false;
		const { x, y, width, height } = element.getBoundingClientRect();
		const top = document.elementFromPoint(x + width / 2, y + height / 2);
		for (const each of inert) each.inert = true;
		return element.contains(top);
	});

/** Pixels by which the page is wider than its window; 0 if it does not scroll sideways. */
export const getHorizontalOverflow = (page: Page): Promise<number> =>
	page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** Expects no serious accessibility issue, no sideways scrolling and no error so far. */
export async function expectNoPageProblems({ page, errors }: Pick<BrowserSession, "page" | "errors">): Promise<void> {
	expect(await findAccessibilityIssues(page)).toEqual([]);
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(errors).toEqual([]);
}

/** The narrowest gap in pixels between the texts of two neighbouring cells of a table's rows. */
export const getNarrowestGap = (table: Locator): Promise<number> =>
	table.evaluate((element) => {
		const getTextBox = (cell: Element) => {
			const range = document.createRange();
			range.selectNodeContents(cell);
			return range.getBoundingClientRect();
		};
		const gaps = [...element.querySelectorAll("tr")].flatMap((row) => {
			const boxes = [...row.children].map(getTextBox).filter(({ width }) => width > 0);
			return boxes.slice(1).map((box, index) => box.left - (boxes[index]?.right ?? 0));
		});
		return Math.min(...gaps);
	});
