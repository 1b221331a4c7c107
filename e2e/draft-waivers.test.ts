import { expect, test } from "@playwright/test";
import { PHONE } from "../testing/browser/browser.ts";
import { createDraftedLeague } from "../testing/browser/draft-league.ts";
import { expectNoPageProblems } from "../testing/browser/page-checks.ts";
import { moveToMatch } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { createManager } from "../testing/browser/team.ts";

const fixture = setUpServer();

test("a manager claims on a phone, and reads the run's result (D2.9.424, D2.9.429)", async () => {
	const session = await createManager(fixture.browser, fixture.server, PHONE, "Wanda");
	const { page } = session;
	const { id } = await createDraftedLeague(page, "Waivers for whippersnappers");
	await page.goto(`/leagues/${id}/players`);
	const claim = page.getByRole("button", { name: /^Claim / }).first();
	const name = (await claim.getAttribute("aria-label"))?.replace("Claim ", "") ?? "";
	await expect(page.getByText(/^Waivers until .* · not drafted$/).first()).toBeVisible();
	await claim.click();
	const dialog = page.getByRole("dialog", { name: "Claim on waivers" });
	await dialog.getByRole("radio", { checked: true }).waitFor();
	await expectNoPageProblems(session);
	await dialog.getByRole("button", { name: /^Claim / }).click();
	await page.getByRole("link", { name: /^My claims/ }).click();
	await page
		.getByRole("list", { name: "My claims" })
		.getByRole("link", { name: new RegExp(name) })
		.waitFor();
	await expectNoPageProblems(session);

	await page.goto("about:blank");
	await moveToMatch(fixture.server, page, 1);
	await page.goto(`/leagues/${id}/moves`);
	await page.getByText(new RegExp(`claimed ${name}`)).waitFor();
	await page.getByRole("link", { name: "Results of the run" }).first().click();
	await page.getByRole("region", { name: "Your claims" }).getByText(name).waitFor();
	await page.getByText(/^Won\. .* made way\.$/).waitFor();
	await expectNoPageProblems(session);
	await session.close();
});
