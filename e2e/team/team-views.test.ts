import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import { expectNoPageProblems, getHorizontalOverflow, isOnTop } from "../../testing/browser/page-checks.ts";
import { finishRound, getCurrentRound, getFullName, getPlayers } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import {
	chooseFromMenu,
	createManager,
	getCard,
	getCards,
	getEnabledButtons,
	getGround,
	getPool,
	getSavedTeam,
	getSuccess,
	openTeamSlowly,
} from "../../testing/browser/team.ts";

const SMALL_PHONE = { width: 360, height: 740 };

/** Lists each player's name or status that is covered or not drawn inside her card. */
async function listHiddenFacts(page: Page): Promise<readonly string[]> {
	const names = (await getPlayers(page)).map(({ lastName }) => lastName);
	return getCards(page).evaluateAll(
		(all, lastNames) =>
			all.flatMap((element) => {
				element.scrollIntoView({ block: "center" });
				const box = element.getBoundingClientRect();
				const isShown = (part: Element | null | undefined) => {
					const { left, right, top, bottom } = part?.getBoundingClientRect() ?? new DOMRect();
					const isInside = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
					const drawn = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
					return right > left && bottom > top && isInside && element.contains(drawn);
				};
				const leaves = [...element.querySelectorAll("span")].filter(({ childElementCount }) => childElementCount === 0);
				const name = leaves.find(({ textContent }) => lastNames.includes(textContent));
				return [
					...(isShown(name) ? [] : [`name of ${element.textContent}`]),
					...(isShown(element.querySelector("[data-status]")) ? [] : [`status of ${element.textContent}`]),
				];
			}),
		names,
	);
}

/** The match of the round in a row of the player pool. */
const MATCHUP = /[A-Z]{2,4} (v |@)[A-Z]+|BYE/;

