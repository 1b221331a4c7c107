import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../testing/browser.ts";
import { findScorer, type MatchDay, type Scorer, startMatchDay } from "../testing/match-day.ts";
import { becomeOperator, openConsoleSection } from "../testing/operator.ts";
import { expectNoPageProblems } from "../testing/page-checks.ts";
import { saveTeam } from "../testing/save-team.ts";
import { createManager, getSavedTeam, getSuccess } from "../testing/team.ts";

const HOUR = 3_600_000;

test.describe("stats that the provider corrects after publication", () => {
	let day: MatchDay;
	let manager: BrowserSession;
	let operator: BrowserSession;
	let scorer: Scorer;
	let leagueId: number;

	test.describe.configure({ mode: "serial" });
	test.beforeAll(async ({ browser }) => {
		day = await startMatchDay({ FEED_RECHECK_MINUTES: "0.002" });
		manager = await createManager(browser, day.server, PHONE, "Mira");
		operator = await createManager(browser, day.server, DESKTOP, "Odette");
		for (const { page } of [manager, operator]) await saveTeam(page.request);
		const { lineup, captainId } = await getSavedTeam(manager.page);
		scorer = findScorer(day, [captainId, ...Object.values(lineup).flat()]);
		// Both have the same team, so the manager's other captain decides their match-up.
		const other = Object.values(lineup)
			.flat()
			.find((id) => id !== scorer.id && id !== captainId);
		const { bench, emergency, utilityId } = await getSavedTeam(operator.page);
		const data = { lineup, bench, emergency, utilityId, captainId: other, viceCaptainId: captainId };
		const saved = await operator.page.request.post("/api/en/fantasy/team/update", { data });
		if (!saved.ok()) throw new Error(await saved.text());
		const form = { name: "Close calls", type: "h2h", privacy: "private", size: 2, startId: 1 };
		const settings = { finals: false, h2hTiebreaker: "percentage" };
		const created = await manager.page.request.post("/api/en/fantasy/league", { data: { ...form, ...settings } });
		const { league } = (await created.json()).success;
		leagueId = league.id;
		expect((await operator.page.request.post(`/api/en/fantasy/league/${league.code}/join`)).ok()).toBe(true);
	});
	test.afterAll(async ({ browser }) => {
		for (const context of browser.contexts()) await context.close();
		await day?.stop();
	});

	const readPoints = async ({ request }: Page): Promise<number> =>
		(
			await getSuccess<{ currentUserRanking: { roundPoints: number } | null }>(
				{ request },
				"/fantasy/ranks/open-league",
			)
		).currentUserRanking?.roundPoints ?? 0;
	const getRoundStatus = async (): Promise<string> =>
		(await (await manager.page.request.get("/json/fantasy/rounds.json")).json())[0].status;

	test("are fetched, shown to the operator with their effect, and accepted; scores and match-ups follow", async () => {
		const { matches } = day.season.generated;
		const starts = matches.filter(({ roundId }) => roundId === 1).map(({ startsAt }) => startsAt);
		for (const hours of [1, 30]) await day.moveClockTo(Math.min(...starts) + hours * HOUR);
		await day.moveClockTo(Math.max(...starts) + 4 * HOUR);
		await expect
			.poll(
				async () =>
					(await day.database.pool.query("SELECT id FROM matches WHERE round_id = 1 AND status <> 'complete'"))
						.rowCount,
			)
			.toBe(0);
		await day.moveClockTo(Math.max(...starts) + 30 * HOUR);
		await expect.poll(getRoundStatus).toBe("complete");
		const before = await readPoints(manager.page);
		await day.scoreGoal(scorer.id, scorer.matchId);

		await becomeOperator(operator.page, day.server);
		await openConsoleSection(operator.page, "Corrections");
		const preview = operator.page.getByRole("button", { name: /^Preview/ });
		await preview.click();
		const dialog = operator.page.getByRole("dialog");
		await expect(dialog).toContainText(scorer.name);
		await expect(dialog).toContainText(/Round 1: points of \d+ teams/);
		await expectNoPageProblems(operator);
		expect(await readPoints(manager.page)).toBe(before);
		await dialog.getByRole("button", { name: "Accept" }).click();
		await operator.page.getByLabel("Reason").fill("The league's official stats");
		await operator.page.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
		await expect(operator.page.getByText(/has been corrected/)).toBeVisible();

		await expect.poll(() => readPoints(manager.page)).toBeGreaterThan(before);
		const after = await readPoints(manager.page);
		const matchUp = await day.database.pool.query(
			"SELECT ARRAY[home_points, away_points] AS points FROM league_matches WHERE league_id = $1 AND round_id = 1",
			[leagueId],
		);
		expect(matchUp.rows[0].points).toContain(after);
		await manager.page.goto(`/leagues/${leagueId}`);
		await expect(manager.page.getByRole("main")).toContainText(after.toLocaleString("en-AU"));
		await expectNoPageProblems(manager);
	});
});
