import puppeteer from "puppeteer-core";
import { LAUNCH_OPTIONS } from "../browser.ts";
import type { EngineDriver } from "./engine-page.ts";

/** As on a phone: no scrollbar beside the page. Menus and dialogs are at their place at once. */
const FIREFOX_PREFERENCES = { "ui.useOverlayScrollbars": 1, "ui.prefersReducedMotion": 1 };

/**
 * Starts a browser that puppeteer drives: Firefox by WebDriver BiDi, which needs no geckodriver, and Chromium by its own
 * protocol.
 */
export async function startByPuppeteer(name: "firefox" | "chrome", executablePath: string): Promise<EngineDriver> {
	const args = name === "chrome" ? [...LAUNCH_OPTIONS.args, "--force-prefers-reduced-motion"] : [];
	const browser = await puppeteer.launch({
		browser: name,
		executablePath,
		args,
		headless: true,
		defaultViewport: null,
		extraPrefsFirefox: FIREFOX_PREFERENCES,
	});
	const page = await browser.newPage();
	const resize = async (size: { width: number; height: number }) => {
		await page.setViewport(size).catch((error: Error) => {
			// Puppeteer also turns the screen, which Firefox 140 cannot do. The size was asked for before that.
			if (!error.message.includes("setScreenOrientationOverride")) throw error;
		});
		await page.evaluate(async ({ width, height }) => {
			while (innerWidth !== width || innerHeight !== height) await new Promise(requestAnimationFrame);
		}, size);
	};
	return {
		goTo: async (url) => {
			await page.goto(url, { waitUntil: "load" });
		},
		evaluate: async (run, ...args) =>
			(await page.evaluate(run as unknown as (...all: unknown[]) => unknown, ...args)) as never,
		click: (x, y) => page.mouse.click(x, y),
		type: (text) => page.keyboard.type(text),
		resize,
		takeScreenshot: async () => Buffer.from(await page.screenshot()),
		close: () => browser.close(),
	};
}
