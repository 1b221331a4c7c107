import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "@playwright/test";

/** The browser of the journeys: Debian's, unless another is named. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const LAUNCH_OPTIONS = {
	executablePath: CHROMIUM,
	args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** Throws where there is no Chromium: a journey is never skipped. */
export function requireChromium(): void {
	if (!existsSync(CHROMIUM))
		throw new Error(`There is no Chromium at ${CHROMIUM}: install it, or set CHROMIUM to the path of one.`);
}

/** Starts Chromium for a benchmark or a soak; journeys get theirs from Playwright. */
export function openBrowser(): Promise<Browser> {
	requireChromium();
	return chromium.launch(LAUNCH_OPTIONS);
}

/** A page in a browser context of its own. */
export interface BrowserSession {
	readonly page: Page;
	/** Errors the page wrote to its console or threw, and answers of 500 and above. */
	readonly faults: readonly string[];
	readonly close: () => Promise<void>;
}

/** A visitor with an empty profile, in a window of the given size. */
export async function visit(
	browser: Browser,
	baseURL: string,
	size: { width: number; height: number },
	options: { touch?: boolean; dark?: boolean; keepsOffline?: boolean } = {},
): Promise<BrowserSession> {
	const context = await browser.newContext({
		baseURL,
		viewport: size,
		hasTouch: options.touch ?? false,
		colorScheme: options.dark ? "dark" : "light",
		reducedMotion: "reduce",
		// What a worker fetches, no test could answer in its place.
		serviceWorkers: options.keepsOffline ? "allow" : "block",
	});
	const page = await context.newPage();
	const faults: string[] = [];
	page.on("pageerror", (error) => faults.push(`thrown: ${error.message}`));
	page.on("console", (message) => {
		if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
			faults.push(`console: ${message.text()}`);
	});
	page.on("response", (response) => {
		if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
	});
	return { page, faults, close: () => context.close() };
}

/** What axe finds serious or critical on the page as it stands, one line each; in its frames only if asked. */
export async function seriousFindings(page: Page, { frames = false } = {}): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page })
		.options({ resultTypes: ["violations"], iframes: frames })
		// Without frames there is nothing to put together, for which axe would open another page.
		.setLegacyMode(!frames)
		.analyze();
	return violations
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/** Pixels by which the page is wider than its window; 0 when nothing scrolls sideways. */
export const sidewaysScroll = (page: Page): Promise<number> =>
	page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
