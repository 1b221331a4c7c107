import { type APIRequestContext, expect, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { callApi, draftByHand, getTurn, withoutOffline } from "../testing/browser/draft-evening.ts";
import { expectNoPageProblems, expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { getPlayers } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { registerManager } from "../testing/browser/team.ts";
import { SMALL_SQUAD } from "../testing/server/draft-leagues.ts";

interface Seat {
	readonly teamId: number;
	readonly teamName: string;
	readonly isRobot: boolean;
}

interface Board {
	readonly activePick: { readonly overallPick: number; readonly teamId: number } | null;
	readonly completedPicks: readonly { readonly teamId: number; readonly playerId: number }[];
}
interface FreeAgents {
	readonly players: readonly { readonly playerId: number }[];
}

/** Creates a draft league of four teams and sixteen picks; the member picks first, then the commissioner and two robots. */
async function startDraft(commissioner: APIRequestContext, member: APIRequestContext): Promise<number> {
	const draft = { squad: SMALL_SQUAD, pickTurnTime: 120 };
	const form = { name: "Boundary Line", startId: 5, class: "draft", type: "h2h", size: 4, draft };
	const { league } = await callApi(commissioner, "/fantasy/league", form);
	const base = `/draft/draft-process/${league.id}`;
	await callApi(member, `/fantasy/league/${league.code}/join`, {});
	await callApi(commissioner, `${base}/robots`, {});
	const board = await callApi(commissioner, `${base}/draft-board`);
	const seats: readonly Seat[] = board.seats;
	const rank = ({ isRobot, teamName }: Seat) => (isRobot ? 2 : teamName === "Marli's own" ? 0 : 1);
	const teamIds = seats.toSorted((a, b) => rank(a) - rank(b)).map(({ teamId }) => teamId);
	await callApi(commissioner, `${base}/order`, { method: "manual", teamIds });
	await callApi(commissioner, `${base}/start`, {});
	return league.id;
}

/** Makes the picks up to a number for their teams, as the commissioner may; `overall` 16 ends the draft. */
async function pickUntil({ page }: BrowserSession, leagueId: number, overall: number): Promise<void> {
	const api = page.request;
	const base = `/draft/draft-process/${leagueId}`;
	const players = new Map((await getPlayers(page)).map(({ id, position }) => [id, position]));
	for (;;) {
		const board: Board = await callApi(api, `${base}/draft-board`);
		const { activePick } = board;
		if (!activePick || activePick.overallPick > overall) return;
		const own = board.completedPicks.filter(({ teamId }) => teamId === activePick.teamId);
		const filled = new Set(own.flatMap(({ playerId }) => players.get(playerId)?.[0] ?? []));
		// A refused pick counts towards the limit of writes, so that a draft by trial and error may have to wait for minutes.
		const line = ["DEF", "MID", "FWD"].find((line) => !filled.has(line)) ?? "DEF";
		const agents: FreeAgents = await callApi(api, `/draft/free-agents/list/${leagueId}`);
		const choice = agents.players.find(({ playerId }) => players.get(playerId)?.join() === line);
		const body = { overallPick: activePick.overallPick, playerId: choice?.playerId, key: crypto.randomUUID() };
		await callApi(api, `${base}/pick-for`, body);
	}
}

const fixture = setUpServer();

test("a draft league is created, filled with robots, drawn and started", async () => {
	const session = await fixture.openSession(PHONE, { touch: true });
	const { page } = session;
	await registerManager(page.request, "Dot");
	await page.goto("/leagues/create");
	await page.getByLabel("League name").fill("Five Mates");
	await page.getByText("You draft players in turn").click();
	await expectNoProblemsOnPhoneAndDesktop(session);
	await page.getByRole("button", { name: "Create League" }).click();
	await page.getByRole("button", { name: "Go to the draft" }).click();
	await page.getByText("7 spots are free").waitFor();
	await expect(page.getByRole("button", { name: "Start the draft" })).toBeDisabled();
	await page.getByRole("button", { name: "Fill 7 spots with robots" }).click();
	await page.getByRole("button", { name: "Draw the order" }).click();
	await page.getByText(/the seed is the published one, and the order is the same/).waitFor();
	await expect(page.getByText("Everything is set. The draft can start.")).toBeVisible();
	await expectNoProblemsOnPhoneAndDesktop(session);
	await page.getByRole("button", { name: "Start the draft" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Start the draft" }).click();
	// The lobby gives way to the room.
	await expect(page.getByText("Everything is set. The draft can start.")).toBeHidden();
	await page.getByText("Round 1", { exact: false }).first().waitFor();
	await session.close();
});

test.describe("a live draft", () => {
	test.describe.configure({ mode: "serial" });
	let commissioner: BrowserSession;
	let member: BrowserSession;
	let leagueId = 0;

	test.beforeAll(async () => {
		commissioner = await fixture.openSession(DESKTOP);
		member = await fixture.openSession(PHONE, { touch: true });
		await registerManager(commissioner.page.request, "Tayla");
		await registerManager(member.page.request, "Marli");
		leagueId = await startDraft(commissioner.page.request, member.page.request);
		for (const { page } of [commissioner, member]) await page.goto(`/leagues/${leagueId}/draft`);
	});

	test("shows a pick from a phone on a desktop [D2.9.341]", async () => {
		await expect(getTurn(member.page)).toContainText("You're up");
		await expect(getTurn(commissioner.page)).toContainText("1 pick until you");
		await expectNoPageProblems(member);
		await draftByHand(member.page);
		await expect(getTurn(commissioner.page)).toContainText("You're up");
		await expect(getTurn(member.page)).toContainText("6 picks until you");
		await expectNoPageProblems(commissioner);
	});

	test("is paused, and its last pick undone [D2.9.339, D2.9.341]", async () => {
		const { page } = commissioner;
		await page.getByRole("button", { name: "Run draft" }).click();
		const drawer = page.getByRole("dialog");
		await drawer.getByRole("button", { name: "Pause" }).click();
		await expect(member.page.getByText("Paused by Tayla's own. The clock is stopped.")).toBeVisible();
		await drawer.getByRole("button", { name: "Undo last" }).click();
		await expect(getTurn(member.page)).toContainText("You're up when the draft resumes");
		await expectNoPageProblems(commissioner);
		await drawer.getByRole("button", { name: "Resume" }).click();
		await page.keyboard.press("Escape");
		await expect(getTurn(member.page)).toContainText("Make your pick");
		await draftByHand(member.page);
		await member.page.getByRole("button", { name: "Log" }).click();
		await expect(member.page.getByRole("listitem").filter({ hasText: "Tayla's own undid pick 1" })).toBeVisible();
	});

	test("goes on without a manager who drops off, and she returns [D2.9.331, D2.9.341]", async () => {
		await member.page.context().setOffline(true);
		await expect(member.page.getByText(/^You're offline/)).toBeVisible();
		await draftByHand(commissioner.page);
		await pickUntil(commissioner, leagueId, 7);
		await expect(getTurn(commissioner.page)).toContainText("Marli's own");
		await member.page.context().setOffline(false);
		await expect(getTurn(member.page)).toContainText("You're up");
		await expect(getTurn(member.page)).toContainText("Pick 8 · Round 2");
		await member.page.getByRole("button", { name: "Board" }).click();
		await expect(member.page.getByRole("table", { name: "Draft board" }).getByRole("link")).toHaveCount(7);
		await expectNoPageProblems(withoutOffline(member));
	});

	test("ends with a recap for both [D2.9.340, D2.9.341]", async () => {
		await pickUntil(commissioner, leagueId, 16);
		for (const session of [commissioner, member]) {
			await expect(session.page.getByRole("heading", { name: "Draft complete" })).toBeVisible();
			await expect(session.page.getByRole("link", { name: "Set your first line-up" })).toBeVisible();
			await expectNoPageProblems(withoutOffline(session));
		}
	});
});
