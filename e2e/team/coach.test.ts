import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../testing/browser.ts";
import { expectNoPageProblems } from "../testing/page-checks.ts";
import { saveTeam } from "../testing/save-team.ts";
import { finishRound } from "../testing/season.ts";
import { setUpServer } from "../testing/server-fixture.ts";
import { createManager, getSavedTeam } from "../testing/team.ts";

const coach = (page: Page) => page.getByRole("region", { name: "Coach" });
/** The forecast for the round, as the coach shows it. */
const getForecast = async (page: Page): Promise<number> => {
	const text = await coach(page)
		.getByText(/^Projected this round/)
		.innerText();
	return Number(text.replaceAll(/\D/g, ""));
};
const readGain = async (page: Page): Promise<number> =>
	Number(
		/\+(\d+) projected/.exec(
			await coach(page)
				.getByText(/\+\d+ projected$/)
				.first()
				.innerText(),
		)?.[1],
	);
const TIP = /^(Swap them|Make captain)$/;

test.describe("the coach", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let phone: BrowserSession;
	let desktop: BrowserSession;

	test.beforeAll(async () => {
		phone = await createManager(fixture.browser, fixture.server, PHONE, "Lena");
		desktop = await createManager(fixture.browser, fixture.server, DESKTOP, "Noor");
		await saveTeam(phone.page.request);
		await saveTeam(desktop.page.request);
	});

	test("before the first round it tips the line-up and says when trades begin", async () => {
		const { page } = phone;
		await page.reload();
		await coach(page)
			.getByText(/Trade suggestions start once .+ is complete\./)
			.waitFor();
		await expect(coach(page).getByRole("button", { name: "Suggest trades" })).toHaveCount(0);
		await expectNoPageProblems(phone);
		await finishRound(fixture.server, page);
	});

	test("a newcomer on a phone follows three suggestions, confirms the trades, and sees the forecast go up", async () => {
		const { page } = phone;
		await page.reload();
		const before = await getForecast(page);
		const saved = await getSavedTeam(page);
		await coach(page).getByRole("button", { name: "Suggest trades" }).click();
		await expect(coach(page).getByRole("button", { name: /^Add to my trades/ })).toHaveCount(3);
		await expectNoPageProblems(phone);
		await coach(page).getByRole("button", { name: "Add to my trades: Option 1" }).click();
		await page.getByText(/trades? added\. Review (it|them) to confirm\./).waitFor();
		// Nothing is sent before the manager confirms.
		expect((await getSavedTeam(page)).version).toBe(saved.version);
		await page.getByRole("button", { name: "Trades", exact: true }).click();
		await page.getByRole("button", { name: "Review trades" }).click();
		await page.getByRole("button", { name: /^Make (the trade|\d trades)$/ }).click();
		await page.getByText(/^(Trade|\d trades) confirmed$/).waitFor();
		const traded = await getForecast(page);
		expect(traded).toBeGreaterThan(before);

		const toGain = await readGain(page);
		await coach(page).getByRole("button", { name: TIP }).click();
		await expect.poll(() => getForecast(page)).toBe(traded + toGain);
		const nextGain = await readGain(page);
		await coach(page).getByRole("button", { name: TIP }).click();
		await expect.poll(() => getForecast(page)).toBe(traded + toGain + nextGain);
		await expectNoPageProblems(phone);
	});

	test("a manager with a keyboard adds a suggestion, undoes it, orders the wait list and switches the coach off", async () => {
		const { page } = desktop;
		await page.reload();
		const press = (name: string | RegExp) => coach(page).getByRole("button", { name }).first().press("Enter");
		const before = await getForecast(page);
		await press("Suggest trades");
		await press("Add to my trades: Option 1");
		await expect.poll(() => getForecast(page)).toBeGreaterThan(before);
		await page.getByRole("button", { name: "Undo", exact: true }).last().press("Enter");
		await expect.poll(() => getForecast(page)).toBe(before);

		await coach(page).getByRole("link").first().press("Enter");
		await page.getByRole("dialog").getByRole("button", { name: "Keep" }).press("Enter");
		await page.keyboard.press("Escape");
		await coach(page).getByText("Kept and not suggested (1)").press("Enter");
		await expectNoPageProblems(desktop);
		await press("Turn off the coach");
		await expect(coach(page)).toHaveCount(0);
		await page.goto("/my-account");
		await page.getByText("Show the coach on my team").click();
		await page.goto("/team");
		await coach(page).getByRole("button", { name: "Suggest trades" }).waitFor();
	});
});
