import { expect, type Page, test } from "@playwright/test";
import { DESKTOP } from "../testing/browser/browser.ts";
import { expectNoPageProblems, getHorizontalOverflow } from "../testing/browser/page-checks.ts";
import { saveTeam } from "../testing/browser/save-team.ts";
import { getCurrentRound, moveToMatch } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { createManager, getSavedTeam } from "../testing/browser/team.ts";

const getPlayerCards = (page: Page) =>
	page.getByRole("group", { name: "Ground" }).getByRole("listitem").getByRole("button", { name: /\$/ });

/** Collects what screen readers say by themselves: the texts of live regions, whenever they change. */
const collectAnnouncements = (page: Page) =>
	page.addInitScript(() => {
		const spoken: string[] = [];
		Object.assign(globalThis, { spoken });
		const live = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]";
		const findRegion = (node: Node) => {
			const element = node instanceof Element ? node : node.parentElement;
			return element?.closest(live) ?? element?.querySelector(live);
		};
		new MutationObserver((changes) => {
			for (const { target, addedNodes } of changes)
				for (const node of [target, ...addedNodes]) {
					const text = findRegion(node)?.textContent?.trim();
					if (text && spoken.at(-1) !== text) spoken.push(text);
				}
		}).observe(document, { childList: true, characterData: true, subtree: true });
	});
const listAnnouncements = (page: Page) => page.evaluate<string[]>("spoken");

/** The name of the focused element; says so if there is none, or if it is out of sight. */
const describeFocus = (page: Page): Promise<string> =>
	page.evaluate(() => {
		const at = document.activeElement;
		if (!at || at === document.body) return "nothing";
		if (at.id === "page") return "the page";
		const { top, bottom } = at.getBoundingClientRect();
		const name = (at.getAttribute("aria-label") ?? at.textContent ?? "").trim();
		return bottom < 0 || top > innerHeight ? `out of sight: ${name}` : name;
	});

/** Presses Tab, at most as often as given, until an element with this name is focused. */
async function tabTo(page: Page, name: RegExp, most: number): Promise<void> {
	const passed: string[] = [];
	while (passed.length < most) {
		await page.keyboard.press("Tab");
		const focus = await describeFocus(page);
		if (name.test(focus)) return;
		passed.push(focus);
	}
	throw new Error(`${name} is not among ${passed.join(" | ")}`);
}

/** Lists the buttons, links, fields and headings that begin or end beside the window. */
const listCutOff = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll("main :is(button, a, input, select, textarea, h1, h2, h3)")]
			.filter((element) => {
				const { left, right, width } = element.getBoundingClientRect();
				// A row of tabs scrolls sideways.
				return width > 2 && (left < -1 || right > innerWidth + 1) && !element.closest("nav");
			})
			.map((element) => element.getAttribute("aria-label") ?? element.textContent),
	);

/** Lists the buttons outside menus without an edge, and what is chosen but looks like what is not. */
const listLostInForcedColours = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const probe = document.createElement("i");
		probe.style.cssText = "forced-color-adjust: none; background: Highlight";
		document.body.append(probe);
		const highlight = getComputedStyle(probe).backgroundColor;
		probe.remove();
		const getName = (element: Element) => element.getAttribute("aria-label") ?? element.textContent;
		const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 2;
		const buttons = [...document.querySelectorAll("button:not([role=menuitem])")].filter(isShown);
		const edgeless = buttons.filter((button) => {
			const { outlineStyle, borderTopStyle } = getComputedStyle(button);
			return outlineStyle === "none" && borderTopStyle === "none";
		});
		const chosen = [...document.querySelectorAll("[aria-checked=true], [aria-pressed=true], [aria-current=page]")];
		const unmarked = chosen.filter(isShown).filter((one) => getComputedStyle(one).backgroundColor !== highlight);
		return [...edgeless.map(getName), ...unmarked.map(getName), ...(buttons.length === 0 ? ["no button"] : [])];
	});

async function createLeague({ request }: Page): Promise<number> {
	const startId = (await getCurrentRound({ request })).id + 1;
	const response = await request.post("/api/en/fantasy/league", { data: { name: "First Hour", startId } });
	return (await response.json()).success.league.id;
}

async function expectBenchLikelyToPlay(page: Page): Promise<void> {
	const bench = Object.values((await getSavedTeam(page)).bench).flat();
	const players: { id: number; stats: { chanceToPlay: number } }[] = await (
		await page.request.get("/json/fantasy/players.json")
	).json();
	const chances = players.flatMap(({ id, stats }) => (bench.includes(id) ? [stats.chanceToPlay] : []));
	expect(chances).toHaveLength(4);
	expect(Math.min(...chances)).toBeGreaterThan(0.5);
}

