import type { Browser, Page } from "@playwright/test";
import { openBrowser } from "../../e2e/testing/browser.ts";
import { firstLoad } from "../../tools/first-load.ts";
import { type Comparison, figures, percentile, takeTurns, withinLimit } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { startFloorServer } from "./floor-server.ts";
import {
	openTeam,
	openWatchedPage,
	PRESSES,
	type Press,
	prepareTeam,
	SLOWDOWN,
	slowDown,
	timePress,
} from "./team-screen.ts";

const OPENINGS = 5;
const RUNS = 3;
/** Presses in a run. */
const TIMES = 20;
const MODAL_OPENINGS = 15;
const MAX_MODAL_MS = 200;
const KILOBYTE = 1_000;
const MAX_SCRIPT_KB = 140;
const MAX_STYLE_KB = 20;

/** Opens a page of a fresh profile, slowed down, and closes it again. */
async function withSlowPage<Result>(
	browser: Browser,
	origin: string,
	isSignedIn: boolean,
	use: (page: Page) => Promise<Result>,
): Promise<Result> {
	const page = await openWatchedPage(browser, origin, isSignedIn);
	await slowDown(page);
	const result = await use(page);
	await page.context().close();
	return result;
}

async function openStaticPage(page: Page): Promise<number> {
	await page.goto("/static");
	await page.waitForTimeout(1_000);
	return page.evaluate<number>("largestPaint");
}

/** The 95th percentile of some presses on the bare list. */
async function pressList(page: Page, rows: number, times: number, isTyping: boolean): Promise<number> {
	await page.goto(`/list?rows=${rows}`);
	const control = isTyping ? page.getByLabel("Find a player") : page.getByRole("button", { name: "Press" });
	await control.focus();
	const samples: number[] = [];
	for (let turn = 1; turn <= times; turn++) {
		const isDone = `document.querySelector("ul").dataset.count === "${turn}"`;
		const took = await timePress(page, isDone, () => (isTyping ? page.keyboard.press("a") : control.click()));
		if (took !== null) samples.push(took);
	}
	return percentile(samples, 95);
}

/** One kind of press on the team screen, beside as many rows on the bare list. */
async function comparePress(
	team: Page,
	list: Page,
	{ what, rows, time }: Press,
	{ runs, times }: { readonly runs: number; readonly times: number },
): Promise<Comparison> {
	let painted = 0;
	const pressTeam = async (): Promise<number> => {
		const samples: number[] = [];
		for (let turn = 0; turn < times; turn++) {
			const took = await time(team, turn);
			if (took !== null) samples.push(took);
			painted = Math.max(painted, await team.locator(rows).count());
		}
		if (samples.length === 0) throw new Error(`No press of "${what}" led to anything`);
		return percentile(samples, 95);
	};
	const isTyping = what.startsWith("keystroke");
	const took = await takeTurns(
		{ reached: pressTeam, floor: () => pressList(list, painted, times, isTyping) },
		{ runs, warmups: runs > 1 ? 1 : 0 },
	);
	return {
		what: `p95 of ${what}`,
		reached: took.reached,
		floorName: `React painting ${painted} bare rows`,
		floor: took.floor,
		unit: "ms",
		goal: { kind: "at most", ratio: 2 },
	};
}

/** Milliseconds from the press on a name to the player's tiles, her modal's script having been loaded before. */
async function openModals(page: Page, openings: number): Promise<number[]> {
	await page.goto("/stats-centre");
	const names = page.locator("tbody tr[aria-rowindex] th a");
	await names.first().waitFor();
	const samples: number[] = [];
	for (let turn = -2; turn < openings; turn++) {
		const name = names.nth((turn + 2) % (await names.count()));
		await name.focus();
		const took = await timePress(page, 'document.querySelector("[role=tabpanel] dl") !== null', () =>
			page.keyboard.press("Enter"),
		);
		if (turn >= 0 && took !== null) samples.push(took);
		await page.keyboard.press("Escape");
		await page.locator("[role=dialog]").waitFor({ state: "detached" });
	}
	return samples;
}

export const bench: Bench = {
	name: "web",
	title: `Opening and using the team screen in Chromium, its processor slowed down ${SLOWDOWN} times`,
	async run({ isTiny, note, startDemo }) {
		const [server, floor, browser] = await Promise.all([startDemo(), startFloorServer(), openBrowser()]);
		try {
			await prepareTeam(browser, server);
			const paints = await takeTurns(
				{
					reached: () => withSlowPage(browser, server.url, true, openTeam),
					floor: () => withSlowPage(browser, floor.url, false, openStaticPage),
				},
				{ runs: isTiny ? 1 : OPENINGS, warmups: isTiny ? 0 : 1 },
			);
			note("/team opened");
			const comparisons: Comparison[] = [
				{
					what: "opening /team, largest contentful paint",
					reached: paints.reached,
					floorName: "static page with its fonts, styles and a ground in SVG",
					floor: paints.floor,
					unit: "ms",
					goal: { kind: "at most", ratio: 2 },
				},
			];
			const list = await openWatchedPage(browser, floor.url, false);
			const team = await openWatchedPage(browser, server.url, true);
			await openTeam(team);
			for (const page of [list, team]) await slowDown(page);
			for (const press of PRESSES) {
				const repetitions = isTiny ? { runs: 1, times: 2 } : { runs: RUNS, times: TIMES };
				comparisons.push(await comparePress(team, list, press, repetitions));
				note(`${press.what} pressed`);
			}
			const modals = await openModals(team, isTiny ? 1 : MODAL_OPENINGS);
			comparisons.push(
				withinLimit("a player's details, warm", [figures(modals).median], MAX_MODAL_MS, "ms"),
				withinLimit("script of the first page, brotli", [firstLoad(".js") / KILOBYTE], MAX_SCRIPT_KB, "kB"),
				withinLimit("style of the first page, brotli", [firstLoad(".css") / KILOBYTE], MAX_STYLE_KB, "kB"),
			);
			return comparisons;
		} finally {
			await browser.close();
			floor.close();
			await server.stop();
		}
	},
};
