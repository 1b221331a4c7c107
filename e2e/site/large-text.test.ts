import { expect, test } from "@playwright/test";
import { FIND_OVERLAPPING_TEXT } from "../../tools/gallery/overlapping-text.ts";
import { listGalleryPages, setUpManager } from "../../tools/gallery/pages.ts";
import { LAUNCH_OPTIONS } from "../testing/browser.ts";
import { getHorizontalOverflow, getNarrowestGap } from "../testing/page-checks.ts";
import { setUpServer } from "../testing/server-fixture.ts";

/** Sets the browser's own text size to twice the default. */
const LARGE = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26";
const NARROW = { width: 360, height: 740 };

test.use({ launchOptions: { ...LAUNCH_OPTIONS, args: [...LAUNCH_OPTIONS.args, LARGE] } });

test.describe("large text", () => {
	const fixture = setUpServer();

	test("no page overflows or overlaps its text in French at twice the usual text size on a 360 px phone", async () => {
		const { page, close } = await fixture.openSession(NARROW, { touch: true });
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await setUpManager(page.request);
		const cookie = { name: "language", value: "fr", url: fixture.server.url };
		await page.context().addCookies([cookie]);
		await page.addInitScript("localStorage.setItem('language', 'fr')");
		const pages = (await listGalleryPages(page.request)).filter(({ isConsole }) => !isConsole);
		expect(pages.length).toBeGreaterThan(30);
		for (const { address, name } of pages) {
			await page.goto(address);
			await page.getByRole("heading").first().waitFor();
			await page.evaluate("document.fonts.ready");
			await expect.poll(() => page.evaluate(FIND_OVERLAPPING_TEXT), { message: name }).toEqual([]);
			await expect.poll(() => getHorizontalOverflow(page), { message: name }).toBe(0);
		}
		await close();
	});

	test("the columns of a player's match stats stay apart at twice the usual text size on a 360 px phone", async () => {
		const { page, close } = await fixture.openSession(NARROW, { touch: true });
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		const players: { id: number; stats: { gamesPlayed: number } }[] = await (
			await page.request.get("/json/fantasy/players.json")
		).json();
		const played = players.find(({ stats }) => stats.gamesPlayed === 3);
		await page.goto(`/rankings?player=${played?.id}`);
		const modal = page.getByRole("dialog");
		await modal.getByRole("tab", { name: "Match Stats" }).click();
		await modal.getByRole("row").nth(3).waitFor();
		await page.evaluate("document.fonts.ready");
		await expect.poll(() => getNarrowestGap(modal.getByRole("table"))).toBeGreaterThanOrEqual(6);
		await close();
	});
});
