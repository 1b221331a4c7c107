import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";

const PAGES = [
	"/",
	"/leagues/join",
	"/help/game-rules",
	"/help/faqs",
	"/help/prizes",
	"/help/contact-us",
	"/help/terms",
	"/help/privacy",
	"/help/online-security",
];

/** Sums up the page's layout shifts, starting before its first script runs. */
const SUM_LAYOUT_SHIFTS = `
	self.shift = 0;
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) if (!entry.hadRecentInput) self.shift += entry.value;
	}).observe({ type: "layout-shift", buffered: true });
`;

test.describe("prerendered pages", () => {
	const fixture = setUpServer(() => startDemoServer({ ADS: "on" }));

	test.beforeAll(async () => {
		// The server renders the pages again at startup, with the rules of the current season.
		const expectSeasonRendered = async (language: string) => {
			const response = await fetch(`${fixture.server.url}/help/terms`, { headers: { "accept-language": language } });
			expect(await response.text()).toContain("data-at=");
		};
		for (const language of ["en", "fr"]) await expect(() => expectSeasonRendered(language)).toPass();
	});

	test("prerendered pages have content and metadata without scripts", async () => {
		for (const [locale, heading] of [
			["en-AU", "Your 21. Her first bounce."],
			["fr-FR", "Vos 21. Son premier rebond."],
		] as const) {
			const context = await fixture.browser.newContext({
				baseURL: fixture.server.url,
				locale,
				javaScriptEnabled: false,
			});
			const page = await context.newPage();
			const titles = new Set<string>();
			for (const address of PAGES) {
				await page.goto(address);
				await page.getByRole("main").getByRole("heading").first().waitFor();
				expect(await page.getAttribute("html", "lang"), address).toBe(locale.slice(0, 2));
				expect(await page.getAttribute('link[rel="canonical"]', "href")).toBe(
					new URL(address, fixture.server.url).href,
				);
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
			const { page, errors, close } = await fixture.openSession(size);
			const consoleErrors: string[] = [];
			page.on("console", (message) => message.type() === "error" && consoleErrors.push(message.text()));
			await page.addInitScript(SUM_LAYOUT_SHIFTS);
			for (const address of PAGES) {
				const response = await page.goto(address);
				expect(response?.headers()["content-security-policy"], address).toContain("script-src 'self';");
				// The button works only once the page is hydrated.
				const themeButton = page.getByRole("button", { name: "Dark theme", includeHidden: true });
				const clickAndGetTheme = async () => {
					await themeButton.evaluate((button: HTMLElement) => button.click());
					return page.evaluate("document.documentElement.dataset.theme");
				};
				await expect.poll(clickAndGetTheme).toBe("dark");
				expect(await page.locator("#root").getAttribute("data-at"), address).toBe(address);
				expect(await page.evaluate("self.shift"), `${address} at ${size.width}`).toBeLessThan(0.1);
				await page.evaluate("localStorage.clear()");
			}
			expect([...errors, ...consoleErrors]).toEqual([]);
			await close();
		}
	});

	test("prerendered pages paint before they request scripts, and have their styles inline", async () => {
		const { page, close } = await fixture.openSession(PHONE);
		for (const address of ["/", "/leagues/join", "/help/game-rules"]) {
			await page.goto(address);
			await page.waitForLoadState("networkidle");
			const { firstPaint, resources } = await page.evaluate(() => ({
				firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
				resources: (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(
					({ name, startTime }) => ({
						name: new URL(name).pathname,
						startTime,
					}),
				),
			}));
			const scripts = resources.filter(({ name }) => /^\/assets\/.*\.(js|json)$/.test(name));
			expect(scripts.length, address).toBeGreaterThan(3);
			// The browser reports the time of the paint up to a frame late.
			expect(Math.min(...scripts.map(({ startTime }) => startTime)), address).toBeGreaterThan(firstPaint - 17);
			const html = await (await page.request.get(address)).text();
			const styles = resources.filter(({ name }) => name.endsWith(".css") && html.includes(name));
			expect(styles, address).toEqual([]);
		}
		await close();
	});

	test("a prerendered page requests no scripts while only its background is painted", async () => {
		const { promise: released, resolve: releaseContent } = Promise.withResolvers<void>();
		// Passes requests on to the server, and holds the content of the page back until `releaseContent` is called.
		const proxy = createServer(async (request, response) => {
			const answer = await fetch(new URL(request.url ?? "/", fixture.server.url));
			const body = Buffer.from(await answer.arrayBuffer());
			response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
			if (request.url === "/help/game-rules") {
				const contentStart = body.indexOf('<div id="root"');
				response.write(body.subarray(0, contentStart));
				await released;
				response.end(body.subarray(contentStart));
			} else {
				response.end(body);
			}
		});
		await once(proxy.listen(0, "127.0.0.1"), "listening");
		const { page, close } = await fixture.openSession(PHONE);
		// Looks at the page once every observer of the first paint, and what they schedule for the next frame, has run.
		await page.addInitScript(`
			const onFirstPaint = (_paints, observer) => {
				observer.disconnect();
				requestAnimationFrame(() => setTimeout(() => setTimeout(() => {
					self.atFirstPaint = {
						contentPaints: performance.getEntriesByName("first-contentful-paint").length,
						scripts: document.querySelectorAll("script[src^='/assets/']").length,
					};
				})));
			};
			new PerformanceObserver(onFirstPaint).observe({ type: "paint", buffered: true });
		`);
		const { port } = proxy.address() as AddressInfo;
		await page.goto(`http://127.0.0.1:${port}/help/game-rules`, { waitUntil: "commit" });
		await expect.poll(() => page.evaluate("self.atFirstPaint")).toEqual({ contentPaints: 0, scripts: 0 });
		releaseContent();
		await page.locator("script[src^='/assets/']").first().waitFor({ state: "attached" });
		await close();
		proxy.close();
	});

	/** Opens a page and holds its scripts back until `releaseScripts` is called. */
	const openBeforeScripts = async (size: typeof PHONE, address: string) => {
		const session = await fixture.openSession(size);
		const { promise: released, resolve: releaseScripts } = Promise.withResolvers<void>();
		await session.page.route("**/assets/*.js", async (route) => {
			await released;
			await route.continue();
		});
		await session.page.goto(address, { waitUntil: "commit" });
		const hydrate = async () => {
			await session.page.evaluate("document.addEventListener('hydrated', () => { self.isHydrated = true; })");
			releaseScripts();
			await expect.poll(() => session.page.evaluate("self.isHydrated")).toBe(true);
		};
		return { ...session, releaseScripts, hydrate };
	};

	test("a click before the scripts have loaded takes effect later", async () => {
		for (const size of [PHONE, DESKTOP]) {
			const { page, releaseScripts, close } = await openBeforeScripts(size, "/");
			await page.getByRole("button", { name: "Play the demo" }).click();
			releaseScripts();
			await page.waitForURL("**/team");
			await close();
		}
	});

	test("a click that spans the hydration takes effect", async () => {
		const { page, hydrate, close } = await openBeforeScripts(DESKTOP, "/");
		await page.getByRole("button", { name: "Play the demo" }).hover();
		await page.mouse.down();
		await hydrate();
		await page.mouse.up();
		await page.waitForURL("**/team");
		await close();
	});

	test("text typed into a prerendered page before its hydration is kept", async () => {
		for (const [address, typed] of [
			["/help/contact-us", { "Your name": "Maeve", "Your email": "maeve@example.test", "Your message": "Good day" }],
			["/leagues/join", { "Enter League PIN or League Name": "tigers" }],
			["/help/game-rules", { "Search the help": "captain" }],
		] as const) {
			const { page, hydrate, close } = await openBeforeScripts(PHONE, address);
			const main = page.getByRole("main");
			for (const [label, text] of Object.entries(typed)) await main.getByLabel(label).fill(text);
			await hydrate();
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
		const { page, close } = await fixture.openSession(DESKTOP);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		expect(await (await page.request.get("/")).text()).toContain('<div id="root"></div>');
		await page.goto("/help/game-rules");
		await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Rankings" }).waitFor();
		await page.request.post("/api/en/auth/logout", { data: {} });
		expect(await (await page.request.get("/")).text()).toContain('data-at="/"');
		await close();
	});

	test("pages for visitors send no request that the server refuses", async () => {
		const { page, close } = await fixture.openSession(PHONE);
		const refusedUrls: string[] = [];
		page.on("response", (response) => response.status() >= 400 && refusedUrls.push(response.url()));
		for (const address of ["/", "/team", "/leagues/join"]) {
			await page.goto(address);
			await page.getByRole("heading").first().waitFor();
			await page.waitForLoadState("networkidle");
		}
		expect(refusedUrls).toEqual([]);
		await close();
	});
});
