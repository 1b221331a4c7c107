import path from "node:path";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { Browser, CDPSession, Locator, Page } from "@playwright/test";
import { DESKTOP, openSession } from "../../testing/browser/browser.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import type { RunningServer } from "../../testing/browser/server.ts";
import { getCard, getSavedTeam } from "../../testing/browser/team.ts";

/** How many times slower a phone's processor is than this machine's. */
export const SLOWDOWN = 4;
const CHANGE_TIMEOUT_MS = 90_000;
const PRESS_TIMEOUT_MS = 20_000;
/** How long a finger stays on the screen. */
const PRESS_MS = 60;

/** Opens a page in a new browser profile, with the script that measures its paints and presses. */
export async function openWatchedPage(
	browser: Browser,
	origin: string,
	isSignedIn: boolean,
	hasServiceWorker = false,
): Promise<Page> {
	const { page } = await openSession(browser, origin, DESKTOP, hasServiceWorker ? { hasServiceWorker } : {});
	await page.context().addInitScript({ path: path.join(import.meta.dirname, "time-page.js") });
	if (isSignedIn) await page.request.post("/api/en/demo/sign-in", { data: {} });
	return page;
}

const devtools = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Makes the page as slow as on a processor that is `rate` times slower. The browser spends the rest of the time in a busy loop, even
 * while the page does nothing, so only the page that is measured should be slow.
 */
export async function throttleProcessor(page: Page, rate: number): Promise<void> {
	const session = devtools.get(page) ?? page.context().newCDPSession(page);
	devtools.set(page, session);
	await (await session).send("Emulation.setCPUThrottlingRate", { rate });
}

interface RoundFile {
	readonly status: string;
	readonly endDate: string;
}

/** Saves a team of the demo manager and publishes the current round, so that the team can swap and trade. */
export async function prepareTeam(browser: Browser, server: RunningServer): Promise<void> {
	const page = await openWatchedPage(browser, server.url, true);
	await saveTeam(page.request);
	const fetchRounds = async (): Promise<readonly RoundFile[]> =>
		(await page.request.get("/json/fantasy/rounds.json")).json();
	const countCompleteRounds = async () => (await fetchRounds()).filter(({ status }) => status === "complete").length;
	const before = await countCompleteRounds();
	const next = (await fetchRounds()).find(({ status }) => status !== "complete");
	await server.setClock(Date.parse(next?.endDate ?? "") + DAY_MS);
	const deadline = performance.now() + CHANGE_TIMEOUT_MS;
	while ((await countCompleteRounds()) === before) {
		if (performance.now() > deadline) throw new Error("The round was not published");
		await page.waitForTimeout(250);
	}
	await page.context().close();
}

/** Measures the largest contentful paint of /team in milliseconds, once its players and the pool are shown. */
export async function measureTeamPaint(page: Page): Promise<number> {
	await page.goto("/team");
	// Polls rarely, because each check takes processor time from the slowed page.
	await page.waitForFunction(() => document.querySelector("main h1") && document.querySelector("aside li"), null, {
		polling: 100,
	});
	await page.waitForTimeout(1_000);
	return page.evaluate<number>("largestPaint");
}

/** Milliseconds from a press to the first paint of a change, and from its end to the paint of its result. */
export interface PressTime {
	readonly first: number;
	readonly whole: number;
}

/** Measures a press; null if its result did not appear. */
export async function timePress(page: Page, isDone: string, press: () => Promise<unknown>): Promise<PressTime | null> {
	// Waits until the last change is painted, as managers do.
	await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
	// Starts listening before the press, because a script that is sent at the same time may run after it.
	await page.evaluate(`void (globalThis.pressed = timePress(() => ${isDone}, ${PRESS_TIMEOUT_MS}))`);
	await press();
	return page.evaluate<PressTime | null>("pressed");
}

/** Presses a control with the mouse. `Locator.click` would run checks in the page between the press and the click. */
export async function timeClick(page: Page, isDone: string, control: Locator): Promise<PressTime | null> {
	await control.scrollIntoViewIfNeeded();
	const box = await control.boundingBox();
	if (!box) throw new Error("The control is not shown");
	return timePress(page, isDone, () =>
		page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PRESS_MS }),
	);
}