test.describe("team screen", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer(() => startDemoServer({ ADS: "on" }));
	let session: BrowserSession;
	let page: Page;

	test.beforeAll(async () => {
		session = await createManager(fixture.browser, fixture.server, DESKTOP, "Vera");
		page = session.page;
	});

	test("the component page shows every card, icons and wide tips (D1.2.30, D1.2.94, D1.2.96, D1.3.70, D1.9.56)", async () => {
		const visitor = await fixture.openSession(DESKTOP);
		await visitor.page.goto("/components");
		const scheduledCard = visitor.page.locator("figure", { hasText: "Scheduled" }).getByRole("button");
		const getSize = async () => {
			const box = await scheduledCard.boundingBox();
			return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)];
		};
		// Until its fonts are loaded, the card is a little higher.
		await expect.poll(getSize).toEqual([184, 116]);
		const broken = visitor.page.locator("figure", { hasText: "Photo that does not load" });
		await expect(broken.locator("img")).toHaveCount(0);
		await expect.poll(() => broken.locator("svg").count()).toBeGreaterThan(0);
		await test.step("captains are blue and pink, trades green and red (D1.2.103, D1.2.104, D1.4.98, D1.4.99)", async () => {
			for (const [state, mark, colour] of [
				["Captain", "C", "rgb(36, 99, 235)"],
				["Vice captain", "VC", "rgb(212, 38, 122)"],
			] as const) {
				const figure = visitor.page.locator("figure").filter({ has: visitor.page.getByText(state, { exact: true }) });
				expect(
					await figure
						.getByText(mark, { exact: true })
						.evaluate((element) => getComputedStyle(element).backgroundColor),
				).toBe(colour);
			}
			for (const [state, colour, opacity] of [
				["Captain", "rgb(36, 99, 235)", "1"],
				["Vice captain", "rgb(212, 38, 122)", "1"],
				["Incoming trade", "rgb(12, 143, 92)", "1"],
				["Outgoing trade", "rgb(209, 52, 56)", "0.42"],
			] as const) {
				const figure = visitor.page.locator("figure").filter({ has: visitor.page.getByText(state, { exact: true }) });
				const ring = await figure
					.locator("[data-role=captain], [data-role=vice], [data-change]")
					.first()
					.evaluate((element) => [
						getComputedStyle(element, "::after").boxShadow,
						getComputedStyle(element.lastElementChild ?? element).opacity,
					]);
				expect(ring).toEqual([`${colour} 0px 0px 0px 3px inset`, opacity]);
			}
		});
		await test.step("the legend of a chart shows the values of the hovered round", async () => {
			const chart = visitor.page.locator("figure", { hasText: 'Chart kind="bars"' }).getByRole("figure");
			const legend = chart.locator("figcaption");
			await expect(legend).toHaveText("bars dashes ");
			await chart.locator(".u-over").hover();
			await expect(legend).toHaveText("R3bars dashes $512K");
		});
		const statuses = ["playing", "uncertain", "emergency", "not-playing", "injured"];
		await expectNoPageProblems(visitor);
		// Even in a single colour the icons differ, because each has its own shape.
		await visitor.page.addStyleTag({ content: "[data-status] { --dot: #000 !important; }" });
		const icons = statuses.map((status) => visitor.page.locator(`[data-status=${status}]`).first().screenshot());
		expect(new Set((await Promise.all(icons)).map((icon) => icon.toString("base64"))).size).toBe(5);

		const tip = visitor.page.locator("figure", { hasText: "Tip" }).getByRole("button").first();
		for (const [width, tipWidth] of [
			[759, 735],
			[390, 366],
		] as const) {
			await visitor.page.setViewportSize({ width, height: 900 });
			await tip.click();
			const box = await visitor.page.getByRole("dialog").locator("..").boundingBox();
			expect([box?.x, box?.width]).toEqual([12, tipWidth]);
			await visitor.page.keyboard.press("Escape");
		}
		await visitor.page.setViewportSize({ width: 760, height: 900 });
		await tip.click();
		expect((await visitor.page.getByRole("dialog").locator("..").boundingBox())?.width).toBeLessThanOrEqual(320);
		await visitor.close();
	});

	test("an empty team shows the spots of its lines (D1.2.73, D1.2.74, D1.2.75, D1.4.96, D1.2.101)", async () => {
		for (const line of ["Forwards", "Midfielders", "Ruck", "Defenders", "Bench & utility"])
			await page.getByRole("group", { name: line, exact: true }).waitFor();
		const spots = await getGround(page).getByRole("button", { name: /^Add / }).allTextContents();
		const count = (line: string) => spots.filter((spot) => spot === `Add ${line}`).length;
		expect(["DEF", "MID", "RUC", "FWD", "UTL"].map(count)).toEqual([6, 6, 2, 6, 1]);
		await getCard(page, "Add FWD").first().click();
		await expect(page.getByRole("radio", { name: "FWD" })).toHaveAttribute("aria-checked", "true");
		await page.getByRole("radio", { name: "All", exact: true }).click();
	});

	test("autofill sends the line-up, fills the team and offers to share it (D1.2.82, D1.2.94, D1.2.97, D1.2.98, D1.7.40)", async () => {
		const autofillRequest = page.waitForRequest((request) => request.url().endsWith("team/autopick"));
		await page.getByRole("button", { name: "Autofill my team" }).click();
		expect(Object.keys((await autofillRequest).postDataJSON())).toEqual(
			expect.arrayContaining(["lineup", "bench", "captainId", "viceCaptainId", "utilityId", "emergency"]),
		);
		const saved = page.getByRole("alertdialog").filter({ hasText: "Team saved!" });
		await saved.getByRole("button", { name: "Share" }).click();
		const share = page.getByRole("dialog", { name: "Team saved!" });
		await share.waitFor();
		await expect.poll(() => share.getByLabel("Link to share").inputValue()).toMatch(/\/share\//);
		await expectNoPageProblems(session);
		await share.getByRole("button", { name: "Done", exact: true }).click();
		await expect(getCards(page)).toHaveCount(21);
		const cardText = await getCard(page, /, captain,/).textContent();
		expect(cardText).toMatch(
			/, (defender|midfielder|ruck|forward).*, \$[\d.]+[KM], (Playing|Not named yet|Emergency), captain,/,
		);
		expect(cardText).toMatch(/projected \d+/);
		const sizes = await getGround(page)
			.locator("[data-place] [aria-haspopup]:first-child")
			.evaluateAll((all) => all.map((element) => [element.clientWidth, element.clientHeight].join(" × ")));
		expect(sizes).toEqual(Array.from({ length: 21 }, () => "184 × 116"));
		await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("totalPoints");
		await expect(getGround(page).getByText(/^Total [\d-]/)).toHaveCount(21);
		await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("avgPoints");
		await expect(getGround(page).getByText(/^Avg [\d-]/)).toHaveCount(21);
	});

	test("cards are 184 × 116 px on desktops, upright on phones (D1.2.94)", async () => {
		const listCards = () => getGround(page).locator("[data-place] [aria-haspopup]:first-child");
		const measure = async (width: number) => {
			await page.setViewportSize({ width, height: 900 });
			const boxes = await listCards().evaluateAll((all) =>
				all.map((element) => [element.clientWidth, element.clientHeight]),
			);
			expect(boxes).toHaveLength(21);
			expect(await getHorizontalOverflow(page)).toBe(0);
			const midfielders = await page
				.getByRole("group", { name: "Midfielders", exact: true })
				.getByRole("listitem")
				.all();
			const tops = await Promise.all(midfielders.map(async (midfielder) => (await midfielder.boundingBox())?.y));
			expect([tops.length, new Set(tops).size]).toEqual([5, 1]);
			return [...new Set(boxes.map(([w, h]) => `${w} × ${h}`))];
		};
		const sizes: Record<number, readonly string[]> = {};
		for (const width of [1100, 1279, 1280, 1440, 1920]) sizes[width] = await measure(width);
		expect(sizes).toEqual({
			1100: ["150 × 116"],
			1279: ["184 × 116"],
			1280: ["184 × 116"],
			1440: ["184 × 116"],
			1920: ["184 × 116"],
		});
		// Narrower cards grow with the names of their players.
		for (const [width, card] of [
			[600, /^110 × 1[5-9]\d$/],
			[700, /^130 × 1[5-9]\d$/],
			[768, /^144 × 1[1-4]\d$/],
			[1000, /^131 × 1[1-4]\d$/],
		] as const)
			for (const size of await measure(width)) expect(size).toMatch(card);
		const isUpright = () =>
			listCards().evaluateAll((all) =>
				all.map((card) => {
					const portrait = card.querySelector("svg, img")?.getBoundingClientRect();
					const price = [...card.querySelectorAll("span")].find(({ textContent }) => textContent.startsWith("$"));
					return portrait !== undefined && price !== undefined && portrait.bottom <= price.getBoundingClientRect().top;
				}),
			);
		await measure(1280);
		expect(await isUpright()).toEqual(Array.from({ length: 21 }, () => false));
		await measure(700);
		expect(await isUpright()).toEqual(Array.from({ length: 21 }, () => true));
		for (const size of await measure(390)) expect(size).toMatch(/^68 × 1[3-7]\d$/);
		expect(await isUpright()).toEqual(Array.from({ length: 21 }, () => true));
		expect(await listHiddenFacts(page)).toEqual([]);
		await page.setViewportSize(DESKTOP);
	});

	test("an autofill can be undone after the team was saved", async () => {
		const { version } = await getSavedTeam(page);
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await expect(getCards(page)).toHaveCount(0);
		await page.getByText("Your saved team still counts; 21 spots to fill.").waitFor();
		await page.getByText("Not saved").waitFor();
		const browser = await page.context().newCDPSession(page);
		const getTop = async (name: string) => (await page.getByRole("button", { name, exact: true }).boundingBox())?.y;
		await page.setViewportSize(PHONE);
		for (const standard of [16, 32]) {
			await browser.send("Page.setFontSizes", { fontSizes: { standard } });
			expect(await getTop("Undo")).toBe(await getTop("Redo"));
			expect(await getHorizontalOverflow(page)).toBe(0);
		}
		await browser.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
		await page.setViewportSize(DESKTOP);
		await page.getByRole("button", { name: "Redo", exact: true }).click();
		await expect(getCards(page)).toHaveCount(21);
		await page.getByRole("button", { name: "Clear", exact: true }).click();
		await expect(getCards(page)).toHaveCount(0);
		await page.getByRole("alertdialog").getByRole("button", { name: "Undo", exact: true }).click();
		await expect(getCards(page)).toHaveCount(21);
		await page.getByText(/^Saved/).waitFor();
		expect(await getSavedTeam(page)).toMatchObject({ version, isComplete: true });
		await expectNoPageProblems(session);
	});

	test("a row of the pool shows status, club, prices and projections (D1.2.84, D1.2.85, D1.2.86, D1.2.88, D1.2.89)", async () => {
		const row = getPool(page).getByRole("listitem").first();
		const text = await row.textContent();
		expect(text).toMatch(/(Playing|Not named yet|Emergency|Injured|Not playing)/);
		expect(text).toMatch(/(DEF|MID|RUC|FWD)(\/[A-Z]{3})* · [A-Z]{2,4}/);
		expect(text).toMatch(/\$[\d.]+[KM](Round [+−][\d.]+K|Price steady)(Season [+−][\d.]+K)?/);
		expect(text).toMatch(/BE [−\d]+Proj \d+/);
	});

	test("a click on a player's name opens her details over the team (D1.2.59)", async () => {
		const row = getPool(page).getByRole("listitem").first();
		await row.getByRole("link").click();
		await page.getByRole("dialog").getByText("AVERAGE PTS").waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "detached" });
	});

	test("the pool's filters are kept in the address and survive reloads (D1.5.43, D1.2.77, D1.2.78, D1.2.87, D1.5.40)", async () => {
		const [player] = await getPlayers(page);
		if (!player) throw new Error("The season has no players");
		await page.getByLabel("Find a player").fill(player.lastName.slice(0, 4).toUpperCase());
		await page.getByRole("combobox", { name: "Show", exact: true }).selectOption("selections");
		await page.getByLabel("Columns").selectOption("matchups");
		await expect.poll(() => new URL(page.url()).search).toMatch(/q=.*stat=selections.*view=matchups/);
		const rows = await getPool(page).getByRole("listitem").allTextContents();
		expect(rows.join(" ")).toContain(player.lastName);
		const normalise = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toUpperCase();
		const search = normalise(player.lastName.slice(0, 4));
		expect(rows.filter((row) => !normalise(row).includes(search))).toEqual([]);
		expect(rows[0]).toMatch(MATCHUP);
		// Only the names are compared, because a player's status may change at any time.
		const names = getPool(page).getByRole("listitem").getByRole("link");
		const shownNames = await names.allTextContents();
		expect(shownNames).toHaveLength(rows.length);
		await page.reload();
		await expect(names).toHaveText(shownNames);
		await expect(getPool(page).getByRole("listitem").first()).toHaveText(MATCHUP);
		await getPool(page)
			.getByRole("button", { name: /^Star / })
			.first()
			.click();
		await page.getByRole("button", { name: "Starred" }).click();
		await expect(getPool(page).getByRole("listitem")).toHaveCount(1);
		const getFavourites = async () =>
			(await getSuccess<{ favouritePlayers: number[] }>(page, "/fantasy/favourite-player/show-favourites"))
				.favouritePlayers;
		await expect.poll(getFavourites).toHaveLength(1);
		await expectNoPageProblems(session);
	});

	test("past rounds and other managers' teams are read-only (D1.2.18, D1.2.19, D1.4.93, D1.4.94)", async () => {
		await page.goto("/team");
		const { id: roundId } = await getCurrentRound(page);
		await finishRound(fixture.server, page);
		await page.reload();
		await page.getByRole("combobox", { name: "Round", exact: true }).selectOption(String(roundId));
		await page.getByText("Team value").waitFor();
		await page.getByText(`Round ${roundId} · complete`).waitFor();
		const listSizes = () =>
			getCards(page).evaluateAll((all) => [
				...new Set(
					all.map((element) =>
						[element.firstElementChild?.clientWidth, element.firstElementChild?.clientHeight].join(" × "),
					),
				),
			]);
		expect(await listSizes()).toEqual(["184 × 116"]);
		for (const size of [PHONE, DESKTOP]) {
			await page.setViewportSize(size);
			for (const label of ["Round score", "Round rank", "Rank"]) {
				const value = page.locator("dt").getByText(label, { exact: true }).locator("xpath=../dd");
				await expect(value).toHaveText(/^[\d,]+$/);
				await expect(value).toBeVisible();
			}
			await expect(page.getByRole("button", { name: "Play this round" })).toHaveCount(0);
			await expectNoPageProblems(session);
		}
		await expect(getCards(page)).toHaveCount(21);
		await expect(getCards(page).locator("[aria-haspopup]")).toHaveCount(0);
		expect(
			await getPool(page)
				.getByRole("button", { name: /^(Add|Remove|Trade) / })
				.count(),
		).toBe(0);
		await expectNoPageProblems(session);
		await page.reload();
		await page.getByText("Team value").waitFor();

		const rankings = await getSuccess<{ rankings: { userId: number; teamName: string }[] }>(
			page,
			"/fantasy/ranks/open-league",
		);
		const [rival] = rankings.rankings.filter(({ teamName }) => teamName !== "Vera's own");
		await page.goto(`/user/team/${roundId}/${rival?.userId}`);
		await page.getByRole("heading", { name: rival?.teamName ?? "" }).waitFor();
		await expect(getCards(page)).toHaveCount(21);
		await expect(getCards(page).locator("[aria-haspopup]")).toHaveCount(0);
		await expect(page.getByRole("button", { name: /^(Add|Remove)|Trade|Autofill|Clear/ })).toHaveCount(0);
		await expectNoPageProblems(session);
		await page.goto(`/user/team/${roundId + 1}/${rival?.userId}`);
		const modal = page.getByRole("alertdialog");
		await modal.waitFor();
		await expect(modal.getByRole("button")).toHaveText(["Cancel"]);
		await modal.getByRole("button").click();
	});

	test("a trade plan stays in the browser and survives a reload (D1.4.74)", async () => {
		await page.goto("/team");
		await page.getByText("Your utility can play any position.").waitFor();
		const posts: string[] = [];
		page.on("request", (request) => {
			if (request.method() === "POST") posts.push(request.url());
		});
		const { id } = await getCurrentRound(page);
		await page.getByRole("button", { name: "Plan" }).click();
		await page.getByLabel("Round to plan").selectOption(String(id + 2));
		await chooseFromMenu(page, /, \$1\.\d+M/, "Trade out");
		await getEnabledButtons(page, /^Trade .* in$/)
			.first()
			.click();
		const plannedTrades = (await page.getByRole("list", { name: "Unconfirmed trades" }).textContent()) ?? "";
		expect(plannedTrades).not.toContain("Trade in");
		await expectNoPageProblems(session);
		await page.reload();
		await page.getByRole("button", { name: "Plan" }).click();
		await page.getByLabel("Round to plan").selectOption(String(id + 2));
		await expect(page.getByRole("list", { name: "Unconfirmed trades" })).toHaveText(plannedTrades);
		expect(posts).toEqual([]);
		await page.getByRole("button", { name: "Done" }).first().click();
	});

	test("every accepted change has a receipt number that the change history finds", async () => {
		await page.goto("/team");
		const { viceCaptainId } = await getSavedTeam(page);
		const vice = (await getPlayers(page)).find((player) => player.id === viceCaptainId);
		await chooseFromMenu(page, vice ? getFullName(vice) : "", "Make captain");
		await page.getByRole("button", { name: /^Saved \d/ }).click();
		const history = page.getByRole("dialog", { name: "Change history" });
		await history.getByText("Captain", { exact: true }).first().click();
		const receiptNumber = await history.locator("code").first().textContent();
		await history
			.getByText(new RegExp(`Captain: .* → ${vice ? getFullName(vice) : ""}`))
			.first()
			.waitFor();
		await history.getByLabel("Search by receipt no.").fill(receiptNumber ?? "");
		await history.getByRole("button", { name: "Find" }).click();
		await history.getByText(/Captain, .*: captain /).waitFor();
		await expectNoPageProblems(session);
		await history.getByRole("button", { name: "Close" }).click();
	});

	test("a link from the stats centre opens a started team trading (D1.2.14, D1.2.15, D1.2.16)", async () => {
		const { captainId } = await getSavedTeam(page);
		await page.goto("/team?from=stats-center");
		await page.getByRole("heading", { name: /^Trades · / }).waitFor();
		await expect(getCards(page)).toHaveCount(21);
		const captain = (await getPlayers(page)).find(({ id }) => id === captainId);
		await expect(getCard(page, /, captain,/)).toHaveText(new RegExp(captain?.lastName ?? "none"));
		await getPool(page)
			.getByRole("button", { name: /^Trade .* in$/ })
			.first()
			.waitFor();
	});

	test("a team opens on the ground, and the list view is remembered (D1.4.75, D1.4.76, D1.4.97, D1.2.56, D1.2.58)", async () => {
		const tops = await openTeamSlowly(page);
		expect(tops).toHaveLength(1);
		await getCard(page, /on the bench/)
			.first()
			.waitFor();
		await expect(page.getByRole("menu")).toHaveCount(0);
		const more = await getGround(page).getByRole("button", { name: "More actions" }).first().boundingBox();
		if (!more) throw new Error("There is no more-actions button");
		const pressMore = () => page.mouse.click(more.x + more.width / 2, more.y + more.height / 2);
		await pressMore();
		await page.getByRole("menuitem", { name: "Swap" }).waitFor();
		await pressMore();
		await expect(page.getByRole("menu")).toHaveCount(0);
		await chooseFromMenu(page, /on the bench/, "Swap");
		await expect.poll(() => getGround(page).locator("button:disabled").count()).toBeGreaterThan(0);
		expect(await page.evaluate("[...groundTops]")).toEqual(tops);
		await expect.poll(() => getGround(page).locator("[data-target]").count()).toBeGreaterThan(0);
		await page.keyboard.press("Escape");
		await expect(getGround(page).locator("button:disabled")).toHaveCount(0);
		expect(
			await getPool(page)
				.getByRole("button", { name: /^Trade / })
				.count(),
		).toBe(0);
		await page.getByRole("button", { name: "Trade", exact: true }).click();
		await getPool(page)
			.getByRole("button", { name: /^Trade / })
			.first()
			.waitFor();
		await page.getByRole("radio", { name: "List" }).click();
		await expect.poll(() => page.evaluate(() => localStorage.getItem("team_view"))).toBe("list");
		await page.reload();
		await page.getByRole("table").getByText("Forwards").waitFor();
		await page.getByRole("radio", { name: "Ground" }).click();
	});

	test("a trade can be made by touch without anything covered (D1.2.79, D1.2.97, D1.2.98, D2.9.900)", async () => {
		const cookies = await page.context().cookies();
		const phone = await fixture.openSession(SMALL_PHONE, { touch: true });
		await phone.page.context().addCookies(cookies);
		expect(await openTeamSlowly(phone.page)).toHaveLength(1);
		phone.page.setDefaultTimeout(10_000);
		const forward = getCard(phone.page, /forward, \$/).first();
		await expect(forward.getByText(/^(\w+\/)?FWD$/)).toBeVisible();
		await expect(forward.getByText(/^\$[\d.]+[KM]$/)).toBeVisible();
		await expect(forward.getByText(/^Avg [\d-]/)).toBeVisible();
		const otherCard = getCard(phone.page, /forward, \$/)
			.filter({ hasNotText: "captain" })
			.first();
		await otherCard.tap();
		await expectNoPageProblems(phone);
		await phone.page.getByRole("menuitem", { name: "Make vice captain" }).tap();
		const freeRoleToast = phone.page
			.getByRole("alert")
			.filter({ hasText: "Saved. No trade used: you can change it until either player locks." });
		await freeRoleToast.waitFor();
		expect(await isOnTop(freeRoleToast)).toBe(true);
		await expect(phone.page.getByRole("button", { name: "Trades", exact: true })).toHaveCount(0);
		await forward.tap();
		await phone.page.getByRole("menuitem", { name: "Trade out" }).tap();
		const sheet = phone.page.getByRole("dialog", { name: "Players" });
		await sheet.waitFor();
		await sheet.getByRole("button", { name: "Affordable" }).tap();
		await getEnabledButtons(phone.page, /^Trade .* in$/)
			.first()
			.tap();
		await sheet.waitFor({ state: "detached" });
		await getGround(phone.page)
			.getByRole("button", { name: /, coming in,/ })
			.waitFor();
		// The only trade is confirmed at once, or more are added to it.
		const review = phone.page.getByRole("dialog", { name: "Make this trade?" });
		await review.getByText("of 3 a season").waitFor();
		await review.getByText("Projected gain").waitFor();
		await expectNoPageProblems(phone);
		await review.getByRole("button", { name: "Cancel" }).tap();
		await phone.page.getByRole("button", { name: "Trades", exact: true }).tap();
		const trades = phone.page.getByRole("dialog", { name: /^Trades · / });
		await expect(trades.getByRole("list", { name: "Unconfirmed trades" }).getByRole("listitem")).toHaveCount(1);
		const bounds = await trades.boundingBox();
		expect([bounds?.x, bounds?.width]).toEqual([0, SMALL_PHONE.width]);
		await expectNoPageProblems(phone);
		await phone.page.getByRole("button", { name: "Review trades" }).tap();
		await phone.page.getByRole("button", { name: "Make the trade" }).tap();
		const toast = phone.page.getByText("Trade confirmed");
		await toast.waitFor();
		const toastBox = await toast.boundingBox();
		const bar = await phone.page.getByText("1 trade saved").boundingBox();
		expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
		await phone.page.getByRole("radio", { name: "List" }).tap();
		const facts = phone.page.getByRole("rowheader").nth(1).locator("small");
		await expect(facts).toHaveText(/(v |@)[A-Z]+\$[\d.]+[KM]/);
		await expect(facts.getByText(/^\$/)).toBeVisible();
		await expectNoPageProblems(phone);
		await phone.close();
	});
});
