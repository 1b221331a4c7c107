import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import type axe from "axe-core";
import { type BrowserSession, DESKTOP, PHONE } from "./browser.ts";

const AXE_SCRIPT = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Rules whose issues are minor or moderate, which the tests allow. */
const MINOR_RULES = [
	"aria-allowed-role",
	"empty-heading",
	"empty-table-header",
	"focus-order-semantics",
	"heading-order",
	"hidden-content",
	"image-redundant-alt",
	"landmark-banner-is-top-level",
	"landmark-contentinfo-is-top-level",
	"landmark-main-is-top-level",
	"landmark-no-duplicate-banner",
	"landmark-no-duplicate-contentinfo",
	"landmark-no-duplicate-main",
	"landmark-one-main",
	"landmark-unique",
	"page-has-heading-one",
	"presentation-role-conflict",
	"region",
	"skip-link",
	"table-duplicate-name",
];
const AXE_OPTIONS: axe.RunOptions = {
	resultTypes: ["violations"],
	rules: Object.fromEntries(MINOR_RULES.map((rule) => [rule, { enabled: false }])),
};

/** The pages that every-page.test.ts does not open. */
const OUTSIDE_GALLERY =
	/^\/(operator|oidc|share|initiate|verify-email|leagues\/\w+\/finals|match-centre\/\w+|team\/season)\b/;

/** The elements that can break axe's rule `avoid-inline-spacing`. */
const INLINE_SPACING = "[style*=letter-spacing], [style*=word-spacing], [style*=line-height]";

interface AxeSelection {
	/** Whether the contrast of colours is checked; by default it is. */
	readonly contrast?: boolean;
	/** The only rule to check. */
	readonly only?: string;
}

/**
 * Runs axe on the page without its frames. `AxeBuilder` would send axe twice to the page and to each of its frames. The rule
 * about inline spacing takes a third of axe's time on a team's page, so it runs only where there is such a style. The contrast
 * of colours takes two thirds of the rest, and depends on page and theme, not on what a journey has done before.
 */
async function runAxe(page: Page, { contrast = true, only }: AxeSelection): Promise<axe.Result[]> {
	if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE_SCRIPT);
	const hasInlineSpacing = (await page.locator(INLINE_SPACING).count()) > 0;
	const rules = {
		...AXE_OPTIONS.rules,
		"avoid-inline-spacing": { enabled: hasInlineSpacing },
		"color-contrast": { enabled: contrast },
	};
	const options = only ? { runOnly: { type: "rule", values: [only] } } : { rules };
	return page.evaluate(
		async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
		{ resultTypes: AXE_OPTIONS.resultTypes, ...options, iframes: false } as axe.RunOptions,
	);
}

/** Lists the serious and critical issues that axe finds on the page, one line each; it checks frames only if asked. */
export async function findAccessibilityIssues(
	page: Page,
	{ frames = false, ...selection }: AxeSelection & { frames?: boolean } = {},
): Promise<string[]> {
	const violations = frames
		? (await new AxeBuilder({ page }).options(AXE_OPTIONS).analyze()).violations
		: await runAxe(page, selection);
	return violations
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/**
 * Whether nothing is drawn over the middle of an element. An element that a modal dialog makes inert may be on top too,
 * because it is still drawn although it cannot be pressed.
 */
export const isOnTop = (locator: Locator): Promise<boolean> =>
	locator.evaluate((element) => {
		const inert = [...document.querySelectorAll<HTMLElement>("[inert]")];
		for (const element of inert) element.inert = false;
		const { x, y, width, height } = element.getBoundingClientRect();
		const top = document.elementFromPoint(x + width / 2, y + height / 2);
		for (const element of inert) element.inert = true;
		return element.contains(top);
	});

/** Pixels by which the page is wider than its window; 0 if it does not scroll sideways. */
export const getHorizontalOverflow = (page: Page): Promise<number> =>
	page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/**
 * Expects no serious accessibility issue, no sideways scrolling and no error so far. The contrast of the gallery's pages is
 * checked once, in every-page.test.ts.
 */
export async function expectNoPageProblems({ page, errors }: Pick<BrowserSession, "page" | "errors">): Promise<void> {
	const contrast = OUTSIDE_GALLERY.test(new URL(page.url()).pathname);
	expect(await findAccessibilityIssues(page, { contrast })).toEqual([]);
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(errors).toEqual([]);
}

/**
 * Expects that the page has no problem and shows the given elements in a phone's window and in a desktop's. The window has
 * its former size afterwards.
 */
export async function expectNoProblemsOnPhoneAndDesktop(
	session: Pick<BrowserSession, "page" | "errors">,
	...visible: readonly Locator[]
): Promise<void> {
	const { page } = session;
	const before = page.viewportSize() ?? PHONE;
	for (const size of before.width === PHONE.width ? [PHONE, DESKTOP] : [DESKTOP, PHONE]) {
		await setWindowSize(page, size);
		for (const locator of visible) await expect(locator).toBeVisible();
		await expectNoPageProblems(session);
	}
	await setWindowSize(page, before);
}

/** Expects no problem of the page, with enough contrast in the light and in the dark theme, and leaves it in the light one. */
export async function expectNoProblemsInBothThemes(session: Pick<BrowserSession, "page" | "errors">): Promise<void> {
	const { page } = session;
	expect(await findAccessibilityIssues(page), page.url()).toEqual([]);
	await page.emulateMedia({ colorScheme: "dark" });
	expect(await findAccessibilityIssues(page, { only: "color-contrast" }), `${page.url()}, dark`).toEqual([]);
	await page.emulateMedia({ colorScheme: "light" });
	expect(await getHorizontalOverflow(page)).toBe(0);
	expect(session.errors).toEqual([]);
}

/** Resizes the window and waits until the page has been laid out for it. */
async function setWindowSize(page: Page, size: { width: number; height: number }): Promise<void> {
	if (page.viewportSize()?.width === size.width) return;
	await page.setViewportSize(size);
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
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
