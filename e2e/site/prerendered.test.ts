import { expect, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../testing/browser.ts";
import { setStage } from "../testing/stage.ts";

const PAGES = ["/", "/leagues/join", "/help/game-rules", "/help/faqs", "/help/prizes", "/help/contact-us"].concat([
	...["/help/terms", "/help/privacy", "/help/online-security"],
]);

/** Collects, from before the page's first line, by how much what is seen has moved by itself. */
const COUNT_SHIFTS = `
	self.shift = 0;
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) if (!entry.hadRecentInput) self.shift += entry.value;
	}).observe({ type: "layout-shift", buffered: true });
`;

test.describe("prerendered pages", () => {
	const stage = setStage();

	test.beforeAll(async () => {
		// What the season that is on says otherwise than the build is drawn once more at the start.
		const written = async (language: string) => {
			const answer = await fetch(`${stage.server.url}/help/terms`, { headers: { "accept-language": language } });
			expect(await answer.text()).toContain("data-at=");
		};
		for (const language of ["en", "fr"]) await expect(() => written(language)).toPass();
	});

	test("prerendered pages have their content, title, description and canonical address without scripts, in each language", async () => {
		for (const [locale, heading] of [
			["en-AU", "Your 21. Her first bounce."],
			["fr-FR", "Vos 21. Son premier rebond."],
		] as const) {
			const context = await stage.browser.newContext({ baseURL: stage.server.url, locale, javaScriptEnabled: false });
			const page = await context.newPage();
			const titles = new Set<string>();
			for (const address of PAGES) {
				await page.goto(address);
				await page.getByRole("main").getByRole("heading").first().waitFor();
				expect(await page.getAttribute("html", "lang"), address).toBe(locale.slice(0, 2));
				expect(await page.getAttribute('link[rel="canonical"]', "href")).toBe(new URL(address, stage.server.url).href);
				expect((await page.getAttribute('meta[name="description"]', "content"))?.length, address).toBeGreaterThan(40);
				titles.add(await page.title());
				expect(await page.locator("title").count()).toBe(1);
				if (address.startsWith("/help/")) expect(await page.getByRole("article").count(), address).toBeGreaterThan(0);
			}
			expect(titles.size).toBe(PAGES.length);
			await page.goto("/");
			expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(heading);
			await context.close();
		}
	});

	test("prerendered pages hydrate without console errors or layout shifts", async () => {
		for (const size of [PHONE, DESKTOP]) {
			const { page, faults, close } = await stage.visit(size);
			const complaints: string[] = [];
			page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
			await page.addInitScript(COUNT_SHIFTS);
			for (const address of PAGES) {
				const answer = await page.goto(address);
				expect(answer?.headers()["content-security-policy"], address).toContain("script-src 'self';");
				// What a press does, only a program that has taken over can do.
				const press = page.getByRole("button", { name: "Dark theme", includeHidden: true });
				const themeAfterPress = async () => {
					await press.evaluate((button: HTMLElement) => button.click());
					return page.evaluate("document.documentElement.dataset.theme");
				};
				await expect.poll(themeAfterPress).toBe("dark");
				expect(await page.locator("#root").getAttribute("data-at"), address).toBe(address);
				expect(await page.evaluate("self.shift"), `${address} at ${size.width}`).toBeLessThan(0.1);
				await page.evaluate("localStorage.clear()");
			}
			expect([...faults, ...complaints]).toEqual([]);
			await close();
		}
	});

	test("prerendered pages paint before they request scripts, and have their styles inline", async () => {
		const { page, close } = await stage.visit(PHONE);
		for (const address of ["/", "/leagues/join", "/help/game-rules"]) {
			await page.goto(address);
			await page.waitForLoadState("networkidle");
			const { seen, asked } = await page.evaluate(() => ({
				seen: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
				asked: (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(({ name, startTime }) => ({
					name: new URL(name).pathname,
					startTime,
				})),
			}));
			const program = asked.filter(({ name }) => /^\/assets\/.*\.(js|json)$/.test(name));
			expect(program.length, address).toBeGreaterThan(3);
			// The paint's own moment is told a frame late.
			expect(Math.min(...program.map(({ startTime }) => startTime)), address).toBeGreaterThan(seen - 17);
			const written = await (await page.request.get(address)).text();
			const styles = asked.filter(({ name }) => name.endsWith(".css") && written.includes(name));
			expect(styles, address).toEqual([]);
		}
		await close();
	});

	/** Opens a page whose scripts do not arrive before `deliver` is called. */
	const visitBeforeApp = async (size: typeof PHONE, address: string) => {
		const visit = await stage.visit(size);
		const { promise: isDelivered, resolve: deliver } = Promise.withResolvers<void>();
		await visit.page.route("**/assets/*.js", async (route) => {
			await isDelivered;
			await route.continue();
		});
		await visit.page.goto(address, { waitUntil: "commit" });
		const deliverAndHydrate = async () => {
			await visit.page.evaluate("document.addEventListener('hydrated', () => { self.isHydrated = true; })");
			deliver();
			await expect.poll(() => visit.page.evaluate("self.isHydrated")).toBe(true);
		};
		return { ...visit, deliver, deliverAndHydrate };
	};

	test("a click on a prerendered page before its scripts have loaded takes effect once they have", async () => {
		for (const size of [PHONE, DESKTOP]) {
			const { page, deliver, close } = await visitBeforeApp(size, "/");
			await page.getByRole("button", { name: "Play the demo" }).click();
			deliver();
			await page.waitForURL("**/team");
			await close();
		}
	});

	test("a click on a prerendered page that begins before its hydration and ends after it takes effect", async () => {
		const { page, deliverAndHydrate, close } = await visitBeforeApp(DESKTOP, "/");
		await page.getByRole("button", { name: "Play the demo" }).hover();
		await page.mouse.down();
		await deliverAndHydrate();
		await page.mouse.up();
		await page.waitForURL("**/team");
		await close();
	});

	test("text typed into a prerendered page before its hydration is kept", async () => {
		for (const [address, typed] of [
			["/help/contact-us", { "Your name": "Maeve", "Your e-mail": "maeve@example.test", "Your message": "Good day" }],
			["/leagues/join", { "Enter League PIN or League Name": "tigers" }],
			["/help/game-rules", { "Search the help": "captain" }],
		] as const) {
			const { page, deliverAndHydrate, close } = await visitBeforeApp(PHONE, address);
			const main = page.getByRole("main");
			for (const [label, text] of Object.entries(typed)) await main.getByLabel(label).fill(text);
			await deliverAndHydrate();
			for (const [label, text] of Object.entries(typed)) {
				const field = main.getByLabel(label);
				await field.press("End");
				await field.press("!");
				expect(await field.inputValue(), label).toBe(`${text}!`);
			}
			await close();
		}
	});

	test("a signed-in manager is not sent the prerendered page for visitors", async () => {
		const { page, close } = await stage.visit(DESKTOP);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		expect(await (await page.request.get("/")).text()).toContain('<div id="root"></div>');
		await page.goto("/help/game-rules");
		await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Rankings" }).waitFor();
		await page.request.post("/api/en/auth/logout", { data: {} });
		expect(await (await page.request.get("/")).text()).toContain('data-at="/"');
		await close();
	});

	test("pages for visitors send no request that the server refuses", async () => {
		const { page, close } = await stage.visit(PHONE);
		const refused: string[] = [];
		page.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
		for (const address of ["/", "/team", "/leagues/join"]) {
			await page.goto(address);
			await page.getByRole("heading").first().waitFor();
			await page.waitForLoadState("networkidle");
		}
		expect(refused).toEqual([]);
		await close();
	});
});
