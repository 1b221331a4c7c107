import { type APIRequestContext, expect, request } from "@playwright/test";
import { PHONE } from "../browser.ts";
import { type DemoServer, startDemoServer } from "../demo-server.ts";
import { createDraftLeague, startDraft } from "../draft-league.ts";
import { saveTeam } from "../save-team.ts";
import { finishRound, getCurrentRound, getFullName, getPlayers, moveToMatch } from "../season.ts";
import { getSavedTeam, getSuccess, registerManager } from "../team.ts";
import { EnginePage } from "./engine-page.ts";
import { FIREFOX, getMiniBrowser } from "./engines.ts";
import { startByPuppeteer } from "./puppeteer.ts";
import { startWebKit } from "./webkit.ts";

/** One manager's season in one engine. */
export interface EngineSession {
	readonly page: EnginePage;
	/** Whether the window is as narrow as a phone, where the players are a sheet and a single trade opens its confirmation. */
	readonly isPhone: boolean;
	readonly server: DemoServer;
	/** Calls the API as the manager who is signed in to the page. */
	readonly own: { readonly request: APIRequestContext };
	/** Calls the API as another manager. */
	readonly friend: { readonly request: APIRequestContext };
	readonly stopServer: () => Promise<void>;
	readonly close: () => Promise<void>;
}

function startEngine(name: string) {
	if (name === "Firefox") return startByPuppeteer("firefox", FIREFOX);
	if (name === "WebKit") return startWebKit(getMiniBrowser() ?? "");
	return startByPuppeteer("chrome", process.env.CHROMIUM ?? "/usr/bin/chromium");
}

export async function startSession(engine: string, size: { width: number; height: number }): Promise<EngineSession> {
	const server = await startDemoServer();
	const [own, friend] = await Promise.all(
		[0, 1].map(() => request.newContext({ baseURL: server.url, timeout: 60_000 })),
	);
	if (!own || !friend) throw new Error("No requests");
	await own.post("/api/en/demo/sign-in", { data: {} });
	await registerManager(friend, "Marli");
	const driver = await startEngine(engine).catch(async (error: unknown) => {
		await server.stop();
		throw error;
	});
	await driver.resize(size);
	let isStopped = false;
	const stopServer = async () => {
		if (!isStopped) await server.stop();
		isStopped = true;
	};
	const close = async () => {
		await driver.close();
		for (const context of [own, friend]) await context.dispose();
		await stopServer();
	};
	return {
		page: new EnginePage(driver, server.url),
		isPhone: size.width === PHONE.width,
		server,
		own: { request: own },
		friend: { request: friend },
		stopServer,
		close,
	};
}

const ground = (name: string | RegExp) => ({ role: "button", name, within: "Ground" }) as const;
const countCards = async (page: EnginePage) => (await page.list(ground(/, \$/))).length;
const waitForFullTeam = (page: EnginePage) => page.waitUntil("team of 21", async () => (await countCards(page)) === 21);

/** The page is drawn in the product's own fonts, and nothing makes it wider than the window. */
export async function seeHome({ page }: EngineSession): Promise<void> {
	await page.open("/");
	await page.waitFor({ role: "heading", name: /first bounce/i });
	await page.waitFor({ role: "button", name: "Play free" });
	const getLook = () =>
		page.driver.evaluate(async () => {
			await document.fonts.ready;
			return {
				fonts: ["16px Inter", "600 16px 'Barlow Condensed'"].map((font) => document.fonts.check(font)),
				overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
			};
		});
	expect(await getLook()).toEqual({ fonts: [true, true], overflow: 0 });
}

export async function playDemo({ page }: EngineSession): Promise<void> {
	await page.open("/");
	await page.press({ role: "button", name: "Play the demo" });
	await page.waitUntil("21 empty places", async () => (await page.list(ground(/^Add /))).length === 21);
}

export async function buildTeam({ page, own }: EngineSession): Promise<void> {
	await page.open("/team");
	await page.press({ role: "button", name: "Autofill my team" });
	await waitForFullTeam(page);
	await expect.poll(async () => (await getSavedTeam(own)).isComplete).toBe(true);
}

/** Saves a team without the page, for journeys that begin with one. */
export async function giveTeam({ page, own }: EngineSession): Promise<void> {
	await saveTeam(own.request);
	await page.open("/team");
	await waitForFullTeam(page);
}

/** Opens a card's menu, which lies in the window and not over its card on a desktop, and swaps with a player of the bench. */
export async function swapPlayers({ page, own }: EngineSession): Promise<void> {
	await page.open("/team");
	await waitForFullTeam(page);
	const before = await getSavedTeam(own);
	const players = await getPlayers(own);
	// By name: another defender on the bench may be in a midfielder's place, and could not change places with this one.
	const findCard = (ids: readonly number[] | undefined) =>
		ground(new RegExp(`^${players.filter(({ id }) => id === ids?.[0]).map(getFullName)}, `));
	await page.press(findCard(before.bench.DEF));
	await page.press({ role: "menuitem", name: "Swap" });
	await page.waitFor({ role: "button", name: "Cancel swap" });
	await page.press(findCard(before.lineup.DEF));
	await expect.poll(async () => (await getSavedTeam(own)).bench.DEF).not.toEqual(before.bench.DEF);
	const after = await getSavedTeam(own);
	expect(before.lineup.DEF).toEqual(expect.arrayContaining([...(after.bench.DEF ?? [])]));
	expect(after.lineup.DEF).toEqual(expect.arrayContaining([...(before.bench.DEF ?? [])]));
}

