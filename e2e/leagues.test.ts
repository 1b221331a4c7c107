import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { expectNoPageProblems, expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { saveTeam } from "../testing/browser/save-team.ts";
import { finishRound, moveToMatch } from "../testing/browser/season.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { getSavedTeam, registerManager, saveCaptains } from "../testing/browser/team.ts";

const RIVALS = "Boundary Riders";
const OPEN = "Café of the Outer";

/** Swaps captain and vice captain, because two identical teams would draw every match-up. */
async function swapCaptains(page: Page): Promise<void> {
	const { captainId, viceCaptainId } = await getSavedTeam(page);
	await saveCaptains(page, viceCaptainId, captainId);
}

test.describe("leagues", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	let commissioner: BrowserSession;
	let member: BrowserSession;
	let other: BrowserSession;
	let code = "";
	let league = "";
	let openLeague = "";

	test.beforeAll(async () => {
		commissioner = await fixture.openSession(DESKTOP);
		member = await fixture.openSession(PHONE, { touch: true });
	});

	const getHeading = (page: Page, name: string) => page.getByRole("heading", { name }).first();

	test("a commissioner regenerates one past league and skips another", async () => {
		const { page } = commissioner;
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await saveTeam(page.request);
		await page.goto("/leagues");
		await page.getByRole("button", { name: "Skip: The Tuesday Training Sweep" }).click();
		await page.getByText("The Tuesday Training Sweep won't be offered again.").waitFor();
		await expectNoPageProblems(commissioner);
		await page.getByRole("link", { name: "Regenerate: Back Pocket Book Club" }).click();
		await expect(page.getByLabel("League name")).toHaveValue("Back Pocket Book Club");
		await page.getByRole("button", { name: "Regenerate League" }).click();
		await page.getByText("Previous season members Invites Sent Successfully!").waitFor();
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL("**/about");
		await page.goto("/leagues");
		await page.getByRole("link", { name: "Back Pocket Book Club", exact: true }).waitFor();
		await expect(page.getByRole("link", { name: /^Regenerate/ })).toHaveCount(1);
	});

	test("one of last season's best joins the league and sees its rankings (D2.9.283, D2.9.284)", async () => {
		const { page } = commissioner;
		await page.goto("/leagues");
		const name = "Top 10% of Southern Lights Women's League 2025";
		await page.getByRole("button", { name: `Join ${name}` }).click();
		await expect(page.getByRole("button", { name: `Leave ${name}` })).toBeVisible();
		await expectNoProblemsOnPhoneAndDesktop(commissioner);
		await page.getByRole("link", { name, exact: true }).click();
		await page.waitForURL("**/rankings?best=10");
		await expect(page.getByRole("row")).toHaveCount(11);
		await expectNoProblemsOnPhoneAndDesktop(commissioner);
	});

	test("a commissioner creates a league of two, and copies its link (D2.1.01, D2.1.04, D2.9.693)", async () => {
		const { page } = commissioner;
		await page.goto("/leagues");
		await page.getByRole("link", { name: "Create League" }).click();
		await page.getByRole("heading", { name: "Create a League" }).waitFor();
		await page.getByLabel("League name").fill(RIVALS);
		await page.getByText("Head-to-head", { exact: true }).click();
		// The whole form fits on a screen.
		await page.setViewportSize(PHONE);
		const create = page.getByRole("button", { name: "Create League" });
		const bottom = await create.evaluate((button) => button.getBoundingClientRect().bottom + scrollY);
		expect(bottom).toBeLessThan(1.5 * PHONE.height);
		await page.setViewportSize(DESKTOP);
		await expectNoPageProblems(commissioner);
		await create.click();
		await getHeading(page, "Your league has been created").waitFor();
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await page.getByRole("button", { name: "Copy League Link" }).click();
		await page.getByRole("button", { name: "Copied!" }).waitFor();
		const link = await page.evaluate(() => navigator.clipboard.readText());
		expect(link).toMatch(/\/leagues\/join\/[A-Z2-9]{6}$/);
		code = link.slice(-6);
		await expectNoPageProblems(commissioner);
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL("**/about");
		league = new URL(page.url()).pathname.replace("/about", "");
		await page.getByText("The First Bouncers created the league.").waitFor();
		await expectNoPageProblems(commissioner);
	});

	test("a manager with an invitation sees that league first", async () => {
		other = await fixture.openSession(PHONE, { touch: true });
		await registerManager(other.page.request, "Bindi");
		const { page } = other;
		await page.goto(`/leagues/join/${code.toLowerCase()}`);
		await page.getByRole("button", { name: `Join ${RIVALS}` }).waitFor();
		const elements = [getHeading(page, RIVALS), page.getByLabel("Enter League PIN or League Name")];
		const [card = 0, field = 0] = await Promise.all(elements.map(async (element) => (await element.boundingBox())?.y));
		expect(card).toBeGreaterThan(0);
		expect(card).toBeLessThan(field);
		await expectNoPageProblems(other);
	});

	test("an invited manager joins with one press and sees her match-up", async () => {
		const { page } = member;
		await page.goto(`/leagues/join/${code.toLowerCase()}`);
		await getHeading(page, RIVALS).waitFor();
		await expectNoPageProblems(member);
		await registerManager(page.request, "Niamh");
		await page.reload();
		await page.getByRole("button", { name: `Join ${RIVALS}` }).click();
		await page.getByRole("dialog", { name: "League joined" }).waitFor();
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL(`**${league}/fixtures`);
		await page.getByText("Your match-up · Still to come").waitFor();
		await expectNoPageProblems(member);
		await saveTeam(page.request);
		await swapCaptains(page);
	});

	test("a public league is found without accents, and joined by two", async () => {
		await saveTeam(other.page.request);
		const { page } = other;
		await page.goto("/leagues/create");
		await getHeading(page, "Create a League").waitFor();
		await page.getByLabel("League name").fill(OPEN);
		await page.getByText("More options").click();
		await page.getByText("Public", { exact: true }).click();
		await page.getByRole("button", { name: "Create League" }).click();
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL("**/about");
		openLeague = new URL(page.url()).pathname.replace("/about", "");
		await expectNoPageProblems(other);
		for (const manager of [commissioner, member]) {
			await manager.page.goto("/leagues/join?search=cafe%20of");
			await manager.page.getByRole("button", { name: `Join ${OPEN}` }).click();
			const joined = manager.page.getByRole("dialog", { name: "League joined" });
			await joined.getByRole("button", { name: "View League" }).click();
			await manager.page.waitForURL(`**${openLeague}/about`);
			await expectNoPageProblems(manager);
		}
	});

	test("a match-up shows live points and hides players until locked (D2.1.13, D2.2.15)", async () => {
		const { page } = member;
		await moveToMatch(fixture.server, page, 5);
		await page.goto(`${league}/matchup/4/0`);
		await page.getByText("Hidden").first().waitFor();
		const score = page.locator("section p b").first();
		const readPoints = async () => Number((await score.textContent())?.replace(",", ""));
		await expect.poll(readPoints, { timeout: 30_000 }).toBeGreaterThan(0);
		await expectNoPageProblems(member);
		await page.getByRole("radio", { name: "Unique scorers" }).click();
		await page.getByText("Players only one of you has").waitFor();
		await expectNoPageProblems(member);
		// An open page would follow the rounds that the next test plays.
		await page.goto("about:blank");
	});

	test("a head-to-head ladder has two views (D2.9.22)", async () => {
		const { page } = commissioner;
		await finishRound(fixture.server, page);
		await page.goto(`${league}/ladder`);
		await expect(page.getByRole("row").nth(1)).toHaveText(/4$/);
		await expectNoPageProblems(commissioner);
		const listColumns = async (width: number) => {
			await page.setViewportSize({ width, height: 900 });
			const heads = page.locator("thead th").filter({ visible: true });
			return (await heads.evaluateAll((all) => all.map((head) => head.textContent))).join(" ");
		};
		const columnsButton = page.getByLabel("Columns");
		expect(await listColumns(1000)).toBe("Rank Team P W L D For Agst % Value Highest Average Last round Total Pts");
		await expect(columnsButton).toBeHidden();
		expect(await listColumns(999)).toBe("Rank Team P W L D For Agst % Pts");
		await columnsButton.selectOption("scores");
		expect(await listColumns(999)).toBe("Rank Team Value Highest Average Last round Total Pts");
		await expectNoPageProblems(commissioner);
		await page.setViewportSize(DESKTOP);
	});

	test("an open league's ladder adds up, and members stay", async () => {
		const { page } = other;
		await page.goto(`${openLeague}/ladder`);
		await expect(page.getByRole("row")).toHaveCount(4);
		const { success } = await (
			await page.request.get(`/api/en/fantasy/ranks/open-league?leagueId=${openLeague.split("/").at(-1)}`)
		).json();
		const totals = success.rankings.map(({ totalPoints }: { totalPoints: number }) => totalPoints);
		expect(totals).toHaveLength(3);
		expect(totals).toEqual(totals.toSorted((a: number, b: number) => b - a));
		expect(totals.at(-1)).toBeGreaterThan(0);
		await expectNoPageProblems(other);
		await page.goto(`${openLeague}/settings`);
		await getHeading(page, OPEN).waitFor();
		await page.getByLabel("League name").waitFor();
		await expect(page.getByRole("button", { name: "Delete league" })).toBeDisabled();
		expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
		await expectNoPageProblems(other);
	});

	test("a commissioner hands her league over before she leaves it [D2.9.263]", async () => {
		const { page: phone } = other;
		const { page: desktop } = commissioner;
		const chooseForHeir = async (action: string) => {
			await phone.getByRole("button", { name: "Role of The First Bouncers" }).click();
			await phone.getByRole("menuitem", { name: action }).click();
		};
		await phone.goto(`${openLeague}/about`);
		await phone.getByRole("button", { name: "Leave league" }).click();
		await phone.getByRole("dialog").getByRole("button", { name: "Choose a member" }).click();
		await phone.waitForURL(`**${openLeague}/settings#members`);
		await chooseForHeir("Make deputy");
		await phone.getByText("The First Bouncers is now a deputy.").first().waitFor();
		await chooseForHeir("Offer the league");
		await expectNoPageProblems(other);
		await phone.getByRole("dialog").getByRole("button", { name: "Offer the league" }).click();
		await phone.getByText("You've offered the league to The First Bouncers.").waitFor();
		await expectNoPageProblems(other);
		await desktop.goto("/leagues");
		await desktop.getByRole("link", { name: "See the offer" }).click();
		await desktop.getByRole("heading", { name: "Who runs this league" }).waitFor();
		await expectNoPageProblems(commissioner);
		await desktop.getByRole("button", { name: "Accept" }).click();
		await desktop.getByText(`You now run ${OPEN}.`).waitFor();
		await desktop.getByRole("link", { name: "Settings" }).waitFor();
		await phone.goto(`${openLeague}/about`);
		await phone.getByRole("button", { name: "Step down as deputy" }).waitFor();
		await phone.getByRole("button", { name: "Leave league" }).click();
		await phone.getByRole("dialog").getByRole("button", { name: "Leave league" }).click();
		await phone.waitForURL("**/leagues");
	});
});
