import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startFetchingDemoServer } from "../../testing/browser/demo-server.ts";
import { becomeOperator } from "../../testing/browser/operator.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { registerManager } from "../../testing/browser/team.ts";
import { type SeasonApiServer, startSeasonApi } from "../../testing/season/fetched-season.ts";

let api: SeasonApiServer;
const fixture = setUpServer(async () => {
	api = await startSeasonApi({ rounds: 2 });
	return startFetchingDemoServer(api);
});

async function confirm(page: Page, dialogName: string | RegExp, button: string, reason: string): Promise<void> {
	const dialog = page.getByRole("dialog", { name: dialogName });
	await dialog.getByLabel("Reason").fill(reason);
	await dialog.getByRole("button", { name: button, exact: true }).click();
}

test("an operator decides a conflict, undoes, and accepts changes (D2.9.51, D2.9.52, D2.9.54, D2.9.55)", async () => {
	test.setTimeout(240_000);
	const { server } = fixture;
	const folder = path.join(api.folder, "season-2027");
	for (const args of [
		["season", "fetch", "--season", "2027", "--out", folder],
		["season", "import", folder],
	]) {
		const { code, stderr } = await server.fb(...args);
		expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
	}
	const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
	await registerManager(page.request, "Opal");
	await becomeOperator(page, server);
	await page.getByText("To do", { exact: true }).waitFor();

	// The operator changes a player's positions in the console.
	const player = api.generated.footballers.find(({ position }) => position.join() === "DEF");
	const club = api.generated.clubs.find(({ id }) => id === player?.squadId);
	if (!player || !club) throw new Error("There is no defender");
	const name = `${player.firstName} ${player.lastName}`;
	await page.goto("/operator/players");
	await page.getByLabel("Find a player").fill(name);
	await page.getByRole("button", { name: `Change ${name}` }).click();
	const dialog = page.getByRole("dialog", { name });
	await dialog.getByText("Positions", { exact: true }).click();
	await dialog.getByText("RUC", { exact: true }).click();
	await dialog.getByLabel("Reason").fill("seen in the ruck");
	await dialog.getByRole("button", { name: "Save" }).click();
	await page.getByText(`${name} has been changed.`).waitFor();

	// The files to import have other positions for her.
	const files = readdirSync(folder)
		.filter((file) => ["season.json", "squads.csv", "rounds.csv", "matches.csv", "players.csv"].includes(file))
		.map((file) => {
			const text = readFileSync(path.join(folder, file), "utf8");
			const row = new RegExp(`^(${player.id},.*,)DEF(,.*)$`, "m");
			return { name: file, mimeType: "text/plain", buffer: Buffer.from(text.replace(row, "$1DEF/MID$2")) };
		});
	await page.goto("/operator/seasons");
	await page.getByRole("heading", { name: "Changes since the last fetch" }).waitFor();
	await page.getByText("No imports to undo").waitFor();
	await page.getByRole("button", { name: "Import a season" }).click();
	const importDialog = page.getByRole("dialog", { name: "Import a season" });
	await importDialog.locator("input[type=file]").setInputFiles(files);
	await importDialog.getByRole("button", { name: "Preview" }).click();
	await importDialog.getByRole("heading", { name: "1 value was changed here" }).waitFor();
	const values = importDialog.locator("dl").filter({ hasText: "Last import" });
	await expect(values).toHaveText(
		/Last import\s*positions DEF\s*Here\s*positions DEF\/RUC\s*In the files\s*positions DEF\/MID$/,
	);
	await expectNoPageProblems({ page, errors });
	await importDialog.getByText("Take the files'", { exact: true }).click();
	await importDialog.getByText(`~ ${player.id}: positions DEF,RUC → DEF,MID`).waitFor();
	await confirm(page, "Import a season", "Import", "the provider is right");
	await page.getByText("The season has been imported").waitFor();

	// The operator undoes the import.
	await page.getByRole("button", { name: "Undo this import" }).click();
	const undoDialog = page.getByRole("dialog", { name: "Undo this import" });
	await undoDialog.getByText("1 change will be undone").waitFor();
	await expect(undoDialog.getByRole("listitem")).toHaveText(`${name} positions: DEF/MID → DEF/RUC`);
	await expectNoPageProblems({ page, errors });
	await confirm(page, "Undo this import", "Undo this import", "she was right after all");
	await page.getByText("The import has been undone").waitFor();
	await page.getByText("Undone", { exact: true }).waitFor();

	// The provider's season changes, and the operator fetches it again.
	const [, squad] = [...api.season.squads.values()];
	const [model] = squad ?? [];
	if (!squad || !model) throw new Error("The club has no players");
	squad.push({
		player: { ...model.player, id: 49_999, providerId: "CD_I1999999", firstName: "Nia", surname: "Late" },
		jumperNumber: 61,
		position: "MIDFIELDER",
	});
	const [match, other] = api.season.matchesByRound.get(2) ?? [];
	if (!match?.venue || !other?.venue) throw new Error("Round 2 has no matches");
	match.venue.name = "Pier Oval";
	other.utcStartTime = (other.utcStartTime ?? "").replace(/T\d\d/, "T01");
	await page.getByRole("button", { name: "Fetch season 2027 again" }).click();
	await confirm(page, "Fetch season 2027 again", "Fetch season 2027 again", "the weekly look");
	await page.getByRole("heading", { name: "New signings" }).waitFor();
	await page.getByText("In the player pool from round 1.").waitFor();
	await page.getByRole("heading", { name: "Moved matches" }).waitFor();
	await expectNoPageProblems({ page, errors });
	await page.setViewportSize(DESKTOP);
	await page.emulateMedia({ colorScheme: "dark" });
	await expectNoPageProblems({ page, errors });
	await page.getByRole("button", { name: /^Accept: Nia Late/ }).click();
	await confirm(page, "Accept 1 change", "Accept", "she has signed");
	await page.getByText("1 change has been accepted").waitFor();
	await expect(page.getByRole("heading", { name: "New signings" })).toHaveCount(0);
	await page.getByRole("button", { name: "Accept everything (2)" }).click();
	await confirm(page, "Accept 2 changes", "Accept", "the new fixture");
	await page.getByText("Nothing has changed since the last fetch.").waitFor();
	await expect(page.getByRole("button", { name: "Undo this import" })).toHaveCount(2);
	await close();
});
