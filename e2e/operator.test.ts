import { expect, type Page, test } from "@playwright/test";
import { DESKTOP, PHONE, seriousFindings, sidewaysScroll } from "./testing/browser.ts";
import { setStage } from "./testing/stage.ts";

async function expectSound(page: Page, faults: readonly string[]): Promise<void> {
	expect(await seriousFindings(page)).toEqual([]);
	expect(await sidewaysScroll(page)).toBe(0);
	expect(faults).toEqual([]);
}

/** In the demo the page itself says the code; everywhere else an authenticator does. */
async function giveCode(page: Page, press: string): Promise<void> {
	const words = await page.getByText(/the code is \d{3} \d{3} now/).textContent();
	await page.getByLabel("Six digits").fill(/\d{3} \d{3}/.exec(words ?? "")?.[0] ?? "");
	await page.getByRole("button", { name: press }).click();
}

const section = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Sections of the console" }).getByRole("link", { name }).click();

test.describe("operator console", () => {
	test.describe.configure({ mode: "serial" });
	const stage = setStage();

	test("an operator sets up a second factor, previews and makes a stats correction, and finds it in the audit log", async () => {
		const { page, faults, close } = await stage.visit(DESKTOP);
		await page.goto("/");
		await page.getByRole("button", { name: "Play the demo" }).click();
		await page.waitForURL("**/team");
		await page.goto("/operator");
		await page.getByRole("heading", { name: "Set up your second factor" }).waitFor();
		await expectSound(page, faults);
		await page.getByRole("button", { name: "Begin" }).click();
		await page.getByRole("img", { name: /QR code/ }).waitFor();
		await giveCode(page, "Finish");
		await page.getByRole("heading", { name: "Keep these recovery codes" }).waitFor();
		await expect(page.getByText(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/)).toHaveCount(10);
		await page.getByRole("button", { name: "I have kept them" }).click();

		await page.getByText("Waiting for you").waitFor();
		await page.getByText("0 of 9 matches complete").waitFor();
		await expectSound(page, faults);

		await section(page, "Corrections");
		await page.getByRole("combobox", { name: /^Round/ }).selectOption("3");
		const first = page.getByRole("button", { name: /^Correct: / }).first();
		const name = (await first.getAttribute("aria-label"))?.replace("Correct: ", "") ?? "";
		await first.click();
		const dialog = page.getByRole("dialog");
		const kicks = dialog.getByLabel("Kicks", { exact: true });
		await kicks.fill(String(Number(await kicks.inputValue()) + 5));
		await dialog.getByRole("button", { name: "See what it changes" }).click();
		await dialog.getByText("Round 3: points of").waitFor();
		await expectSound(page, faults);
		const confirm = dialog.getByRole("button", { name: "Correct it" });
		await expect(confirm).toBeDisabled();
		await dialog.getByLabel("Reason").fill("as the league counted again");
		await confirm.click();
		await page.getByText(`${name} is corrected.`).waitFor();
		await page.getByRole("rowheader", { name: `${name} Corrected` }).waitFor();

		await section(page, "Audit log");
		await page.getByRole("cell", { name: "as the league counted again" }).waitFor();
		await page.getByRole("button", { name: /^View stats-corrected/ }).click();
		await expect.poll(() => page.getByLabel("After").inputValue()).toContain('"isPublished": true');
		await expectSound(page, faults);
		await page.keyboard.press("Escape");

		await section(page, "Feeds");
		await page.getByRole("button", { name: "Upload stats" }).click();
		const upload = page.getByRole("dialog", { name: "Upload stats" });
		const file = upload.getByLabel(/A CSV file/);
		await file.setInputFiles({ name: "round.csv", mimeType: "text/csv", buffer: Buffer.from("\n") });
		await upload.getByText("That file is empty").waitFor();
		const buffer = Buffer.from("match_id,player_id,squad_id,kicks\n1,1,1,300\n");
		await file.setInputFiles({ name: "round.csv", mimeType: "text/csv", buffer });
		await upload.getByLabel("Reason").fill("sent by the ground");
		await expectSound(page, faults);
		await upload.getByRole("button", { name: "Upload", exact: true }).click();
		await page
			.getByRole("dialog")
			.getByText(/round\.csv/)
			.first()
			.waitFor();
		await expectSound(page, faults);
		await page.keyboard.press("Escape");

		await section(page, "Seasons");
		await page.getByRole("button", { name: "Import a season" }).click();
		const coming = page.getByRole("dialog", { name: "Import a season" });
		const rules = { name: "season.json", mimeType: "application/json", buffer: Buffer.from("{}") };
		await coming.getByLabel(/squads\.csv/).setInputFiles([rules]);
		await coming.getByRole("button", { name: "See what it changes" }).click();
		await coming.getByText("Nothing can be imported before these are mended:").waitFor();
		await coming
			.getByText(/squads\.csv/)
			.last()
			.waitFor();
		await expectSound(page, faults);
		await page.keyboard.press("Escape");

		await section(page, "Outbox");
		const jobs = page.getByRole("table", { name: "Jobs" });
		await jobs
			.getByRole("rowheader", { name: /^Open a round/ })
			.first()
			.waitFor();
		await page.getByRole("table", { name: "Queues" }).getByRole("rowheader", { name: "Publish a round" }).waitFor();
		await expectSound(page, faults);
		await close();
	});

	test("an operator publishes an announcement on a phone and locks the console", async () => {
		const { page, faults, close } = await stage.visit(PHONE, { touch: true });
		await page.goto("/");
		await page.getByRole("button", { name: "Play the demo" }).first().click();
		await page.waitForURL("**/team");
		await page.goto("/operator/announcements");
		await giveCode(page, "Open the console");
		await page.getByLabel("Announcement", { exact: true }).fill(`Lightning: first bounce is delayed ${"x".repeat(90)}`);
		await page.getByRole("button", { name: "Show it now" }).click();
		const bar = page.getByRole("region", { name: "News" });
		await bar.getByText("Lightning: first bounce is delayed").waitFor();
		await expectSound(page, faults);
		await bar.getByRole("button", { name: "Dismiss" }).click();
		await page.reload();
		await page.getByRole("heading", { name: "Operator console" }).waitFor();
		await expect(bar).toHaveCount(0);

		await page.goto("/operator/players");
		const change = page.getByRole("button", { name: /^Change / }).first();
		await change.waitFor();
		const rightEdge = async () => {
			const box = await change.boundingBox();
			return box ? box.x + box.width : Number.POSITIVE_INFINITY;
		};
		await expect.poll(rightEdge).toBeLessThanOrEqual(PHONE.width);
		await expectSound(page, faults);
		await page.getByRole("button", { name: "Lock the console" }).click();
		await page.getByRole("heading", { name: "Second factor" }).waitFor();

		const visitor = await stage.visit(PHONE);
		await visitor.page.goto("/");
		await visitor.page.getByText("Lightning: first bounce is delayed").waitFor();
		await visitor.close();
		await close();
	});
});
