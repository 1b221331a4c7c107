import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE } from "./testing/browser.ts";
import { findAccessibilityIssues, getHorizontalOverflow } from "./testing/page-checks.ts";
import type { RunningServer } from "./testing/server.ts";
import { setUpServer } from "./testing/server-fixture.ts";
import { signUp } from "./testing/sign-up.ts";
import { createManager, getSuccess } from "./testing/team.ts";

const LEAGUE = "Boundary Riders";

/** Gets the link of the newest invitation in the outbox. */
async function getInvitationLink(server: RunningServer): Promise<string> {
	const { stdout: list } = await server.fb("mail", "list");
	const [newest] = list.split("\n").filter((line) => line.includes("league-invite"));
	const { stdout } = await server.fb("mail", "show", /\d+/.exec(newest ?? "")?.[0] ?? "");
	const [link] = /\/leagues\/join\/[A-Z2-9]{6}\?invite=[\w-]+/.exec(stdout) ?? [];
	if (!link) throw new Error(`No invitation link in:\n${list}\n${stdout}`);
	return link;
}

/** Verifies the address of the newest verification email in the outbox. */
async function verifyAddress(server: RunningServer, page: Page): Promise<void> {
	const { stdout: list } = await server.fb("mail", "list");
	const [newest] = list.split("\n").filter((line) => line.includes("verify-email"));
	const { stdout } = await server.fb("mail", "show", /\d+/.exec(newest ?? "")?.[0] ?? "");
	const [, token] = /\/verify-email#([\w-]+)/.exec(stdout) ?? [];
	const response = await page.request.post("/api/en/user/verify-email", { data: { token } });
	expect(await response.text()).toContain("@example.org");
}

const countPendingInvitations = async (page: Page): Promise<number> =>
	(await getSuccess<{ invites: unknown[] }>(page, "/fantasy/league/user-invites")).invites.length;

test.describe("league invitations", () => {
	const fixture = setUpServer();
	let commissioner: BrowserSession;
	let league = 0;
	const post = async (page: Page, path: string, data: object) => {
		const response = await page.request.post(`/api/en${path}`, { data });
		expect(response.ok()).toBe(true);
		return (await response.json()).success;
	};

	test.beforeAll(async () => {
		commissioner = await createManager(fixture.browser, fixture.server, DESKTOP, "Commissioner");
		const { request } = commissioner.page;
		const rounds = await (await request.get("/json/fantasy/rounds.json")).json();
		const startId = rounds.find(({ status }: { status: string }) => status === "scheduled").id;
		const details = { name: LEAGUE, startId, type: "open", privacy: "private", size: 10 };
		league = (await post(commissioner.page, "/fantasy/league", details)).id;
	});

	const devices = [
		{ width: 1280, size: DESKTOP, name: "Marama", options: {} },
		{ width: 390, size: PHONE, name: "Bindi", options: { touch: true } },
	];
	for (const { width, size, name, options } of devices)
		test(`a visitor who follows an emailed invitation and signs up returns to it and joins the league, at ${width} px (D2.2.36)`, async () => {
			// The invited address has an account, whose list shows whether the invitation is still pending.
			const invited = await createManager(fixture.browser, fixture.server, size, `${name}Invited`, options);
			await verifyAddress(fixture.server, invited.page);
			await post(commissioner.page, `/fantasy/league/${league}/invite`, {
				leagueId: league,
				invites: [{ email: `${name.toLowerCase()}invited@example.org` }],
			});
			expect(await countPendingInvitations(invited.page)).toBe(1);
			const link = await getInvitationLink(fixture.server);

			const { page, errors, close } = await fixture.openSession(size, options);
			await page.goto(link);
			await page.getByRole("heading", { name: LEAGUE }).waitFor();
			expect(await findAccessibilityIssues(page)).toEqual([]);
			await page.getByRole("link", { name: "Login", exact: true }).click();
			await page.waitForURL((url) => url.pathname === "/");
			await signUp(page, {
				firstName: name,
				lastName: "Newcomer",
				email: `${name.toLowerCase()}@example.org`,
				teamName: `${name} on the Ball`,
			});
			await page.waitForURL(`**${link}`);
			await page.getByRole("button", { name: `Join ${LEAGUE}` }).click();
			await page.getByRole("dialog", { name: "League joined" }).waitFor();
			expect(await findAccessibilityIssues(page)).toEqual([]);
			await page.getByRole("button", { name: "View League" }).click();
			await page.waitForURL(`**/leagues/${league}/about`);
			expect(await getHorizontalOverflow(page)).toBe(0);
			expect(await countPendingInvitations(invited.page)).toBe(0);
			expect(errors).toEqual([]);
			await close();
			await invited.close();
		});
});
