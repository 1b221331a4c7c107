import { expect, type Page, type Request, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "../testing/browser/browser.ts";
import { expectNoPageProblems, findAccessibilityIssues } from "../testing/browser/page-checks.ts";
import { saveTeam } from "../testing/browser/save-team.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { selectOption } from "../testing/browser/sign-up.ts";
import { registerManager } from "../testing/browser/team.ts";

const PASSWORD = "a long kick to the square";
const STRANGER = "stranger@example.org";
const KIT = { firstName: "Kit", lastName: "Bag", email: "kit@example.org", teamName: "Kit's Kickers" };

async function signIn(page: Page, email: string): Promise<void> {
	await page.getByRole("button", { name: "Sign in", exact: true }).first().click();
	await fillSignIn(page, email);
}

async function fillSignIn(page: Page, email: string): Promise<void> {
	await page.waitForURL("**/oidc/**");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(PASSWORD);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
	await page.goto("/my-account");
	await page.getByRole("button", { name: "Sign out", exact: true }).last().click();
	await page.getByRole("button", { name: "Play free" }).first().waitFor();
}

/** Gets the parts of the saved team that a recovery must keep. */
async function getTeam(page: Page) {
	const { success } = await (await page.request.get("/api/en/fantasy/team/show-my")).json();
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency, points, value } = success.team;
	return { lineup, bench, utilityId, captainId, viceCaptainId, emergency, points, value };
}
const getPath = (page: Page) => new URL(page.url()).pathname;
const getFieldError = (page: Page, field: string) => page.locator(`#${field}-problem`).textContent();
const listErrors = (page: Page) => page.getByRole("alert").getByRole("link").allTextContents();

