import path from "node:path";
import type { Page } from "@playwright/test";
import { findAccessibilityIssues } from "../../testing/browser/page-checks.ts";
import type { PageReport } from "./index-page.ts";
import { FIND_OVERLAPPING_TEXT } from "./overlapping-text.ts";
import type { GalleryPage } from "./pages.ts";

const VIEWPORTS = [
	{ width: 360, height: 740 },
	{ width: 768, height: 1024 },
	{ width: 1280, height: 860 },
	{ width: 1920, height: 1080 },
];
/** Widths at which axe runs: a narrow and a wide layout, because the others use the same colours. */
const AXE_WIDTHS: readonly number[] = [360, 1280];

interface MediaMode {
	readonly name: string;
	readonly colorScheme: "light" | "dark";
	readonly reducedMotion: "reduce" | "no-preference";
}
const MEDIA_MODES: readonly MediaMode[] = [
	{ name: "light", colorScheme: "light", reducedMotion: "no-preference" },
	{ name: "dark", colorScheme: "dark", reducedMotion: "no-preference" },
	{ name: "still", colorScheme: "light", reducedMotion: "reduce" },
];
// The layout is the same in both themes; dark also shows hard-coded colours.
const LARGE_TEXT_MODES: readonly MediaMode[] = [{ name: "large-text", colorScheme: "dark", reducedMotion: "reduce" }];

/** Runs in the page: describes the elements that overflow sideways, or returns null. */
const FIND_HORIZONTAL_OVERFLOW = `(() => {
	const page = document.documentElement;
	const overflow = page.scrollWidth - page.clientWidth;
	if (overflow <= 0) return null;
	const isScrolled = (element) => element !== document.body && (getComputedStyle(element).overflowX !== "visible" || isScrolled(element.parentElement));
	const isOut = (element) => element.getBoundingClientRect().right > page.clientWidth + 1 && !isScrolled(element.parentElement);
	const overflowing = [...document.querySelectorAll("body *")].filter((element) => isOut(element) && ![...element.children].some(isOut));
	const furthest = overflowing.toSorted((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right);
	return overflow + "px because of " + furthest.slice(0, 3).map((element) => element.tagName.toLowerCase() + "." + (element.parentElement.className || element.parentElement.parentElement.className) + ">" + element.textContent.slice(0, 20)).join(", ");
})()`;

interface InspectOptions {
	readonly folder: string;
	/** Whether the browser's text size is twice the default. */
	readonly hasLargeText: boolean;
}

/** Captures a page at every viewport size and in every mode and finds its layout and accessibility problems. */
export async function inspectPage(
	page: Page,
	{ name, address }: GalleryPage,
	{ folder, hasLargeText }: InspectOptions,
): Promise<PageReport> {
	const screenshots: string[] = [];
	const problems = new Set<string>();
	const onError = (error: Error) => problems.add(`exception: ${error.message}`);
	page.on("pageerror", onError);
	await page.goto(address);
	await page.getByRole("heading").first().waitFor();
	await page.waitForLoadState("load");
	await page.evaluate("document.fonts.ready");
	for (const { name: mode, ...media } of hasLargeText ? LARGE_TEXT_MODES : MEDIA_MODES) {
		await page.emulateMedia(media);
		for (const size of VIEWPORTS) {
			await page.setViewportSize(size);
			// The first frame lays out the new size, the second paints it.
			await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
			const screenshot = `${name}/${size.width}-${mode}.jpg`;
			await page.screenshot({ path: path.join(folder, screenshot), type: "jpeg", quality: 70, animations: "disabled" });
			screenshots.push(screenshot);
			const overflow: string | null = await page.evaluate(FIND_HORIZONTAL_OVERFLOW);
			if (overflow !== null) problems.add(`${size.width} ${mode}: scrolls sideways by ${overflow}`);
			// Dark mode has the layout of light mode, which is checked already.
			const overlaps: readonly string[] = mode === "dark" ? [] : await page.evaluate(FIND_OVERLAPPING_TEXT);
			for (const pair of overlaps) problems.add(`${size.width} ${mode}: ${pair}`);
			if (!hasLargeText && mode !== "still" && AXE_WIDTHS.includes(size.width))
				for (const issue of await findAccessibilityIssues(page, { frames: true }))
					problems.add(`${size.width} ${mode}: ${issue}`);
		}
	}
	page.off("pageerror", onError);
	return { name, address, screenshots, problems: [...problems] };
}
