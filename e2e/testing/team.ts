import type { Browser, Locator, Page } from "@playwright/test";
import { type BrowserSession, visit } from "./browser.ts";
import type { RunningServer } from "./server.ts";

/** How often each name was taken: every manager of a file signs up as somebody else. */
const taken = new Map<string, number>();

/** A manager with an account and an empty team, on her team screen. */
export async function newManager(
	browser: Browser,
	server: RunningServer,
	size: { width: number; height: number },
	word: string,
	options: { touch?: boolean; dark?: boolean; keepsOffline?: boolean } = {},
): Promise<BrowserSession> {
	const times = taken.get(word) ?? 0;
	taken.set(word, times + 1);
	const name = `${word}${"i".repeat(times)}`;
	const visitor = await visit(browser, server.url, size, options);
	const answer = await visitor.page.request.post("/api/en/user/register", {
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
	if (!answer.ok()) throw new Error(await answer.text());
	await visitor.page.goto("/team");
	return visitor;
}

export const ground = (page: Page): Locator => page.getByRole("group", { name: "Ground", exact: true });

/** The places that hold a player, each by her card. */
export const cards = (page: Page): Locator => ground(page).getByRole("listitem").filter({ hasText: "$" });

/** A card's control by a part of what it says: a name, a role, a score. */
export const card = (page: Page, says: string | RegExp): Locator => ground(page).getByRole("button", { name: says });

export const pool = (page: Page): Locator => page.getByRole("region", { name: "Players" });

/** The buttons of the pool that can be pressed now, by what they do. */
export const free = (page: Page, deed: RegExp): Locator =>
	pool(page).getByRole("button", { name: deed }).and(page.locator(":not([aria-disabled])"));

/** The last word of a call's answer: its success part. */
export async function success<Part>(page: Page, path: string): Promise<Part> {
	const answer = await page.request.get(`/api/en${path}`);
	return (await answer.json()).success;
}

interface TeamOnTheWire {
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
/** The team as the server has it. */
export const savedTeam = async (page: Page): Promise<TeamOnTheWire> =>
	(await success<{ team: TeamOnTheWire }>(page, "/fantasy/team/show-my")).team;

/** Everyone's names by id. */
export async function names(page: Page): Promise<ReadonlyMap<number, string>> {
	const players: { id: number; firstName: string; lastName: string }[] = await (
		await page.request.get("/json/fantasy/players.json")
	).json();
	return new Map(players.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
}

/** Opens a card's menu by a press and chooses from it. */
export async function choose(page: Page, says: string | RegExp, action: string): Promise<void> {
	await card(page, says).first().press("Enter");
	await page.getByRole("menuitem", { name: action }).click();
}

/** Carries a card to another by the mouse, as a hand does: down, away, over, up. */
export async function carry(page: Page, from: Locator, to: Locator): Promise<void> {
	const [start, end] = [await from.boundingBox(), await to.boundingBox()];
	if (!start || !end) throw new Error("a card to be carried is not on the page");
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

/** Makes a call fail with these words, the next time only. */
export async function failOnce(page: Page, path: string, message: string): Promise<void> {
	await page.route(
		`**/api/en/${path}`,
		(route) => route.fulfill({ status: 422, json: { success: null, errors: [{ code: "refused", message }] } }),
		{ times: 1 },
	);
}

/** Reads the error modal and puts it away; it has Cancel only. */
export async function readProblem(page: Page): Promise<string> {
	// A toast is an alertdialog too, and beside the page.
	const modal = page.locator("[role=alertdialog]:not([aria-modal=false])");
	await modal.waitFor();
	const words = (await modal.textContent()) ?? "";
	await modal.getByRole("button").click();
	await modal.waitFor({ state: "detached" });
	return words;
}

/** Finds a player in the pool by her name and does what her button does. */
export async function inPool(page: Page, name: string, deed: string): Promise<void> {
	await page.getByLabel("Find a player").fill(name);
	await pool(page).getByRole("button", { name: deed, exact: true }).click();
	await page.getByLabel("Find a player").fill("");
}
