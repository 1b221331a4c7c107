import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { MINUTE_MS } from "../../packages/rules/durations.ts";
import { SMALL_SQUAD } from "../server/draft-leagues.ts";
import { type BrowserSession, DESKTOP, PHONE } from "./browser.ts";
import type { ServerFixture } from "./server-fixture.ts";
import { registerManager } from "./team.ts";

const ROUNDS = 4;
const CLOCK_SECONDS = 120;
/** How much later than another screen a busy machine may draw a clock. */
const CLOCK_TOLERANCE_SECONDS = 10;

/** The managers with a device of their own kind; everybody else has a phone or a desktop, in turn. */
const DEVICES = ["offline", "abroad", "keyboard", "wrong clock"] as const;
type Device = (typeof DEVICES)[number] | "phone" | "desktop";

interface Manager {
	readonly session: BrowserSession;
	readonly page: Page;
	readonly device: Device;
	readonly teamId: number;
}

/** Calls the API and returns what it answers; null if it refuses. */
export async function callApi(api: APIRequestContext, path: string, data?: object) {
	const url = `/api/en${path}`;
	const response = data === undefined ? await api.get(url) : await api.post(url, { data });
	return (await response.json()).success;
}

/** The card that says who is on the clock. */
export const getTurn = (page: Page) => page.getByRole("region", { name: "On the clock" });

const OPTIONS = {
	offline: { touch: true },
	abroad: { timeZone: "America/New_York" },
	keyboard: {},
	"wrong clock": { touch: true, clockAheadMs: 5 * MINUTE_MS },
	phone: { touch: true },
	desktop: {},
} as const;

async function openManager(fixture: Pick<ServerFixture, "openSession">, place: number) {
	const device: Device = DEVICES[place] ?? (place % 2 === 0 ? "phone" : "desktop");
	const options = OPTIONS[device];
	const session = await fixture.openSession("touch" in options ? PHONE : DESKTOP, options);
	await registerManager(session.page.request, `Evening${String.fromCharCode(97 + place)}`);
	return { session, page: session.page, device };
}

/** Creates the league by the first manager, lets the others join, and draws up the order in which they came. */
async function createLeague(apis: readonly APIRequestContext[]): Promise<{ leagueId: number; teamIds: number[] }> {
	const [commissioner, ...others] = apis;
	if (!commissioner) throw new Error("A league needs a commissioner");
	const draft = { squad: SMALL_SQUAD, pickTurnTime: CLOCK_SECONDS };
	const form = { name: "Draft Evening", startId: 5, class: "draft", type: "h2h", size: apis.length, draft };
	const { league } = await callApi(commissioner, "/fantasy/league", form);
	for (const api of others) await callApi(api, `/fantasy/league/${league.code}/join`, {});
	const { seats } = await callApi(commissioner, `/draft/draft-process/${league.id}/draft-board`);
	const teamIds = seats.map(({ teamId }: { teamId: number }) => teamId);
	await callApi(commissioner, `/draft/draft-process/${league.id}/order`, { method: "manual", teamIds });
	return { leagueId: league.id, teamIds };
}

/** A session without what its browser reports about requests that fail while it is offline. */
export const withoutOffline = ({ page, errors }: BrowserSession) => ({
	page,
	errors: errors.filter((error) => !error.includes("ERR_INTERNET_DISCONNECTED")),
});

/** Drafts the first player of the pool as a hand does. */
export async function draftByHand(page: Page): Promise<void> {
	const draft = page.getByRole("button", { name: /^Draft / });
	await draft.first().click();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Draft / })
		.click();
	await page.getByRole("dialog").waitFor({ state: "hidden" });
}

const getFocusedName = (page: Page) =>
	page.evaluate(() => {
		const focused = document.activeElement;
		return focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
	});

/** Presses Tab until a button for a player has the focus, and Enter. */
async function pressDraft(page: Page): Promise<void> {
	for (let presses = 0; presses < 80; presses++) {
		await page.keyboard.press("Tab");
		if (/^Draft /.test(await getFocusedName(page))) return page.keyboard.press("Enter");
	}
	throw new Error("Tab leads to no button that drafts a player");
}

async function draftByKeyboard(page: Page): Promise<void> {
	await pressDraft(page);
	await page.getByRole("dialog").waitFor();
	await pressDraft(page);
	await page.getByRole("dialog").waitFor({ state: "hidden" });
}

async function readClock(page: Page): Promise<number> {
	const text = await getTurn(page).getByRole("timer").locator("b").textContent();
	const [minutes = 0, seconds = 0] = (text ?? "").split(":").map(Number);
	return minutes * 60 + seconds;
}

