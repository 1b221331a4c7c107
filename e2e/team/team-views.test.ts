import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE, seriousFindings, sidewaysScroll } from "../testing/browser.ts";
import { currentRound, finishRound, nameOf, players } from "../testing/season.ts";
import { setStage } from "../testing/stage.ts";
import { card, cards, choose, free, ground, newManager, pool, savedTeam, success } from "../testing/team.ts";

const SMALL = { width: 360, height: 740 };
const sound = async ({ page, faults }: BrowserSession) => {
	expect(await seriousFindings(page)).toEqual([]);
	expect(await sidewaysScroll(page)).toBe(0);
	expect(faults).toEqual([]);
};

/** What a row of the pool says of the round's match. */
const MATCHUPS = /[A-Z]{2,4} (v |@)[A-Z]+|BYE/;

test.describe("team screen", () => {
	test.describe.configure({ mode: "serial" });
	const stage = setStage();
	let mine: BrowserSession;
	let page: Page;

	test.beforeAll(async () => {
		mine = await newManager(stage.browser, stage.server, DESKTOP, "Schaut");
		page = mine.page;
	});

	test("the component review page shows every state of a player card (D1.2.30, D1.2.94, D1.2.96, D1.2.103, D1.2.104)", async () => {
		const visitor = await stage.visit(DESKTOP);
		await visitor.page.goto("/components");
		const plain = visitor.page.locator("figure", { hasText: "Scheduled" }).getByRole("button");
		const box = await plain.boundingBox();
		expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([184, 116]);
		const broken = visitor.page.locator("figure", { hasText: "Photo that does not load" });
		await expect(broken.locator("img")).toHaveCount(0);
		await expect.poll(() => broken.locator("svg").count()).toBeGreaterThan(0);
		for (const [state, mark, colour] of [
			["Captain", "C", "rgb(36, 99, 235)"],
			["Vice captain", "VC", "rgb(212, 38, 122)"],
		] as const) {
			const shown = visitor.page.locator("figure").filter({ has: visitor.page.getByText(state, { exact: true }) });
			expect(await shown.getByText(mark, { exact: true }).evaluate((at) => getComputedStyle(at).backgroundColor)).toBe(
				colour,
			);
		}
		await sound(visitor);
		await visitor.close();
		const dark = await stage.visit(PHONE, { dark: true, touch: true });
		await dark.page.goto("/components");
		await dark.page.getByText("Outgoing trade").waitFor();
		await sound(dark);
		await dark.close();
	});

	test("visitors cannot open team pages, but can open the component review page (D1.2.17, D1.2.20, D1.2.34, D1.2.31)", async () => {
		const visitor = await stage.visit(DESKTOP);
		for (const guarded of ["/team", "/user/team/1/1"]) {
			await visitor.page.goto(guarded);
			await visitor.page.waitForURL((url) => url.pathname === "/");
		}
		await visitor.page.goto("/components");
		await visitor.page.getByRole("heading", { name: "Components" }).waitFor();
		await expect(visitor.page.getByRole("link", { name: "Components" })).toHaveCount(0);
		await visitor.close();
	});

	test("an empty team shows the places of its lines, bench and utility on the ground (D1.2.73, D1.2.74, D1.2.75, D1.4.96, D1.2.101)", async () => {
		for (const line of ["Forwards", "Midfielders", "Ruck", "Defenders", "Bench & utility"])
			await page.getByRole("group", { name: line, exact: true }).waitFor();
		const places = await ground(page).getByRole("button", { name: /^Add / }).allTextContents();
		const count = (line: string) => places.filter((place) => place === `Add ${line}`).length;
		expect(["DEF", "MID", "RUC", "FWD", "UTL"].map(count)).toEqual([6, 6, 2, 6, 1]);
		await card(page, "Add FWD").first().click();
		await expect(page.getByRole("radio", { name: "FWD" })).toHaveAttribute("aria-checked", "true");
		await page.getByRole("radio", { name: "All", exact: true }).click();
	});

	test("autofill sends the draft, fills the team and offers to share it (D1.2.82, D1.4.58, D1.2.97, D1.2.98, D1.7.40)", async () => {
		const sent = page.waitForRequest((request) => request.url().endsWith("team/autopick"));
		await page.getByRole("button", { name: "Autofill my team" }).click();
		expect(Object.keys((await sent).postDataJSON())).toEqual(
			expect.arrayContaining(["lineup", "bench", "captainId", "viceCaptainId", "utilityId", "emergency"]),
		);
		const share = page.getByRole("dialog", { name: "Team saved!" });
		await share.waitFor();
		await expect.poll(() => share.getByLabel("Address to share").inputValue()).toMatch(/\/share\//);
		await sound(mine);
		await share.getByRole("button", { name: "Done", exact: true }).click();
		await expect(cards(page)).toHaveCount(21);
		const words = await card(page, /, captain,/).textContent();
		expect(words).toMatch(
			/, (defender|midfielder|ruck|forward).*, \$[\d.]+[KM], (Playing|Not named yet|Emergency), captain,/,
		);
		expect(words).toMatch(/projected \d+/);
	});

	test("an autofill can be undone after the team was saved, and the saved team counts until the draft is complete", async () => {
		const { version } = await savedTeam(page);
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await expect(cards(page)).toHaveCount(0);
		await page.getByText("Your saved team still counts; 21 spots to fill.").waitFor();
		await page.getByText("Unsaved draft").waitFor();
		await page.getByRole("button", { name: "Redo", exact: true }).click();
		await expect(cards(page)).toHaveCount(21);
		await page.getByRole("button", { name: "Clear", exact: true }).click();
		await expect(cards(page)).toHaveCount(0);
		await page.getByRole("alertdialog").getByRole("button", { name: "Undo", exact: true }).click();
		await expect(cards(page)).toHaveCount(21);
		await page.getByText(/^Saved/).waitFor();
		expect(await savedTeam(page)).toMatchObject({ version, isComplete: true });
		await sound(mine);
	});

	test("a row of the player pool shows status, positions, club, price, price changes and projections (D1.2.84, D1.2.85, D1.2.86, D1.2.88, D1.2.89)", async () => {
		const row = pool(page).getByRole("listitem").first();
		const text = await row.textContent();
		expect(text).toMatch(/(Playing|Not named yet|Emergency|Injured|Not playing)/);
		expect(text).toMatch(/(DEF|MID|RUC|FWD)(\/[A-Z]{3})* · [A-Z]{2,4}/);
		expect(text).toMatch(/\$[\d.]+[KM]Rd ([+−][\d.]+K|HOLD)Sea\. ([+−][\d.]+K|HOLD)/);
		expect(text).toMatch(/BE [−\d]+Proj \d+/);
	});

	test("a click on a player's name opens her details over the team (D1.2.59)", async () => {
		const row = pool(page).getByRole("listitem").first();
		await row.getByRole("link").click();
		await page.getByRole("dialog").getByText("AVERAGE PTS").waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
	});

	test("the filters of the player pool are kept in the address and survive a reload (D1.5.43, D1.2.77, D1.2.78, D1.2.87, D1.5.40)", async () => {
		const [someone] = await players(page);
		if (!someone) throw new Error("an empty season");
		await page.getByLabel("Find a player").fill(someone.lastName.slice(0, 4).toUpperCase());
		await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("selections");
		await page.getByLabel("Columns").selectOption("matchups");
		await expect.poll(() => new URL(page.url()).search).toMatch(/q=.*stat=selections.*view=matchups/);
		const rows = await pool(page).getByRole("listitem").allTextContents();
		expect(rows.join(" ")).toContain(someone.lastName);
		const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toUpperCase();
		const asked = plain(someone.lastName.slice(0, 4));
		expect(rows.filter((row) => !plain(row).includes(asked))).toEqual([]);
		expect(rows[0]).toMatch(MATCHUPS);
		// Who is shown, not how each of them is: statuses come in at any time.
		const names = pool(page).getByRole("listitem").getByRole("link");
		const shown = await names.allTextContents();
		expect(shown).toHaveLength(rows.length);
		await page.reload();
		await expect(names).toHaveText(shown);
		await expect(pool(page).getByRole("listitem").first()).toHaveText(MATCHUPS);
		await pool(page)
			.getByRole("button", { name: /^Star / })
			.first()
			.click();
		await page.getByRole("button", { name: "Starred" }).click();
		await expect(pool(page).getByRole("listitem")).toHaveCount(1);
		expect(
			(await success<{ favouritePlayers: number[] }>(page, "/fantasy/favourite-player/show-favourites"))
				.favouritePlayers,
		).toHaveLength(1);
		await sound(mine);
	});

	test("past rounds and other managers' teams are read-only (D1.2.18, D1.2.19, D1.4.93, D1.4.94)", async () => {
		await page.goto("/team");
		const { id: roundId } = await currentRound(page);
		await finishRound(stage.server, page);
		await page.reload();
		await page.getByRole("combobox", { name: "Round", exact: true }).selectOption(String(roundId));
		await page.getByText("Team value").waitFor();
		await expect(cards(page)).toHaveCount(21);
		await cards(page).first().hover();
		await expect(page.getByRole("menu")).toHaveCount(0);
		expect(
			await pool(page)
				.getByRole("button", { name: /^(Add|Remove|Trade) / })
				.count(),
		).toBe(0);
		await sound(mine);
		await page.reload();
		await page.getByText("Team value").waitFor();

		const rankings = await success<{ rankings: { userId: number; teamName: string }[] }>(
			page,
			"/fantasy/ranks/open-league",
		);
		const [rival] = rankings.rankings.filter(({ teamName }) => teamName !== "Schaut's own");
		await page.goto(`/user/team/${roundId}/${rival?.userId}`);
		await page.getByRole("heading", { name: rival?.teamName ?? "" }).waitFor();
		await expect(cards(page)).toHaveCount(21);
		await expect(page.getByRole("button", { name: /Trade|Autofill|Clear/ })).toHaveCount(0);
		await sound(mine);
		await page.goto(`/user/team/${roundId + 1}/${rival?.userId}`);
		const modal = page.getByRole("alertdialog");
		await modal.waitFor();
		await expect(modal.getByRole("button")).toHaveText(["Cancel"]);
		await modal.getByRole("button").click();
	});

	test("a trade plan for a later round stays in the browser and survives a reload (D1.4.74)", async () => {
		await page.goto("/team");
		await page.getByText("Your utility can play any position.").waitFor();
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") posts.push(request.url());
		});
		const { id } = await currentRound(page);
		await page.getByRole("button", { name: "Plan" }).click();
		await page.getByLabel("Round to plan").selectOption(String(id + 2));
		await choose(page, /, \$1\.\d+M/, "Trade out");
		await free(page, /^Trade .* in$/)
			.first()
			.click();
		const planned = (await page.getByRole("list", { name: "Trades not made yet" }).textContent()) ?? "";
		expect(planned).not.toContain("Trade in");
		await sound(mine);
		await page.reload();
		await page.getByRole("button", { name: "Plan" }).click();
		await page.getByLabel("Round to plan").selectOption(String(id + 2));
		await expect(page.getByRole("list", { name: "Trades not made yet" })).toHaveText(planned);
		expect(posts).toEqual([]);
		await page.getByRole("button", { name: "Done" }).first().click();
	});

	test("every accepted change has a receipt number that the change history finds", async () => {
		await page.goto("/team");
		const { viceCaptainId } = await savedTeam(page);
		const vice = (await players(page)).find((player) => player.id === viceCaptainId);
		await choose(page, vice ? nameOf(vice) : "", "Make captain");
		await page.getByRole("button", { name: /^Saved \d/ }).click();
		const history = page.getByRole("dialog", { name: "Change history" });
		await history.getByText("Armband").first().click();
		const number = await history.locator("code").first().textContent();
		await history
			.getByText(new RegExp(`Captain: .* → ${vice ? nameOf(vice) : ""}`))
			.first()
			.waitFor();
		await history.getByLabel("Search by receipt no.").fill(number ?? "");
		await history.getByRole("button", { name: "Find" }).click();
		await history.getByText(/Armband, .*: captain /).waitFor();
		await sound(mine);
		await history.getByRole("button", { name: "Close" }).click();
	});

	test("a link from the stats centre opens a started team in trade mode (D1.2.14, D1.2.15, D1.2.16)", async () => {
		await page.goto("/team?from=stats-center");
		await page.getByRole("heading", { name: /^Trades · / }).waitFor();
		await pool(page)
			.getByRole("button", { name: /^Trade .* in$/ })
			.first()
			.waitFor();
	});

	test("a team opens on the ground, a swap dims the players who cannot take part, and the list view is remembered (D1.4.75, D1.4.97, D1.2.56, D1.2.58, D1.2.93)", async () => {
		await page.goto("/team");
		await card(page, /on the bench/)
			.first()
			.waitFor();
		await expect(page.getByRole("menu")).toHaveCount(0);
		await choose(page, /on the bench/, "Swap");
		await expect.poll(() => ground(page).locator("[data-dimmed]").count()).toBeGreaterThan(0);
		await expect.poll(() => ground(page).locator("[data-target]").count()).toBeGreaterThan(0);
		await page.keyboard.press("Escape");
		await expect(ground(page).locator("[data-dimmed]")).toHaveCount(0);
		expect(
			await pool(page)
				.getByRole("button", { name: /^Trade / })
				.count(),
		).toBe(0);
		await page.getByRole("button", { name: "Trade", exact: true }).click();
		await pool(page)
			.getByRole("button", { name: /^Trade / })
			.first()
			.waitFor();
		await page.getByRole("radio", { name: "List" }).click();
		await expect.poll(() => page.evaluate(() => localStorage.getItem("team_view"))).toBe("list");
		await page.reload();
		await page.getByRole("table").getByText("Forwards").waitFor();
		await page.getByRole("radio", { name: "Ground" }).click();
	});

	test("a trade can be made by touch at 360 px without anything covered or overflowing", async () => {
		const cookies = await page.context().cookies();
		const phone = await stage.visit(SMALL, { touch: true });
		await phone.page.context().addCookies(cookies);
		phone.page.setDefaultTimeout(10_000);
		await phone.page.goto("/team");
		await card(phone.page, /forward, \$/)
			.first()
			.tap();
		await sound(phone);
		await phone.page.getByRole("menuitem", { name: "Trade out" }).tap();
		const sheet = phone.page.getByRole("dialog", { name: "Players" });
		await sheet.waitFor();
		await phone.page.getByRole("combobox", { name: "Price", exact: true }).selectOption("affordable");
		await free(phone.page, /^Trade .* in$/)
			.first()
			.tap();
		await sheet.waitFor({ state: "detached" });
		await ground(phone.page)
			.getByRole("button", { name: /, coming in,/ })
			.waitFor();
		await sound(phone);
		await phone.page.getByRole("button", { name: "Trades", exact: true }).tap();
		await sound(phone);
		await phone.page.getByRole("button", { name: "Review trades" }).tap();
		await phone.page.getByRole("button", { name: "Make the trade" }).tap();
		const toast = phone.page.getByText("Trade confirmed");
		await toast.waitFor();
		const made = await toast.boundingBox();
		const bar = await phone.page.getByText("1 trade saved").boundingBox();
		expect((made?.y ?? 0) + (made?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
		await phone.page.getByRole("radio", { name: "List" }).tap();
		await phone.page.getByRole("table").waitFor();
		await sound(phone);
		await phone.close();
	});
});
