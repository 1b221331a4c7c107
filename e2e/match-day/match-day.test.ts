import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP } from "../testing/browser.ts";
import { type MatchDay, startMatchDay } from "../testing/match-day.ts";
import { saveTeam } from "../testing/save-team.ts";
import { card, newManager, savedTeam } from "../testing/team.ts";

const MINUTE = 60_000;

/** Names a captain over the API, as a manager of a team that is still to start. */
async function nameCaptain(page: Page, captainId: number): Promise<void> {
	const { lineup, bench, emergency, utilityId, captainId: was, viceCaptainId: vice } = await savedTeam(page);
	const viceCaptainId = vice === captainId ? was : vice;
	const data = { lineup, bench, emergency, utilityId, captainId, viceCaptainId };
	expect((await page.request.post("/api/en/fantasy/team/update", { data })).ok()).toBe(true);
}

/** Saves one manager's players as another's team. */
async function copyTeam(from: Page, to: Page): Promise<void> {
	const { lineup, bench, emergency, utilityId, captainId, viceCaptainId } = await savedTeam(from);
	const data = { lineup, bench, emergency, utilityId, captainId, viceCaptainId };
	expect((await to.request.post("/api/en/fantasy/team/update", { data })).ok()).toBe(true);
}

const fieldOf = async (page: Page) => Object.values((await savedTeam(page)).lineup).flat();

/** Requests of a page from now on whose address holds a word. */
function requestsOf(page: Page): (word: string) => number {
	const urls: string[] = [];
	page.on("request", (request) => urls.push(request.url()));
	return (word) => urls.filter((url) => url.includes(word)).length;
}

