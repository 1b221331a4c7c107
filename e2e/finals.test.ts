import { expect, type Page, test } from "@playwright/test";
import { sql } from "kysely";
import { findRow } from "../apps/server/db/rows.ts";
import { incrementDataVersion } from "../apps/server/features/seasons/current/season-version-queries.ts";
import { type BrowserSession, DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { type DemoServer, startDemoServer } from "../testing/browser/demo-server.ts";
import { expectNoPageProblems, expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { saveTeam } from "../testing/browser/save-team.ts";
import { finishRound, moveToMatch } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";

const LEAGUE = "Four Corners";

test.describe("finals and the cup", () => {
	test.describe.configure({ mode: "serial" });
	let server: DemoServer;
	const fixture = setUpServer(async () => {
		server = await startDemoServer();
		return server;
	});
	let phone: BrowserSession;
	let league = "";
	let eliminationLeague = "";

	const addBots = (path: string, count: number) =>
		sql`INSERT INTO league_members (league_id, user_id, team_id, joined_at)
			SELECT ${Number(path.split("/").at(-1))}, t.user_id, t.id, now()
			FROM teams t JOIN users u ON u.id = t.user_id JOIN seasons s ON s.id = t.season_id AND s.is_current
			WHERE u.is_bot AND t.completed_at IS NOT NULL ORDER BY t.id LIMIT ${count}`.execute(server.db);

	const signIn = ({ page }: BrowserSession) => page.request.post("/api/en/demo/sign-in", { data: {} });
	const getWeek = (page: Page, name: string) =>
		page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });

	test.beforeAll(async () => {
		// A season whose rules allow a finals series and have a cup from round 4 on.
		await server.db.transaction().execute(async (transaction) => {
			const row = await findRow(transaction)<{ id: number }>`
				UPDATE seasons SET rules = rules || '{"cup": {"startRound": 4, "seed": 7}}'
					|| jsonb_build_object('leagues', coalesce(rules->'leagues', '{}') || '{"finalsSeries": true}')
				WHERE is_current RETURNING id`;
			await incrementDataVersion(transaction, row?.id ?? 0);
		});
		phone = await fixture.openSession(PHONE, { touch: true });
		await signIn(phone);
		await saveTeam(phone.page.request);
	});

	test("a commissioner creates a league with a top-four series and options (D2.1.40, D2.9.275)", async () => {
		const desktop = await fixture.openSession(DESKTOP);
		await signIn(desktop);
		const { page } = desktop;
		await page.goto("/leagues/create");
		await page.getByLabel("League name").fill(LEAGUE);
		await page.getByText("Head-to-head", { exact: true }).click();
		await page.getByText("More options").click();
		await expect(page.getByRole("radio", { name: "Top-four series" })).toBeDisabled();
		await page.getByRole("button", { name: /League size/ }).click();
		await page.getByRole("option", { name: "4 teams", exact: true }).click();
		await page.getByText("Top-four series", { exact: true }).click();
		for (const option of ["Consolation games", "Game against the median"])
			await page.getByRole("radiogroup", { name: option }).getByText("On", { exact: true }).click();
		await expectNoPageProblems(desktop);
		await page.getByRole("button", { name: "Create League" }).click();
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL("**/about");
		league = new URL(page.url()).pathname.replace("/about", "");
		await page.getByText("Top four over the last two rounds").waitFor();
		for (const option of ["Consolation games", "Game against the median"])
			await expect(page.locator("dl > div").filter({ hasText: option })).toContainText("On");
		await addBots(league, 3);
		await desktop.close();
	});

	test("at 390 px, a commissioner creates an elimination league [D2.1.71]", async () => {
		const { page } = phone;
		await page.goto("/leagues/create");
		await page.getByLabel("League name").fill("Last One Standing");
		await page.getByText("Elimination", { exact: true }).click();
		await page.getByText("At most one team more than rounds left").waitFor();
		await page.getByRole("button", { name: /League size/ }).click();
		await page.getByRole("option", { name: "7 teams", exact: true }).click();
		await expectNoPageProblems(phone);
		await page.getByRole("button", { name: "Create League" }).click();
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL("**/about");
		eliminationLeague = new URL(page.url()).pathname.replace("/about", "");
		await page.getByText("1 of 7 teams").first().waitFor();
		await addBots(eliminationLeague, 6);
	});

	test("at 390 px, a manager enters the cup, withdraws and enters again (D2.1.50)", async () => {
		const { page } = phone;
		await page.goto("/leagues");
		await page.getByRole("link", { name: "Enter the cup" }).click();
		await page.getByText("Open until Round 4 starts").waitFor();
		await expectNoPageProblems(phone);
		await page.getByRole("button", { name: "Enter the cup" }).click();
		await page.getByText("You're in. The cup starts in Round 4.").waitFor();
		await page.getByRole("button", { name: "Withdraw" }).click();
		await page.getByText("Open until Round 4 starts").waitFor();
		await page.getByRole("button", { name: "Enter the cup" }).click();
		await page.getByText("You're in. The cup starts in Round 4.").waitFor();
		await expectNoPageProblems(phone);
		await sql`INSERT INTO cup_entries
			SELECT t.season_id, t.id, now() FROM teams t JOIN users u ON u.id = t.user_id JOIN seasons s ON s.id = t.season_id
			WHERE s.is_current AND u.is_bot AND t.completed_at IS NOT NULL ORDER BY t.id LIMIT 5`.execute(server.db);
	});

	test("the cup draw and the finals bracket are shown in time (D2.1.45, D2.1.52)", async () => {
		const { page } = phone;
		await moveToMatch(server, page, 1);
		await page.goto("/leagues/cup");
		const draw = page.getByRole("list", { name: "The draw" });
		await expect(draw.getByRole("listitem")).toHaveCount(4);
		await expect(draw.getByText("Bye")).toHaveCount(2);
		await expect(page.getByRole("list", { name: "Your cup run" }).getByRole("listitem")).toHaveCount(1);
		await expectNoProblemsOnPhoneAndDesktop(phone, draw);
		await page.goto(`${league}/finals`);
		const note = page.getByText("If the ladder finished today.");
		await note.waitFor();
		await expect(getWeek(page, "Semi-finals").getByRole("listitem")).toHaveCount(2);
		await expectNoProblemsOnPhoneAndDesktop(phone, note);
	});

	test("an elimination league shows who is in danger, then who is out [D2.1.74, D2.1.75]", async () => {
		const { page } = phone;
		const rows = page.getByRole("table").getByRole("row");
		await page.goto(`${eliminationLeague}/ladder`);
		const teamsLeft = page.getByRole("columnheader", { name: "7 teams left" });
		await teamsLeft.waitFor();
		await expect(rows.filter({ hasText: /\d%/ })).toHaveCount(7);
		const toSurvive = page.getByRole("columnheader", { name: "To survive" });
		await expectNoProblemsOnPhoneAndDesktop(phone, teamsLeft, toSurvive);
		await finishRound(server, page);
		await page.goto(`${eliminationLeague}/ladder`);
		const teamOut = page.getByRole("rowheader", { name: "1 team out" });
		await teamOut.waitFor();
		await expect(rows.last()).toContainText("Out in Round");
		await expectNoProblemsOnPhoneAndDesktop(phone, teamOut);
		await page.goto(`${eliminationLeague}/chat`);
		await page.getByRole("log").getByText("6 teams left").waitFor();
	});

	test("a game against the median is on the fixtures and the ladder [D2.9.273]", async () => {
		const { page } = phone;
		await page.goto(`${league}/fixtures?round=4`);
		const median = page.getByText(/^League median: [\d,.]+\./);
		await median.waitFor();
		await expectNoProblemsOnPhoneAndDesktop(phone, median);
		await page.goto(`${league}/ladder`);
		await expect(page.getByRole("cell", { name: /^\d–\d(–\d)?$/ })).toHaveCount(4);
		const column = page.getByRole("columnheader", { name: "Med" });
		const legend = page.getByText("Med: wins, losses and draws against the league median.");
		await expectNoProblemsOnPhoneAndDesktop(phone, column, legend);
	});
});
