import { DAY_MS } from "@first-bounce/rules/durations";
import { expect, type Page, test } from "@playwright/test";
import { setClock } from "../../apps/server/features/seasons/current/set-clock.ts";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { becomeOperator, openConsoleSection } from "../../testing/browser/operator.ts";
import { expectNoPageProblems, isOnTop } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { startServer } from "../../testing/browser/server.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { signInManager } from "../../testing/browser/team.ts";
import { seedSeason2023 } from "../../testing/season/season-2023.ts";
import { createTestDatabase } from "../../testing/server/database.ts";

test.describe("the rules of a season before and after its first lock", () => {
	const fixture = setUpServer(async () => {
		const database = await createTestDatabase();
		const { matches } = await seedSeason2023(database.db);
		const firstStart = Math.min(...matches.map(({ startsAt }) => startsAt));
		const setClockOfDatabase = async (seasonAt: number) => {
			await setClock(database.db, { seasonAt, speed: 0 }, Date.now());
		};
		await setClockOfDatabase(firstStart - 3 * DAY_MS);
		const server = await startServer({ env: { DATABASE_URL: database.url, DEMO: "off" } });
		const stop = async () => {
			await server.stop();
			await database.close();
		};
		return { ...server, stop, setClock: setClockOfDatabase };
	});

	const getReviewButton = (page: Page) => page.getByRole("button", { name: "Review changes" });

	test("an operator reviews and saves changed rules before the lock (D2.9.60, D2.9.67, D2.9.69)", async () => {
		const session = await signInManager(fixture.browser, fixture.server, DESKTOP, "Robin");
		const { page } = session;
		await saveTeam(page.request);
		await becomeOperator(page, fixture.server);
		await openConsoleSection(page, "Rules");
		await page.getByText("The rules can be changed until the first match starts:").waitFor();
		const cap = page.getByRole("textbox", { name: "Salary cap ($)" });
		await expect(cap).toHaveValue("15,500,000");
		await expect(page.getByLabel("Weights of recent scores")).toHaveValue("0.25\n0.25, 1/6\n2/9, 1/6, 1/9");

		// An error is shown beside its field, and the changes cannot be reviewed.
		await cap.fill("15500500");
		await page.getByText("Must be a positive multiple of priceStep").waitFor();
		await page.getByText("Fix 1 value first").waitFor();
		await expect(getReviewButton(page)).toBeDisabled();
		await expectNoPageProblems(session);

		await cap.fill("6,400,000");
		await page.getByText("Changed, was $15,500,000").waitFor();
		await page.getByRole("textbox", { name: "Defenders on field (spots)" }).fill("4");
		await getReviewButton(page).click();
		const dialog = page.getByRole("dialog", { name: "Review changes" });
		await dialog.getByText(/^\d+ of \d+ saved teams would be over the cap\./).waitFor();
		await dialog.getByText(/^\d+ saved line-ups? would become incomplete\.$/).waitFor();
		await dialog.getByText("These rules cannot be saved: see the lines in red.").waitFor();
		await dialog.getByLabel("Reason").fill("to try it");
		await expect(dialog.getByRole("button", { name: "Save the rules" })).toBeDisabled();
		await expectNoPageProblems(session);
		await dialog.getByRole("button", { name: "Cancel" }).click();

		await page.setViewportSize(PHONE);
		const discardButton = page.getByRole("button", { name: "Discard" });
		for (const button of [discardButton, getReviewButton(page)]) await expect.poll(() => isOnTop(button)).toBe(true);
		await discardButton.click();
		await expect(cap).toHaveValue("15,500,000");
		await page.getByRole("textbox", { name: "Tackle (points)" }).fill("5");
		await page.getByRole("button", { name: /Start from/ }).click();
		await page.getByRole("option", { name: "Official game" }).click();
		await page.getByText("Preset: 4").waitFor();
		await expectNoPageProblems(session);
		await getReviewButton(page).click();
		await dialog.getByText("Tackle (points): 4 → 5").waitFor();
		await dialog.getByText(/^No stats of a former season are kept here/).waitFor();
		await expectNoPageProblems(session);
		await dialog.getByLabel("Reason").fill("the committee has decided");
		await dialog.getByRole("button", { name: "Save the rules" }).click();
		await page.getByText("The rules have been saved.").waitFor();
		await expect(page.getByRole("textbox", { name: "Tackle (points)" })).toHaveValue("5");
		await expect(getReviewButton(page)).toBeHidden();
		const readWeight = async () => {
			const file = await (await page.request.get("/json/fantasy/season.json")).json();
			return file.rules.scoring.T;
		};
		await expect.poll(readWeight).toBe(5);

		const rounds: { tournaments: { date: string }[] }[] = await (
			await page.request.get("/json/fantasy/rounds.json")
		).json();
		const starts = (rounds[0]?.tournaments ?? []).map(({ date }) => Date.parse(date));
		await fixture.server.setClock(Math.min(...starts) + 60_000);
		await page.reload();
		await page.getByText("Read only: the first match has started").waitFor();
		await expect(page.getByRole("textbox", { name: "Tackle (points)" })).toBeHidden();
		await page.getByText("Preset: 4").waitFor();
		await expectNoPageProblems(session);
		await page.setViewportSize(DESKTOP);
		await expectNoPageProblems(session);

		await openConsoleSection(page, "Calendar");
		await page.getByRole("heading", { name: "Automatic this week" }).waitFor();
		await page
			.getByText(/^Round 1: \w+ v \w+ starts and locks its players$/)
			.first()
			.waitFor();
		await page.getByText("Round 1: reminders of the next lock begin, for managers who asked for one").waitFor();
		const round = page.getByRole("table", { name: "Rounds of the season" }).getByRole("row").nth(1);
		await expect(round.getByRole("cell").first()).toHaveText("Now");
		await expect(page.getByRole("listitem").filter({ hasText: "Check the rules" })).toContainText("Done");
		await expectNoPageProblems(session);
		await page.setViewportSize(PHONE);
		await expectNoPageProblems(session);
		await page.getByRole("link", { name: "Check the rules" }).press("Enter");
		await page.getByText("Read only: the first match has started").waitFor();
		await session.close();
	});
});
