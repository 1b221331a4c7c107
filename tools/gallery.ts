// npm run gallery [-- PAGE …]: every page, or those named, in four widths, light and dark, at 200 % text and with
// reduced motion, on a demo of its own; gallery/index.html shows them and says what does not fit or cannot be read.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { startServer } from "../e2e/testing/server.ts";
import { indexPage, type Seen } from "./gallery/index-page.ts";
import { look } from "./gallery/look.ts";
import { beginPlaying, EMPTY_TEAM, type GalleryPage, galleryPages } from "./gallery/pages.ts";

const OUT = path.resolve(import.meta.dirname, "../gallery");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The demo's console says its own code (e2e/operator.test.ts). */
async function enterConsole(page: Page): Promise<void> {
	await page.goto("/operator");
	await page.getByRole("button", { name: "Begin" }).click();
	const words = await page.getByText(/the code is \d{3} \d{3} now/).textContent();
	await page.getByLabel("Six digits").fill(/\d{3} \d{3}/.exec(words ?? "")?.[0] ?? "");
	await page.getByRole("button", { name: "Finish" }).click();
	await page.getByRole("button", { name: "I have kept them" }).click();
}

async function takeAll(browser: Browser, origin: string, only: readonly string[]): Promise<readonly Seen[]> {
	const visitor = await browser.newContext({ baseURL: origin });
	const manager = await browser.newContext({ baseURL: origin });
	await manager.request.post("/api/en/demo/sign-in", { data: {} });
	const visitorPage = await visitor.newPage();
	const managerPage = await manager.newPage();
	const seen: Seen[] = [];
	let isInConsole = false;
	const take = async (entry: GalleryPage) => {
		if (only.length > 0 && !only.some((name) => entry.name.startsWith(name))) return;
		if (entry.isConsole && !isInConsole) await enterConsole(managerPage);
		isInConsole ||= entry.isConsole === true;
		const found = await look(entry.isPublic ? visitorPage : managerPage, entry, OUT);
		for (const fault of found.faults) console.log(`${entry.name}: ${fault}`);
		seen.push(found);
	};
	const tryTo = (entry: GalleryPage) =>
		take(entry).catch((error: Error) => {
			const fault = `could not be taken: ${error.message.split("\n", 1)[0]}`;
			console.log(`${entry.name}: ${fault}`);
			seen.push({ name: entry.name, address: entry.address, pictures: [], faults: [fault] });
		});
	await tryTo(EMPTY_TEAM);
	await beginPlaying(manager.request);
	for (const entry of await galleryPages(manager.request)) await tryTo(entry);
	return seen;
}

const only = process.argv.slice(2);
if (only.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const args = ["--no-sandbox", "--disable-background-networking"];
const server = await startServer();
const browser = await chromium.launch({ executablePath: CHROMIUM, args });
try {
	const seen = await takeAll(browser, server.url, only);
	writeFileSync(path.join(OUT, "index.html"), indexPage(seen));
	const pictures = seen.reduce((sum, page) => sum + page.pictures.length, 0);
	const faults = seen.reduce((sum, page) => sum + page.faults.length, 0);
	console.log(`${pictures} pictures of ${seen.length} pages, ${faults} faults: ${path.join(OUT, "index.html")}`);
	process.exitCode = faults === 0 ? 0 : 1;
} finally {
	await browser.close();
	await server.stop();
}
