import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "./testing/browser.ts";
import { startDemoServer } from "./testing/demo-server.ts";
import { enterShownCode } from "./testing/operator.ts";
import { expectNoPageProblems } from "./testing/page-checks.ts";
import { setUpServer } from "./testing/server-fixture.ts";

interface DemoPlayer {
	readonly id: number;
	readonly firstName: string;
	readonly lastName: string;
	readonly squad: { readonly name: string };
	readonly status: string;
	readonly statusNote?: string;
	readonly photoVersion: number;
}

async function openConsole(page: Page): Promise<void> {
	await page.goto("/");
	await page.getByRole("button", { name: "Play the demo" }).first().click();
	await page.waitForURL("**/team");
	await page.goto("/operator");
	await page.getByRole("button", { name: "Continue" }).click();
	await enterShownCode(page, "Finish");
	await page.getByRole("button", { name: "I've saved them" }).click();
	await page.getByText("To do", { exact: true }).waitFor();
	await page.goto("/operator/players");
}

async function loadPlayers(page: Page): Promise<readonly DemoPlayer[]> {
	const answer = await page.request.get("/json/fantasy/players.json");
	return (await answer.json()) as readonly DemoPlayer[];
}
const getName = ({ firstName, lastName }: DemoPlayer): string => `${firstName} ${lastName}`;

/** Confirms the open dialog with a reason. */
async function confirm(page: Page, button: string): Promise<void> {
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Reason").fill("as the league told us");
	await dialog.getByRole("button", { name: button }).click();
	await dialog.waitFor({ state: "hidden" });
}

async function changeAvailability(page: Page, errors: readonly string[]): Promise<void> {
	const players = (await loadPlayers(page)).filter(({ status }) => status === "uncertain");
	const [hurt] = players;
	const club = hurt?.squad.name ?? "";
	const other = players.find(({ squad }) => squad.name !== club);
	if (!hurt || !other) throw new Error("The demo has too few players");

	const list = page.getByLabel("Paste a table from a web page or spreadsheet");
	const preview = page.getByRole("button", { name: "Preview", exact: true });
	await list.fill("no table at all");
	await preview.click();
	await page.getByText("There is no table in that text").waitFor();
	await list.fill(
		[
			"Player\tClub\tInjury\tReturn",
			`${getName(hurt)}\t${club}\tHamstring\t2 weeks`,
			`${getName(other)}\t${club}\tKnee\tTest`,
			"Updated on Tuesday",
		].join("\n"),
	);
	await preview.click();
	const row = page.getByRole("table", { name: "1 player changes." }).getByRole("row", { name: getName(hurt) });
	await expect(row).toContainText("Hamstring · 2 weeks");
	await page.getByRole("heading", { name: "1 line needs a decision" }).waitFor();
	await page.getByText("The player of that name is at another club.").waitFor();
	await page.getByText("Not a row of a player.").waitFor();
	await expectNoPageProblems({ page, errors });
	await page.getByRole("combobox", { name: "Player of line 3" }).selectOption(String(other.id));
	await page.getByRole("table", { name: "2 players change." }).waitFor();
	await page.getByRole("button", { name: "Save 2 players" }).click();
	await confirm(page, "Save 2 players");

	const loadStatuses = async () => {
		const found = new Map((await loadPlayers(page)).map((player) => [player.id, player]));
		return [hurt.id, other.id].map((id) => [found.get(id)?.status, found.get(id)?.statusNote]);
	};
	await expect.poll(loadStatuses).toEqual([
		["injured", "Hamstring · 2 weeks"],
		["uncertain", "Knee · Test"],
	]);
	await page.getByRole("button", { name: "Undo: Injury list, 2 players" }).click();
	await confirm(page, "Undo");
	await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
	await expect.poll(loadStatuses).toEqual([
		["uncertain", undefined],
		["uncertain", undefined],
	]);
	await expectNoPageProblems({ page, errors });
}

test.describe("many players at once", () => {
	const fixture = setUpServer(() => startDemoServer());

	test("an operator pastes an injury list, decides, saves and undoes it (D2.9.95, D2.9.96, D2.9.97, D2.9.99)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await openConsole(page);
		for (const viewport of [DESKTOP, PHONE]) {
			await page.setViewportSize(viewport);
			await page.goto("/operator/players?view=bulk");
			await changeAvailability(page, errors);
		}
		await close();
	});
});
