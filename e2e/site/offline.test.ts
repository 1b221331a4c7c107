import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { PHONE, seriousFindings } from "../testing/browser.ts";
import { workerReady } from "../testing/push.ts";
import { saveTeam } from "../testing/save-team.ts";
import { finishRound } from "../testing/season.ts";
import { setStage } from "../testing/stage.ts";
import { card, choose, ground, newManager, readProblem, savedTeam } from "../testing/team.ts";

test.describe("offline", () => {
	test.describe.configure({ mode: "serial" });
	const stage = setStage();
	let page: Page;
	let context: BrowserContext;

	const isCaptain = (words: string) => card(page, new RegExp(`${words}.*, captain,`, "i"));
	/** The vice captain's name, as her card says it. */
	const viceName = async (): Promise<string> => {
		const words = (await card(page, /, vice captain,/).textContent()) ?? "";
		return /[\p{L}'’-]+ [\p{L}'’-]+/u.exec(words)?.[0] ?? "";
	};
	/** Changes the armbands from another device. */
	const changeElsewhere = async (): Promise<number> => {
		const { lineup, bench, utilityId, captainId, viceCaptainId, emergency, version } = await savedTeam(page);
		const marks = { captainId: viceCaptainId, viceCaptainId: captainId, emergency };
		const data = { lineup, bench, utilityId, ...marks, version };
		const answer = await page.request.post("/api/en/fantasy/team/update", { data });
		expect(answer.ok()).toBe(true);
		return viceCaptainId;
	};

	/** The menu that a change is chosen from would go with the page's drawing of its note. */
	const goOffline = async () => {
		await context.setOffline(true);
		await page.getByText(/You are offline\. Last updated \d/).waitFor();
	};

	test.beforeAll(async () => {
		({ page } = await newManager(stage.browser, stage.server, PHONE, "Funkloch", { touch: true, keepsOffline: true }));
		context = page.context();
		await saveTeam(page.request);
		await page.goto("/");
		await workerReady(page);
	});

	test("a change made offline is kept on the device and saved once the connection is back", async () => {
		await page.goto("/team");
		await card(page, /, vice captain,/).waitFor();
		const { viceCaptainId } = await savedTeam(page);
		await goOffline();
		await choose(page, /, vice captain,/, "Make captain");
		await page.getByText("Waiting for a connection").waitFor();
		expect(await seriousFindings(page)).toEqual([]);
		await context.setOffline(false);
		await page.getByText(/^Saved/).waitFor();
		await expect.poll(async () => (await savedTeam(page)).captainId).toBe(viceCaptainId);
		await expect(page.getByText(/You are offline/)).toHaveCount(0);
	});

	test("a change made offline is refused if the team was changed on another device meanwhile, and the page shows the latest team", async () => {
		await page.goto("/team");
		await card(page, /, vice captain,/).waitFor();
		const { emergency } = await savedTeam(page);
		await goOffline();
		await choose(page, /, emergency,/, "No longer an emergency");
		await page.getByText("Waiting for a connection").waitFor();
		const captainId = await changeElsewhere();
		await context.setOffline(false);
		await page.getByText("Your team was changed on another device. This is the latest version.").waitFor();
		await expect(card(page, /, emergency,/)).toHaveCount(emergency.length);
		await page.getByText(/^Saved/).waitFor();
		expect(await savedTeam(page)).toMatchObject({ captainId, emergency });
	});

	test("the team, the fixtures and the help open offline with the time of their last update", async () => {
		const fixtures = page.getByRole("table");
		await page.goto("/stats-centre/matchups");
		await fixtures.getByRole("row").nth(3).waitFor();
		const ahead = (await fixtures.textContent()) ?? "";
		await page.goto("/help/faqs");
		await page.getByRole("heading", { name: "What does it cost to play?" }).waitFor();
		await context.setOffline(true);
		const age = page.getByText(/You are offline\. Last updated \d/);
		await page.goto("/team");
		await expect(ground(page).getByRole("listitem").filter({ hasText: "$" })).toHaveCount(21);
		await age.waitFor();
		await page.goto("/stats-centre/matchups");
		await expect(fixtures).toHaveText(ahead);
		await age.waitFor();
		await page.goto("/help/faqs");
		await page.getByRole("heading", { name: "What does it cost to play?" }).waitFor();
		await age.waitFor();
		await context.setOffline(false);
		await expect(age).toHaveCount(0);
	});

	test("a live change made offline fails at once and succeeds once the connection is back", async () => {
		await finishRound(stage.server, page);
		await page.goto("/team");
		const vice = card(page, /, vice captain,/);
		await vice.waitFor();
		const { captainId, viceCaptainId } = await savedTeam(page);
		const name = await viceName();
		await page.getByRole("button", { name: "Trade", exact: true }).waitFor();
		await goOffline();
		await page.getByText("You are offline. Nothing can be changed until you are back.").waitFor();
		await choose(page, /, vice captain,/, "Make captain");
		expect(await readProblem(page)).toMatch(/Can't do that.*The game cannot be reached\. Check your connection\./);
		await vice.waitFor();
		await expect(isCaptain(name)).toHaveCount(0);
		await context.setOffline(false);
		expect((await savedTeam(page)).captainId).toBe(captainId);
		await choose(page, /, vice captain,/, "Make captain");
		await expect.poll(async () => (await savedTeam(page)).captainId).toBe(viceCaptainId);
		await expect(isCaptain(name)).toHaveCount(1);
	});

	test("a new version of the service worker deletes the cached files of earlier versions", async () => {
		await page.goto("/");
		/** The addresses of all that is cached. */
		const kept = () =>
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
		expect((await kept()).filter((file) => file.startsWith("/assets/of-"))).toHaveLength(3);
		await page.reload();
		await workerReady(page);
		await expect.poll(async () => (await kept()).filter((file) => file.startsWith("/assets/of-"))).toEqual([]);
		expect(await kept()).toEqual(expect.arrayContaining(["/shell.html", "/start.js"]));
	});
});
