import { expect, test } from "@playwright/test";
import { DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { enterShownCode, openConsoleSection } from "../../testing/browser/operator.ts";
import { expectNoPageProblems, isOnTop } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { getPlayers } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { getCard, getSavedTeam } from "../../testing/browser/team.ts";

const RED_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

test.describe("operator console", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();

	test("an operator sets up a second factor and corrects stats", async () => {
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await page.goto("/operator");
		await page.getByRole("heading", { name: "Set up your second factor" }).waitFor();
		await expectNoPageProblems({ page, errors });
		await page.getByRole("button", { name: "Continue" }).click();
		await page.getByRole("img", { name: /QR code/ }).waitFor();
		await enterShownCode(page, "Finish");
		await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
		await expect(page.getByText(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/)).toHaveCount(10);
		await page.getByRole("button", { name: "I've saved them" }).click();

		await page.getByText("To do", { exact: true }).waitFor();
		await page.getByText("0 of 9 matches complete").waitFor();
		await expectNoPageProblems({ page, errors });

		await openConsoleSection(page, "Corrections");
		await page.getByRole("combobox", { name: /^Round/ }).selectOption("3");
		const first = page.getByRole("button", { name: /^Correct: / }).first();
		const name = (await first.getAttribute("aria-label"))?.replace("Correct: ", "") ?? "";
		await first.click();
		const dialog = page.getByRole("dialog");
		const kicks = dialog.getByLabel("Kicks", { exact: true });
		await kicks.fill(String(Number(await kicks.inputValue()) + 5));
		await dialog.getByRole("button", { name: "Preview" }).click();
		await dialog.getByText("Round 3: scores that change").waitFor();
		await expectNoPageProblems({ page, errors });
		const confirm = dialog.getByRole("button", { name: "Save correction" });
		await expect(confirm).toBeDisabled();
		await dialog.getByLabel("Reason").fill("as the league counted again");
		await confirm.click();
		await page.getByText(`${name} has been corrected.`).waitFor();
		await page.getByRole("rowheader", { name: `${name} Corrected` }).waitFor();

		await openConsoleSection(page, "Audit log");
		await page.getByRole("cell", { name: "as the league counted again" }).waitFor();
		await page.getByRole("button", { name: /^View stats-corrected/ }).click();
		await expect.poll(() => page.getByLabel("After").inputValue()).toContain('"isPublished": true');
		await expectNoPageProblems({ page, errors });
		await page.keyboard.press("Escape");

		await openConsoleSection(page, "Feeds");
		await page.getByRole("button", { name: "Upload stats" }).click();
		const upload = page.getByRole("dialog", { name: "Upload stats" });
		const file = upload.getByLabel(/A CSV file/);
		await file.setInputFiles({ name: "round.csv", mimeType: "text/csv", buffer: Buffer.from("\n") });
		await upload.getByText("This file is empty").waitFor();
		const buffer = Buffer.from("match_id,player_id,squad_id,kicks\n1,1,1,300\n");
		await file.setInputFiles({ name: "round.csv", mimeType: "text/csv", buffer });
		await upload.getByLabel("Reason").fill("sent by the ground");
		await expectNoPageProblems({ page, errors });
		await upload.getByRole("button", { name: "Upload", exact: true }).click();
		await page
			.getByRole("dialog")
			.getByText(/round\.csv/)
			.first()
			.waitFor();
		await expectNoPageProblems({ page, errors });
		await page.keyboard.press("Escape");

		await openConsoleSection(page, "Seasons");
		await page.getByRole("button", { name: "Import a season" }).click();
		const importDialog = page.getByRole("dialog", { name: "Import a season" });
		const rules = { name: "season.json", mimeType: "application/json", buffer: Buffer.from("{}") };
		await importDialog.getByLabel(/squads\.csv/).setInputFiles([rules]);
		await importDialog.getByRole("button", { name: "Preview" }).click();
		await importDialog.getByText("Fix these problems before importing:").waitFor();
		await importDialog
			.getByText(/squads\.csv/)
			.last()
			.waitFor();
		await expectNoPageProblems({ page, errors });
		await page.keyboard.press("Escape");

		await openConsoleSection(page, "Outbox");
		const jobs = page.getByRole("table", { name: "Jobs" });
		await jobs
			.getByRole("rowheader", { name: /^Open a round/ })
			.first()
			.waitFor();
		await page.getByRole("table", { name: "Queues" }).getByRole("rowheader", { name: "Publish a round" }).waitFor();
		await expectNoPageProblems({ page, errors });
		await close();
	});

	test("on a phone, an operator announces, changes an image and locks (D1.3.71)", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await saveTeam(page.request);
		const { captainId } = await getSavedTeam(page);
		const captain = (await getPlayers(page)).find(({ id }) => id === captainId);
		const season = await (await page.request.get("/json/fantasy/season.json")).json();
		const squads: { id: number; name: string }[] = await (await page.request.get("/json/fantasy/squads.json")).json();
		const club = squads.find(({ id }) => id === captain?.squadId);
		if (!club) throw new Error("The captain has no club");
		await page.goto("/operator/announcements");
		await enterShownCode(page, "Open the console");
		await page.getByLabel("Announcement", { exact: true }).fill(`Lightning: first bounce is delayed ${"x".repeat(90)}`);
		await page.getByRole("button", { name: "Post it now" }).click();
		const newsBar = page.getByRole("region", { name: "News" });
		await newsBar.getByText("Lightning: first bounce is delayed").waitFor();
		await expectNoPageProblems({ page, errors });
		await newsBar.getByRole("button", { name: "Dismiss" }).click();
		await page.reload();
		await page.getByRole("heading", { name: "Operator console" }).waitFor();
		await expect(newsBar).toHaveCount(0);

		await page.goto("/operator/players");
		const changeButton = page.getByRole("button", { name: /^Change / }).first();
		await changeButton.waitFor();
		const getRightEdge = async () => {
			const box = await changeButton.boundingBox();
			return box ? box.x + box.width : Number.POSITIVE_INFINITY;
		};
		await expect.poll(getRightEdge).toBeLessThanOrEqual(PHONE.width);
		await expectNoPageProblems({ page, errors });

		await page.getByRole("button", { name: `Change the image of ${club.name}` }).click();
		const dialog = page.getByRole("dialog");
		await dialog.locator("input[type=file]").setInputFiles({
			name: "guernsey.png",
			mimeType: "image/png",
			buffer: Buffer.from(RED_PIXEL, "base64"),
		});
		await dialog.getByLabel("Reason").fill("a new guernsey");
		await dialog.getByRole("button", { name: "Change image" }).click();
		await dialog.waitFor({ state: "detached" });
		const image = page.getByRole("table", { name: "Clubs" }).locator("image");
		const address = `/media/squads/${season.id}/${club.id}/1.webp`;
		await expect(image).toHaveAttribute("href", address);
		await expectNoPageProblems({ page, errors });
		await page.getByRole("button", { name: "Lock the console" }).click();
		await page.getByRole("heading", { name: "Second factor" }).waitFor();

		expect((await page.request.get(address)).status()).toBe(200);
		await page.goto("/team");
		await expect(getCard(page, /, captain,/).locator(`image[href="${address}"]`)).toBeVisible();
		await expectNoPageProblems({ page, errors });

		const visitor = await fixture.openSession(PHONE);
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		await visitor.page.route("**/api/en/announcements", async (route) => {
			await released;
			await route.continue();
		});
		await visitor.page.goto("/help/game-rules");
		const title = visitor.page.getByRole("heading", { level: 1 });
		await title.waitFor();
		const lateAnnouncement = visitor.page.getByText("Lightning: first bounce is delayed");
		await expect(lateAnnouncement).toHaveCount(0);
		const getTop = async () => (await title.boundingBox())?.y ?? 0;
		const before = await getTop();
		release();
		await lateAnnouncement.waitFor();
		expect(await getTop()).toBe(before);
		expect(await isOnTop(lateAnnouncement)).toBe(true);
		await expectNoPageProblems(visitor);
		// The next page contains the announcement from the start.
		await visitor.page.getByRole("contentinfo").getByRole("link", { name: "Contact us" }).click();
		await visitor.page.waitForURL("**/help/contact-us");
		await title.waitFor();
		const box = await lateAnnouncement.boundingBox();
		expect(await getTop()).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
		await visitor.close();
		await close();
	});
});
