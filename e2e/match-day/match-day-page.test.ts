import { expect, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { enterDemoConsole } from "../../testing/browser/operator.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { moveToMatch } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";

test.describe("the operator's match day", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();

	test("an operator follows a round on her phone to its closing letter (D2.9.75, D2.9.76)", async () => {
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page } = session;
		await enterDemoConsole(page, "/operator/rounds");
		const matches = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
		await expect(matches).toHaveCount(9);
		const first = matches.first();
		const last = matches.last();
		const players = first.getByRole("row", { name: /^Players with stats/ }).first();
		await expect(players.getByRole("cell").first()).toHaveText(/^0/);
		await expectNoPageProblems(session);

		await last.getByRole("button", { name: /^Change / }).click();
		const dialog = page.getByRole("dialog");
		const teams = dialog.getByText(/^\d+ teams have a player of these clubs on field\.$/);
		await dialog.getByText("Move to another round", { exact: true }).first().click();
		await dialog.getByText(/^Both clubs get a bye in this round/).waitFor();
		await teams.waitFor();
		await dialog.getByText("Abandon", { exact: true }).click();
		await dialog.getByText("Nobody has stats yet.").waitFor();
		await teams.waitFor();
		await dialog.getByText(/^Managers can swap and trade the match's players until/).waitFor();
		await expectNoPageProblems(session);
		await dialog.getByLabel("Reason").fill("the ground is under water");
		await dialog.getByRole("button", { name: "Abandon", exact: true }).last().click();
		await last.getByText("Abandoned").waitFor();
		await last.getByRole("button", { name: /^Announce: / }).click();
		await expect(dialog.getByLabel("Announcement", { exact: true })).toHaveValue(
			/ has been abandoned before its start\. /,
		);
		await expectNoPageProblems(session);
		await dialog.getByRole("button", { name: "Post it now" }).click();
		await page
			.getByRole("region", { name: "News" })
			.getByText(/has been abandoned before its start/)
			.waitFor();
		await last.getByRole("button", { name: /^Change / }).click();
		await dialog.getByLabel("Reason").fill("the ground is dry");
		await dialog.getByRole("button", { name: "Reinstate", exact: true }).last().click();
		await last.getByText("Scheduled").waitFor();

		await page.getByRole("button", { name: "Hold publication" }).click();
		await dialog.getByText("The round is not published automatically until you release it.").waitFor();
		await dialog.getByLabel("Reason").fill("waiting for the umpires");
		await dialog.getByRole("button", { name: "Hold publication" }).click();
		await page.getByText("waiting for the umpires").waitFor();
		await page.getByRole("button", { name: "Release" }).click();
		await dialog.getByLabel("Reason").fill("all is well");
		await dialog.getByRole("button", { name: "Release" }).click();
		await page.getByRole("button", { name: "Hold publication" }).waitFor();

		// The page is not reloaded: the live stream says that the match has begun.
		await moveToMatch(fixture.server, page, 1);
		await expect(first.getByText("Playing")).toBeVisible();
		await expect(players.getByRole("cell").first()).toHaveText(/^[1-9]/);
		await expect(players.getByRole("cell").nth(2)).toHaveText(/^2\d$/);
		await expect(first.getByText(/^Last data \d+ s ago$/)).toBeVisible();
		await page.setViewportSize(DESKTOP);
		await expectNoPageProblems(session);

		// Round 3, the previous one, has a closing letter and winners.
		await page.goto("/operator/rounds?round=3");
		const letter = page.getByRole("region", { name: "Closing letter" });
		await letter
			.getByText(/^.+, [\d,]+ points$/)
			.first()
			.waitFor();
		await letter.getByText(/^\d+ teams, .+ with a changed line-up, .+ trades$/).waitFor();
		await letter.getByText("Largest price rises").waitFor();
		await letter.getByText("Not verified automatically. Run fb verify --round 3").waitFor();
		await expectNoPageProblems(session);
		await page.setViewportSize(PHONE);
		await expectNoPageProblems(session);
		await page.goto("/operator/winners");
		const winners = page.getByRole("table", { name: "Winners" });
		await winners.getByRole("rowheader", { name: "Round 3" }).first().waitFor();
		await page.getByRole("button", { name: "Show addresses" }).click();
		await dialog.getByLabel("Reason").fill("prizes for round 3");
		const download = page.waitForEvent("download");
		await dialog.getByRole("button", { name: "Show addresses" }).click();
		expect((await download).suggestedFilename()).toMatch(/^winners-\d+\.csv$/);
		await winners
			.getByRole("button", { name: /^Mark as notified: .+, Round 3$/ })
			.first()
			.click();
		await dialog.getByLabel("Reason").fill("notified by mail");
		await dialog.getByRole("button", { name: "Mark as notified", exact: true }).click();
		await winners.getByText(/^Notified by /).waitFor();
		await expectNoPageProblems(session);
		await session.close();
	});
});
