import type { APIRequestContext, Browser, Locator, Page } from "@playwright/test";
import { type BrowserSession, openSession } from "./browser.ts";
import { getFullName, getPlayers } from "./season.ts";
import type { RunningServer } from "./server.ts";

/** How often each first name was used on a server, because every manager needs a different email address. */
const nameCounts = new Map<string, number>();

/** Registers a manager with an empty team and signs her in. */
export async function registerManager(api: APIRequestContext, firstName: string): Promise<void> {
	const { origin } = new URL((await api.get("/healthz")).url());
	const key = `${origin} ${firstName}`;
	const times = nameCounts.get(key) ?? 0;
	nameCounts.set(key, times + 1);
	const name = `${firstName}${"i".repeat(times)}`;
	const response = await api.post("/api/en/user/register", {
		data: {
			firstName: name,
			lastName: "Example",
			email: `${name.toLowerCase()}@example.org`,
			password: "a long kick to the square",
			fantasyTeamName: `${name}'s own`,
			gender: "not_say",
			birthday: "1990-03-07",
			country: "NZ",
			terms: true,
		},
	});
	if (!response.ok()) throw new Error(await response.text());
}

type OpenOptions = Parameters<typeof openSession>[3];

/** Registers a manager with an empty team, and signs her in to a page that is still blank. */
export async function signInManager(
	browser: Browser,
	server: RunningServer,
	size: { width: number; height: number },
	firstName: string,
	options?: OpenOptions,
): Promise<BrowserSession> {
	const session = await openSession(browser, server.url, size, options);
	await registerManager(session.page.request, firstName);
	return session;
}

/** Registers a manager and opens her empty team. */
export async function createManager(...manager: Parameters<typeof signInManager>): Promise<BrowserSession> {
	const session = await signInManager(...manager);
	await session.page.goto("/team");
	return session;
}

export const getGround = (page: Page): Locator => page.getByRole("group", { name: "Ground", exact: true });

/** The cards of the slots that hold a player. */
export const getCards = (page: Page): Locator => getGround(page).getByRole("listitem").filter({ hasText: "$" });

/** The buttons of cards whose text contains a name, a role or a score. */
export const getCard = (page: Page, text: string | RegExp): Locator =>
	getGround(page).getByRole("button", { name: text });

export const getPool = (page: Page): Locator => page.getByRole("region", { name: "Players" });

/** The enabled buttons of the player pool that have the given name. */
export const getEnabledButtons = (page: Page, buttonName: RegExp): Locator =>
	getPool(page).getByRole("button", { name: buttonName }).and(page.locator(":not([aria-disabled])"));

/** Calls the API and returns the success part of the response. */
export async function getSuccess<Success>({ request }: Pick<Page, "request">, path: string): Promise<Success> {
	const response = await request.get(`/api/en${path}`);
	return (await response.json()).success;
}

interface TeamResponse {
	readonly captainId: number;
	readonly viceCaptainId: number;
	readonly emergency: readonly number[];
	readonly isComplete: boolean;
	readonly utilityId: number;
	readonly lineup: Readonly<Record<string, readonly number[]>>;
	readonly bench: Readonly<Record<string, readonly number[]>>;
	readonly version: number;
	readonly userId: number;
}
/** Gets the team from the server. */
export const getSavedTeam = async (page: Pick<Page, "request">): Promise<TeamResponse> =>
	(await getSuccess<{ team: TeamResponse }>(page, "/fantasy/team/show-my")).team;

/** Lists the players on the field of the saved team. */
export const listFieldIds = async (page: Page): Promise<number[]> =>
	Object.values((await getSavedTeam(page)).lineup).flat();

/** Lists all players of the saved team. */
export async function listPlayerIds(page: Page): Promise<number[]> {
	const { lineup, bench, utilityId } = await getSavedTeam(page);
	return [...Object.values(lineup).flat(), ...Object.values(bench).flat(), utilityId];
}

