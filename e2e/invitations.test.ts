import { type APIRequestContext, expect, request, test } from "@playwright/test";
import { PHONE } from "../testing/browser/browser.ts";
import type { DemoServer } from "../testing/browser/demo-server.ts";
import { expectNoPageProblems, expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { fillRegistration, fillSignUp } from "../testing/browser/sign-up.ts";
import { getSuccess, registerManager } from "../testing/browser/team.ts";

const LEAGUE = "Boundary Riders";
const SIOBHAN = {
	firstName: "Siobhán",
	lastName: "O'Brien-Nguyễn",
	email: "siobhan@example.org",
	teamName: "Banjo's Banana Kicks",
};

async function getNewestMail({ db }: DemoServer, kind: string): Promise<string> {
	const mail = await db
		.selectFrom("outbox_mails")
		.where("kind", "=", kind)
		.select("body_text")
		.orderBy("id", "desc")
		.executeTakeFirst();
	if (!mail) throw new Error(`There is no mail of the kind ${kind}`);
	return mail.body_text;
}

async function getInvitation(server: DemoServer): Promise<{ link: string; code: string }> {
	const text = await getNewestMail(server, "league-invite");
	const [link, code] = /\/leagues\/join\/([A-Z2-9]{6})\?invite=[\w-]+/.exec(text) ?? [];
	if (!link || !code) throw new Error(`No invitation link in:\n${text}`);
	return { link, code };
}

/** Verifies the address of the newest verification email in the outbox. */
async function verifyAddress(server: DemoServer, api: APIRequestContext): Promise<void> {
	const [, token] = /\/verify-email#([\w-]+)/.exec(await getNewestMail(server, "verify-email")) ?? [];
	const response = await api.post("/api/en/user/verify-email", { data: { token } });
	expect(await response.text()).toContain("@example.org");
}

const countPendingInvitations = async (api: APIRequestContext): Promise<number> =>
	(await getSuccess<{ invites: unknown[] }>({ request: api }, "/fantasy/league/user-invites")).invites.length;

test.describe("league invitations", () => {
	const fixture = setUpServer();
	let commissioner: APIRequestContext;
	let league = 0;
	/** Registers a manager who does not open a page. */
	const registerWithoutPage = async (firstName: string) => {
		const api = await request.newContext({ baseURL: fixture.server.url });
		await registerManager(api, firstName);
		return api;
	};
	const post = async (api: APIRequestContext, path: string, data: object) => {
		const response = await api.post(`/api/en${path}`, { data });
		expect(response.ok()).toBe(true);
		return (await response.json()).success;
	};

	test.beforeAll(async () => {
		commissioner = await registerWithoutPage("Commissioner");
		const rounds = await (await commissioner.get("/json/fantasy/rounds.json")).json();
		const startId = rounds.find(({ status }: { status: string }) => status === "scheduled").id;
		const details = { name: LEAGUE, startId, type: "open", privacy: "private", size: 10 };
		league = (await post(commissioner, "/fantasy/league", details)).id;
	});

	test.afterAll(() => commissioner.dispose());

	test("a visitor who signs up from an invitation is in (D1.2.36, D2.2.36, D2.2.109, D2.9.691)", async () => {
		// The invited address belongs to an account, whose list of invitations shows whether this one is still pending.
		const invited = await registerWithoutPage("BindiInvited");
		await verifyAddress(fixture.server, invited);
		await post(commissioner, `/fantasy/league/${league}/invite`, {
			leagueId: league,
			invites: [{ email: "bindiinvited@example.org" }],
		});
		expect(await countPendingInvitations(invited)).toBe(1);
		const { link, code } = await getInvitation(fixture.server);
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page, close } = session;
		await page.goto(link);
		const heading = page.getByRole("heading", { name: LEAGUE });
		const teams = page.getByRole("heading", { name: "Teams" }).locator("xpath=following-sibling::ul/li");
		await page.getByText("Commissioner: Commissioner's own").waitFor();
		await expect(teams).toHaveText(["Commissioner's own"]);

		const member = await registerWithoutPage("Marama");
		await post(member, `/fantasy/league/${code}/join`, {});
		await page.reload();
		await expect(teams).toHaveText(["Commissioner's own", "Marama's own"]);
		await expectNoProblemsOnPhoneAndDesktop(session, heading);
		// Every step names the league, and the form of the provider and that of the team fit on two screens of a phone each.
		await page.getByRole("button", { name: "Create account and join" }).click();
		await page.waitForURL("**/sign-up");
		await page.getByText("You're joining").waitFor();
		await expect(page.getByText(LEAGUE)).toBeVisible();
		await expectNoPageProblems(session);
		expect((await page.getByRole("button", { name: "Create account" }).boundingBox())?.y).toBeLessThan(PHONE.height);
		await fillSignUp(page, SIOBHAN);
		await page.getByRole("heading", { name: "Welcome, Siobhán" }).waitFor();
		await expect(page.getByText(LEAGUE)).toBeVisible();
		const submit = page.getByRole("button", { name: "Create my team and join" });
		expect((await submit.boundingBox())?.y).toBeLessThan(2 * PHONE.height);
		await fillRegistration(page, SIOBHAN);
		await submit.click();
		await page.waitForURL(`**${link}`);
		const joined = page.getByRole("dialog", { name: "League joined" });
		await joined.waitFor();
		await expectNoProblemsOnPhoneAndDesktop(session, joined);
		await expect(page.getByRole("button", { name: "Pick my team" })).toBeVisible();
		await page.getByRole("button", { name: "View League" }).click();
		await page.waitForURL(`**/leagues/${league}/about`);
		await page.getByRole("heading", { name: "Banter" }).waitFor();
		await expectNoProblemsOnPhoneAndDesktop(session);
		expect(await countPendingInvitations(invited)).toBe(0);
		await page.goto("/team");
		await page.getByRole("heading", { name: "Banjo's Banana Kicks" }).waitFor();
		await close();
		for (const api of [invited, member]) await api.dispose();
	});
});
