// npm run gallery [-- PAGE …]: takes screenshots of all or the named pages of a demo in four widths, light and dark, with
// 200 % text and with reduced motion. gallery/index.html shows them with layout and accessibility problems.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { openBrowser } from "../testing/browser/browser.ts";
import { setUpSecondFactor } from "../testing/browser/operator.ts";
import { startServer } from "../testing/browser/server.ts";
import { type PageReport, renderIndexPage } from "./gallery/index-page.ts";
import { inspectPage } from "./gallery/inspect-page.ts";
import { EMPTY_TEAM, type GalleryPage, listGalleryPages, setUpManager } from "./gallery/pages.ts";

const OUT = path.resolve(import.meta.dirname, "../gallery");
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface Viewers {
	readonly visitor: Page;
	readonly manager: Page;
	readonly hasLargeText: boolean;
}

async function openViewers(
	browser: Browser,
	baseURL: string,
	hasLargeText: boolean,
	signedIn?: StorageState,
): Promise<Viewers> {
	const visitor = await browser.newContext({ baseURL });
	const manager = await browser.newContext({ baseURL, ...(signedIn ? { storageState: signedIn } : {}) });
	if (!signedIn) await manager.request.post("/api/en/demo/sign-in", { data: {} });
	return { visitor: await visitor.newPage(), manager: await manager.newPage(), hasLargeText };
}

/** Captures a page with the normal and the large text size. */
async function capturePage(entry: GalleryPage, viewers: readonly Viewers[]): Promise<PageReport> {
	const report = { name: entry.name, address: entry.address, screenshots: [] as string[], problems: [] as string[] };
	for (const { visitor, manager, hasLargeText } of viewers)
		try {
			const result = await inspectPage(entry.isPublic ? visitor : manager, entry, { folder: OUT, hasLargeText });
			report.screenshots.push(...result.screenshots);
			report.problems.push(...result.problems);
		} catch (error) {
			report.problems.push(`could not be captured: ${String(error).split("\n", 1)[0]}`);
		}
	for (const problem of report.problems) console.log(`${entry.name}: ${problem}`);
	return report;
}

async function captureAll(
	normalBrowser: Browser,
	largeTextBrowser: Browser,
	origin: string,
): Promise<readonly PageReport[]> {
	const normal = await openViewers(normalBrowser, origin, false);
	const { request } = normal.manager.context();
	const largeText = await openViewers(largeTextBrowser, origin, true, await normal.manager.context().storageState());
	const viewers = [normal, largeText];
	const isSelected = ({ name }: GalleryPage) =>
		filters.length === 0 || filters.some((prefix) => name.startsWith(prefix));
	const reports = isSelected(EMPTY_TEAM) ? [await capturePage(EMPTY_TEAM, viewers)] : [];
	await setUpManager(request);
	const selected = (await listGalleryPages(request)).filter(isSelected);
	for (const [index, entry] of selected.entries()) {
		if (entry.isConsole && !selected[index - 1]?.isConsole) await setUpSecondFactor(normal.manager, "/operator");
		reports.push(await capturePage(entry, viewers));
	}
	return reports;
}

const filters = process.argv.slice(2);
if (filters.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const LARGE_TEXT = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26";
const server = await startServer();
const [normalBrowser, largeTextBrowser] = await Promise.all([openBrowser(), openBrowser(LARGE_TEXT)]);
try {
	const reports = await captureAll(normalBrowser, largeTextBrowser, server.url);
	writeFileSync(path.join(OUT, "index.html"), renderIndexPage(reports));
	const screenshots = reports.reduce((sum, page) => sum + page.screenshots.length, 0);
	const problems = reports.reduce((sum, page) => sum + page.problems.length, 0);
	console.log(
		`${screenshots} screenshots of ${reports.length} pages, ${problems} problems: ${path.join(OUT, "index.html")}`,
	);
	process.exitCode = problems === 0 ? 0 : 1;
} finally {
	await Promise.all([normalBrowser.close(), largeTextBrowser.close()]);
	await server.stop();
}
