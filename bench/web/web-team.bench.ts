import type { Page } from "@playwright/test";
import { openBrowser } from "../../testing/browser/browser.ts";
import { measureFirstLoad } from "../../tools/first-load.ts";
import { type Comparison, compareWithLimit, computePercentile, measureInTurns, summarise } from "../measure.ts";
import type { Bench } from "../registry.ts";
import { startFloorServer } from "./floor-server.ts";
import {
	measureTeamPaint,
	openWatchedPage,
	PRESSES,
	type Press,
	type PressTime,
	prepareTeam,
	SLOWDOWN,
	throttleProcessor,
	timeClick,
	timePress,
} from "./team-screen.ts";

const PAGE_LOADS = 5;
const RUNS = 3;
const PRESSES_PER_RUN = 20;
/** Untimed presses on the bare list, because the scripts and fonts of the team screen are loaded when its presses are timed. */
const WARMUP_PRESSES = 5;
const DETAILS_OPENED = 20;
/** How many of the pool's players the window shows at least. */
const NAMES_IN_SIGHT = 4;
const MAX_DETAILS_MS = 200;
const MAX_FIRST_CHANGE_MS = 50;
const MAX_PRESS_RATIO = 2.5;
const KILOBYTE = 1_000;
const MAX_SCRIPT_KB = 130;
const MAX_STYLE_KB = 10;

/** Runs a function with a page in a new browser profile. */
async function runInNewPage<Result>(
	openPage: () => Promise<Page>,
	use: (page: Page) => Promise<Result>,
): Promise<Result> {
	const page = await openPage();
	const result = await use(page);
	await page.context().close();
	return result;
}

/** Opens /team until the service worker runs, and returns a function that measures opening it again in a new tab. */
async function createRepeatVisits(page: Page, slowdown: number): Promise<() => Promise<number>> {
	await measureTeamPaint(page);
	await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
	// The worker keeps what the page requests from now on.
	await measureTeamPaint(page);
	return async () => {
		const tab = await page.context().newPage();
		await throttleProcessor(tab, slowdown);
		const paint = await measureTeamPaint(tab);
		await tab.close();
		return paint;
	};
}

async function measureStaticPaint(page: Page): Promise<number> {
	await page.goto("/static");
	await page.waitForTimeout(1_000);
	return page.evaluate<number>("largestPaint");
}

/** The 95th percentile of the times of presses on the bare list, in milliseconds. */
async function timeBareList(page: Page, rows: number, count: number, isTyping: boolean): Promise<number> {
	await page.goto(`/list?rows=${rows}`);
	const control = isTyping ? page.getByLabel("Find a player") : page.getByRole("button", { name: "Press" });
	await control.focus();
	const samples: number[] = [];
	for (let turn = 1; turn <= WARMUP_PRESSES + count; turn++) {
		const isDone = `document.querySelector("ul").dataset.count === "${turn}"`;
		const elapsed = isTyping
			? await timePress(page, isDone, () => page.keyboard.press("a"))
			: await timeClick(page, isDone, control);
		if (elapsed !== null && turn > WARMUP_PRESSES) samples.push(elapsed.whole);
	}
	return computePercentile(samples, 95);
}

const compareFirst = (label: string, samples: readonly PressTime[]): Comparison =>
	compareWithLimit(
		`p95 of ${label}, first change`,
		[
			computePercentile(
				samples.map(({ first }) => first),
				95,
			),
		],
		MAX_FIRST_CHANGE_MS,
		"ms",
	);

/** Measures with only this page slowed down. */
async function measureSlowed<Result>(page: Page, rate: number, measure: () => Promise<Result>): Promise<Result> {
	await throttleProcessor(page, rate);
	const result = await measure();
	await throttleProcessor(page, 1);
	return result;
}

/** Compares a press on the team screen with a press on a bare list, which paints as many rows. */
async function comparePress(
	team: Page,
	list: Page,
	{ label, rows, time }: Press,
	{ runs, count, slowdown }: { readonly runs: number; readonly count: number; readonly slowdown: number },
): Promise<readonly Comparison[]> {
	let paintedRows = 0;
	const all: PressTime[] = [];
	await team.evaluate(`globalThis.rowSelector = ${JSON.stringify(rows)}`);
	const timeTeamScreen = async (): Promise<number> => {
		const samples: PressTime[] = [];
		for (let turn = 0; turn < count; turn++) {
			const elapsed = await time(team, turn);
			if (elapsed !== null) samples.push(elapsed);
			paintedRows = Math.max(paintedRows, await team.evaluate<number>("paintedRows"));
		}
		if (samples.length === 0) throw new Error(`No press of "${label}" had a result`);
		all.push(...samples);
		return computePercentile(
			samples.map(({ whole }) => whole),
			95,
		);
	};
	const isTyping = label.startsWith("keystroke");
	// Runs once before, so that scripts are compiled.
	if (runs > 1) await measureSlowed(team, slowdown, timeTeamScreen);
	all.length = 0;
	const results = await measureInTurns(
		{
			result: () => measureSlowed(team, slowdown, timeTeamScreen),
			floor: () => measureSlowed(list, slowdown, () => timeBareList(list, paintedRows, count, isTyping)),
		},
		{ runs, warmups: 0 },
	);
	return [
		compareFirst(label, all),
		{
			label: `p95 of ${label}, whole`,
			result: results.result,
			floorName: `React painting ${paintedRows} bare rows`,
			floor: results.floor,
			unit: "ms",
			goal: { kind: "at most", ratio: MAX_PRESS_RATIO },
		},
	];
}

