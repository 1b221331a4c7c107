import { expect, type Page, type Response, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../../testing/browser/browser.ts";
import { expectNoPageProblems } from "../../testing/browser/page-checks.ts";
import { saveTeam } from "../../testing/browser/save-team.ts";
import { finishRound } from "../../testing/browser/season.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { getSavedTeam, signInManager } from "../../testing/browser/team.ts";

const getCoach = (page: Page) => page.getByRole("region", { name: "Coach" });
const getForecast = async (page: Page): Promise<number> =>
	Number(
		(
			await getCoach(page)
				.getByText(/^Projected this round/)
				.textContent()
		)?.replaceAll(/\D/g, ""),
	);
const readTipGain = async (page: Page): Promise<number> =>
	Number(
		/\+(\d+) points? projected$/.exec(
			(await getCoach(page)
				.getByText(/: \+\d+ points? projected$/)
				.textContent()) ?? "",
		)?.[1],
	);
/** Makes the weakest midfielder on field captain, and benches the best defender. */
async function weakenLineup(page: Page): Promise<void> {
	const projections: { id: number; stats: { projectedPoints: number } }[] = await (
		await page.request.get("/json/fantasy/players.json")
	).json();
	const getPoints = (id: number) => projections.find((player) => player.id === id)?.stats.projectedPoints ?? 0;
	const { lineup, bench } = await getSavedTeam(page);
	const sortLine = (line: string) => (lineup[line] ?? []).toSorted((a, b) => getPoints(a) - getPoints(b));
	const post = async (path: string, data: object) =>
		expect((await page.request.post(`/api/en/fantasy/team/${path}`, { data })).ok()).toBe(true);
	await post("change-captain", { type: "captain", newId: sortLine("MID")[0] });
	await post("swap", { swapsPairs: [[sortLine("DEF").at(-1), bench.DEF?.[0]]] });
}
const readOptionGain = async (page: Page): Promise<number> =>
	Number(
		(
			await getCoach(page)
				.getByRole("heading", { name: /^Option 1 / })
				.textContent()
		)?.match(/(\d+) points? projected$/)?.[1],
	);
const TIP = /^(Swap them|Make captain)$/;

test.describe("the coach", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let phone: BrowserSession;
	let desktop: BrowserSession;

	test.beforeAll(async () => {
		phone = await signInManager(fixture.browser, fixture.server, PHONE, "Lena");
		desktop = await signInManager(fixture.browser, fixture.server, DESKTOP, "Noor");
		await saveTeam(phone.page.request);
		await saveTeam(desktop.page.request);
	});

	test("suggests no trades until the first round is complete, and says so", async () => {
		const { page } = phone;
		await page.goto("/team");
		await getCoach(page)
			.getByText(/Trade suggestions start once .+ is complete\./)
			.waitFor();
		await expect(getCoach(page).getByRole("button", { name: "Suggest trades" })).toHaveCount(0);
		await expectNoPageProblems(phone);
		await finishRound(fixture.server, page);
	});

	test("a newcomer on a phone follows suggestions, and the forecast rises", async () => {
		const { page } = phone;
		await weakenLineup(page);
		await page.reload();
		// A button near the top of the ground jumps to the panel below it.
		await page.getByRole("button", { name: "Coach", exact: true }).click();
		await expect(getCoach(page).getByRole("heading", { name: "Coach", exact: true })).toBeFocused();
		await expect(getCoach(page).getByRole("heading", { name: "Coach", exact: true })).toBeInViewport();
		const before = await getForecast(page);
		const swapGain = await readTipGain(page);
		const isSave = (response: Response) => response.request().method() === "POST" && response.url().includes("/team/");
		const firstSave = page.waitForResponse(isSave);
		await getCoach(page).getByRole("button", { name: TIP }).click();
		await firstSave;
		await expect.poll(() => getForecast(page)).toBe(before + swapGain);
		const captainGain = await readTipGain(page);
		const secondSave = page.waitForResponse(isSave);
		await getCoach(page).getByRole("button", { name: TIP }).click();
		await secondSave;
		await expect.poll(() => getForecast(page)).toBe(before + swapGain + captainGain);
		const saved = await getSavedTeam(page);
		await getCoach(page).getByRole("button", { name: "Suggest trades" }).click();
		await expect(getCoach(page).getByRole("button", { name: /^Add to my trades/ })).toHaveCount(3);
		await expectNoPageProblems(phone);
		const gain = await readOptionGain(page);
		await getCoach(page).getByRole("button", { name: "Add to my trades: Option 1" }).click();
		await expect.poll(() => getForecast(page)).toBe(before + swapGain + captainGain + gain);
		await page.getByText(/trades? added\. Review (it|them) to confirm\./).waitFor();
		// Nothing is sent before the manager confirms.
		expect((await getSavedTeam(page)).version).toBe(saved.version);
		await page.getByRole("button", { name: "Trades", exact: true }).click();
		await page.getByRole("button", { name: "Review trades" }).click();
		await page.getByRole("button", { name: /^Make (the trade|\d trades)$/ }).click();
		await page.getByText(/^(Trade|\d trades) confirmed$/).waitFor();
		// The forecast rises by the promised gain, captain and line-up included.
		expect(gain).toBeGreaterThan(0);
		await expect.poll(() => getForecast(page)).toBe(before + swapGain + captainGain + gain);
		await expectNoPageProblems(phone);
	});

	test("a manager with a keyboard uses the coach's whole panel", async () => {
		const { page } = desktop;
		await page.goto("/team");
		const press = (name: string | RegExp) => getCoach(page).getByRole("button", { name }).first().press("Enter");
		const before = await getForecast(page);
		await press("Suggest trades");
		await press("Add to my trades: Option 1");
		await expect.poll(() => getForecast(page)).toBeGreaterThan(before);
		await page.getByRole("button", { name: "Undo", exact: true }).last().press("Enter");
		await expect.poll(() => getForecast(page)).toBe(before);

		/** Opens the details of a player of the first suggestion and presses one of the coach's buttons. */
		const chooseFor = async (link: number, button: string) => {
			await getCoach(page).getByRole("list", { name: "Suggested trades" }).waitFor();
			await getCoach(page).getByRole("link").nth(link).press("Enter");
			const toggle = page.getByRole("dialog").getByRole("button", { name: button, exact: true });
			await toggle.press("Enter");
			await expect(toggle).toHaveAttribute("aria-pressed", "true");
			await page.keyboard.press("Escape");
			await page.getByRole("dialog").waitFor({ state: "detached" });
		};
		await chooseFor(1, "Add to targets");
		await getCoach(page).getByText("One of your targets").first().waitFor();
		await chooseFor(3, "Add to targets");
		await getCoach(page).getByText("Players you want: 2").press("Enter");
		const waitList = getCoach(page)
			.getByRole("list", { name: "Players you want, most wanted first" })
			.getByRole("link");
		const [one, two] = await waitList.allTextContents();
		await press(/^Move .+ down$/);
		await expect.poll(() => waitList.allTextContents()).toEqual([two, one]);
		await expectNoPageProblems(desktop);
		await press("Turn off the coach");
		await expect(getCoach(page)).toHaveCount(0);
		await page.reload();
		await page.getByLabel("Ground").waitFor();
		await expect(getCoach(page)).toHaveCount(0);
		await page.goto("/my-account");
		await page.getByRole("checkbox", { name: "Show the coach on my team" }).press("Space");
		await page.goto("/team");
		await getCoach(page).getByRole("button", { name: "Suggest trades" }).waitFor();
	});

	test("a later round's suggestion is added to the plan, which stays", async () => {
		const { page } = desktop;
		await page.getByRole("button", { name: "Plan", exact: true }).click();
		const rounds = page.getByRole("table", { name: "Plan by round, with projected bank and byes" }).getByRole("row");
		await expect(rounds).toHaveCount(7);
		const laterRound = (await rounds.nth(2).getByRole("rowheader").textContent()) ?? "";
		await page.getByLabel("Round to plan").selectOption(laterRound);
		await getCoach(page).getByRole("button", { name: "Suggest trades" }).click();
		await getCoach(page).getByRole("button", { name: "Add to my plan: Option 1" }).click();
		await expect(rounds.nth(2).getByRole("cell").first()).toHaveText(/^[1-3]$/);
		await expectNoPageProblems(desktop);
		await page.reload();
		await page.getByRole("button", { name: "Plan", exact: true }).click();
		await expect(rounds.nth(2).getByRole("cell").first()).toHaveText(/^[1-3]$/);
	});

	test("a manager with a keyboard follows suggestions, and the forecast rises", async () => {
		const { page } = desktop;
		await weakenLineup(page);
		await page.reload();
		const press = (name: string | RegExp) => page.getByRole("button", { name }).first().press("Enter");
		let forecast = await getForecast(page);
		for (let tip = 0; tip < 2; tip++) {
			forecast += await readTipGain(page);
			await press(TIP);
			await expect.poll(() => getForecast(page)).toBe(forecast);
		}
		await press("Suggest trades");
		await press("Add to my trades: Option 1");
		await press("Review trades");
		await press(/^Make (the trade|\d trades)$/);
		await page.getByText(/^(Trade|\d trades) confirmed$/).waitFor();
		expect(await getForecast(page)).toBeGreaterThan(forecast);
		await expectNoPageProblems(desktop);
	});
});
