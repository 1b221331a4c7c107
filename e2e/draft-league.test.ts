import { expect, test } from "@playwright/test";
import { PHONE } from "../testing/browser/browser.ts";
import { expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { registerManager } from "../testing/browser/team.ts";

test.describe("a draft league", () => {
	const fixture = setUpServer();

	test("is created by a newcomer, filled with robots, drawn and started", async () => {
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
});
