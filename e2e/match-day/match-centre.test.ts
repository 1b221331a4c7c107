import { MINUTE_MS } from "@first-bounce/rules/durations";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { createLeagueOfTwo, startFriday2023 } from "../../testing/browser/match-day.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { getSavedTeam, listFieldIds, signInManager } from "../../testing/browser/team.ts";

/** Melbourne against Collingwood. */
const MATCH = 5001;
const START = Date.parse("2023-09-01T09:20:00Z");

const getLiveFeed = (page: Page): Locator => page.getByRole("region", { name: "Live feed" });
const getEvents = (page: Page, text: string | RegExp): Locator =>
	getLiveFeed(page).getByRole("listitem").filter({ hasText: text });

test.describe("a Friday of the 2023 season", () => {
	let day: Awaited<ReturnType<typeof startFriday2023>>;
	let first: BrowserSession;
	let second: BrowserSession;
	let scorer: { id: number; surname: string };

	/**
	 * Saves a team and then replaces players on its field: where possible with a player of the match who plays in the
	 * same line and costs no more, otherwise, if the player has no match in the round, with one who has.
	 */
	async function saveTeamOfMatch({ request }: Page): Promise<void> {
		await saveTeam(request);
		const players: { id: number; position: string[]; cost: number }[] = await (
			await request.get("/json/fantasy/players.json")
		).json();
		const costs = new Map(players.map(({ id, cost }) => [id, cost]));
		const { matches, results } = day.season.generated;
		const listPlayed = (matchId: number) => results.get(matchId)?.lines.map(({ playerId }) => playerId) ?? [];
		const inMatch = new Set(listPlayed(MATCH));
		const inRound = new Set(matches.flatMap(({ id, roundId }) => (roundId === 1 ? listPlayed(id) : [])));
		const team = (await (await request.get("/api/en/fantasy/team/show-my")).json()).success.team;
		const taken = new Set<number>([
			team.utilityId,
			...Object.values<number[]>(team.lineup).flat(),
			...Object.values<number[]>(team.bench).flat(),
		]);
		const lineup = Object.fromEntries(
			Object.entries<number[]>(team.lineup).map(([line, ids]) => [
				line,
				ids.map((id) => {
					const findFree = (among: ReadonlySet<number>) =>
						players.find(
							(player) =>
								among.has(player.id) &&
								!taken.has(player.id) &&
								player.position.includes(line) &&
								player.cost <= (costs.get(id) ?? 0),
						);
					const replacement = findFree(inMatch) ?? (inRound.has(id) ? undefined : findFree(inRound));
					if (!replacement) return id;
					taken.add(replacement.id);
					return replacement.id;
				}),
			]),
		);
		const [captainId = 0, viceCaptainId = 0] = Object.values(lineup).flat();
		const { bench, emergency, utilityId } = team;
		const data = { lineup, bench, emergency, utilityId, captainId, viceCaptainId };
		const saved = await request.post("/api/en/fantasy/team/update", { data });
		if (!saved.ok()) throw new Error(await saved.text());
	}

	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer(async () => {
		day = await startFriday2023();
		return day.server;
	});
	test.beforeAll(async () => {
		first = await signInManager(fixture.browser, fixture.server, PHONE, "Avery");
		second = await signInManager(fixture.browser, fixture.server, DESKTOP, "Blake");
		for (const { page } of [first, second]) await saveTeamOfMatch(page);
		await createLeagueOfTwo(first.page, second.page, "Two of us");
		const inMatch = day.season.generated.results.get(MATCH)?.lines.map(({ playerId }) => playerId);
		const field = await listFieldIds(first.page);
		const id = field.find((playerId) => inMatch?.includes(playerId)) ?? 0;
		const surname =
			day.season.generated.footballers
				.find((footballer) => footballer.id === id)
				?.name.split(" ")
				.at(-1) ?? "";
		expect(surname).not.toBe("");
		scorer = { id, surname };
	});

	test("before the first bounce every match shows who is expected (D1.2.131)", async () => {
		await first.page.goto("/team");
		await first.page.getByRole("link", { name: "Match centre" }).click();
		await expect(first.page).toHaveURL(/\/match-centre$/);
		await expect(first.page.getByRole("heading", { name: "Match centre", level: 1 })).toBeVisible();
		const cards = first.page.getByRole("main").getByRole("link", { name: / against / });
		await expect(cards).toHaveCount(9);
		await cards.first().click();
		await expect(first.page).toHaveURL(/\/match-centre\/5001$/);
		await expect(first.page.getByRole("region", { name: "Melbourne" }).getByText("Projected").first()).toBeVisible();
		await expectNoPageProblems(first);
	});

	test("within seconds both managers see a goal in the feed (D1.2.132)", async () => {
		await day.moveClockTo(START + 12 * MINUTE_MS, 20);
		const pages = [first.page, second.page];
		for (const page of pages) {
			await page.goto("/match-centre");
			await expect(getLiveFeed(page).getByRole("radio", { name: "Match-up" })).toBeVisible();
			await expect(getEvents(page, scorer.surname).first()).toContainText("Yours");
		}
		const waits: number[] = [];
		const getGoals = (page: Page) => getEvents(page, scorer.surname).filter({ hasText: "+6 goal" });
		for (let goal = 0; goal < 3; goal++) {
			const before = await Promise.all(pages.map((page) => getGoals(page).allTextContents()));
			const answeredAt = await day.scoreGoal(scorer.id, MATCH);
			await Promise.all(
				pages.map((page, index) =>
					expect
						.poll(async () => (await getGoals(page).allTextContents())[0], { intervals: [20] })
						.not.toBe(before[index]?.[0]),
				),
			);
			waits.push(Date.now() - answeredAt);
		}
		test
			.info()
			.annotations.push({ type: "milliseconds until both pages showed a goal", description: waits.join(", ") });
		expect(waits.toSorted((a, b) => a - b)[1]).toBeLessThan(10_000);
		await expect(
			first.page
				.getByText("LIVE")
				.or(first.page.getByText("Live", { exact: true }))
				.first(),
		).toBeVisible();
		for (const session of [first, second]) await expectNoPageProblems(session);
	});

	test("the live feed can be filtered, by address too (D1.2.133)", async () => {
		await day.moveClockTo(START + 30 * MINUTE_MS);
		const { page } = second;
		await expect(getLiveFeed(page).getByRole("radio", { name: "Mine" })).toBeChecked();
		await getLiveFeed(page).getByRole("radio", { name: "All" }).click();
		await expect(page).toHaveURL(/show=all/);
		const rows = getLiveFeed(page).getByRole("listitem");
		await expect(rows.filter({ hasNotText: "Yours" }).first()).toBeVisible();
		await expect(rows).toHaveCount(40);
		await getLiveFeed(page).getByRole("button", { name: "Show more" }).click();
		await expect(rows).toHaveCount(80);
		await getLiveFeed(page).getByRole("radio", { name: "League" }).click();
		await expect(rows.filter({ hasNotText: /Yours|v Avery/ })).toHaveCount(0);
		await expectNoPageProblems(second);
		await page.goto("/match-centre?show=all");
		await expect(getLiveFeed(page).getByRole("radio", { name: "All" })).toBeChecked();
	});

	test("the match centre shows exactly the points of the stats", async () => {
		const listShown = (page: Page) =>
			page.evaluate(() =>
				[...document.querySelectorAll("main section li")]
					.filter((row) => row.querySelector("strong") && row.closest("ul"))
					.map((row) => `${row.querySelector("a")?.textContent} ${row.querySelector("strong")?.textContent}`)
					.filter((row) => !row.endsWith("–"))
					.toSorted(),
			);
		const names = new Map(day.season.generated.footballers.map(({ id, name }) => [id, name]));
		const listExpected = async () => {
			const { rows } = await day.database.pool.query<{ player_id: number; points: number }>(
				`SELECT player_id, 3 * kicks + 2 * handballs + 3 * marks + 4 * tackles + frees_for - 3 * frees_against
						+ hitouts + 6 * goals + behinds AS points
					FROM stat_lines WHERE match_id = $1 AND tog > 0`,
				[MATCH],
			);
			return rows
				.map(({ player_id, points }) => `${names.get(player_id)} ${String(points).replace("-", "−")}`)
				.toSorted();
		};
		for (const { page } of [first, second]) await page.goto(`/match-centre/${MATCH}`);
		for (const minutes of [40, 65, 90, 115, 140]) {
			await day.moveClockTo(START + minutes * MINUTE_MS);
			const getReportedUntil = async () =>
				(await day.database.pool.query("SELECT stats_as_of AS at FROM matches WHERE id = $1", [MATCH])).rows[0].at;
			// The match is over after 115 minutes, so later stats do not exist.
			await expect.poll(getReportedUntil).toEqual(new Date(START + Math.min(minutes, 115) * MINUTE_MS));
			const expected = await listExpected();
			expect(expected.length).toBeGreaterThan(40);
			for (const { page } of [first, second]) await expect.poll(() => listShown(page)).toEqual(expected);
		}
		await expect(first.page.getByRole("link", { name: /Melbourne against Collingwood.*Full time/ })).toBeVisible();
		for (const session of [first, second]) await expectNoPageProblems(session);
	});

	test("while a match is played, its score links from the team (D1.2.134)", async () => {
		const next = day.season.generated.matches.find(({ roundId, startsAt }) => roundId === 1 && startsAt > START);
		await day.moveClockTo((next?.startsAt ?? 0) + 40 * MINUTE_MS);
		for (const session of [first, second]) {
			await session.page.goto("/team");
			const strip = session.page.getByRole("navigation", { name: "Match centre" });
			await expect(strip.getByRole("listitem").first()).toContainText(/Q\d|time/);
			const isPhone = session.page.viewportSize()?.width === 390;
			await expect(strip.locator("..")).toHaveCSS("height", isPhone ? "48px" : "52px");
			await expectNoPageProblems(session);
			await strip.getByRole("listitem").first().getByRole("link").click();
			await expect(session.page).toHaveURL(/\/match-centre\/\d+$/);
		}
	});

	test("after the round each manager's result follows from the stats (D2.9.30)", async () => {
		const starts = day.season.generated.matches.flatMap(({ roundId, startsAt }) => (roundId === 1 ? [startsAt] : []));
		const countOpen = async () =>
			(await day.database.pool.query("SELECT id FROM matches WHERE round_id = 1 AND status <> 'complete'")).rowCount;
		await day.moveClockTo(Math.max(...starts) + 4 * 60 * MINUTE_MS);
		await expect.poll(countOpen, { timeout: 60_000 }).toBe(0);
		await day.moveClockTo(Math.max(...starts) + 30 * 60 * MINUTE_MS);
		const isPublished = async () =>
			(await day.database.pool.query("SELECT status = 'complete' AS done FROM rounds WHERE id = 1")).rows[0].done;
		await expect.poll(isPublished, { timeout: 60_000 }).toBe(true);

		const countPoints = async (page: Page): Promise<number> => {
			const { lineup, captainId } = await getSavedTeam(page);
			const ids = Object.values(lineup).flat();
			const { rows } = await day.database.pool.query<{ players: number; points: number }>(
				`SELECT count(*)::int AS players, sum((3 * kicks + 2 * handballs + 3 * marks + 4 * tackles + frees_for - 3 * frees_against
						+ hitouts + 6 * goals + behinds) * CASE player_id WHEN $2 THEN 2 ELSE 1 END)::int AS points
					FROM stat_lines l JOIN matches m ON m.id = l.match_id
					WHERE m.round_id = 1 AND tog > 0 AND player_id = ANY ($1)`,
				[ids, captainId],
			);
			// Everyone on field played, so nobody was covered.
			expect(rows[0]?.players).toBe(16);
			return rows[0]?.points ?? 0;
		};
		const points = [await countPoints(first.page), await countPoints(second.page)];
		const format = (value = 0) => value.toLocaleString("en-AU");
		for (const [index, session] of [first, second].entries()) {
			await session.page.goto("/results/1");
			const main = session.page.getByRole("main");
			const [own = 0, rival = 0] = index === 0 ? points : points.toReversed();
			await expect(main).toContainText(format(own));
			await expect(main).toContainText(own > rival ? "Won" : own < rival ? "Lost" : "Drawn");
			await expect(main).toContainText(format(rival));
			await expectNoPageProblems(session);
		}
	});
});
