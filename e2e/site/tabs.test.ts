import { type Browser, type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { HEADLESS_LAUNCH_OPTIONS, SHARED_PROCESS } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { registerManager } from "../../testing/browser/team.ts";

const TABS = 8;
/** The time within which another tab replaces one that held the live stream. */
const REPLACED_WITHIN_MS = 5_000;
/** A host that browsers do not trust over plain HTTP, as the address of a club's server in its own network. */
const HOST = "club.test";

test.describe("many tabs", () => {
	const fixture = setUpServer(() => startDemoServer({ ALLOWED_HOSTS: HOST }));
	let browser: Browser;
	test.beforeAll(async () => {
		const rule = `--host-resolver-rules=MAP ${HOST} 127.0.0.1`;
		browser = await chromium.launch({
			...HEADLESS_LAUNCH_OPTIONS,
			// A crash ends the whole process, which other tabs must survive.
			args: [...HEADLESS_LAUNCH_OPTIONS.args.filter((arg) => arg !== SHARED_PROCESS), rule],
		});
	});
	test.afterAll(() => browser?.close());

	const countStreams = async () => {
		const metrics = await (await fetch(`${fixture.server.url}/metrics`)).text();
		return Number(/stream_clients (\d+)/.exec(metrics)?.[1]);
	};
	const openTab = async (context: BrowserContext) => {
		const page = await context.newPage();
		await page.goto("/stats-centre");
		await page.getByRole("row").nth(3).waitFor();
		return page;
	};
	const findPlayerId = async (): Promise<number> => {
		const players = await (await fetch(`${fixture.server.url}/json/fantasy/players.json`)).json();
		return players[0].id;
	};
	let isInjured = false;
	/** Changes a player, and waits until each page has fetched the players again. */
	const expectUpdate = async (pages: readonly Page[], timeout = 20_000) => {
		isInjured = !isInjured;
		const fetches = pages.map((page) => page.waitForRequest(/\/players\.json/, { timeout }));
		await fixture.server.setStatus(isInjured ? "injured" : "playing", [await findPlayerId()]);
		await Promise.all(fetches);
	};
	const openTabs = async (host: string) => {
		const { port } = new URL(fixture.server.url);
		// Node cannot look up the host, so she registers elsewhere and gets her cookies.
		const elsewhere = await browser.newContext({ baseURL: fixture.server.url });
		await registerManager(elsewhere.request, "Tabitha");
		const { cookies } = await elsewhere.storageState();
		await elsewhere.close();
		const context = await browser.newContext({ baseURL: `http://${host}:${port}`, serviceWorkers: "block" });
		await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: host })));
		const pages: Page[] = [];
		for (let tab = 0; tab < TABS; tab++) pages.push(await openTab(context));
		return { context, pages };
	};

	/** Stars a player in every tab at once, and returns the statuses of the responses. */
	const saveInAll = async (pages: readonly Page[]) => {
		const id = await findPlayerId();
		return Promise.all(
			pages.map((page) =>
				page.evaluate(async (playerId) => {
					const headers = { "content-type": "application/json" };
					const body = JSON.stringify({ playerId });
					const signal = AbortSignal.timeout(5_000);
					return (await fetch("/api/en/fantasy/favourite-player/add", { method: "POST", headers, body, signal }))
						.status;
				}, id),
			),
		);
	};

	/** Closes the first of the tabs, which holds the stream that all share. */
	const expectOneStream = async ([first, ...others]: readonly Page[]): Promise<Page[]> => {
		if (!first) throw new Error("No tab");
		await expect.poll(countStreams).toBe(1);
		await expectUpdate([first, ...others]);
		expect(await saveInAll([first, ...others])).toEqual([200, 200, 200, 200, 200, 200, 200, 200]);
		await first.close();
		await expect.poll(countStreams, { timeout: REPLACED_WITHIN_MS }).toBe(1);
		await expectUpdate(others, REPLACED_WITHIN_MS);
		return others;
	};

	test("at http://localhost eight tabs share one live stream and save at once", async () => {
		const { context, pages } = await openTabs("localhost");
		expect(await pages[0]?.evaluate(() => isSecureContext)).toBe(true);
		await expectOneStream(pages);
		await context.close();
		await expect.poll(countStreams).toBe(0);
	});

	test("in a club's own network too, until one tab signs out", async () => {
		const { context, pages: opened } = await openTabs(HOST);
		expect(await opened[0]?.evaluate(() => isSecureContext)).toBe(false);
		const pages = await expectOneStream(opened);

		await test.step("another tab replaces a frozen or crashed one that holds the stream", async () => {
			for (const method of ["freeze", "crash"] as const) {
				const [holder, ...others] = pages;
				if (!holder) throw new Error("No tab");
				const devtools = await context.newCDPSession(holder);
				if (method === "freeze") await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
				else void devtools.send("Page.crash").catch(() => undefined);
				await expectUpdate(others, REPLACED_WITHIN_MS);
				pages.shift();
			}
			await expect.poll(countStreams).toBe(1);
		});

		await test.step("signing out in one tab signs out the others", async () => {
			const [first, second] = pages;
			if (!first || !second) throw new Error("No tab");
			await second.goto("/my-account");
			await second.getByRole("button", { name: "Sign out" }).last().waitFor();
			await first.goto("/my-account");
			await first.getByRole("button", { name: "Sign out" }).last().click();
			for (const page of pages) await page.getByRole("button", { name: "Play free" }).first().waitFor();
			await expect.poll(countStreams).toBe(1);
		});
		await context.close();
	});
});
