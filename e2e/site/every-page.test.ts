import { expect, type Locator, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import {
	expectNoPageProblems,
	expectNoProblemsInBothThemes,
	getHorizontalOverflow,
	getNarrowestGap,
} from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { registerManager } from "../../testing/browser/team.ts";
import { FIND_OVERLAPPING_TEXT } from "../../tools/gallery/overlapping-text.ts";
import { listGalleryPages, setUpManager } from "../../tools/gallery/pages.ts";

const NARROW = { width: 360, height: 740 };

/** Returns a function that sets the browser's own text size, as a factor of the default. */
async function createTextSizeSetter(page: Page): Promise<(factor: number) => Promise<void>> {
	const session = await page.context().newCDPSession(page);
	return async (factor) => {
		await session.send("Page.setFontSizes", { fontSizes: { standard: 16 * factor, fixed: 13 * factor } });
	};
}

/** Lists the texts of the elements that begin or end outside the window. */
const listCutOffTexts = (elements: Locator) =>
	elements.evaluateAll((found) =>
		found
			.filter((element) => {
				const range = document.createRange();
				range.selectNodeContents(element);
				const { left, right } = range.getBoundingClientRect();
				return left < 0 || right > document.documentElement.clientWidth;
			})
			.map((element) => element.textContent),
	);

test.describe("every page", () => {
	const fixture = setUpServer(() => startDemoServer({ ADS: "on" }));

	test("every page is strict, accessible and fits large French", async () => {
		test.setTimeout(480_000);
		const { page, errors, close } = await fixture.openSession(NARROW, { touch: true });
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await setUpManager(page.request);
		await page.context().addCookies([{ name: "language", value: "fr", url: fixture.server.url }]);
		await page.addInitScript("if (window === top) localStorage.setItem('language', 'fr')");
		const setTextSize = await createTextSizeSetter(page);
		const pages = (await listGalleryPages(page.request)).filter(({ isConsole }) => !isConsole);
		expect(pages.length).toBeGreaterThan(30);
		for (const { address, name } of pages) {
			await page.setViewportSize(NARROW);
			await setTextSize(2);
			const response = await page.goto(address);
			expect(response?.status(), name).toBe(name === "not-found" ? 404 : 200);
			const headers = response?.headers() ?? {};
			expect(headers["content-security-policy"], name).toContain("script-src 'self';");
			expect(headers["cross-origin-opener-policy"], name).toBe("same-origin");
			expect(headers["permissions-policy"], name).toContain("camera=()");
			await page.getByRole("heading").first().waitFor();
			await page.evaluate("document.fonts.ready");
			await expect.poll(() => page.evaluate(FIND_OVERLAPPING_TEXT), { message: name }).toEqual([]);
			await expect.poll(() => getHorizontalOverflow(page), { message: name }).toBe(0);
			await setTextSize(1);
			await page.setViewportSize(DESKTOP);
			await page.getByRole("heading").first().waitFor();
			expect(errors, name).toEqual([]);
			await expectNoProblemsInBothThemes({ page, errors });
		}
		await close();
	});

	test("on a short phone with large text, details stay readable", async () => {
		const { page, close } = await fixture.openSession({ width: NARROW.width, height: 600 }, { touch: true });
		await registerManager(page.request, "Rosa");
		await saveTeam(page.request);
		await page.addInitScript("if (window === top) localStorage.setItem('language', 'fr')");
		await (await createTextSizeSetter(page))(2);
		const details = (await listGalleryPages(page.request)).find(({ name }) => name === "player");
		await page.goto(details?.address ?? "");
		const coach = page.getByRole("dialog").getByRole("region", { name: "Coach" });
		const lastButton = coach.getByRole("button").last();
		await lastButton.waitFor();
		const facts = page.getByRole("dialog").locator("header dt");
		await expect(facts).toHaveCount(4);
		expect(await listCutOffTexts(facts)).toEqual([]);
		await expect.poll(() => page.evaluate(FIND_OVERLAPPING_TEXT)).toEqual([]);
		await lastButton.scrollIntoViewIfNeeded();
		await expect(lastButton).toBeInViewport({ ratio: 1 });
		await expect.poll(() => page.evaluate(FIND_OVERLAPPING_TEXT)).toEqual([]);
		await close();
	});

	test("no table of the help is wider than a phone", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
		for (const language of ["en", "fr"]) {
			await page.context().addCookies([{ name: "language", value: language, url: fixture.server.url }]);
			let tables = 0;
			for (const tab of ["game-rules", "privacy"]) {
				await page.goto(`/help/${tab}`);
				await page.getByRole("heading", { level: 1 }).waitFor();
				// The page is drawn again once its texts in the language have loaded.
				let count = 0;
				await expect
					.poll(async () => {
						count = await page.getByRole("table").count();
						return count;
					})
					.toBeGreaterThan(0);
				tables += count;
				expect(await listCutOffTexts(page.getByRole("cell")), tab).toEqual([]);
				await expectNoPageProblems({ page, errors });
			}
			expect(tables, language).toBeGreaterThanOrEqual(2);
		}
		await close();
	});

	test("columns of match stats stay apart at twice the text size", async () => {
		const { page, close } = await fixture.openSession(NARROW, { touch: true });
		const setTextSize = await createTextSizeSetter(page);
		await setTextSize(2);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		const players: { id: number; stats: { gamesPlayed: number } }[] = await (
			await page.request.get("/json/fantasy/players.json")
		).json();
		const player = players.find(({ stats }) => stats.gamesPlayed === 3);
		await page.goto(`/rankings?player=${player?.id}`);
		const modal = page.getByRole("dialog");
		await modal.getByRole("tab", { name: "Match Stats" }).click();
		await modal.getByRole("row").nth(3).waitFor();
		await page.evaluate("document.fonts.ready");
		await expect.poll(() => getNarrowestGap(modal.getByRole("table"))).toBeGreaterThanOrEqual(6);
		await close();
	});

	test("the message of a field breaks a long word", async () => {
		const { page, close } = await fixture.openSession(NARROW, { touch: true });
		const errors = [{ code: "refused", message: "Bartholomew".repeat(8) }];
		await page.route("**/check-team-name", (route) => route.fulfill({ status: 422, json: { success: null, errors } }));
		await page.addInitScript(() => {
			for (const part of ["verifier", "challenge", "state", "nonce"]) localStorage.setItem(`sign_in_${part}`, "s");
			sessionStorage.setItem("sign_in_unregistered", JSON.stringify({ code: "c0de", status: 404 }));
		});
		await page.goto("/login/callback?code=c0de&state=s");
		const name = page.getByRole("textbox", { name: "Team name" });
		await name.fill("Bartholomew");
		await name.blur();
		const message = page.getByText(errors[0]?.message ?? "");
		await message.waitFor();
		expect(await listCutOffTexts(message)).toEqual([]);
		await close();
	});

	test("a browser set to French gets French page and API", async () => {
		const context = await fixture.browser.newContext({ baseURL: fixture.server.url, locale: "fr-FR" });
		const page = await context.newPage();
		await page.goto("/nowhere");
		await page.getByText("Il n’y a rien à cette adresse.").waitFor();
		await expect.poll(() => page.getAttribute("html", "lang")).toBe("fr");
		const apiResponse = page.waitForResponse(/\/api\/fr\//);
		await page.goto("/");
		expect((await apiResponse).status()).toBeLessThan(500);
		await context.close();
	});
});