test.describe("match day", () => {
	let day: MatchDay;
	let first: BrowserSession;
	let second: BrowserSession;
	let scorer: { id: number; name: string; matchId: number; startsAt: number };
	let leagueId = 0;

	test.describe.configure({ mode: "serial" });
	test.beforeAll(async ({ browser }) => {
		day = await startMatchDay();
		first = await newManager(browser, day.server, DESKTOP, "Erste");
		second = await newManager(browser, day.server, DESKTOP, "Zweite");
		await saveTeam(first.page.request);
		await copyTeam(first.page, second.page);
		const { generated } = day.season;
		const field = await fieldOf(first.page);
		const found = field.flatMap((id) =>
			generated.matches
				.filter(
					({ roundId, id: match }) =>
						roundId === 1 && generated.results.get(match)?.lines.some((line) => line.playerId === id),
				)
				.map(({ id: matchId, startsAt }) => ({ id, matchId, startsAt })),
		)[0];
		const who = generated.footballers.find(({ id }) => id === found?.id);
		if (!found || !who) throw new Error("Nobody on the field plays in round 1");
		scorer = { ...found, name: `${who.firstName} ${who.lastName}` };
		await nameCaptain(first.page, scorer.id);
		await nameCaptain(second.page, field.find((id) => id !== scorer.id) ?? 0);
		const data = {
			name: "Two of us",
			type: "h2h",
			privacy: "private",
			size: 2,
			startId: 1,
			finals: false,
			h2hTiebreaker: "percentage",
		};
		const created = await first.page.request.post("/api/en/fantasy/league", { data });
		const { league } = (await created.json()).success;
		leagueId = league.id;
		expect((await second.page.request.post(`/api/en/fantasy/league/${league.code}/join`)).ok()).toBe(true);
	});
	test.afterAll(async ({ browser }) => {
		for (const context of browser.contexts()) await context.close();
		await day?.stop();
	});

	const scoreOf = (page: Page) => card(page, scorer.name).first().textContent();
	/** A page of a signed-in manager that never hears the stream, and whose clock the test moves. */
	async function withoutStream({ page }: BrowserSession, path: string): Promise<Page> {
		const cut = await page.context().newPage();
		await cut.clock.install();
		await cut.route("**/api/*/live", (route) => route.abort());
		// The checksums are the last that a page asks for as it opens.
		const opened = cut.waitForResponse("**/checksums.json");
		await cut.goto(path);
		await opened;
		return cut;
	}

	test("the server offers a file of the web's texts for each language (D1.7.32)", async () => {
		for (const language of ["en", "fr"]) {
			const answer = await first.page.request.get(`/json/locale/${language}.json`);
			expect(answer.status()).toBe(200);
			expect(Object.keys(await answer.json()).length).toBeGreaterThan(10);
		}
	});

	test("a page does not poll the checksums while no round is playing (D1.4.110)", async () => {
		const page = await withoutStream(first, "/team");
		await card(page, scorer.name).first().waitFor();
		const asked = requestsOf(page);
		await page.clock.fastForward(61_000);
		// What is asked every minute at any time has been asked: the minute is over.
		await expect.poll(() => asked("/clock")).toBeGreaterThan(0);
		expect(asked("checksums.json")).toBe(0);
		await page.close();
	});

	test("two managers' open pages show a goal within two seconds of the stats provider's response", async () => {
		await day.moveTo(scorer.startsAt + 30 * MINUTE);
		const pages = [first.page, second.page];
		for (const page of pages) {
			await page.goto("/team");
			await expect.poll(() => scoreOf(page), { timeout: 20_000 }).toMatch(/points/);
		}
		const waits: number[] = [];
		for (let goal = 0; goal < 3; goal++) {
			const before = await Promise.all(pages.map(scoreOf));
			const answeredAt = await day.goal(scorer.id, scorer.matchId);
			await Promise.all(
				pages.map((page, index) => expect.poll(() => scoreOf(page), { intervals: [20] }).not.toBe(before[index])),
			);
			waits.push(Date.now() - answeredAt);
		}
		expect(waits.toSorted((a, b) => a - b)[1]).toBeLessThan(2_000);
		expect([first.faults, second.faults]).toEqual([[], []]);
	});

	test("a page without the live stream shows a goal within 61 seconds, by polling once a minute (D1.4.109, D1.4.111, D1.4.112, D1.9.16)", async () => {
		const page = await withoutStream(second, "/team");
		await expect.poll(() => scoreOf(page)).toMatch(/points/);
		await expect.poll(() => page.evaluate(() => document.readyState)).toBe("complete");
		const before = await scoreOf(page);
		const asked = requestsOf(page);
		await day.goal(scorer.id, scorer.matchId);
		// The other browser, with its stream, has it: the server has published it.
		await expect.poll(() => scoreOf(second.page)).not.toBe(before);
		await page.clock.fastForward(40_000);
		expect(asked("checksums.json")).toBe(0);
		expect(await scoreOf(page)).toBe(before);
		await page.clock.fastForward(21_000);
		await expect.poll(() => scoreOf(page)).not.toBe(before);
		expect([asked("checksums.json"), asked("players.json"), asked("rounds.json")]).toEqual([1, 1, 1]);
		await page.clock.fastForward(60_000);
		await expect.poll(() => asked("checksums.json")).toBe(2);
		expect([asked("players.json"), asked("rounds.json")]).toEqual([1, 1]);
		await page.close();
	});

	test("a poll that finds a change refetches the match-up on screen (D1.4.113)", async () => {
		const page = await withoutStream(first, `/leagues/${leagueId}/matchup/1/0`);
		await page.getByText("Erste's own").first().waitFor();
		const asked = requestsOf(page);
		const before = await scoreOf(second.page);
		await day.goal(scorer.id, scorer.matchId);
		await expect.poll(() => scoreOf(second.page)).not.toBe(before);
		expect(asked("h2h-match-ups")).toBe(0);
		await page.clock.fastForward(61_000);
		await expect.poll(() => asked("h2h-match-ups")).toBeGreaterThan(0);
		await page.close();
	});

	test("a failed poll of the checksums is logged to the console and opens no dialog (D1.4.114)", async () => {
		const page = await withoutStream(first, "/team");
		await expect.poll(() => scoreOf(page)).toMatch(/points/);
		const lines: string[] = [];
		page.on("console", (message) => lines.push(message.text()));
		await page.route("**/checksums.json", (route) => route.fulfill({ status: 503, body: "busy" }));
		await page.clock.fastForward(61_000);
		await expect.poll(() => lines.join("\n")).toContain("503");
		expect(await page.getByRole("dialog").count()).toBe(0);
		expect(await page.getByRole("alertdialog").count()).toBe(0);
		await page.unroute("**/checksums.json");
		const asked = requestsOf(page);
		await page.clock.fastForward(61_000);
		await expect.poll(() => asked("checksums.json")).toBeGreaterThan(0);
		await page.close();
	});
});