test.describe("accounts", () => {
	test.describe.configure({ mode: "serial" });
	const fixture = setUpServer();
	/** The browser of the manager who registers in the first tests. */
	let session: BrowserSession;
	const requests: Request[] = [];

	test.beforeAll(async () => {
		session = await fixture.openSession(DESKTOP);
		session.page.on("request", (request) => requests.push(request));
	});

	test("visitors are redirected home, to sign up or in (D1.1.20, D1.2.05, D1.2.32, D2.9.897)", async () => {
		const { page } = session;
		await page.goto("/initiate");
		await page.waitForURL(/\/oidc\//);
		expect((await page.goto("/out/of/bounds"))?.status()).toBe(404);
		await page.getByRole("heading", { name: "Out on the full" }).waitFor();

		await page.goto("/my-account");
		await page.waitForURL(`${fixture.server.url}/`);
		const authRequest = page.waitForRequest((request) => request.url().includes("/oidc/auth?"));
		await page.getByRole("button", { name: "Play free" }).first().click();
		const { searchParams } = new URL((await authRequest).url());
		expect(Object.fromEntries(searchParams)).toMatchObject({
			response_type: "code",
			code_challenge_method: "S256",
			redirect_uri: `${fixture.server.url}/login/callback`,
			state: expect.stringMatching(/.{32}/),
			nonce: expect.stringMatching(/.{32}/),
		});
		await page.waitForURL("**/oidc/interaction/**/sign-up");
		await page.getByRole("heading", { name: "Create an account" }).waitFor();
		await page.goBack();
		await page.getByRole("button", { name: "Sign in", exact: true }).first().click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
	});

	test("the provider's forms show an error for every invalid field", async () => {
		const { page } = session;
		await page.getByLabel("Email").fill(STRANGER);
		await page.getByLabel("Password").fill("not the password");
		await page.getByRole("button", { name: "Sign in", exact: true }).click();
		await expect.poll(() => listErrors(page)).toEqual(["The email address or the password is not right"]);
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await page.getByRole("link", { name: "Create an account" }).click();
		await page.getByLabel("Password").fill("short");
		await page.getByRole("button", { name: "Create account" }).click();
		await expect.poll(() => listErrors(page)).toHaveLength(4);
		await expect.poll(() => getFieldError(page, "firstName")).toBe("Enter your first name");
		await expect.poll(() => getFieldError(page, "lastName")).toBe("Enter your last name");
		await expect.poll(() => getFieldError(page, "email")).toMatch(/^Enter an email address/);
		await expect.poll(() => getFieldError(page, "password")).toBe("A password needs at least 10 characters");
		expect(await findAccessibilityIssues(page)).toEqual([]);
		await page.goBack();
		await page.goForward();
		await expect.poll(() => listErrors(page)).toHaveLength(4);
		await page.reload();
		await expect.poll(() => listErrors(page)).toHaveLength(4);
	});

	test("the registration form lists errors in order and sends once (D1.3.64, D1.7.02)", async () => {
		const { page } = session;
		await page.getByLabel("First name").fill(KIT.firstName);
		await page.getByLabel("Last name").fill(KIT.lastName);
		await page.getByLabel("Email").fill(KIT.email);
		await page.getByLabel("Password").fill(PASSWORD);
		await page.getByRole("button", { name: "Create account" }).click();
		await page.getByRole("heading", { name: "Welcome, Kit" }).waitFor();
		const submit = page.getByRole("button", { name: "Create my team" });
		await submit.click();
		// The provider has signed her in, so the page should not offer to log in again.
		await page.getByText(`Signed in as ${KIT.email}`).waitFor();
		await expect(page.getByRole("link", { name: "Login", exact: true })).toHaveCount(0);
		const requiredErrors = [
			"State: Please select one of the options",
			"Gender: Please fill in your gender",
			"Country: Please provide your country",
		];
		const lastErrors = ["Terms & Conditions: Please accept the Terms & Conditions", "Your club: Please add your team!"];
		await expect
			.poll(() => listErrors(page))
			.toEqual([
				"Team name: Please provide your team name",
				...requiredErrors,
				"Birthday: Please enter a valid date",
				...lastErrors,
			]);
		const terms = page.getByText("I accept the").getByRole("link", { name: "Terms & Conditions" });
		await expect(terms).toHaveAttribute("href", "/help/terms");
		for (const size of [PHONE, DESKTOP]) {
			await page.setViewportSize(size);
			await expectNoPageProblems(session);
		}
		const opened = page.waitForEvent("popup");
		await terms.click();
		await (await opened).getByRole("heading", { name: "Agreement" }).waitFor();
		await (await opened).close();

		await page.getByLabel("Team name").fill("the first BOUNCERS");
		await page.getByRole("textbox", { name: "Day" }).fill("7");
		await page.getByText("That team name is taken").first().waitFor();
		await page.getByRole("textbox", { name: "Month" }).fill("3");
		await page.getByRole("textbox", { name: "Year" }).fill(String(new Date().getFullYear()));
		await submit.click();
		await expect
			.poll(() => listErrors(page))
			.toEqual([
				"Team name: That team name is taken",
				...requiredErrors,
				"Birthday: Please enter an earlier year.",
				...lastErrors,
			]);

		await page.getByLabel("Team name").fill(KIT.teamName);
		await page.getByRole("textbox", { name: "Year" }).fill("1990");
		await selectOption(page, "Gender", "Prefer Not to Say");
		await selectOption(page, "Country", "Australia");
		await selectOption(page, "State", "VIC");
		await page.getByRole("radiogroup", { name: "Your club" }).getByText("Ballarat Lanterns").click();
		await page.getByText("I accept the").click({ position: { x: 4, y: 4 } });
		requests.length = 0;
		await submit.dblclick();
		await page.getByRole("heading", { name: "About you" }).waitFor();
		expect(getPath(page)).toBe("/my-account");
		const registrations = requests.filter((request) => request.url().endsWith("/afl-id/register"));
		expect(registrations.map((request) => request.postDataJSON())).toEqual([
			expect.objectContaining({
				fantasyTeamName: KIT.teamName,
				birthday: "1990-03-07",
				gender: "not_say",
				terms: true,
			}),
		]);
		const apiCalls = requests.map((request) => request.url()).filter((url) => url.includes("/api/"));
		expect(apiCalls.length).toBeGreaterThan(2);
		expect(apiCalls.filter((url) => !url.startsWith(`${fixture.server.url}/api/en/`))).toEqual([]);
	});

	test("signing out leads home, signing in to the requested page", async () => {
		const { page } = session;
		await signOut(page);
		expect(getPath(page)).toBe("/");
		await page.goto("/rankings");
		await page.waitForURL(`${fixture.server.url}/`);
		await signIn(page, KIT.email);
		await page.waitForURL("**/rankings");
		await page.getByRole("heading", { name: "Rankings" }).first().waitFor();
	});

	test("signing out without an identity token does not call the identity provider (D1.4.40)", async () => {
		const { page } = session;
		await page.evaluate(() => {
			for (const [key, value] of Object.entries(localStorage)) if (/^eyJ/.test(value)) localStorage.removeItem(key);
		});
		requests.length = 0;
		await signOut(page);
		expect(getPath(page)).toBe("/");
		expect(requests.filter((request) => request.url().includes("/oidc/"))).toEqual([]);
		expect((await page.request.get("/api/en/user")).status()).toBe(401);
	});

	test("a deactivated account is recovered with its team unchanged", async () => {
		const { page, errors } = session;
		await page.goto("/");
		await page.getByRole("button", { name: "Sign in", exact: true }).first().click();
		await page.waitForURL(/\/(oidc\/interaction|team)/);
		if (page.url().includes("/oidc/")) await fillSignIn(page, KIT.email);
		await page.waitForURL("**/team");
		await saveTeam(page.request);
		const team = await getTeam(page);
		expect(Object.values(team.lineup).flat().filter(Boolean)).toHaveLength(16);

		await page.goto("/my-account");
		await page.getByRole("button", { name: "Deactivate my account" }).click();
		await page.getByRole("button", { name: "Deactivate", exact: true }).click();
		await page.waitForURL(`${fixture.server.url}/`);
		await signIn(page, KIT.email);
		await page.waitForURL("**/recover-team");
		await page.goto("/rankings");
		await page.waitForURL("**/recover-team");

		await page.getByLabel("Team name").fill("");
		await page.getByRole("button", { name: "Recover my team" }).click();
		await expect
			.poll(() => listErrors(page))
			.toEqual(["Please provide your team name", "Please accept the Terms & Conditions"]);
		await page.getByLabel("Team name").fill(KIT.teamName);
		await page.getByText("I accept the").click({ position: { x: 4, y: 4 } });
		await page.getByRole("button", { name: "Recover my team" }).click();
		await page.waitForURL("**/team");
		await page.getByRole("heading", { name: KIT.teamName }).waitFor();
		await expect.poll(() => getTeam(page)).toEqual(team);
		expect(errors).toEqual([]);
	});

	test("a visitor returns to the invitation after signing in (D1.2.36)", async () => {
		const { success } = await (
			await session.page.request.post("/api/en/fantasy/league", {
				data: { name: "Kit's Circle", type: "open", privacy: "private", startId: 5 },
			})
		).json();
		const invitation = `/leagues/join/${success?.league?.code}`;
		const { page, errors, close } = await fixture.openSession(PHONE, { touch: true });
		await page.goto(invitation);
		await page.getByRole("heading", { name: "Kit's Circle" }).first().waitFor();
		expect(getPath(page)).toBe(invitation);
		await page.goto(invitation.toLowerCase());
		await page.getByRole("button", { name: "Sign in to join" }).click();
		await fillSignIn(page, KIT.email);
		await page.waitForURL(`**${invitation}`);
		expect(errors).toEqual([]);
		await close();
	});

	test("a manager deletes her account on a phone for good [D2.9.144]", async () => {
		const { page, close } = await fixture.openSession(PHONE, { touch: true });
		await registerManager(page.request, "Mo");
		await page.goto("/my-account");
		await page.getByRole("button", { name: "Delete my account" }).click();
		const dialog = page.getByRole("dialog", { name: "Delete your account for good?" });
		await dialog.getByLabel("Password").fill("not my password");
		await dialog.getByRole("button", { name: "Delete for good" }).click();
		await page.getByText("That is not your current password").waitFor();
		await page.keyboard.press("Escape");
		await dialog.getByLabel("Password").fill(PASSWORD);
		await dialog.getByRole("button", { name: "Delete for good" }).click();
		await page.waitForURL(`${fixture.server.url}/`);
		await signIn(page, "mo@example.org");
		await page.getByRole("link", { name: "The email address or the password is not right" }).waitFor();
		await close();
	});
});
