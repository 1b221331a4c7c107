import { readFileSync } from "node:fs";
import { STAT_KEYS, STATS } from "@first-bounce/rules/scoring/stats";
import { expect, type Page, test } from "@playwright/test";
import serverEn from "../apps/server/i18n/locale/en.json" with { type: "json" };
import serverFr from "../apps/server/i18n/locale/fr.json" with { type: "json" };
import en from "../apps/web/i18n/locale/en.json" with { type: "json" };
import fr from "../apps/web/i18n/locale/fr.json" with { type: "json" };
import { DESKTOP, PHONE } from "../testing/browser/browser.ts";
import {
	expectNoPageProblems,
	expectNoProblemsInBothThemes,
	expectNoProblemsOnPhoneAndDesktop,
	getNarrowestGap,
} from "../testing/browser/page-checks.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { getCard, getSuccess, registerManager } from "../testing/browser/team.ts";

const OPTIONAL_STATS = STAT_KEYS.filter((key) => STATS[key].isOptional);
const HEADINGS = ["RD", "OPP", "TOG", "K", "H", "M", "T", "FF", "FA", "HO", "G", "B", ...OPTIONAL_STATS, "SCORE"];

async function signIn(page: Page): Promise<void> {
	await page.request.post("/api/en/demo/sign-in", { data: {} });
}

const getModal = (page: Page) => page.getByRole("dialog", { name: /details/i });
const getRows = (page: Page) => page.locator("tbody tr[aria-rowindex]");

