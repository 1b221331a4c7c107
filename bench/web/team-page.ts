import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** A phone's processor, beside the machine's own. */
const SLOWDOWN = 4;

export const openBrowser = (): Promise<Browser> =>
	chromium.launch({ executablePath: EXECUTABLE, args: ["--no-sandbox", "--disable-background-networking"] });

/** A page of a fresh, signed-in profile, slowed down; it counts paints and shifts from the first byte on. */
export async function slowPage(browser: Browser, origin: string): Promise<Page> {
	const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } });
	await context.request.post("/api/en/demo/sign-in", { data: {} });
	const page = await context.newPage();
	const session = await context.newCDPSession(page);
	await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
	await page.addInitScript({ path: path.join(import.meta.dirname, "watch-page.js") });
	return page;
}

export interface Opening {
	/** Milliseconds to the largest paint. */
	readonly paint: number;
	/** Cumulative layout shift, without unit. */
	readonly shift: number;
}

/** Opens the team screen until its players and the pool are there, and gives it time to shift. */
export async function openTeam(page: Page): Promise<Opening> {
	await page.goto("/team");
	// Asked seldom and simply: a question of ours costs the slowed page as much as its own work does.
	await page.waitForFunction(() => document.querySelector("main h1") && document.querySelector("aside li"), null, {
		polling: 100,
	});
	await page.waitForTimeout(1_500);
	return page.evaluate("seen");
}

/** Each narrows the list with every letter, and widens it with every letter taken back. */
const NAMES = ["mar", "lin", "bel", "san", "wil"];
const TURNS = 2;

/** Milliseconds from each of sixty keystrokes in the search to the paint of the list it narrows or widens. */
export async function typeNames(page: Page): Promise<number[]> {
	await page.evaluate("watchTyping()");
	await page.getByLabel("Find a player").focus();
	const press = async (key: string) => {
		const painted = page.evaluate("nextPaint()");
		await page.keyboard.press(key);
		await painted;
	};
	for (let turn = 0; turn < TURNS; turn++)
		for (const name of NAMES) {
			for (const letter of name) await press(letter);
			for (const _ of name) await press("Backspace");
		}
	return page.evaluate("waits");
}
