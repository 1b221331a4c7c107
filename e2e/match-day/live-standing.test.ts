import { MINUTE_MS } from "@first-bounce/rules/durations";
import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { createLeagueOfTwo, startFriday2023 } from "../../testing/browser/match-day.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { signInManager } from "../../testing/browser/team.ts";

const START = Date.parse("2023-09-01T09:20:00Z");

const getLiveStanding = (page: Page) => page.getByRole("region", { name: "Live standing" });
/** The value beside a label of the live standing, such as "1,234 1,100–1,300". */
const getFact = (page: Page, label: string) =>
	getLiveStanding(page)
		.locator("dl > div")
		.filter({ has: page.getByText(label, { exact: true }) })
		.locator("dd");

test.describe("the live standing on the first days of the 2023 season", () => {
	let day: Awaited<ReturnType<typeof startFriday2023>>;
	let phone: BrowserSession;
	let desktop: BrowserSession;
	let leagueId: number;

	/** Moves the clock forward, and waits until the server has stats of that moment. */
	async function moveTo(at: number): Promise<void> {
		await day.moveClockTo(at);
		const isReported = async () =>
			(await day.database.pool.query("SELECT count(*) AS count FROM matches WHERE stats_as_of >= $1", [new Date(at)]))
				.rows[0].count;
		await expect.poll(isReported).not.toBe("0");
	}

	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer(async () => {
		day = await startFriday2023();
		return day.server;
	});
	test.beforeAll(async () => {
		phone = await signInManager(fixture.browser, fixture.server, PHONE, "Avery");
		desktop = await signInManager(fixture.browser, fixture.server, DESKTOP, "Blake");
		for (const { page } of [phone, desktop]) await saveTeam(page.request);
		leagueId = await createLeagueOfTwo(phone.page, desktop.page, "Two of us");
	});

	test("during the first match both managers see rank, score and ranges (D1.2.140) [D2.9.931]", async () => {
		await moveTo(START + 60 * MINUTE_MS);
		for (const session of [phone, desktop]) {
			const { page } = session;
			await page.goto("/team");
			await expect(getFact(page, "Rank now")).toContainText(/^[12]/);
			await expect(getFact(page, "Projected rank")).toContainText(/^[12]( |$)/);
			await expect(getFact(page, "Projected final")).toContainText(/^[\d,]{3,5} [\d,]{3,5}–[\d,]{3,5}$/);
			await expect(getFact(page, "Players left")).toContainText(/to play/);
			// At both widths the header's tiles show the live rank and the same projected score.
			await expect(page.getByText("Live rank", { exact: true })).toBeVisible();
			const tiles = page.locator("header dl").filter({ hasText: "Live score" });
			const roundRank = tiles.getByText(/^Round rank \d+(st|nd|rd|th)$/);
			await expect(roundRank).toBeVisible({ visible: session === phone });
			// Read in one attempt, which is repeated, because stats may arrive between the two reads.
			const isSame = async () => {
				const projected = await getFact(page, "Projected final").locator("b").textContent();
				return (await tiles.textContent())?.includes(`Projected${projected}`);
			};
			await expect.poll(isSame).toBe(true);
			await expectNoPageProblems(session);
		}
	});

	test("team screen and match-up show the same chance to win (D1.2.142, D1.2.145)", async () => {
		for (const session of [phone, desktop]) {
			const { page } = session;
			const matchUp = getLiveStanding(page).getByRole("link", { name: /Two of us/ });
			await expect(matchUp).toContainText(/\d+% to win/);
			await matchUp.click();
			await expect(page).toHaveURL(new RegExp(`/leagues/${leagueId}/matchup/1/0$`));
			await expect(getLiveStanding(page).getByRole("row", { name: /Chance to win/ })).toContainText(/\d+%.*\d+%/);
			await expect(getLiveStanding(page).getByRole("row", { name: /Players left/ })).toContainText(/to play.*to play/);
			await expect(getLiveStanding(page)).toContainText("hidden players count as average players");
			await expectNoPageProblems(session);
		}
	});

	test("once the last match is over, the match-up is decided (D1.2.141, D1.2.142)", async () => {
		const last = Math.max(
			...day.season.generated.matches.filter(({ roundId }) => roundId === 1).map(({ startsAt }) => startsAt),
		);
		await moveTo(last + 150 * MINUTE_MS);
		for (const session of [phone, desktop]) {
			await expect(getLiveStanding(session.page).getByRole("row", { name: /Players left/ })).toContainText(
				/All finished.*All finished/,
			);
			await expect(getLiveStanding(session.page).getByRole("row", { name: /Chance to win/ })).toContainText(
				/(100%.*0%)|(^0%.*100%)|(Draw.*Draw)/,
			);
			await session.page.goto("/team");
			await expect(getFact(session.page, "Players left")).toContainText("0 All finished");
			await expect(getFact(session.page, "Projected final")).not.toContainText("–");
			const matchUp = getLiveStanding(session.page).getByRole("link", { name: /Two of us/ });
			await expect(matchUp.locator("b").last()).toHaveText(/^(100% to win|0% to win|Draw)$/);
			await expectNoPageProblems(session);
		}
	});
});
