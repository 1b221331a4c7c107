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
const MODAL_OPENS = 15;
const MAX_MODAL_MS = 200;
const KILOBYTE = 1_000;
const MAX_SCRIPT_KB = 140;
const MAX_STYLE_KB = 20;

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

async function measureStaticPaint(page: Page): Promise<number> {
	await page.goto("/static");
	await page.waitForTimeout(1_000);
	return page.evaluate<number>("largestPaint");
}

/** Measures the 95th percentile of the times of presses on the bare list, in milliseconds. */
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
		if (elapsed !== null && turn > WARMUP_PRESSES) samples.push(elapsed);
	}
	return computePercentile(samples, 95);
}

/** Compares a press on the team screen with a press on a bare list, which paints as many rows. */
async function comparePress(
	team: Page,
	list: Page,
	{ label, rows, time }: Press,
	{ runs, count }: { readonly runs: number; readonly count: number },
): Promise<Comparison> {
	let paintedRows = 0;
	await team.evaluate(`globalThis.rowSelector = ${JSON.stringify(rows)}`);
	const timeTeamScreen = async (): Promise<number> => {
		const samples: number[] = [];
		for (let turn = 0; turn < count; turn++) {
			const elapsed = await time(team, turn);
			if (elapsed !== null) samples.push(elapsed);
			paintedRows = Math.max(paintedRows, await team.evaluate<number>("paintedRows"));
		}
		if (samples.length === 0) throw new Error(`No press of "${label}" had a result`);
		return computePercentile(samples, 95);
	};
	const isTyping = label.startsWith("keystroke");
	const results = await measureInTurns(
		{ result: timeTeamScreen, floor: () => timeBareList(list, paintedRows, count, isTyping) },
		{ runs, warmups: runs > 1 ? 1 : 0 },
	);
	return {
		label: `p95 of ${label}`,
		result: results.result,
		floorName: `React painting ${paintedRows} bare rows`,
		floor: results.floor,
		unit: "ms",
		goal: { kind: "at most", ratio: 2 },
	};
}

/** Measures the milliseconds from a press on a player's name until her modal shows her figures. Two untimed presses load its script. */
async function timeModals(page: Page, count: number): Promise<number[]> {
	await page.goto("/stats-centre");
	const names = page.locator("tbody tr[aria-rowindex] th a");
	await names.first().waitFor();
	const samples: number[] = [];
	for (let turn = -2; turn < count; turn++) {
		const name = names.nth((turn + 2) % (await names.count()));
		await name.focus();
		const elapsed = await timePress(page, 'document.querySelector("[role=tabpanel] dl") !== null', () =>
			page.keyboard.press("Enter"),
		);
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
			const paints = await measureInTurns(
				{
					result: () => runInNewPage(() => openSlowPage(server.url, true), measureTeamPaint),
					floor: () => runInNewPage(() => openSlowPage(floor.url, false), measureStaticPaint),
				},
				{ runs: isTiny ? 1 : PAGE_LOADS, warmups: isTiny ? 0 : 1 },
			);
			log("/team opened");
			const comparisons: Comparison[] = [
				{
					label: "opening /team, largest contentful paint",
					result: paints.result,
					floorName: "static page with its fonts, styles and a ground in SVG",
					floor: paints.floor,
					unit: "ms",
					goal: { kind: "at most", ratio: 2 },
				},
			];
			const list = await openWatchedPage(browser, floor.url, false);
			const team = await openWatchedPage(browser, server.url, true);
			await measureTeamPaint(team);
			for (const page of [list, team]) await throttleProcessor(page, slowdown);
			for (const press of PRESSES) {
				const repetitions = isTiny ? { runs: 1, count: 2 } : { runs: RUNS, count: PRESSES_PER_RUN };
				comparisons.push(await comparePress(team, list, press, repetitions));
				log(`${press.label} pressed`);
			}
			const modals = await timeModals(team, isTiny ? 1 : MODAL_OPENS);
			comparisons.push(
				compareWithLimit("a player's details, warm", [summarise(modals).median], MAX_MODAL_MS, "ms"),
				compareWithLimit("script of the first page, brotli", [measureFirstLoad(".js") / KILOBYTE], MAX_SCRIPT_KB, "kB"),
				compareWithLimit("style of the first page, brotli", [measureFirstLoad(".css") / KILOBYTE], MAX_STYLE_KB, "kB"),
			);
			return comparisons;
		} finally {
			await browser.close();
			floor.close();
			await server.stop();
		}
	},
};