/** The name of the cheapest player outside the team, at a position if one is given. */
async function findCheapestOutsider(own: EngineSession["own"], position = ""): Promise<string> {
	const { lineup, bench, utilityId } = await getSavedTeam(own);
	const ids = new Set([utilityId, ...Object.values({ ...lineup }).flat(), ...Object.values({ ...bench }).flat()]);
	const [cheapest] = (await getPlayers(own))
		.filter((player) => !ids.has(player.id) && (position === "" || player.position.includes(position)))
		.toSorted((a, b) => a.cost - b.cost);
	if (!cheapest) throw new Error(`All players at ${position} are in the team`);
	return getFullName(cheapest);
}

/** Finds a player in the list of all and reads her details. */
export async function searchPool({ page, own, isPhone }: EngineSession): Promise<void> {
	const name = await findCheapestOutsider(own);
	await page.open("/team");
	await waitForFullTeam(page);
	if (isPhone) await page.press({ role: "link", name: "Players" });
	await page.fill("Find a player", name);
	await page.press({ role: "link", name: new RegExp(name), within: "Players" });
	await page.waitFor({ role: "heading", name: new RegExp(name) });
	await page.waitForText("Break-even");
}

/** Trades in a started season: a card, Trade out, the player who comes in, and the confirmation. */
export async function tradePlayer({ page, own, server, isPhone }: EngineSession): Promise<void> {
	await page.open("/help");
	await finishRound(server, own);
	await page.open("/team");
	await waitForFullTeam(page);
	await page.press(ground(/, midfielder, \$/));
	await page.press({ role: "menuitem", name: "Trade out" });
	const name = await findCheapestOutsider(own, "MID");
	await page.fill("Find a player", name);
	await page.press({ role: "button", name: `Trade ${name} in` });
	if (!isPhone) await page.press({ role: "button", name: "Review trades" });
	await page.press({ role: "button", name: "Make the trade", within: "Make this trade?" });
	await page.waitForText("Trade confirmed");
	const { trades } = await getSuccess<{ trades: object[] }>(own, "/fantasy/trade/list");
	expect(trades).toHaveLength(1);
}

/** An open page follows a match without being loaded again. */
export async function followMatch({ page, own, server }: EngineSession): Promise<void> {
	await page.open("/team");
	await waitForFullTeam(page);
	await page.driver.evaluate(() => {
		document.body.dataset.opened = "before the match";
	});
	await moveToMatch(server, own, 5);
	await page.waitForText(/\d+ of \d+ (playing now|have played)/);
	// Its capitals are a style.
	await page.waitForText(/live score/i);
	expect(await page.driver.evaluate(() => document.body.dataset.opened)).toBe("before the match");
	await page.open("/match-centre");
	await page.waitFor({ role: "heading", name: "Match centre" });
}

/** A message reaches the server, and another manager's appears in the open page. */
export async function chatInLeague({ page, own, friend }: EngineSession): Promise<void> {
	const { id: startId } = await getCurrentRound(friend);
	const created = await friend.request.post("/api/en/fantasy/league", { data: { name: "Siren Chasers", startId } });
	const { league } = (await created.json()).success;
	await own.request.post(`/api/en/fantasy/league/${league.code}/join`, { data: {} });
	await page.open(`/leagues/${league.id}/chat`);
	await page.fill("Message", "Who's your captain?");
	await page.press({ role: "button", name: "Send" });
	await page.waitFor({ role: "listitem", name: /Who's your captain\?/, within: "Messages" });
	const answer = await friend.request.post(`/api/en/fantasy/league/${league.id}/conversation/send`, {
		data: { text: "Conti, easily", key: crypto.randomUUID() },
	});
	expect(answer.ok(), await answer.text()).toBe(true);
	await page.waitFor({ role: "listitem", name: /Conti, easily/, within: "Messages" });
}

/** Picks in a live draft; three robots pick until it is the manager's turn again. */
export async function draftPlayer({ page, own }: EngineSession): Promise<void> {
	const league = await createDraftLeague(own, "Boundary Line", { draft: { pickTurnTime: 120 } });
	await startDraft(own, league);
	await page.open(`/leagues/${league.id}/draft`);
	await page.waitForText("Pick 1 · Round 1");
	await page.press({ role: "button", name: /^Draft / });
	await page.waitFor({ role: "dialog", name: /./ });
	await page.press({ role: "button", name: /^Draft / });
	await page.waitForText("Pick 8 · Round 2");
}

/** With the server stopped, the team is there as it was last seen. */
export async function goOffline({ page, stopServer }: EngineSession): Promise<void> {
	await page.open("/team");
	await waitForFullTeam(page);
	await page.driver.evaluate(async () => {
		const { serviceWorker } = navigator;
		await serviceWorker.ready;
		if (!serviceWorker.controller)
			await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
	});
	// The worker keeps what it has seen pass since it controls the page.
	await page.open("/team");
	await waitForFullTeam(page);
	await stopServer();
	await page.open("/team");
	await page.waitForText(/The game can't be reached\. Last updated \d/);
	await waitForFullTeam(page);
}
