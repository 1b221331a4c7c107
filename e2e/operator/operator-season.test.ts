import { expect, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { startFetchingDemoServer } from "../../testing/browser/demo-server.ts";
import { enterDemoConsole, enterShownCode } from "../../testing/browser/operator.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { type SeasonApiServer, startSeasonApi } from "../../testing/season/fetched-season.ts";

test.describe("entering a match by hand and fetching a season", () => {
	test.describe.configure({ mode: "serial" });
	let api: SeasonApiServer;
	const fixture = setUpServer(async () => {
		api = await startSeasonApi({ rounds: 2 });
		return startFetchingDemoServer(api);
	});

	test("an operator pastes, corrects, previews and saves a match's stats (D1.9.85, D1.9.86)", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await enterDemoConsole(page, "/operator/corrections");
		await page.getByRole("combobox", { name: /^Round/ }).selectOption("3");
		const rows = page.getByRole("table", { name: "Players of the match" }).getByRole("rowheader");
		await rows.first().waitFor();
		const names = (await rows.allTextContents()).slice(0, 2).map((name) => name.trim());
		await page.getByRole("button", { name: "Enter the whole match" }).click();

		const paste = page.getByLabel("Paste rows from a spreadsheet or CSV");
		const header = "Player\tK\tH\tM\tT\tFF\tFA\tHO\tG\tB\tTOG";
		const [first = "", second = ""] = names;
		await paste.fill(`${header}\n${first}\t1\t1\t1\t1\t1\t1\t1\t1\t1\t50\nNobody Here\t1\t1\t1\t1\t1\t1\t1\t1\t1\t50`);
		await page.getByRole("button", { name: "Fill in" }).click();
		await page.getByText("Line 3: Nobody Here is not in this match").waitFor();
		await expect(page.getByRole("button", { name: "Preview 0 players" })).toBeDisabled();
		await expectNoPageProblems({ page, errors });
		await paste.fill(`${header}\n${first}\t1\t1\t1\t1\t1\t1\t1\t1\t1\t50\n${second}\t\t\t\t\t\t\t\t\t\t`);
		await page.getByRole("button", { name: "Fill in" }).click();
		await page.getByText("2 players filled in.").waitFor();
		await page.getByRole("button", { name: "Preview 2 players" }).click();
		const dialog = page.getByRole("dialog", { name: "Enter the whole match" });
		await dialog.getByText("Round 3: scores that change").waitFor();
		// One of each stat: 3 + 3 + 3 + 4 + 1 − 3 + 1 + 6 + 1, because the demo gives three points for a handball.
		await dialog.getByText(new RegExp(`^${first} \\d+ → 19$`)).waitFor();
		await dialog.getByText(new RegExp(`^${second} \\d+ → DNP$`)).waitFor();
		await expectNoPageProblems({ page, errors });
		await dialog.getByLabel("Reason").fill("the provider refused us");
		await dialog.getByRole("button", { name: "Save 2 players" }).click();
		await page.getByText("2 players have been saved.").waitFor();
		const saved = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: `${first} Corrected` }) });
		await expect(saved.getByRole("cell").nth(1)).toHaveText("19");
		await close();
	});

	test("on a phone, an operator fetches a season (D1.9.88, D1.9.89)", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await page.goto("/operator/seasons");
		await enterShownCode(page, "Open the console");
		const retired = api.season.squads.get(20)?.[0];
		if (!retired) throw new Error("The club has no players");
		retired.jumperNumber = 0;
		const year = page.getByLabel("Season", { exact: true });
		await year.fill("2031");
		const reason = page.getByLabel("Reason");
		const fetchButton = page.getByRole("button", { name: "Fetch the season" });
		await expect(fetchButton).toBeDisabled();
		await reason.fill("the fixture is out");
		await fetchButton.click();
		await page.getByText("competition 3 has no season 2031").waitFor();
		await expectNoPageProblems({ page, errors });

		await page.getByLabel("Season", { exact: true }).fill("2027");
		await reason.fill("the fixture is out");
		await fetchButton.click();
		await page.getByText("Season 2027 has been fetched.").waitFor();
		await page.getByText("1 entry needs a decision:").waitFor();
		await page.getByText(/players\.csv\s+539 players/).waitFor();
		const retiredName = `${retired.player.firstName} ${retired.player.surname}`;
		await page.getByLabel(`${retiredName}, Ballarat Lanterns: has no jumper number`).fill("keep");
		await reason.fill("she plays on");
		await expectNoPageProblems({ page, errors });
		await page.setViewportSize(DESKTOP);
		await expectNoPageProblems({ page, errors });
		await page.getByRole("button", { name: "Fetch again with these decisions" }).click();
		await page.getByText(/players\.csv\s+540 players/).waitFor();
		await page.getByRole("button", { name: "Preview the import" }).click();
		const dialog = page.getByRole("dialog", { name: "Import a season" });
		await dialog.getByText("Files as fetched: season.json, squads.csv").waitFor();
		await dialog.getByRole("button", { name: "Preview" }).click();
		await dialog.getByText(/540 players added/).waitFor();
		await expectNoPageProblems({ page, errors });
		await close();
	});
});