/** Expects that the clock of a device with the wrong time shows what the others show. */
async function expectRightClock(wrong: Page, right: Page): Promise<void> {
	const [shown, expected] = await Promise.all([readClock(wrong), readClock(right)]);
	expect(Math.abs(shown - expected)).toBeLessThan(CLOCK_TOLERANCE_SECONDS);
	expect(shown).toBeGreaterThan(CLOCK_SECONDS / 4);
}

/** Expects that the lobby shows a date of the server in the viewer's time zone. */
async function expectLocalDate(page: Page, at: number, timeZone: string): Promise<void> {
	const hour = new Intl.DateTimeFormat("en-AU", { timeZone, hour: "numeric", minute: "2-digit" }).format(at);
	await expect(page.getByText(hour.replace(/\s/, " ")).first()).toBeVisible();
}

/** Makes the pick on the clock through its manager's screen; false once the draft is complete. */
async function makePick(managers: readonly Manager[], leagueId: number): Promise<boolean> {
	const last = managers.at(-1);
	if (!last) throw new Error("Nobody is there");
	const { activePick } = await callApi(last.page.request, `/draft/draft-process/${leagueId}/draft-board`);
	if (!activePick) return false;
	const manager = managers.find(({ teamId }) => teamId === activePick.teamId);
	if (!manager) throw new Error(`Nobody makes pick ${activePick.overallPick}`);
	await expect(getTurn(manager.page)).toContainText("You're up");
	if (manager.device === "keyboard") await draftByKeyboard(manager.page);
	else await draftByHand(manager.page);
	return true;
}

/** Opens the lobby for everybody, checks a date in it, and starts the draft. */
async function startEvening(managers: readonly Manager[], leagueId: number): Promise<void> {
	const [first] = managers;
	const api = first?.page.request;
	if (!api) throw new Error("Nobody is there");
	const path = `/draft/draft-process/${leagueId}`;
	const startsAt = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 180 * MINUTE_MS;
	await callApi(api, `${path}/schedule`, { draftStart: new Date(startsAt).toISOString() });
	for (const { page } of managers) await page.goto(`/leagues/${leagueId}/draft`);
	const abroad = managers.find(({ device }) => device === "abroad");
	if (abroad) await expectLocalDate(abroad.page, startsAt, OPTIONS.abroad.timeZone);
	await callApi(api, `${path}/start`, {});
	for (const { page } of managers) await expect(getTurn(page)).toContainText("Pick 1 · Round 1");
}

/**
 * Lets as many managers draft in one room until the end: one drops off and returns, one is abroad, one has only a keyboard, and
 * the clock of one device is five minutes ahead. Every screen ends with the same squads.
 */
export async function draftAnEvening(fixture: Pick<ServerFixture, "openSession">, count: number): Promise<void> {
	const opened = [];
	for (let place = 0; place < count; place++) opened.push(await openManager(fixture, place));
	const { leagueId, teamIds } = await createLeague(opened.map(({ page }) => page.request));
	const managers = opened.map((manager, place): Manager => ({ ...manager, teamId: teamIds[place] ?? 0 }));
	await startEvening(managers, leagueId);
	const offline = managers.find(({ device }) => device === "offline");
	const wrong = managers.find(({ device }) => device === "wrong clock");
	const keyboard = managers.find(({ device }) => device === "keyboard");
	if (!offline || !wrong || !keyboard) throw new Error("A device is missing");

	await makePick(managers, leagueId);
	await offline.page.context().setOffline(true);
	await expect(offline.page.getByText(/^You're offline/)).toBeVisible();
	await expect(getTurn(keyboard.page)).toContainText("Pick 2 · Round 1");
	await expect(getTurn(wrong.page)).toContainText("Pick 2 · Round 1");
	await expectRightClock(wrong.page, keyboard.page);
	for (let pick = 2; pick <= count + 1; pick++) await makePick(managers, leagueId);
	await offline.page.context().setOffline(false);
	await expect(getTurn(offline.page)).toContainText(`Pick ${count + 2} · Round 2`);
	while (await makePick(managers, leagueId));

	const boards = [];
	for (const { page, session, device } of managers) {
		await expect(page.getByRole("heading", { name: "Draft complete" })).toBeVisible();
		const board = page.getByRole("table", { name: "Draft board" });
		await expect(board.getByRole("link")).toHaveCount(count * ROUNDS);
		boards.push(await board.getByRole("link").evaluateAll((links) => links.map((link) => link.textContent).join()));
		expect(withoutOffline(session).errors, device).toEqual([]);
	}
	expect(new Set(boards).size).toBe(1);
	const { completedPicks } = await callApi(keyboard.page.request, `/draft/draft-process/${leagueId}/draft-board`);
	const drafted: { playerId: number; teamId: number; madeBy: string }[] = completedPicks;
	expect(new Set(drafted.map(({ playerId }) => playerId)).size).toBe(count * ROUNDS);
	expect(drafted.filter(({ madeBy }) => madeBy === "autopick")).toEqual([]);
}
