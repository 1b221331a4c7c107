// npm run gallery [-- PAGE …]: every page, or those named, in four widths, light and dark, at 200 % text and with
// reduced motion, on a demo of its own; gallery/index.html shows them and says what does not fit or cannot be read.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { startServer } from "../e2e/testing/server.ts";
import { indexPage, type Seen } from "./gallery/index-page.ts";
import { look } from "./gallery/look.ts";
import { beginPlaying, EMPTY_TEAM, type GalleryPage, galleryPages } from "./gallery/pages.ts";

const OUT = path.resolve(import.meta.dirname, "../gallery");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
type SignedIn = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The demo's console says its own code (e2e/operator.test.ts). */
async function enterConsole(page: Page): Promise<void> {
	await page.goto("/operator");
	await page.getByRole("button", { name: "Begin" }).click();
	const words = await page.getByText(/the code is \d{3} \d{3} now/).textContent();
	await page.getByLabel("Six digits").fill(/\d{3} \d{3}/.exec(words ?? "")?.[0] ?? "");
	await page.getByRole("button", { name: "Finish" }).click();
	await page.getByRole("button", { name: "I have kept them" }).click();
}

interface Eyes {
	readonly visitor: Page;
	readonly manager: Page;
	readonly isLarge: boolean;
}

async function openEyes(browser: Browser, baseURL: string, isLarge: boolean, signedIn?: SignedIn): Promise<Eyes> {
	const visitor = await browser.newContext({ baseURL });
	const manager = await browser.newContext({ baseURL, ...(signedIn ? { storageState: signedIn } : {}) });
	if (!signedIn) await manager.request.post("/api/en/demo/sign-in", { data: {} });
	return { visitor: await visitor.newPage(), manager: await manager.newPage(), isLarge };
}

/** A page as both pairs of eyes see it. */
async function take(entry: GalleryPage, eyes: readonly Eyes[]): Promise<Seen> {
	const seen = { name: entry.name, address: entry.address, pictures: [] as string[], faults: [] as string[] };
	for (const { visitor, manager, isLarge } of eyes)
		try {
			const found = await look(entry.isPublic ? visitor : manager, entry, { folder: OUT, isLarge });
			seen.pictures.push(...found.pictures);
			seen.faults.push(...found.faults);
		} catch (error) {
			seen.faults.push(`could not be taken: ${String(error).split("\n", 1)[0]}`);
		}
	for (const fault of seen.faults) console.log(`${entry.name}: ${fault}`);
	return seen;
}

async function takeAll(usual: Browser, large: Browser, origin: string): Promise<readonly Seen[]> {
	const first = await openEyes(usual, origin, false);
	const second = await openEyes(large, origin, true, await first.manager.context().storageState());
	const { request } = first.manager.context();
	const isWanted = ({ name }: GalleryPage) => only.length === 0 || only.some((start) => name.startsWith(start));
	const seen = isWanted(EMPTY_TEAM) ? [await take(EMPTY_TEAM, [first, second])] : [];
	await beginPlaying(request);
	const wanted = (await galleryPages(request)).filter(isWanted);
	for (const [at, entry] of wanted.entries()) {
		if (entry.isConsole && !wanted[at - 1]?.isConsole) await enterConsole(first.manager);
		seen.push(await take(entry, [first, second]));
	}
	return seen;
}

const only = process.argv.slice(2);
if (only.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const args = ["--no-sandbox", "--disable-background-networking"];
const LARGE = ["--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"];
const server = await startServer();
const [usual, large] = await Promise.all([
	chromium.launch({ executablePath: CHROMIUM, args }),
	chromium.launch({ executablePath: CHROMIUM, args: [...args, ...LARGE] }),
]);
try {
	const seen = await takeAll(usual, large, server.url);
	writeFileSync(path.join(OUT, "index.html"), indexPage(seen));
	const pictures = seen.reduce((sum, page) => sum + page.pictures.length, 0);
	const faults = seen.reduce((sum, page) => sum + page.faults.length, 0);
	console.log(`${pictures} pictures of ${seen.length} pages, ${faults} faults: ${path.join(OUT, "index.html")}`);
	process.exitCode = faults === 0 ? 0 : 1;
} finally {
	await Promise.all([usual.close(), large.close()]);
	await server.stop();
}
