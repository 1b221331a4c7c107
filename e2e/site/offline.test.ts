import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { findAccessibilityIssues, getHorizontalOverflow } from "../../testing/browser/page-checks.ts";
import { waitForServiceWorker } from "../../testing/browser/push.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { finishRound } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import {
	chooseFromMenu,
	createManager,
	getCard,
	getGround,
	getSavedTeam,
	readAndCloseError,
} from "../../testing/browser/team.ts";

test.describe("offline", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let page: Page;
	let context: BrowserContext;

	const getCaptainCard = (name: string) => getCard(page, new RegExp(`${name}.*, captain,`, "i"));
	/** Gets the vice captain's name from her card. */
	const getViceCaptainName = async (): Promise<string> => {
		const text = (await getCard(page, /, vice captain,/).textContent()) ?? "";
		return /[\p{L}'’-]+ [\p{L}'’-]+/u.exec(text)?.[0] ?? "";
	};
	/** Swaps captain and vice captain as another device would, and returns the new captain's id. */
	const changeOnOtherDevice = async (): Promise<number> => {
		const { lineup, bench, utilityId, captainId, viceCaptainId, emergency, version } = await getSavedTeam(page);
		const roles = { captainId: viceCaptainId, viceCaptainId: captainId, emergency };
		const data = { lineup, bench, utilityId, ...roles, version };
		const response = await page.request.post("/api/en/fantasy/team/update", { data });
		expect(response.ok()).toBe(true);
		return viceCaptainId;
	};

	/** Goes offline and waits for the note, because an open menu would close when the note appears. */
	const goOffline = async () => {
		await context.setOffline(true);
		await page.getByText(/You are offline\. Last updated \d/).waitFor();
	};

	test.beforeAll(async () => {
		({ page } = await createManager(fixture.browser, fixture.server, PHONE, "Olive", {
			touch: true,
			hasServiceWorker: true,
		}));
		context = page.context();
		await saveTeam(page.request);
		await page.goto("/");
		await waitForServiceWorker(page);
	});

	test("a change made offline is kept and saved once online", async () => {
		await page.goto("/team");
		await getCard(page, /, vice captain,/).waitFor();
		const { viceCaptainId } = await getSavedTeam(page);
		await goOffline();
		await chooseFromMenu(page, /, vice captain,/, "Make captain");
		await page.getByText("Waiting for a connection").waitFor();
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await context.setOffline(false);
		await page.getByText(/^Saved/).waitFor();
		await expect.poll(async () => (await getSavedTeam(page)).captainId).toBe(viceCaptainId);
		await expect(page.getByText(/You are offline/)).toHaveCount(0);
	});

	test("a change made offline is refused if the team changed elsewhere", async () => {
		await page.goto("/team");
		await getCard(page, /, vice captain,/).waitFor();
		const { emergency } = await getSavedTeam(page);
		await goOffline();
		await chooseFromMenu(page, /, emergency,/, "Remove as emergency");
		await page.getByText("Waiting for a connection").waitFor();
		const captainId = await changeOnOtherDevice();
		await context.setOffline(false);
		await page.getByRole("alertdialog", { name: "This is the latest version." }).waitFor();
		await expect(getCard(page, /, emergency,/)).toHaveCount(emergency.length);
		await page.getByText(/^Saved/).waitFor();
		expect(await getSavedTeam(page)).toMatchObject({ captainId, emergency });
	});

	test("team, fixtures and help open offline with their time", async () => {
		const fixtures = page.getByRole("table");
		await page.goto("/stats-centre/matchups");
		await fixtures.getByRole("row").nth(3).waitFor();
		const matchupsText = (await fixtures.textContent()) ?? "";
		// The service worker caches the help, which no test has opened so far.
		const isCached = () =>
			page.evaluate(async () => Boolean(await caches.match("/json/help/en/articles.json?page=1&per_page=100")));
		await expect.poll(isCached).toBe(true);
		await page.goto("/team");
		const cards = getGround(page).getByRole("listitem").filter({ hasText: "$" });
		await expect(cards).toHaveCount(21);
		const players = await cards.allTextContents();
		await context.setOffline(true);
		const lastUpdated = page.getByText(/You are offline\. Last updated \d/);
		await page.goto("/team");
		await expect.poll(() => cards.allTextContents()).toEqual(players);
		await lastUpdated.waitFor();
		// The service worker answers no change from its cache.
		const isSent = await page.evaluate(() =>
			fetch("/api/en/fantasy/team/rollback", { method: "POST", body: "{}" }).then(
				() => true,
				() => false,
			),
		);
		expect(isSent).toBe(false);
		await page.goto("/stats-centre/matchups");
		await expect(fixtures).toHaveText(matchupsText);
		await lastUpdated.waitFor();
		await page.goto("/help/faqs");
		for (const size of [DESKTOP, PHONE]) {
			await page.setViewportSize(size);
			await page.getByRole("heading", { name: "What does it cost to play?" }).waitFor();
			await lastUpdated.waitFor();
			expect(await findAccessibilityIssues(page)).toEqual([]);
		}
		await context.setOffline(false);
		await page.goto("/team");
		await expect.poll(() => cards.allTextContents()).toEqual(players);
		await expect(lastUpdated).toHaveCount(0);
	});

	test("a page new offline says so, and loads once online", async () => {
		const unavailable = page.getByRole("heading", { name: "Not available offline" });
		// The first page's script is not cached, nor is the second page's data.
		for (const [path, loaded] of [
			["/rankings", page.getByRole("heading", { name: "Rankings" })],
			["/user/team/3/1", page.getByRole("heading", { level: 1 })],
		] as const) {
			await context.setOffline(true);
			await page.goto(path);
			for (const size of [DESKTOP, PHONE]) {
				await page.setViewportSize(size);
				await unavailable.waitFor();
				await expect(page.getByText(/You are offline/)).toHaveCount(1);
				await expect(page.getByText(/You are offline/)).toBeVisible();
				await expect(page.getByText(/new version|Something went wrong/)).toHaveCount(0);
				expect(await findAccessibilityIssues(page)).toEqual([]);
				expect(await getHorizontalOverflow(page)).toBe(0);
			}
			await context.setOffline(false);
			await loaded.first().waitFor();
			await expect(unavailable).toHaveCount(0);
		}
	});

	test("a started team's change fails offline, and works online", async () => {
		await finishRound(fixture.server, page);
		await page.goto("/team");
		const viceCaptain = getCard(page, /, vice captain,/);
		await viceCaptain.waitFor();
		const { captainId, viceCaptainId } = await getSavedTeam(page);
		const name = await getViceCaptainName();
		await page.getByRole("button", { name: "Trade", exact: true }).waitFor();
		await goOffline();
		await expect(page.getByText(/You are offline/)).toHaveCount(1);
		await chooseFromMenu(page, /, vice captain,/, "Make captain");
		expect(await readAndCloseError(page)).toMatch(
			/Can't do that.*The game cannot be reached\. Check your connection\./,
		);
		await viceCaptain.waitFor();
		await expect(getCaptainCard(name)).toHaveCount(0);
		await context.setOffline(false);
		expect((await getSavedTeam(page)).captainId).toBe(captainId);
		await chooseFromMenu(page, /, vice captain,/, "Make captain");
		await expect.poll(async () => (await getSavedTeam(page)).captainId).toBe(viceCaptainId);
		await expect(getCaptainCard(name)).toHaveCount(1);
	});

	test("an iPhone gets a picture for the start of the installed game [D2.9.652]", async () => {
		const session = await fixture.openSession(PHONE, { touch: true, hasServiceWorker: true });
		// Only browsers of iPhones and iPads have this property.
		await session.page.addInitScript("navigator.standalone = false");
		await session.page.goto("/");
		const picture = session.page.locator("link[rel=apple-touch-startup-image]");
		await picture.waitFor({ state: "attached" });
		const { size, corner, middle } = await picture.evaluate(async (link: HTMLLinkElement) => {
			const image = Object.assign(new Image(), { src: link.href });
			await image.decode();
			const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
			const context = canvas.getContext("2d");
			context?.drawImage(image, 0, 0);
			const getColour = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
			return { size: [image.width, image.height], corner: getColour(0, 0), middle: getColour(195, 422) };
		});
		expect(size).toEqual([390, 844]);
		expect(corner).toEqual([16, 22, 43, 255]);
		expect(middle).not.toEqual(corner);
		await session.close();
	});

	test("a new service worker deletes earlier versions' cached files", async () => {
		await page.goto("/");
		const listCachedPaths = () =>
			page.evaluate(async () => {
				const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
				return all.flat().map(({ url }) => new URL(url).pathname);
			});
		await page.evaluate(async () => {
			const [precache = ""] = (await caches.keys()).filter((name) => name.includes("precache"));
			for (const name of [precache, "first-bounce-assets-1", "first-bounce-shell-2"])
				await (await caches.open(name)).put(`/assets/of-${name}.js`, new Response("old"));
			await (await navigator.serviceWorker.getRegistration())?.unregister();
		});
		expect((await listCachedPaths()).filter((file) => file.startsWith("/assets/of-"))).toHaveLength(3);
		await page.reload();
		await waitForServiceWorker(page);
		await expect
			.poll(async () => (await listCachedPaths()).filter((file) => file.startsWith("/assets/of-")))
			.toEqual([]);
		expect(await listCachedPaths()).toEqual(expect.arrayContaining(["/shell.html", "/start.js"]));
	});
});
