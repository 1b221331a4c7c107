import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import {
	expectNoPageProblems,
	expectNoProblemsOnPhoneAndDesktop,
	findAccessibilityIssues,
} from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";

/** Gets the sum of the page's layout shifts so far. */
const getLayoutShift = (page: Page): Promise<number> =>
	page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let sum = 0;
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
				}).observe({ type: "layout-shift", buffered: true });
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
			}),
	);

const signIn = (page: Page) => page.request.post("/api/en/demo/sign-in", { data: {} });

test.describe("page shell", () => {
	const fixture = setUpServer(() => startDemoServer({ ADS: "on" }));

	for (const size of [PHONE, DESKTOP])
		test(`a page from the footer starts at its top, at ${size.width} px`, async () => {
			const { page, errors, close } = await fixture.openSession(size);
			const getScrollY = () => page.evaluate(() => Math.round(scrollY));
			await page.goto("/help/game-rules");
			await page.getByRole("heading", { name: "The game in a minute" }).waitFor();
			await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
			const foot = await getScrollY();
			expect(foot).toBeGreaterThan(1_000);
			await page.getByRole("contentinfo").getByRole("link", { name: "FAQs" }).click();
			await page.getByRole("heading", { name: "What does it cost to play?" }).waitFor();
			await expect.poll(getScrollY).toBe(0);
			await page.goBack();
			await page.getByRole("heading", { name: "The game in a minute" }).waitFor();
			await expect.poll(getScrollY).toBe(foot);
			expect(errors).toEqual([]);
			await close();
		});

	test("the help's address redirects to its first tab, Back skips it (D1.2.28, D1.2.41, D2.2.18, D2.2.20, D2.2.21)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await page.goto("/status");
		await page.getByText("Working, but email is not set up").waitFor();
		await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Help" }).click();
		await page.waitForURL("**/help/game-rules");
		await page.getByRole("heading", { name: "The game in a minute" }).waitFor();
		await expectNoPageProblems({ page, errors });
		await page.goBack();
		await page.waitForURL("**/status");
		await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Prizes" }).click();
		await page.getByRole("heading", { name: "What you can win" }).waitFor();
		const activeItem = page.getByRole("navigation", { name: "Main menu" }).locator("[aria-current]");
		await expect(activeItem).toHaveText(["Prizes"]);
		await page.getByRole("navigation", { name: "Sections of the help" }).getByRole("link", { name: "FAQs" }).click();
		await page.getByRole("heading", { name: "What does it cost to play?" }).waitFor();
		await close();
	});

	test("a link in the help leads a visitor to the projections", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
		await page.goto("/help/game-rules");
		await page.getByRole("link", { name: "How good are our projections?" }).click();
		await page.getByRole("heading", { name: "How good are our projections?" }).waitFor();
		const [season, backtest] = [page.getByRole("table").nth(0), page.getByRole("table").nth(1)];
		// Three rounds of the demo are published; the back-test has rounds 2 to 10 of 2023.
		await expect(season.getByRole("row")).toHaveCount(5);
		await expect(season.getByRole("rowheader")).toHaveText(["1", "2", "3", "All"]);
		await expect(backtest.getByRole("row").last()).toContainText("14.0");
		await expectNoProblemsOnPhoneAndDesktop({ page, errors });
		await close();
	});

	test("on a phone home has no header, and the menu works (D2.2.19, D2.2.22, D2.2.82)", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
		await page.goto("/");
		await page.getByRole("button", { name: "Play free" }).waitFor();
		await expect(page.getByRole("banner")).toBeHidden();
		await page.getByRole("contentinfo").getByRole("link", { name: "Terms and conditions" }).click();
		await page.getByRole("heading", { name: "Agreement" }).waitFor();
		await expect(page.getByRole("banner")).toBeVisible();
		const menu = page.getByRole("button", { name: "Menu" });
		await menu.click();
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Prizes" }).click();
		await page.waitForURL("**/help/prizes");
		await expect(menu).toHaveAttribute("aria-expanded", "false");
		// The form ignores text that is typed before the hydration.
		await page.goto("/help/contact-us", { waitUntil: "networkidle" });
		expect(await page.getByRole("button", { name: "Chat with support" }).count()).toBe(0);
		await page.getByLabel("Your name").fill("Siobhán O'Brien");
		await page.getByLabel("Your email").fill("siobhan@example.org");
		await page.getByLabel("Your message").fill("The score of round 3 looks wrong to me.");
		await expectNoPageProblems({ page, errors });
		await page.getByRole("button", { name: "Send" }).click();
		await page.getByText("Message sent").waitFor();
		await close();
	});

	test("league pages show their ads and an aside without layout shifts (D2.2.02, D2.2.77, D2.2.78, D2.2.79)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await signIn(page);
		await page.goto("/leagues");
		await page.getByRole("heading", { name: "My leagues", level: 1 }).waitFor();
		const frames = page.getByTitle("Advertisement");
		await expect(frames.first()).toBeVisible();
		const [first] = await page.locator('iframe[src="/ads/top-lb.html"]').all();
		await expect.poll(() => first?.boundingBox()).toMatchObject({ width: 728, height: 90 });
		await expect.poll(() => page.frames().some((frame) => frame.url().endsWith("/ads/top-lb.html"))).toBe(true);
		const ad = page.frameLocator('iframe[src="/ads/top-lb.html"]');
		await ad.getByRole("link", { name: /Create a league/ }).waitFor();
		const widget = page.locator("aside").getByLabel("Enter League PIN or League Name");
		await expect(widget).toBeVisible();
		const aside = page.locator('aside [data-slot="side-rectangle"]');
		await expect(aside).toBeVisible();
		expect(await getLayoutShift(page)).toBeLessThan(0.1);
		await expectNoPageProblems({ page, errors });
		expect(await findAccessibilityIssues(page, { frames: true })).toEqual([]);
		await ad.getByRole("link", { name: /Create a league/ }).click();
		await page.waitForURL("**/leagues/create");
		await page.getByRole("heading", { name: "Create a League" }).waitFor();
		await expect(page.getByLabel("Enter League PIN or League Name")).toHaveCount(0);
		await page.setViewportSize({ width: 1400, height: 900 });
		await expect(aside).toBeVisible();
		await page.setViewportSize({ width: 800, height: 900 });
		await expect(aside).toBeHidden();
		await close();
	});

	test("a shared team has a page, and an invalid address an error (D2.1.21)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await signIn(page);
		await page.goto("/team");
		const autofill = page.getByRole("button", { name: "Autofill my team" });
		await autofill.click();
		await page.getByRole("alertdialog").getByRole("button", { name: "Share" }).click();
		const field = page.getByLabel("Link to share");
		await expect.poll(() => field.inputValue()).toContain("/share/team/");
		const picture = page.getByAltText("Link preview");
		await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
		const address = await field.inputValue();
		await page.goto(address);
		await page.getByRole("heading", { name: /in round 4/ }).waitFor();
		await expect.poll(() => page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
		await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", `${address}.png`);
		await expectNoPageProblems({ page, errors });
		const response = await page.goto(`${fixture.server.url}/share/team/${encodeURIComponent("<b>hostile</b>")}`);
		expect(response?.status()).toBe(400);
		await page.getByRole("heading", { name: "Invalid share type" }).waitFor();
		await expect.poll(() => page.content()).not.toContain("hostile");
		await close();
	});

	test("ads change at 1000 px, on league pages at 1280 (D2.2.91, D2.2.92, D2.2.93, D2.2.94, D2.2.95)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await signIn(page);
		const response = await page.request.post("/api/en/fantasy/league", {
			data: { name: "Below the Fold", type: "open", privacy: "private", startId: 5 },
		});
		const { success } = await response.json();
		const listAds = async (width: number) => {
			await page.setViewportSize({ width, height: 900 });
			return page
				.locator("[data-slot] iframe")
				.filter({ visible: true })
				.evaluateAll((all) =>
					all.map((frame) => {
						const box = frame.getBoundingClientRect();
						return `${frame.parentElement?.dataset.slot} ${box.width} × ${box.height}`;
					}),
				);
		};
		const leaderboards = ["top-leaderboard 728 × 90", "bottom-leaderboard 728 × 90"];
		const withAside = ["side-rectangle 300 × 250", "desktop-medium-rectangle 300 × 250"];
		for (const [path, heading, width, narrow, wide] of [
			["/rankings", "Rankings", 1000, ["mobile-billboard 320 × 100"], ["billboard 970 × 250"]],
			["/stats-centre", "Stats Centre", 1000, ["medium-rectangle 300 × 250"], ["below-the-fold-billboard 970 × 250"]],
			[
				`/leagues/${success.league.id}/about`,
				"Below the Fold",
				1280,
				leaderboards,
				leaderboards.toSpliced(1, 0, ...withAside),
			],
			["/leagues/create", "Create a League", 1280, leaderboards, leaderboards.toSpliced(1, 0, ...withAside)],
		] as const) {
			await page.goto(path);
			await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
			await expect.poll(() => listAds(width - 1)).toEqual(narrow);
			await expect.poll(() => listAds(width)).toEqual(wide);
			await expectNoPageProblems({ page, errors });
		}
		// The built-in ads have the site's own font, which a frame without an origin may load.
		const ad = page.frames().find((frame) => frame.url().includes("/ads/top-lb.html"));
		const listFonts = () =>
			ad?.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family));
		await expect.poll(listFonts).toContain("Barlow Condensed");
		expect(await ad?.locator("h1").evaluate((title) => getComputedStyle(title).fontFamily)).toMatch(
			/^"Barlow Condensed"/,
		);

		const tip = page.getByRole("button", { name: "Type of league" });
		for (const width of [759, 390]) {
			await page.setViewportSize({ width, height: 900 });
			await tip.click();
			const box = await page.getByRole("dialog").locator("..").boundingBox();
			expect([box?.x, box?.width]).toEqual([12, width - 24]);
			await expectNoPageProblems({ page, errors });
			await page.keyboard.press("Escape");
		}
		await close();
	});

	test("the header and the ads change at 640, 768 and 1000 px (D1.9.53, D1.9.54, D1.9.55)", async () => {
		const { page, close } = await fixture.openSession(DESKTOP);
		await signIn(page);
		await page.goto("/leagues");
		await page.getByRole("heading", { name: "My leagues", level: 1 }).waitFor();
		const getVisibility = async (width: number) => {
			await page.setViewportSize({ width, height: 900 });
			const isVisible = (selector: string) => page.locator(selector).first().isVisible();
			return {
				brandBar: await isVisible(`a[href="https://www.womens.afl/"]`),
				desktopAd: await isVisible('[data-slot="top-leaderboard"]'),
				mobileAd: await isVisible('[data-slot="top-leaderboard-mobile"]'),
				menu: await page.getByRole("navigation", { name: "Main menu" }).isVisible(),
				burger: await page.getByRole("button", { name: "Menu" }).isVisible(),
			};
		};
		expect(await getVisibility(639)).toMatchObject({ brandBar: false });
		expect(await getVisibility(640)).toMatchObject({ brandBar: true });
		expect(await getVisibility(767)).toMatchObject({ desktopAd: false, mobileAd: true });
		expect(await getVisibility(768)).toMatchObject({ desktopAd: true, mobileAd: false });
		expect(await getVisibility(999)).toMatchObject({ menu: false, burger: true });
		expect(await getVisibility(1000)).toMatchObject({ menu: true, burger: false });
		await close();
	});

	test("visitors see components and not-found pages", async () => {
		const { page, close } = await fixture.openSession(DESKTOP);
		await test.step("the components are open, and linked nowhere (D1.2.31, D2.2.24)", async () => {
			await page.goto("/components");
			await page.locator("figure", { hasText: "Scheduled" }).first().waitFor();
			await page.getByRole("heading", { name: "Components" }).waitFor();
			await expect(page.getByRole("link", { name: "Components" })).toHaveCount(0);
		});
		await test.step("unknown addresses keep theirs (D1.8.19, D2.2.27, D2.8.10)", async () => {
			for (const path of ["/xyz", "/help/nothing-such"]) {
				const response = await page.goto(path);
				if (path === "/xyz") expect(response?.status()).toBe(404);
				await page.getByRole("heading", { name: "Out on the full", level: 1 }).waitFor();
				await expect(page).toHaveTitle("Out on the full · First Bounce");
				expect(new URL(page.url()).pathname).toBe(path);
			}
		});
		await close();
	});
});
