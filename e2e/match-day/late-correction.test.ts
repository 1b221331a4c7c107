import { HOUR_MS } from "@first-bounce/rules/durations";
import { expect, type Page, test } from "@playwright/test";
import { computePlayerPoints } from "../../packages/rules/scoring/player-points.ts";
import { type BrowserSession, DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import {
	createLeagueOfTwo,
	findScorer,
	type MatchDay,
	type Scorer,
	startMatchDay,
} from "../../testing/browser/match-day.ts";
import { becomeOperator, openConsoleSection } from "../../testing/browser/operator.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { deliverPush, getShownNotifications, waitForServiceWorker } from "../../testing/browser/push.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { getSuccess, listFieldIds, saveCaptains, signInManager } from "../../testing/browser/team.ts";
import { type PushService, startPushService } from "../../testing/services/push-service.ts";

/** Points of a goal. */
const GOAL = 6;

test.describe("stats that the provider corrects after publication", () => {
	let day: MatchDay;
	let service: PushService;
	let manager: BrowserSession;
	let operator: BrowserSession;
	let scorer: Scorer;
	let leagueId: number;
	let listMessages: () => readonly { readonly title: string; readonly body: string; readonly url: string }[];

	const fixture = setUpServer(async () => {
		service = await startPushService();
		day = await startMatchDay({ FEED_RECHECK_MINUTES: "0.002", PUSH_TO_LOOPBACK: "on" });
		return day.server;
	});
	test.beforeAll(async () => {
		const { browser, server } = fixture;
		manager = await signInManager(browser, server, PHONE, "Mira", { touch: true, hasServiceWorker: true });
		operator = await signInManager(browser, server, DESKTOP, "Odette");
		for (const { page } of [manager, operator]) await saveTeam(page.request);
		const [trailing, leading] = await chooseCaptains();
		scorer = findScorer(day, [trailing]);
		await saveCaptains(manager.page, trailing, leading);
		await saveCaptains(operator.page, leading, trailing);
		leagueId = await createLeagueOfTwo(manager.page, operator.page, "Close calls");
		await subscribe(manager.page);
	});
	test.afterAll(() => service?.close());

	/**
	 * Chooses two players on field in both teams whose scores are less than a goal apart, the lower first. With one
	 * more goal, the first is the better captain.
	 */
	async function chooseCaptains(): Promise<readonly [number, number]> {
		const { matches, results, rules } = day.season.generated;
		const field = new Set(await listFieldIds(manager.page));
		const scores = matches
			.filter(({ roundId }) => roundId === 1)
			.flatMap(({ id }) => results.get(id)?.lines ?? [])
			.filter(({ playerId }) => field.has(playerId))
			.map(({ playerId, stats }) => ({ playerId, points: computePlayerPoints(stats, rules) }))
			.toSorted((a, b) => a.points - b.points);
		const index = scores.findIndex(({ points }, at) => {
			const lead = (scores[at + 1]?.points ?? points) - points;
			return lead > 0 && lead < GOAL;
		});
		const [trailing, leading] = [scores[index], scores[index + 1]];
		if (!trailing || !leading) throw new Error("No two players are less than a goal apart");
		return [trailing.playerId, leading.playerId];
	}

	/** Turns on round results. A headless browser cannot subscribe to a push service, so the test uses a local one. */
	async function subscribe(page: Page): Promise<void> {
		await page.context().grantPermissions(["notifications"]);
		const { preferences } = await getSuccess<{ preferences: object }>(page, "/user/notifications");
		const data = { ...preferences, roundResults: true, quietHours: null };
		const { subscription, read } = service.browser();
		const path = new URL(subscription.endpoint).pathname;
		for (const [call, body] of [
			["preferences", data],
			["subscribe", subscription],
		] as const) {
			const response = await page.request.post(`/api/en/user/notifications/${call}`, { data: body });
			if (!response.ok()) throw new Error(await response.text());
		}
		listMessages = () =>
			service.received
				.filter((request) => request.path === path)
				.map(({ body }) => read(body) as ReturnType<typeof listMessages>[number]);
	}

	const getRoundStatus = async (): Promise<string> =>
		(await (await manager.page.request.get("/json/fantasy/rounds.json")).json())[0].status;
	/**
	 * The manager's points and overall rank in round 1, and the teams of the ladder in order, as the pages show them.
	 */
	async function readScreens() {
		const { page } = manager;
		await page.goto("/results/1");
		const score = page.getByRole("region", { name: "Your score" });
		const points = (await score.getByText(/^[\d,]+ points$/).textContent()) ?? "";
		const rank = await score.getByText("Overall rank").locator("xpath=following-sibling::dd[1]").textContent();
		await page.goto(`/leagues/${leagueId}/ladder`);
		const rows = page.getByRole("rowheader").getByText("'s own");
		await rows.first().waitFor();
		return { points, rank: Number.parseInt(rank ?? "", 10), ladder: await rows.allTextContents() };
	}
	const listLateCorrections = async () =>
		(await getSuccess<{ lateCorrections: object[] }>(operator.page, "/operator/stat-reviews")).lateCorrections;

	test("are fetched, shown and accepted; ranks move and managers are notified", async () => {
		const { matches } = day.season.generated;
		const starts = matches.filter(({ roundId }) => roundId === 1).map(({ startsAt }) => startsAt);
		for (const hours of [1, 30]) await day.moveClockTo(Math.min(...starts) + hours * HOUR_MS);
		await day.moveClockTo(Math.max(...starts) + 4 * HOUR_MS);
		await expect
			.poll(
				async () =>
					(await day.database.pool.query("SELECT id FROM matches WHERE round_id = 1 AND status <> 'complete'"))
						.rowCount,
			)
			.toBe(0);
		await day.moveClockTo(Math.max(...starts) + 30 * HOUR_MS);
		await expect.poll(getRoundStatus).toBe("complete");
		const before = await readScreens();
		expect(before.ladder).toEqual(["Odette's own", "Mira's own"]);
		await day.scoreGoal(scorer.id, scorer.matchId);

		await becomeOperator(operator.page, day.server);
		const score = { before: expect.any(Object), reported: expect.any(Object) };
		await expect.poll(listLateCorrections).toMatchObject([{ lines: [{ name: scorer.name }], score }]);
		await openConsoleSection(operator.page, "Corrections");
		await operator.page.getByRole("button", { name: /^Preview/ }).click();
		const dialog = operator.page.getByRole("dialog");
		await expect(dialog).toContainText(scorer.name);
		await expect(dialog).toContainText(/Score \d+–\d+ → \d+–\d+/);
		await expect(dialog).toContainText(/Round 1: scores that change: \d+/);
		await expectNoPageProblems(operator);
		await expect.poll(() => listMessages().map(({ title }) => title)).toEqual([`Round 1: ${before.points}`]);
		await dialog.getByRole("button", { name: "Accept" }).click();
		await operator.page.getByLabel("Reason").fill("The league's official stats");
		await operator.page.getByRole("dialog").getByRole("button", { name: "Accept" }).click();
		await expect(operator.page.getByText(/has been corrected/)).toBeVisible();
		await expect(
			operator.page.getByText(/Prices of round 1 differ from its current stats\. Re-running them would change \d+/),
		).toBeVisible();

		const after = await readScreens();
		expect(after.ladder).toEqual(["Mira's own", "Odette's own"]);
		expect(after.rank).toBeLessThan(before.rank);
		await expectNoPageProblems(manager);
		await expect.poll(() => listMessages().length).toBe(2);
		const message = listMessages()[1];
		expect(message?.title).toBe(`Round 1 corrected: ${after.points}`);
		await waitForServiceWorker(manager.page);
		await deliverPush(manager.page, message);
		const [notification] = await getShownNotifications(manager.page);
		expect(notification).toMatchObject({
			title: `Round 1 corrected: ${after.points}`,
			body: expect.stringMatching(
				new RegExp(`^You had ${before.points} before\\. .* Close calls: now a win over Odette's own, `),
			),
		});
	});
});
