import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import type { Database } from "../apps/server/db/open.ts";
import { createScratchDatabase } from "../apps/server/db/scratch.ts";
import { type BrowserSession, DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { callApi, draftByHand, getTurn, withoutOffline } from "../testing/browser/draft-evening.ts";
import { expectNoPageProblems } from "../testing/browser/page-checks.ts";
import { finishRound, finishSeason } from "../testing/browser/season.ts";
import { startServer } from "../testing/browser/server.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { signUp } from "../testing/browser/sign-up.ts";
import { chooseFromMenu, getCard, getGround, getPlayerNames, registerManager } from "../testing/browser/team.ts";
import { buildPlainLadder, type PlainGame } from "../testing/rules/plain-ladder.ts";
import { createDraftSums } from "../testing/season/draft-sums.ts";

const LEAGUE = "Thursday Night Draft";
const TEAMS = 10;
const PLACES = 18;
const LAST_ROUND = 10;
/** How long the clock of a pick and the robots before the next one may take. */
const CLOCK_TIMEOUT_MS = 200_000;
/** From this round of the draft on, all but one manager leave their picks to the game. */
const FIRST_AUTOPICKED_ROUND = 6;

interface Manager {
	readonly session: BrowserSession;
	readonly page: Page;
	readonly api: APIRequestContext;
	readonly teamName: string;
}

interface BoardPick {
	readonly overallPick: number;
	readonly round: number;
	readonly teamId: number;
	readonly playerId: number;
	readonly madeBy: string;
}

interface Board {
	readonly activePick: BoardPick | null;
	readonly completedPicks: readonly BoardPick[];
	readonly seats: readonly { readonly teamId: number; readonly teamName: string; readonly isRobot: boolean }[];
	readonly log: readonly { readonly action: string }[];
}

type Side = Readonly<Record<"teamId" | "points", number>> & { readonly teamName: string };

interface MatchUp {
	readonly home: Side;
	readonly away: Side;
	readonly winnerTeamId: number | null;
}

test.describe("a draft and its season", () => {
	test.describe.configure({ mode: "serial" });
	let database: Database;
	const fixture = setUpServer(async () => {
		database = await createScratchDatabase();
		const env = { DATABASE_URL: database.url, DEMO: "on" };
		const server = await startServer({ args: ["--season", "fixtures/season-2023"], env });
		const stop = async () => {
			await server.stop();
			await database.close();
		};
		return { ...server, stop };
	});
	let tayla: Manager;
	let priya: Manager;
	let marli: Manager;
	let dot: Manager;
	let leagueId = 0;
	const listManagers = () => [tayla, priya, marli, dot];
	const getBoard = (): Promise<Board> => callApi(tayla.api, `/draft/draft-process/${leagueId}/draft-board`);
	const getActive = async () => (await getBoard()).activePick?.overallPick ?? 0;

	const openManager = async (size: typeof PHONE, firstName: string): Promise<Manager> => {
		const session = await fixture.openSession(size, { touch: size === PHONE });
		const { page } = session;
		return { session, page, api: page.request, teamName: `${firstName}'s own` };
	};

	test.beforeAll(async () => {
		tayla = await openManager(DESKTOP, "Tayla");
		priya = await openManager(DESKTOP, "Priya");
		marli = await openManager(PHONE, "Marli");
		dot = await openManager(PHONE, "Dot");
		await registerManager(priya.api, "Priya");
		await registerManager(marli.api, "Marli");
		await registerManager(dot.api, "Dot");
	});

	test("a newcomer signs up, creates a draft league and invites [D2.9.486]", async () => {
		const { page, teamName } = tayla;
		await page.goto("/");
		const person = { firstName: "Tayla", lastName: "Example", email: "tayla@example.org", teamName };
		await signUp(page, { ...person, club: "Fremantle" });
		await page.waitForURL("**/team");
		await page.goto("/leagues/create");
		await page.getByLabel("League name").fill(LEAGUE);
		await page.getByText("You draft players in turn").click();
		await page.getByRole("button", { name: /Number of teams/ }).click();
		await page.getByRole("option", { name: `${TEAMS} teams`, exact: true }).click();
		await page.getByRole("button", { name: /Time per pick/ }).click();
		await page.getByRole("option", { name: "90 seconds" }).click();
		await page.getByRole("button", { name: "Create League" }).click();
		const link = (await page.getByText(/\/leagues\/join\//).textContent()) ?? "";
		for (const { page: other } of [priya, marli, dot]) {
			await other.goto(link);
			await other.getByRole("button", { name: `Join ${LEAGUE}` }).click();
			await other.getByRole("dialog").getByRole("button", { name: "View League" }).click();
			await other.waitForURL("**/draft");
		}
		await page.getByRole("button", { name: "Go to the draft" }).click();
		leagueId = Number(/\/leagues\/(\d+)/.exec(page.url())?.[1]);
		await page.getByText(`${TEAMS - 4} spots are free`).waitFor();
		await page.getByRole("button", { name: `Fill ${TEAMS - 4} spots with robots` }).click();
		await page.getByRole("button", { name: "Draw the order" }).click();
		await page.getByText("Everything is set. The draft can start.").waitFor();
		await expectNoPageProblems(tayla.session);
		await page.getByRole("button", { name: "Start the draft" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Start the draft" }).click();
		for (const { page: room } of listManagers()) await expect(getTurn(room)).toContainText("Round 1");
	});

	/** Pauses, takes back the last pick and resumes, as the commissioner who is on the clock. */
	const undoLastPick = async (overall: number) => {
		const { page } = tayla;
		const undone = (await getBoard()).completedPicks.find(({ overallPick }) => overallPick === overall - 1);
		await page.getByRole("button", { name: "Run draft" }).click();
		const drawer = page.getByRole("dialog");
		await drawer.getByRole("button", { name: "Pause" }).click();
		for (const { page: other } of [priya, marli, dot])
			await expect(other.getByText("Paused by Tayla's own. The clock is stopped.")).toBeVisible();
		await drawer.getByRole("button", { name: "Undo last" }).click();
		for (const { page: other } of listManagers()) await expect(getTurn(other)).toContainText(`Pick ${overall - 1} `);
		expect((await getBoard()).completedPicks.map(({ playerId }) => playerId)).not.toContain(undone?.playerId);
		await drawer.getByRole("button", { name: "Resume" }).click();
		await page.keyboard.press("Escape");
		await drawer.waitFor({ state: "hidden" });
	};

	/** Returns to the room while her own pick is on the clock, and sees every pick that was made without her. */
	const comeBack = async (overall: number) => {
		const { page } = marli;
		await page.context().setOffline(false);
		await expect(getTurn(page)).toContainText("You're up");
		await expect(getTurn(page)).toContainText(`Pick ${overall} `);
		await page.getByRole("button", { name: "Board" }).click();
		await expect(page.getByRole("table", { name: "Draft board" }).getByRole("link")).toHaveCount(overall - 1);
		await page
			.getByRole("navigation", { name: "Parts of the room" })
			.getByRole("button", { name: /^Players/ })
			.click();
	};

	const leaveToAutopick = async ({ page }: Manager) => {
		await page.getByRole("button", { name: /^Autopick / }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("On", { exact: true }).click();
		await dialog.getByText("Each pick is made for you within a few seconds.").waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
	};

	test("four people and six robots draft to the end [D2.9.486]", async () => {
		test.setTimeout(3_600_000);
		const { seats } = await getBoard();
		const findManager = (teamId: number) => {
			const name = seats.find((seat) => seat.teamId === teamId)?.teamName;
			return listManagers().find(({ teamName }) => teamName === name);
		};
		const waitPast = (overall: number) => expect.poll(getActive, { timeout: CLOCK_TIMEOUT_MS }).not.toBe(overall);
		let isMarliOffline = false;
		const done = new Set<"offline" | "missed" | "undone" | "autopick">();
		for (;;) {
			const { activePick } = await getBoard();
			if (!activePick) break;
			const { overallPick: overall, round, teamId } = activePick;
			const manager = findManager(teamId);
			if (round >= FIRST_AUTOPICKED_ROUND && !done.has("autopick")) {
				for (const other of [tayla, marli, dot]) await leaveToAutopick(other);
				done.add("autopick");
			} else if (!manager || (done.has("autopick") && manager !== priya)) await waitPast(overall);
			else if (manager === dot && round === 2 && !done.has("missed")) {
				await waitPast(overall);
				done.add("missed");
				const pick = (await getBoard()).completedPicks.find(({ overallPick }) => overallPick === overall);
				expect(pick?.madeBy).toBe("autopick");
			} else if (manager === tayla && round === 4 && !done.has("undone")) {
				await undoLastPick(overall);
				done.add("undone");
			} else {
				if (isMarliOffline && manager === marli) {
					await comeBack(overall);
					isMarliOffline = false;
				}
				await expect(getTurn(manager.page)).toContainText("You're up");
				await draftByHand(manager.page);
				await waitPast(overall);
				if (manager !== marli || round !== 2) continue;
				await marli.page.context().setOffline(true);
				await expect(marli.page.getByText(/^You're offline/)).toBeVisible();
				isMarliOffline = true;
				done.add("offline");
			}
		}
		expect(done.size).toBe(4);
		const { completedPicks, log } = await getBoard();
		expect(completedPicks).toHaveLength(TEAMS * PLACES);
		expect(new Set(completedPicks.map(({ playerId }) => playerId)).size).toBe(TEAMS * PLACES);
		for (const teamId of seats.map((seat) => seat.teamId))
			expect(completedPicks.filter((pick) => pick.teamId === teamId)).toHaveLength(PLACES);
		const actions = log.map(({ action }) => action);
		for (const action of ["paused", "undone", "resumed"])
			expect(actions.filter((name) => name === action)).toHaveLength(1);
		for (const { page, session } of listManagers()) {
			await expect(page.getByRole("heading", { name: "Draft complete" })).toBeVisible();
			await expectNoPageProblems(withoutOffline(session));
		}
	});

	const getOwnTeam = async ({ api }: Manager) => (await callApi(api, `/draft/league/${leagueId}/my-team`)).team;

	/** Exchanges a midfielder with the one on the bench, and makes another the captain; returns both. */
	const setLineup = async (manager: Manager) => {
		const { page, session } = manager;
		await page.getByRole("link", { name: "Set your first line-up" }).click();
		await expect(getGround(page).getByRole("listitem")).toHaveCount(PLACES);
		const names = await getPlayerNames(page);
		const { lineup, bench, captainId } = await getOwnTeam(manager);
		const [out, captain] = lineup.MID.filter((id: number) => id !== captainId);
		const [reserve] = bench.MID;
		await chooseFromMenu(page, names.get(out) ?? "", "Swap");
		await getCard(page, names.get(reserve) ?? "").click();
		await expect.poll(async () => (await getOwnTeam(manager)).bench.MID).toEqual([out]);
		await chooseFromMenu(page, names.get(captain) ?? "", "Make captain");
		await expect.poll(async () => (await getOwnTeam(manager)).captainId).toBe(captain);
		await expectNoPageProblems(withoutOffline(session));
		await page.goto("about:blank");
	};

	test("first line-ups are set on a phone and a desktop [D2.9.486]", async () => {
		await setLineup(dot);
		await setLineup(tayla);
	});

	const listMatchUps = async (roundId: number): Promise<readonly MatchUp[]> =>
		(await callApi(tayla.api, "/fantasy/league/h2h-match-ups", { leagueId, roundId })).matchUps;

	test("the season is played to the grand final with independent sums [D2.9.487]", async () => {
		test.setTimeout(1_800_000);
		for (let roundId = 1; roundId < LAST_ROUND; roundId++) await finishRound(fixture.server, tayla.page);
		await finishSeason(fixture.server, tayla.page);
		const sumPoints = createDraftSums(database.db);
		const games: PlainGame[] = [];
		for (let roundId = 1; roundId <= LAST_ROUND; roundId++) {
			const matchUps = await listMatchUps(roundId);
			expect(matchUps).toHaveLength(roundId === LAST_ROUND ? 1 : TEAMS / 2);
			for (const { home, away, winnerTeamId } of matchUps) {
				const game = {
					homeTeamId: home.teamId,
					awayTeamId: away.teamId,
					home: await sumPoints(leagueId, home.teamId, roundId),
					away: await sumPoints(leagueId, away.teamId, roundId),
				};
				expect([roundId, home.points, away.points]).toEqual([roundId, game.home, game.away]);
				expect([home.points, away.points]).not.toContain(0);
				if (game.home !== game.away) expect(winnerTeamId).toBe(game.home > game.away ? home.teamId : away.teamId);
				if (roundId < LAST_ROUND) games.push(game);
			}
		}
		const sides = (await listMatchUps(1)).flatMap(({ home, away }) => [home, away]);
		const nameById = new Map(sides.map(({ teamId, teamName }) => [teamId, teamName]));
		const ladder = buildPlainLadder([...nameById.keys()], games);
		const [final] = await listMatchUps(LAST_ROUND);
		if (!final) throw new Error("There was no grand final");
		expect([final.home.teamId, final.away.teamId].toSorted()).toEqual(
			ladder
				.slice(0, 2)
				.map(({ teamId }) => teamId)
				.toSorted(),
		);
		const champion = final.winnerTeamId === final.home.teamId ? final.home : final.away;
		for (const { page, session } of [tayla, marli]) {
			await page.goto(`/leagues/${leagueId}/ladder`);
			const rows = page.getByRole("table").getByRole("row");
			await expect(rows).toHaveCount(TEAMS + 1);
			for (const [place, { teamId, played, win, lose, draw }] of ladder.entries()) {
				await expect(rows.nth(place + 1)).toContainText(nameById.get(teamId) ?? "");
				const cells = rows.nth(place + 1).getByRole("cell");
				const [, ...figures] = await cells.allTextContents();
				expect(figures.slice(0, 4)).toEqual([played, win, lose, draw].map(String));
			}
			await expect(page.getByText(`Premiers: ${champion.teamName}`)).toBeVisible();
			// Axe does not judge text in the colour of its background.
			const card = page.getByRole("link").filter({ hasText: "Grand Final · Full time" });
			await expect(card.getByText(champion.teamName)).toHaveCSS("color", "rgb(238, 240, 247)");
			await expectNoPageProblems(withoutOffline(session));
			await page.goto(`/leagues/${leagueId}/matchup/${LAST_ROUND}/0`);
			await expect(page.getByText(/^Grand Final/)).toContainText("Full time");
			const margin = Math.abs(final.home.points - final.away.points);
			await expect(page.getByRole("status").filter({ hasText: `${champion.teamName} won by ${margin}` })).toBeVisible();
			await expectNoPageProblems(withoutOffline(session));
		}
	});
});