/** Saves the team with another captain and vice captain, before its first round has started. */
export async function saveCaptains(page: Page, captainId: number, viceCaptainId: number): Promise<void> {
	const { lineup, bench, emergency, utilityId } = await getSavedTeam(page);
	const data = { lineup, bench, emergency, utilityId, captainId, viceCaptainId };
	const saved = await page.request.post("/api/en/fantasy/team/update", { data });
	if (!saved.ok()) throw new Error(await saved.text());
}

export async function getPlayerNames(page: Page): Promise<ReadonlyMap<number, string>> {
	return new Map((await getPlayers(page)).map((player) => [player.id, getFullName(player)]));
}

/** Opens the menu of a card with the keyboard and chooses an item. */
export async function chooseFromMenu(page: Page, text: string | RegExp, action: string): Promise<void> {
	await getCard(page, text).first().press("Enter");
	await page.getByRole("menuitem", { name: action }).click();
}

/** Drags a card onto another with the mouse. */
export async function dragCard(page: Page, from: Locator, to: Locator): Promise<void> {
	await from.scrollIntoViewIfNeeded();
	const [start, end] = [await from.boundingBox(), await to.boundingBox()];
	if (!start || !end) throw new Error("A card to drag is not on the page");
	const [x, y] = [start.x + start.width / 2, start.y + start.height / 3];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + 12, y + 8, { steps: 4 });
	await to
		.locator("[data-target]")
		.or(to.and(page.locator("[data-target]")))
		.waitFor();
	await page.mouse.move(end.x + end.width / 2, end.y + end.height / 3, { steps: 8 });
	await page.mouse.up();
}

/** Makes the next call to a path fail with a message. */
export async function failOnce(page: Page, path: string, message: string): Promise<void> {
	await page.route(
		`**/api/en/${path}`,
		(route) => route.fulfill({ status: 422, json: { success: null, errors: [{ code: "refused", message }] } }),
		{ times: 1 },
	);
}

/** Reads the error modal and closes it with its only button. */
export async function readAndCloseError(page: Page): Promise<string> {
	// A toast is an alertdialog too, but not a modal one.
	const modal = page.locator("[role=alertdialog]:not([aria-modal=false])");
	await modal.waitFor();
	const message = (await modal.textContent()) ?? "";
	await modal.getByRole("button").click();
	await modal.waitFor({ state: "detached" });
	return message;
}

export async function clickInPool(page: Page, name: string, buttonName: string): Promise<void> {
	await page.getByLabel("Find a player").fill(name);
	await getPool(page).getByRole("button", { name: buttonName, exact: true }).click();
	await page.getByLabel("Find a player").fill("");
}

/** Holds the page's requests to the given paths until the returned function is called. */
async function holdRequests(page: Page, ...patterns: readonly string[]): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	for (const pattern of patterns)
		await page.route(pattern, async (route) => {
			await promise;
			await route.continue();
		});
	return resolve;
}

/**
 * Opens the page of a complete team while its responses arrive in two steps: first the team, then ad, ranks and trades.
 * Returns every distance that the ground had from the top of the page since it was first drawn.
 */
export async function openTeamSlowly(page: Page): Promise<readonly number[]> {
	await page.addInitScript(() => {
		const tops = new Set<number>();
		Object.assign(globalThis, { groundTops: tops });
		const record = () => {
			for (const ground of document.querySelectorAll("main [class*=ground]"))
				if (!ground.parentElement?.closest("[class*=ground]"))
					tops.add(Math.round(ground.getBoundingClientRect().top + scrollY));
			requestAnimationFrame(record);
		};
		requestAnimationFrame(record);
	});
	const releaseTeam = await holdRequests(page, "**/fantasy/team/show-my");
	const laterPatterns = ["**/ads/*", "**/fantasy/team/overall-rank*", "**/fantasy/trade/list"];
	const releaseRest = await holdRequests(page, ...laterPatterns);
	await page.goto("/team");
	await page.locator("main").getByRole("status", { name: "Loading" }).locator("> *").first().waitFor();
	releaseTeam();
	await getCards(page).first().waitFor();
	const responses = Promise.all(laterPatterns.map((pattern) => page.waitForResponse(pattern)));
	releaseRest();
	await responses;
	await page.unrouteAll({ behavior: "wait" });
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
	return page.evaluate<number[]>("[...groundTops]");
}
