import { MINUTE_MS } from "@first-bounce/rules/durations";
import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { findScorer, type MatchDay, type Scorer, startMatchDay } from "../../testing/browser/match-day.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { createManager, getCard, getSavedTeam, listFieldIds, saveCaptains } from "../../testing/browser/team.ts";

/** Sets, through the API, the captain of a team that has not started yet. */
async function setCaptain(page: Page, id: number): Promise<void> {
	const { captainId, viceCaptainId } = await getSavedTeam(page);
	await saveCaptains(page, id, viceCaptainId === id ? captainId : viceCaptainId);
}

/** Copies one manager's team to another manager. */
async function copyTeam(from: Page, to: Page): Promise<void> {
	const { lineup, bench, emergency, utilityId, captainId, viceCaptainId } = await getSavedTeam(from);
	const data = { lineup, bench, emergency, utilityId, captainId, viceCaptainId };
	expect((await to.request.post("/api/en/fantasy/team/update", { data })).ok()).toBe(true);
}

/** Starts to count a page's requests; the returned function counts those whose address contains a part. */
function countRequests(page: Page): (part: string) => number {
	const urls: string[] = [];
	page.on("request", (request) => urls.push(request.url()));
	return (part) => urls.filter((url) => url.includes(part)).length;
}

test.describe("match day", () => {
	let day: MatchDay;
	let first: BrowserSession;
	let second: BrowserSession;
	let scorer: Scorer;

	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer(async () => {
		day = await startMatchDay();
		return day.server;
	});
	test.beforeAll(async () => {
		first = await createManager(fixture.browser, fixture.server, DESKTOP, "Avery");
		second = await createManager(fixture.browser, fixture.server, PHONE, "Blake");
		await saveTeam(first.page.request);
		await copyTeam(first.page, second.page);
		const field = await listFieldIds(first.page);
		scorer = findScorer(day, field);
		await setCaptain(first.page, scorer.id);
		await setCaptain(second.page, field.find((id) => id !== scorer.id) ?? 0);
	});

	/** The team's live score and its projected score. */
	const readTiles = (page: Page): Promise<number[]> =>
		Promise.all(
			["Live score", "Projected"].map(async (label) => {
				const value = page.locator("header dt").getByText(label, { exact: true }).locator("xpath=../dd");
				return Number((await value.textContent())?.replace(",", ""));
			}),
		);
	/** Counts the matches that are being played and whose stats of this moment have not arrived yet. */
	const countUnreported = async () => {
		const { rows } = await day.database.pool.query(
			"SELECT 1 FROM matches WHERE starts_at <= $1 AND status <> 'complete' AND coalesce(stats_as_of, 'epoch') < $1",
			[new Date(scorer.startsAt + 30 * MINUTE_MS)],
		);
		return rows.length;
	};
	const getCardText = (page: Page) => getCard(page, scorer.name).first().textContent();
	/** Opens the team of a signed-in manager without a live stream, its own or another tab's, and with a clock that the test moves. */
	async function openWithoutStream({ page }: BrowserSession): Promise<Page> {
		const newPage = await page.context().newPage();
		await newPage.clock.install();
		await newPage.addInitScript(() => void Reflect.deleteProperty(globalThis, "BroadcastChannel"));
		await newPage.route("**/api/*/live", (route) => route.abort());
		// The checksums are the last file that a page requests on opening.
		const opened = newPage.waitForResponse("**/checksums.json");
		await newPage.goto("/team");
		await opened;
		return newPage;
	}

	test("the server offers and pages load texts for each language (D1.7.32)", async () => {
		for (const language of ["en", "fr"]) {
			const response = await first.page.request.get(`/json/locale/${language}.json`);
			expect(response.status()).toBe(200);
			expect(Object.keys(await response.json()).length).toBeGreaterThan(10);
		}
		const loaded = await first.page.evaluate(() =>
			performance.getEntriesByType("resource").flatMap(({ name }) => /\/[^/]*\/en[^/]*\.json/.exec(name)?.[0] ?? []),
		);
		expect(new Set(loaded)).toEqual(new Set(["/locale/en.json"]));
	});

	// `npm run bench web-live` measures how long this takes; the target is two seconds.
	test("two managers' open pages show each goal without a reload", async () => {
		await day.moveClockTo(scorer.startsAt + 30 * MINUTE_MS);
		const pages = [first.page, second.page];
		for (const page of pages) {
			await page.goto("/team");
			await expect.poll(() => getCardText(page)).toMatch(/points/);
		}
		// Waits until the stats of every match up to this time have arrived.
		await expect.poll(countUnreported).toBe(0);
		for (let goal = 0; goal < 3; goal++) {
			const before = await Promise.all(pages.map(getCardText));
			const tiles = await Promise.all(pages.map(readTiles));
			await day.scoreGoal(scorer.id, scorer.matchId);
			await Promise.all(
				pages.map((page, index) => expect.poll(() => getCardText(page), { timeout: 10_000 }).not.toBe(before[index])),
			);
			// The first goal also delivers other stats, so only later goals are compared exactly.
			if (goal === 0) continue;
			// A goal is worth 6 points, twice as many for the captain. The points expected in the remaining time stay
			// the same.
			for (const [index, points] of [12, 6].entries()) {
				const [score = 0, projected = 0] = tiles[index] ?? [];
				await expect.poll(() => readTiles(pages[index] as Page)).toEqual([score + points, projected + points]);
			}
		}
	});

	test("a match in play does not count in averages", async () => {
		for (const session of [first, second]) {
			const { page } = session;
			await page.goto(`/team?player=${scorer.id}`);
			const tiles = page.getByRole("dialog").locator("[role=tabpanel] dl").filter({ hasText: "ROUND PTS" });
			const getTile = (label: string) => tiles.locator("dt").getByText(label, { exact: true }).locator("xpath=../dd");
			for (const label of ["GAMES PLAYED", "AVERAGE PTS", "LOWEST PTS"]) await expect(getTile(label)).toHaveText("-");
			await expect(getTile("ROUND PTS")).toHaveText(/^\d+$/);
			await expectNoPageProblems(session);
			await page.goto("/team");
			await getCard(page, scorer.name).first().waitFor();
		}
	});

	test("a page without live stream shows a goal within 61 seconds (D1.4.109, D1.4.111, D1.4.112, D1.9.16)", async () => {
		const page = await openWithoutStream(second);
		await expect.poll(() => getCardText(page)).toMatch(/points/);
		await expect.poll(() => page.evaluate(() => document.readyState)).toBe("complete");
		const before = await getCardText(page);
		const getCount = countRequests(page);
		await day.scoreGoal(scorer.id, scorer.matchId);
		// The page with the live stream shows the goal, so the server has published it.
		await expect.poll(() => getCardText(second.page)).not.toBe(before);
		await page.clock.fastForward(40_000);
		expect(getCount("checksums.json")).toBe(0);
		expect(await getCardText(page)).toBe(before);
		await page.clock.fastForward(21_000);
		await expect.poll(() => getCardText(page)).not.toBe(before);
		expect([getCount("checksums.json"), getCount("players.json"), getCount("rounds.json")]).toEqual([1, 1, 1]);
		await page.clock.fastForward(60_000);
		await expect.poll(() => getCount("checksums.json")).toBe(2);
		expect([getCount("players.json"), getCount("rounds.json")]).toEqual([1, 1]);
		await page.close();
	});
});
