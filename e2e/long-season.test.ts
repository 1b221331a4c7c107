import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PHONE } from "../testing/browser/browser.ts";
import { expectNoPageProblems } from "../testing/browser/page-checks.ts";
import { startServer } from "../testing/browser/server.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { autofillTeam } from "../testing/browser/sign-up.ts";
import { createManager } from "../testing/browser/team.ts";

test.describe("a season of 14 rounds and 19 clubs", () => {
	const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-season-"));
	const fixture = setUpServer(() => {
		const season = ["--length", "14", "--clubs", "19", "--rounds", "14", "--out", folder];
		execFileSync(process.execPath, ["apps/server/cli/main.ts", "season", "generate", ...season]);
		return startServer({ args: ["--season", folder] });
	});
	test.afterAll(() => rmSync(folder, { recursive: true }));

	test("one bye a round, elimination leagues up to 15 [D1.9.94]", async () => {
		const session = await createManager(fixture.browser, fixture.server, PHONE, "Robin");
		const { page } = session;
		await autofillTeam(page);
		await expectNoPageProblems(session);
		await page.goto("/match-centre");
		await expect(page.getByText(/^Bye: [^,]+$/)).toBeVisible();
		await expectNoPageProblems(session);
		await page.goto("/leagues/create");
		await page.getByText("Elimination", { exact: true }).click();
		await page.getByRole("button", { name: /League size/ }).click();
		await expect(page.getByRole("option").last()).toHaveText("15 teams");
		await expectNoPageProblems(session);
		await session.close();
	});
});
