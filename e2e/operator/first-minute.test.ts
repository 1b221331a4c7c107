import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { generateCode } from "../../apps/server/features/accounts/second-factor/one-time-code.ts";
import { openBackupTarget } from "../../apps/server/features/backups/backup-target.ts";
import { createBackup, NO_PICTURES } from "../../apps/server/features/backups/create-backup.ts";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { findAccessibilityIssues } from "../../testing/browser/page-checks.ts";
import { type RunningServer, startServer } from "../../testing/browser/server.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { seedSeason } from "../../testing/season/small-season.ts";
import { createTestDatabase } from "../../testing/server/database.ts";

const KEY = "a long sentence that nobody guesses";
const BACKUP = "first-bounce-2026-09-01T03-30-00-000Z.tar.gz.age";

interface NewSite extends RunningServer {
	readonly databaseUrl: string;
}

/** Starts a server on an empty database, with a backup of a season in BACKUP_TO. */
async function startNewSite(): Promise<NewSite> {
	const folder = await mkdtemp(path.join(tmpdir(), "first-bounce-new-site-"));
	const season = await createTestDatabase();
	await seedSeason(season.db, { rounds: 2 });
	const sources = { pool: season.pool, media: NO_PICTURES, version: "0.1.0", key: KEY };
	await createBackup(sources, openBackupTarget(path.join(folder, BACKUP)), new Date("2026-09-01T03:30:00Z"));
	await season.close();
	const database = await createTestDatabase();
	const server = await startServer({ env: { DATABASE_URL: database.url, BACKUP_TO: folder, ADS: "off" } });
	const stop = async () => {
		await server.stop();
		await database.close();
		await rm(folder, { recursive: true });
	};
	return { ...server, stop, databaseUrl: database.url };
}

/** Enters the printed code, sets up the second factor, and creates the owner, who is then in the console. */
async function createOwner(page: Page, server: RunningServer): Promise<void> {
	await page.goto("/team");
	await page.getByRole("link", { name: "Set it up" }).click();
	const code = /\/setup and enter the code (\S+)/.exec(server.getOutput())?.[1] ?? "";
	await page.getByLabel("One-time code").fill("0000-1111");
	await page.getByRole("button", { name: "Continue" }).click();
	await page.getByText("That is not the code of the last start").first().waitFor();
	await page.getByLabel("One-time code").fill(code);
	await page.getByRole("button", { name: "Continue" }).click();
	const secret = (await page.locator("code.secret").textContent()) ?? "";
	await page.getByLabel("Six-digit code").fill(generateCode(secret.replaceAll(" ", ""), Date.now()));
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("listitem")).toHaveCount(10);
	await page.getByRole("link", { name: "I’ve saved them" }).click();
	await page.getByLabel("First name").fill("Ola");
	await page.getByLabel("Last name").fill("Nerr");
	await page.getByLabel("Email").fill("ola@example.test");
	await page.getByLabel("Password").fill("a fence of seven posts");
	await page.getByRole("button", { name: "Create my account" }).click();
	await page.getByRole("heading", { name: "Get started" }).waitFor();
}

test.describe("a new site that restores a backup", () => {
	const fixture = setUpServer(startNewSite);

	test("owner by the printed code, then a restore by its key [D2.9.770, D2.9.780, D2.9.783]", async () => {
		const { page, close } = await fixture.openSession(PHONE);
		await createOwner(page, fixture.server);
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await page.getByRole("link", { name: "Restore a backup" }).click();
		await page.getByRole("button", { name: "Choose a backup" }).click();
		await page.getByRole("option", { name: BACKUP }).click();
		const dialog = page.getByRole("dialog", { name: "Restore a backup" });
		await dialog.getByLabel("Key of the backup").fill("another long sentence");
		await dialog.getByRole("button", { name: "Check the backup" }).click();
		await dialog.getByText("That is not the key").waitFor();
		await dialog.getByLabel("Key of the backup").fill(KEY);
		await dialog.getByRole("button", { name: "Check the backup" }).click();
		await dialog.getByText("Teams: 0, rounds: 2, pictures: 0").waitFor();
		await dialog.getByLabel("Reason").fill("a new machine");
		const restore = dialog.getByRole("button", { name: "Restore" });
		await dialog.getByLabel("Type localhost to confirm").fill("elsewhere");
		await expect(restore).toBeDisabled();
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await dialog.getByLabel("Type localhost to confirm").fill("localhost");

		// The restore waits for whoever reads this table.
		const reader = new pg.Client({ connectionString: fixture.server.databaseUrl, application_name: "reader" });
		await reader.connect();
		await reader.query("BEGIN; LOCK TABLE users IN ACCESS SHARE MODE");
		await restore.click();
		await page.getByText("Backing up what is there").waitFor();
		await expect(page.getByRole("progressbar", { name: "Backing up what is there" })).toBeVisible();
		const visitor = await fixture.openSession(DESKTOP);
		await visitor.page.goto("/");
		await visitor.page.getByText("This site is being restored from a backup").waitFor();
		await reader.query("COMMIT");
		await reader.end();

		await page.getByText("The backup of 1 September 2026").waitFor();
		await page.getByRole("link", { name: "Open the console" }).click();
		await page
			.getByRole("button", { name: /Log in|Sign in/ })
			.first()
			.waitFor();
		await visitor.page.getByRole("heading", { level: 1 }).waitFor();
		expect((await page.request.get("/api/en/season/clock")).status()).toBe(200);
		await visitor.close();
		await close();
	});
});

test.describe("a new site that plays the demo", () => {
	const fixture = setUpServer(startNewSite);

	test("owner by the printed code, then the demo [D2.9.770, D2.9.778]", async () => {
		const { page, close } = await fixture.openSession(DESKTOP);
		await createOwner(page, fixture.server);
		await page.getByRole("button", { name: "Play the demo" }).click();
		const dialog = page.getByRole("dialog", { name: "Play the demo" });
		await dialog.getByLabel("Reason").fill("to look around");
		await dialog.getByRole("button", { name: "Play the demo" }).click();
		await page.getByText("The demo is being made").waitFor();
		// The page shows itself again until the demo is there, and then opens the console.
		await page.getByRole("heading", { name: "Demo clock" }).waitFor({ timeout: 200_000 });
		await expect(page.getByRole("heading", { name: "Get started" })).toHaveCount(0);
		await close();
	});
});