/** Presses names of players in the pool until their details show figures. Two untimed presses load the script. */
async function timeDetails(page: Page, count: number): Promise<readonly PressTime[]> {
	const names = page.locator("aside li a");
	const samples: PressTime[] = [];
	for (let turn = -2; turn < count; turn++) {
		const name = names.nth((turn + 2) % NAMES_IN_SIGHT);
		const elapsed = await timeClick(page, 'document.querySelector("[role=tabpanel] dl") !== null', name);
		if (turn >= 0 && elapsed !== null) samples.push(elapsed);
		await page.keyboard.press("Escape");
		await page.locator("[role=dialog]").waitFor({ state: "detached" });
	}
	return samples;
}

export const bench: Bench = {
	name: "web-team",
	title: `Opening and using the team screen in Chromium, its processor slowed down ${SLOWDOWN} times`,
	async run({ isTiny, log, startDemo }) {
		const [server, floor, browser] = await Promise.all([startDemo(), startFloorServer(), openBrowser()]);
		try {
			await prepareTeam(browser, server);
			// Slowing a page down costs processor time, and a tiny run does not compare times with goals.
			const slowdown = isTiny ? 1 : SLOWDOWN;
			const openSlowPage = async (origin: string, isSignedIn: boolean): Promise<Page> => {
				const page = await openWatchedPage(browser, origin, isSignedIn);
				await throttleProcessor(page, slowdown);
				return page;
			};
			const visited = await openWatchedPage(browser, server.url, true, true);
			const measureRepeatVisit = await createRepeatVisits(visited, slowdown);
			const { floor: staticPaint, ...paints } = await measureInTurns(
				{
					repeat: measureRepeatVisit,
					first: () => runInNewPage(() => openSlowPage(server.url, true), measureTeamPaint),
					floor: () => runInNewPage(() => openSlowPage(floor.url, false), measureStaticPaint),
				},
				{ runs: isTiny ? 1 : PAGE_LOADS, warmups: isTiny ? 0 : 1 },
			);
			await visited.context().close();
			log("/team opened");
			const comparePaint = (label: string, result: Comparison["result"], ratio: number): Comparison => ({
				label: `/team, largest contentful paint, ${label}`,
				result,
				floorName: "static page with its fonts, styles and a ground in SVG",
				floor: staticPaint,
				unit: "ms",
				goal: { kind: "at most", ratio },
			});
			const comparisons: Comparison[] = [
				comparePaint("first visit", paints.first, 4),
				comparePaint("repeat visit", paints.repeat, 2),
			];
			const list = await openWatchedPage(browser, floor.url, false);
			const team = await openWatchedPage(browser, server.url, true);
			await measureTeamPaint(team);
			for (const press of PRESSES) {
				const repetitions = isTiny ? { runs: 1, count: 2, slowdown } : { runs: RUNS, count: PRESSES_PER_RUN, slowdown };
				comparisons.push(...(await comparePress(team, list, press, repetitions)));
				log(`${press.label} pressed`);
			}
			await measureTeamPaint(team);
			const details = await measureSlowed(team, slowdown, () => timeDetails(team, isTiny ? 1 : DETAILS_OPENED));
			comparisons.push(
				compareFirst("a player's details, warm", details),
				compareWithLimit(
					"a player's details, warm, whole",
					[summarise(details.map(({ whole }) => whole)).median],
					MAX_DETAILS_MS,
					"ms",
				),
				compareWithLimit("script of the first page, brotli", [measureFirstLoad(".js") / KILOBYTE], MAX_SCRIPT_KB, "kB"),
				compareWithLimit("style of the first page, brotli", [measureFirstLoad(".css") / KILOBYTE], MAX_STYLE_KB, "kB"),
			);
			return comparisons;
		} finally {
			await browser.close();
			floor.close();
		}
	},
};