/** An action on the team screen that is timed repeatedly. */
export interface Press {
	readonly label: string;
	/** A selector of the rows that are painted as its result. */
	readonly rows: string;
	readonly time: (page: Page, turn: number) => Promise<PressTime | null>;
}

/** Letters that are typed into the search and deleted again. */
const LETTERS = "marlinbeswd";

async function getCaptainName(page: Page): Promise<string> {
	const { captainId } = await getSavedTeam(page);
	const players = (await (await page.request.get("/json/fantasy/players.json")).json()) as {
		readonly id: number;
		readonly lastName: string;
	}[];
	return players.find(({ id }) => id === captainId)?.lastName ?? "";
}

/** How many players the pool lists. */
const POOL_STATUS = 'document.querySelector("aside p [role=status]").textContent';
const IS_MENU_OPEN = 'document.querySelector("[role=menu]") !== null';
const HAS_TARGETS = 'document.querySelector("[data-target]") !== null';
const timeOpenMenu = async (page: Page): Promise<PressTime | null> => {
	const captainCard = getCard(page, await getCaptainName(page)).first();
	await captainCard.focus();
	return timePress(page, IS_MENU_OPEN, () => page.keyboard.press("Enter"));
};

export const PRESSES: readonly Press[] = [
	{
		label: "keystroke in the pool's search",
		rows: "aside li",
		time: async (page, turn) => {
			const before = JSON.stringify(await page.evaluate<string>(POOL_STATUS));
			await page.getByLabel("Find a player").focus();
			const letter = LETTERS[Math.floor(turn / 2) % LETTERS.length] ?? "a";
			const key = turn % 2 ? "Backspace" : letter;
			return timePress(page, `${POOL_STATUS} !== ${before}`, () => page.keyboard.press(key));
		},
	},
	{
		label: "a filter of the pool",
		rows: "aside li",
		time: async (page, turn) => {
			const before = JSON.stringify(await page.evaluate<string>(POOL_STATUS));
			const line = page.locator("aside").getByRole("radio", { name: turn % 2 ? "All" : "RUC", exact: true });
			return timeClick(page, `${POOL_STATUS} !== ${before}`, line);
		},
	},
	{
		label: "a card's menu",
		rows: "[role=menuitem]",
		time: async (page) => {
			if (await page.getByRole("menu").count()) await page.keyboard.press("Escape");
			await page.getByRole("menu").waitFor({ state: "detached" });
			return timeOpenMenu(page);
		},
	},
	{
		label: "swap targets",
		// Every card changes, because cards on which the player cannot be placed are dimmed.
		rows: "main [data-place]",
		time: async (page) => {
			while ((await page.getByRole("menu").count()) + (await page.locator("[data-target]").count()))
				await page.keyboard.press("Escape");
			await timeOpenMenu(page);
			await page.getByRole("menuitem", { name: /^Swap/ }).focus();
			return timePress(page, HAS_TARGETS, () => page.keyboard.press("Enter"));
		},
	},
	{
		label: "team as a list",
		rows: "main table tr",
		time: async (page) => {
			while (await page.locator("[data-target]").count()) await page.keyboard.press("Escape");
			await page.getByText("Ground", { exact: true }).first().click();
			await page.locator("main table").waitFor({ state: "detached" });
			const list = page.getByText("List", { exact: true }).first();
			return timeClick(page, 'document.querySelector("main table") !== null', list);
		},
	},
	{
		label: "trade mode",
		rows: "aside li",
		time: async (page) => {
			await page.getByText("Ground", { exact: true }).first().click();
			const review = page.getByRole("button", { name: "Review trades" });
			if (await review.count()) await page.locator("main button[aria-pressed=true]").last().click();
			await review.waitFor({ state: "detached" });
			const trade = page.getByRole("button", { name: "Trade", exact: true });
			const isOpen = '[...document.querySelectorAll("aside button")].some((b) => b.textContent === "Review trades")';
			return timeClick(page, isOpen, trade);
		},
	},
];