test.describe("new managers", () => {
	const fixture = setUpServer();

	test("play their first hour by Tab and Enter, told in order [D2.9.757]", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await page.clock.install();
		await collectAnnouncements(page);
		await page.goto("/");
		await expectNoPageProblems({ page, errors });
		await tabTo(page, /^Play the demo$/, 12);
		await page.keyboard.press("Enter");
		const main = page.getByRole("main");
		await expect(main).toMatchAriaSnapshot(`
			- main:
			  - heading "The First Bouncers" [level=1]
			  - radiogroup "Team view":
			    - radio "Ground" [checked]
			    - radio "List"
			  - region "Before the next lock":
			    - status:
			      - button "Fill all 21 spots to enter." [disabled]
			  - heading "Pick your 21" [level=2]
			  - combobox "Autofill style"
			  - button "Autofill my team"
			  - button "Build it myself"
			  - group "Ground":
			    - group "Forwards"
			    - group "Midfielders"
			    - group "Ruck"
			    - group "Defenders"
			    - group "Bench & utility"
		`);
		await expect.poll(() => describeFocus(page)).toBe("the page");

		await tabTo(page, /^Autofill my team$/, 6);
		await page.keyboard.press("Enter");
		await page.getByText("Team saved!").waitFor();
		await expect.poll(() => describeFocus(page)).toBe("The First Bouncers");
		expect(await listAnnouncements(page)).toEqual(
			expect.arrayContaining(["Fill all 21 spots to enter.", "Saving…", "Team saved!"]),
		);
		await expectBenchLikelyToPlay(page);
		await expect(getPlayerCards(page)).toHaveCount(21);
		await expectNoPageProblems({ page, errors });
		const cards = await getPlayerCards(page).allTextContents();
		await page.reload();
		await expect(getPlayerCards(page)).toHaveText(cards);

		await tabTo(page, /midfielder, \$/, 60);
		await page.keyboard.press("Enter");
		await expect.poll(() => describeFocus(page)).toBe("Make captain");
		await page.keyboard.press("Enter");
		await expect.poll(() => describeFocus(page)).toMatch(/, captain,/);
		await page
			.getByText(/^Saved/)
			.first()
			.waitFor();

		await page.goto(`/leagues/${await createLeague(page)}/about`);
		await page.getByRole("heading", { name: "First Hour" }).waitFor();
		await tabTo(page, /^Chat/, 30);
		await page.keyboard.press("Enter");
		await expect(main).toMatchAriaSnapshot(`
			- main:
			  - heading "First Hour" [level=1]
			  - navigation "Pages of the league"
			  - region "Chat":
			    - log "Messages"
			    - textbox "Message"
			    - button "Send" [disabled]
		`);
		await tabTo(page, /^Message$/, 30);
		await page.keyboard.type("Up the Kangas");
		await tabTo(page, /^Send$/, 1);
		await page.keyboard.press("Enter");
		await page
			.getByRole("log")
			.getByRole("button", { name: /^Message from/ })
			.waitFor();
		expect(await describeFocus(page)).toBe("Message");

		await page.goto("/team");
		await tabTo(page, /^Play this round$/, 60);
		await page.keyboard.press("Enter");
		const { code } = await fixture.server.fb("clock", "play", "--speed", "60");
		expect(code).toBe(0);
		await moveToMatch(fixture.server, page, 5);
		await page.getByText(/playing now|have played/).waitFor({ timeout: 60_000 });
		for (const label of ["Live score", "Projected", "Round rank"])
			await page.getByText(label, { exact: true }).filter({ visible: true }).first().waitFor();
		await expectNoPageProblems({ page, errors });
		const announcesScore = async () => {
			await page.clock.fastForward(30_000);
			return (await listAnnouncements(page)).filter((text) => /^Live score: \d/.test(text)).length;
		};
		await expect.poll(announcesScore).toBeGreaterThan(0);
		await close();
	});

	test("lose nothing in French, at 320 px, 200 % text, forced colours [D2.9.758, D2.9.759]", async () => {
		const size = { width: 320, height: 640 };
		const { page, errors, close } = await createManager(fixture.browser, fixture.server, size, "Nell");
		await page.evaluate(() => localStorage.setItem("language", "fr"));
		await page.reload();
		await page.getByRole("button", { name: "Remplir mon équipe" }).waitFor();
		for (const width of [412, 390, 360, 320]) {
			await page.setViewportSize({ ...size, width });
			expect(await getHorizontalOverflow(page), `${width} px`).toBe(0);
			expect(await listCutOff(page), `${width} px`).toEqual([]);
		}
		await page.evaluate(() => localStorage.setItem("language", "en"));
		const devtools = await page.context().newCDPSession(page);
		await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
		await page.emulateMedia({ forcedColors: "active" });
		const expectNothingLost = async () => {
			expect(await getHorizontalOverflow(page)).toBe(0);
			expect(await listCutOff(page)).toEqual([]);
			expect(await listLostInForcedColours(page)).toEqual([]);
		};
		await page.reload();
		await page.getByRole("button", { name: "Autofill my team" }).waitFor();
		await expectNothingLost();
		await saveTeam(page.request);
		await page.reload();
		await expect(getPlayerCards(page)).toHaveCount(21);
		await expectNothingLost();
		await getPlayerCards(page).first().press("Enter");
		await expect(page.getByRole("menuitem", { name: "Make captain" })).toBeFocused();
		await expectNothingLost();
		await page.keyboard.press("Escape");
		await page.goto(`/leagues/${await createLeague(page)}/chat`);
		await page.getByRole("textbox", { name: "Message" }).fill("Up the Kangas");
		await page.getByRole("button", { name: "Send" }).press("Enter");
		await page.getByRole("log").getByText("Up the Kangas").waitFor();
		await expectNothingLost();
		expect(errors).toEqual([]);
		await close();
	});
});