test.describe("stats centre, player details and rankings", () => {
	const fixture = setUpServer();

	test("the stats centre lists, sorts, filters, exports and compares players (D1.1.16, D1.2.26, D1.2.49)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await signIn(page);
		await page.goto("/team");
		await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Stats Centre" }).click();
		await page.waitForURL("**/stats-centre");
		await page.getByText("540 players").waitFor();
		await expectNoPageProblems({ page, errors });
		const total = page.getByRole("columnheader", { name: "Total" });
		await total.getByRole("button").click();
		await expect(total).toHaveAttribute("aria-sort", "descending");
		const totals = (await getRows(page).locator("td[data-sorted]").allTextContents()).map(Number);
		expect(totals).toEqual(totals.toSorted((a, b) => b - a));
		await expect.poll(() => getRows(page).count()).toBeLessThan(60);
		const playerHeader = page.getByRole("columnheader", { name: "Player", exact: true });
		const getSurnames = () =>
			getRows(page)
				.getByRole("link")
				.evaluateAll((links) => links.map((link) => link.lastChild?.textContent ?? ""));
		for (const [direction, sign] of [
			["ascending", 1],
			["descending", -1],
		] as const) {
			await playerHeader.getByRole("button").click();
			await expect(playerHeader).toHaveAttribute("aria-sort", direction);
			const firstLetter = direction === "ascending" ? /^[AB]/ : /^[WYZ]/;
			await expect.poll(async () => (await getSurnames())[0]).toMatch(firstLetter);
			const surnames = await getSurnames();
			expect(surnames).toEqual(surnames.toSorted((a, b) => sign * a.localeCompare(b, "en")));
		}

		await page
			.getByRole("radio", { name: "RUC" })
			.or(page.getByRole("button", { name: "RUC", exact: true }))
			.first()
			.click();
		await expect.poll(() => page.url()).toContain("position=RUC");
		await expect(page.getByText("540 players")).toBeHidden();
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("button", { name: "Download CSV" }).click(),
		]);
		const lines = readFileSync(await download.path(), "utf8")
			.trim()
			.split("\r\n");
		expect(lines[0]).toContain("firstName,lastName,club");
		expect(lines.length).toBe(Number((await page.getByRole("status").first().textContent())?.match(/\d+/)?.[0]) + 1);
		// Faster than the page renders.
		await page.evaluate(() => {
			for (const box of [...document.querySelectorAll<HTMLInputElement>("tbody input[type=checkbox]")].slice(0, 4))
				box.click();
		});
		await page.getByRole("link", { name: "Compare 4 players" }).waitFor();
		const fourth = page.locator("tbody").getByRole("checkbox").nth(3);
		await fourth.press("Space");
		await page.getByRole("link", { name: "Compare 3 players" }).waitFor();
		await fourth.press("Space");
		await page.getByRole("link", { name: "Compare 4 players" }).click();
		await page.getByRole("columnheader").nth(4).waitFor();
		await expectNoPageProblems({ page, errors });
		await page.goto("/stats-centre/matchups");
		await page.getByText("540 players").waitFor();
		expect((await getRows(page).first().textContent()) ?? "").toMatch(/[A-Z]{2,5} (v |@)[A-Z]{2,5}|BYE/);
		await close();
	});

	test("ownership compares the best teams with all, and downloads as CSV (D2.9.280, D2.9.282)", async () => {
		const session = await fixture.openSession(DESKTOP);
		const { page } = session;
		await signIn(page);
		await page.goto("/stats-centre");
		await page.getByRole("link", { name: "Ownership" }).click();
		const table = page.getByRole("table", { name: "Ownership" });
		await expect(table.getByRole("columnheader", { name: "Top 100" })).toHaveAttribute("aria-sort", "descending");
		await expect(table.getByRole("columnheader", { name: "All teams" })).toBeVisible();
		await expectNoProblemsOnPhoneAndDesktop(session, table.getByRole("columnheader", { name: "Player" }));
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: "Round as CSV" }).click(),
		]);
		const rows = readFileSync(await download.path(), "utf8")
			.trim()
			.split("\n")
			.slice(1);
		const owned = rows.filter((row) => row.split(",")[1] === "100").map((row) => Number(row.split(",")[8]));
		// Each of the 100 best teams has 21 players.
		expect(owned.reduce((sum, teams) => sum + teams, 0)).toBe(2_100);
		await session.close();
	});

	test("the game is women's football in words, clubs and matches (D1.1.02)", async ({ request }) => {
		const { url } = fixture.server;
		// The home page gets its description when it is rendered in the background, after the server has started.
		const getHome = async () => (await request.get(url)).text();
		await expect.poll(getHome).toMatch(/<meta name="description" content="[^"]*women&#39;s Australian/);
		const readFile = async (name: string) => (await request.get(`${url}/json/fantasy/${name}.json`)).json();
		expect((await readFile("season")).name).toMatch(/Women's League/);
		const clubs = new Set((await readFile("squads")).map(({ id }: { id: number }) => id));
		const players: { squadId: number }[] = await readFile("players");
		const rounds: { tournaments: { homeSquadId: number; awaySquadId: number }[] }[] = await readFile("rounds");
		const matches = rounds.flatMap(({ tournaments }) => tournaments);
		expect([clubs.size, players.length, rounds.length, matches.length]).toEqual([18, 540, 12, 108]);
		const realClubRows = readFileSync("fixtures/season-2023/squads.csv", "utf8").trim().split("\n").slice(1);
		expect([...clubs].toSorted()).toEqual(realClubRows.map((line) => Number(line.split(",")[0])).toSorted());
		expect(players.every(({ squadId }) => clubs.has(squadId))).toBe(true);
		expect(matches.every((match) => clubs.has(match.homeSquadId) && clubs.has(match.awaySquadId))).toBe(true);
		const readHelp = async (language: string) => {
			const files = ["categories", "sections", "articles"].map((name) =>
				request.get(`${url}/json/help/${language}/${name}.json`),
			);
			return Promise.all((await Promise.all(files)).map((response) => response.text()));
		};
		const english = [JSON.stringify(en), JSON.stringify(serverEn), ...(await readHelp("en"))].join(" ");
		expect(english.match(/\b(he|him|his|himself|men|men's|batsman|guys)\b/gi)).toBeNull();
		const french = [JSON.stringify(fr), JSON.stringify(serverFr), ...(await readHelp("fr"))].join(" ");
		expect(
			french.match(/(?<!\p{L})(joueurs?|remplaçants?|attaquants?|défenseurs?|footballeurs?)(?!\p{L})/giu),
		).toBeNull();
		expect(french).toMatch(/(?<!\p{L})joueuses(?!\p{L})/iu);
	});

	test("a player's details have a header, and add her to the team (D1.2.16, D1.2.109, D1.2.111, D1.2.114, D1.2.117)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await signIn(page);
		await page.goto("/stats-centre");
		const name = getRows(page).first().getByRole("link");
		const fullName = ((await name.getAttribute("aria-label")) ?? "").replace(": details", "");
		await name.click();
		await getModal(page).waitFor();
		const box = await page.locator("[role=dialog]").first().boundingBox();
		expect(Math.round(box?.width ?? 0)).toBe(641);
		expect(box?.height ?? 0).toBeLessThanOrEqual(0.85 * DESKTOP.height + 1);
		await expect(getModal(page).getByRole("heading").first()).toHaveText(fullName);
		const header = (await getModal(page).locator("header").textContent()) ?? "";
		expect(header).toMatch(/(Playing|Not named yet|Emergency|Injured|Not playing).*(DEF|MID|RUC|FWD).*\$[\d.]+[KM]/);
		await expect(page.getByRole("tab", { selected: true })).toHaveText("Overview");
		await page.locator("canvas").waitFor();
		await expectNoPageProblems({ page, errors });
		await getModal(page).getByRole("button", { name: "Close" }).click();
		await getModal(page).waitFor({ state: "detached" });
		await name.click();
		await getModal(page).getByRole("button", { name: "Add to team" }).click();
		await page.getByRole("button", { name: `Remove ${fullName}` }).waitFor();
		expect(page.url()).toContain("/team?from=stats-center");
		await close();
	});

	for (const size of [PHONE, DESKTOP])
		test(`a row offers the actions for its player, at ${size.width} px (D1.2.16)`, async () => {
			const { page, errors, close } = await fixture.openSession(size, { touch: size === PHONE });
			await registerManager(page.request, "Statler");
			await page.goto("/stats-centre");
			const row = getRows(page).nth(1);
			const name = ((await row.getByRole("link").getAttribute("aria-label")) ?? "").replace(": details", "");
			await row.getByRole("button", { name: `Actions for ${name}` }).click();
			const actions = page.getByRole("dialog", { name: `Actions for ${name}` });
			await actions.getByRole("button", { name: "Add to team" }).waitFor();
			await expectNoPageProblems({ page, errors });
			await page.keyboard.press("Escape");
			await actions.waitFor({ state: "detached" });
			await expect(row.getByRole("button", { name: `Actions for ${name}` })).toBeFocused();
			await page.keyboard.press("Enter");
			await actions.getByRole("button", { name: "Add to team" }).click();
			await getCard(page, new RegExp(name.split(" ").at(-1) ?? ""))
				.first()
				.waitFor();
			expect(page.url()).toContain("/team?from=stats-center");
			await close();
		});

	test("a player's modal has its sizes and her club's colours (D1.2.105, D1.2.106, D1.2.107, D1.2.108)", async () => {
		const { page, close } = await fixture.openSession({ width: 1280, height: 1000 });
		await signIn(page);
		const players: { id: number; squadId: number }[] = await (
			await page.request.get("/json/fantasy/players.json")
		).json();
		const [first] = players;
		const otherSquadPlayer = players.find(({ squadId }) => squadId !== first?.squadId);
		const backgrounds: string[] = [];
		/** The colours of the guernseys' bodies. */
		const bodies: string[] = [];
		for (const player of [first, otherSquadPlayer]) {
			await page.goto(`/stats-centre?player=${player?.id}`);
			await getModal(page).getByRole("tab", { name: "Overview" }).waitFor();
			const box = await page.locator("[role=dialog]").first().boundingBox();
			expect(Math.round(box?.width ?? 0)).toBe(641);
			const heights = await page
				.locator("[role=dialog]")
				.first()
				.evaluate((element) =>
					[element, element.parentElement].map((part) => part && getComputedStyle(part).maxHeight),
				);
			expect(heights).toContain("850px");
			const tabs = await getModal(page).getByRole("tablist").locator("..").boundingBox();
			expect(Math.round(tabs?.height ?? 0)).toBe(463);
			const header = getModal(page).locator("header");
			backgrounds.push(await header.evaluate((element) => getComputedStyle(element).backgroundColor));
			bodies.push((await header.locator("[data-watermark] path[fill]").first().getAttribute("fill")) ?? "");
		}
		expect(bodies).toEqual(["#0f1a3c", "#1552a1"]);
		expect(backgrounds).toEqual(["rgb(15, 26, 60)", "rgb(21, 82, 161)"]);
		await close();
	});

	test("a player's modal shows prices, opponent, 15 tiles and matches (D1.2.115, D1.2.116, D1.2.119, D1.9.51)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await signIn(page);
		const players = await (await page.request.get("/json/fantasy/players.json")).json();
		const player = players.find((candidate: { stats: { gamesPlayed: number } }) => candidate.stats.gamesPlayed > 1);
		await page.goto(`/rankings?player=${player.id}`);
		const facts = getModal(page).locator("header dd");
		await expect(facts.nth(1)).toHaveText(/^(HOLD|[+−][\d.]+[KM]?)$/);
		await expect(facts.nth(2)).toHaveText(/^(HOLD|[+−][\d.]+[KM]?)$/);
		await expect(facts.nth(3)).toHaveText(/^[A-Z]+ (v |@)[A-Z]+ · |^BYE$/);
		const tiles = getModal(page).locator("[role=tabpanel] dl").filter({ hasText: "ROUND PTS" });
		await expect(tiles.locator("dt")).toHaveCount(15);
		await page.getByRole("tab", { name: "Match Stats" }).click();
		await getModal(page).getByRole("table").waitFor();
		await expect(getModal(page).locator("thead th")).toHaveText(HEADINGS);
		await expectNoPageProblems({ page, errors });
		await close();
	});

	test("the rankings list ten teams with movement, the API a hundred (D1.1.15, D1.1.17, D1.2.24, D1.2.48, D1.7.55)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await signIn(page);
		await page.goto("/team");
		await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Rankings" }).click();
		await page.waitForURL("**/rankings");
		const rows = page.locator("tbody tr");
		await expect(rows.getByRole("link")).toHaveCount(10);
		const response = await page.request.get("/api/en/fantasy/ranks/open-league?limit=150");
		const { rankings, nextPage, total } = (await response.json()).success;
		expect([rankings.length, nextPage]).toEqual([100, 2]);
		expect(total).toBeGreaterThan(150);
		await expect(page.locator("tbody")).toHaveText(/up \d+|down \d+|no change/);
		await expectNoPageProblems({ page, errors });
		await rows.first().getByRole("link").click();
		await page.waitForURL(/\/user\/team\/3\/\d+$/);
		await page.getByRole("heading", { level: 1 }).first().waitFor();

		// An address without such a page shows the last one, without filters.
		await page.goto("/rankings?page=999999&round=77&club=999999");
		await page.waitForURL(/page=\d\d$/);
		const pages = page.getByRole("navigation", { name: "Pages of the rankings" });
		// A team that has just been saved may get a rank while the test reads the page.
		await expect(async () => {
			const pageStatus = (await pages.getByRole("status").textContent()) ?? "";
			const [from = 0, to = 0, total = 0] = [...pageStatus.matchAll(/\d+/g)].map(Number);
			expect(to).toBe(total);
			expect(await page.locator("tbody tr").getByRole("link").count()).toBe(total - from + 1);
		}).toPass();
		await page.goBack();
		await page.waitForURL(/\/user\/team\/3\/\d+$/);
		expect(errors).toEqual([]);
		await close();
	});

	test("season report, long names and player's details fit phones, accessibly", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
		await signIn(page);
		await page.goto("/team/season");
		await page.getByRole("heading", { level: 1 }).first().waitFor();
		await page.waitForLoadState("networkidle");
		await expect(page.getByRole("alert")).toHaveCount(0);
		await expectNoProblemsInBothThemes({ page, errors });
		const players: readonly { id: number; firstName: string; lastName: string }[] = await (
			await page.request.get("/json/fantasy/players.json")
		).json();
		const getNameLength = (player: (typeof players)[number]) => player.firstName.length + player.lastName.length;
		const [longestNamed, other] = players.toSorted((a, b) => getNameLength(b) - getNameLength(a));
		const trade = { id: 1, roundId: 4, playerInId: longestNamed?.id, playerOutId: other?.id, gain: -1_234 };
		const parts = { points: 1_200, byLine: { DEF: 300, MID: 400, RUC: 100, FWD: 300 }, captaincy: 100 };
		const round = { ...parts, fromBench: 0, leftOnBench: 40 };
		await page.route("**/fantasy/team/season-report", async (route) => {
			const { success, errors } = await (await route.fetch()).json();
			const ranks = { roundId: 4, roundRank: 3, overallRank: 3, bestOfSquad: null, bestUnderCap: null };
			const totals = { ...round, tradeGain: trade.gain };
			const report = { ...success.report, rounds: [{ ...round, ...ranks }], totals, trades: [trade], pending: 0 };
			await route.fulfill({ json: { success: { report }, errors } });
		});
		await page.goto("/team/season");
		const trades = page.getByRole("region", { name: "Your trades" });
		await trades.getByRole("link").or(trades.getByRole("button")).first().waitFor();
		await expectNoPageProblems({ page, errors });

		await page.goto("/stats-centre?player=1001");
		await getModal(page).waitFor();
		await page.locator("canvas").waitFor();
		const box = await page.locator("[role=dialog]").first().boundingBox();
		expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([PHONE.width, PHONE.height]);
		await expectNoProblemsInBothThemes({ page, errors });
		await getModal(page).getByRole("tab", { name: "Match Stats" }).click();
		const matches = getModal(page).getByRole("table", { name: /match stats/i });
		await expect.poll(() => getNarrowestGap(matches)).toBeGreaterThanOrEqual(4);
		await close();
	});

	test("a league's history is read, and shared by a page for everybody [D2.9.266, D2.9.272]", async () => {
		const session = await fixture.openSession(PHONE);
		const { page, close } = session;
		await signIn(page);
		const { leagues } = await getSuccess<{ leagues: { id: number; type: string }[] }>(
			page,
			"/fantasy/past-seasons/1/leagues",
		);
		const pages: { id: number; page: { mayManage: boolean } | null }[] = [];
		for (const { id } of leagues.filter(({ type }) => type === "h2h"))
			pages.push({
				id,
				...(await getSuccess<Omit<(typeof pages)[number], "id">>(page, `/fantasy/league/${id}/history`)),
			});
		const own = pages.find(({ page: publicPage }) => publicPage?.mayManage === true);
		await page.goto(`/past-seasons/1/leagues/${own?.id}`);
		await page.getByText("History", { exact: true }).click();
		await expect(page.getByRole("region", { name: "Champions" }).getByText("Runner-up:")).toBeVisible();
		await expect(page.getByRole("table", { name: "All-time ladder" }).getByRole("row").nth(1)).toBeVisible();
		await expect(page.getByRole("heading", { name: "Longest winning run" })).toBeVisible();
		await expectNoProblemsOnPhoneAndDesktop(session);
		await page.getByRole("button", { name: "Turn on and share" }).click();
		const address = page.getByRole("dialog").getByRole("textbox");
		await expect(address).toHaveValue(/\/share\/history\//);
		const link = await address.inputValue();
		await page.context().clearCookies();
		await page.goto(link);
		await expect(page.getByRole("table", { name: "All-time ladder" })).toBeVisible();
		await expectNoProblemsOnPhoneAndDesktop(session);
		await close();
	});

	test("the score page shows how stats add up to points", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE);
		await signIn(page);
		await page.goto("/rankings?round=3&order=roundPoints");
		await page.locator("tbody").getByRole("link").first().click();
		await page.waitForURL("**/user/team/3/**");
		await page.getByRole("link", { name: "Why this score" }).click();
		await page.waitForURL("**/team/score/3/**");
		const parseNumber = (text: string) => Number(text.replace("−", "-").replace(",", ""));
		const total = parseNumber((await page.getByRole("main").locator("strong").first().textContent()) ?? "");
		const rows = page.getByRole("table", { name: "Scoring" }).locator("tbody tr");
		await rows.first().waitFor();
		let computedTotal = 0;
		for (const row of await rows.all()) {
			const [points = "", times = "", counted = ""] = await row.locator("td").allTextContents();
			const breakdown = (await row.locator("th small").allTextContents()).join(" | ");
			const products = [...breakdown.matchAll(/(\d+)\s×\s(−?\d+)/g)];
			const computed = products.reduce(
				(all, [, count = "", weight = ""]) => all + parseNumber(count) * parseNumber(weight),
				0,
			);
			expect(computed).toBe(points === "DNP" ? 0 : parseNumber(points));
			expect(parseNumber(counted)).toBe(computed * parseNumber(times));
			computedTotal += parseNumber(counted);
		}
		expect(computedTotal).toBe(total);
		expect(total).toBeGreaterThan(0);
		await expectNoProblemsOnPhoneAndDesktop({ page, errors }, rows.first());
		await close();
	});

	test("the API documentation renders under the content security policy", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await page.goto("/api/docs/");
		await page.getByRole("heading", { name: "public" }).waitFor();
		await page.getByRole("heading", { name: /First Bounce/ }).waitFor();
		expect(errors).toEqual([]);
		await close();
	});
});
