import { type APIRequestContext, expect, request, test } from "@playwright/test";
import { DESKTOP, PHONE } from "./testing/browser.ts";
import { findAccessibilityIssues, getHorizontalOverflow } from "./testing/page-checks.ts";
import type { RunningServer } from "./testing/server.ts";
import { setUpServer } from "./testing/server-fixture.ts";
import { signUp } from "./testing/sign-up.ts";
import { getSuccess, registerManager } from "./testing/team.ts";

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
async function verifyAddress(server: RunningServer, api: APIRequestContext): Promise<void> {
	const { stdout: list } = await server.fb("mail", "list");
	const [newest] = list.split("\n").filter((line) => line.includes("verify-email"));
	const { stdout } = await server.fb("mail", "show", /\d+/.exec(newest ?? "")?.[0] ?? "");
	const [, token] = /\/verify-email#([\w-]+)/.exec(stdout) ?? [];
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

	const devices = [
		{ width: 1280, size: DESKTOP, name: "Marama", options: {}, members: ["Commissioner's own"] },
		{
			width: 390,
			size: PHONE,
			name: "Bindi",
			options: { touch: true },
			members: ["Commissioner's own", "Marama on the Ball"],
		},
	];
	for (const { width, size, name, options, members } of devices)
		test(`a visitor who accepts an emailed invitation and signs up is in the league, at ${width} px (D2.2.36, D2.2.109)`, async () => {
			// The invited address has an account, whose list shows whether the invitation is still pending.
			const invited = await registerWithoutPage(`${name}Invited`);
			await verifyAddress(fixture.server, invited);
			await post(commissioner, `/fantasy/league/${league}/invite`, {
				leagueId: league,
				invites: [{ email: `${name.toLowerCase()}invited@example.org` }],
			});
			expect(await countPendingInvitations(invited)).toBe(1);
			const link = await getInvitationLink(fixture.server);

			const { page, errors, close } = await fixture.openSession(size, options);
			await page.goto(link);
			await page.getByRole("heading", { name: LEAGUE }).waitFor();
			expect(await findAccessibilityIssues(page)).toEqual([]);
			await page.getByText("Commissioner: Commissioner's own").waitFor();
			await expect(page.getByRole("heading", { name: "Teams" }).locator("xpath=following-sibling::ul/li")).toHaveText(
				members,
			);
			await page.getByRole("button", { name: `Sign in to join: ${LEAGUE}` }).click();
			await page.waitForURL((url) => url.pathname === "/");
			await signUp(page, {
				firstName: name,
				lastName: "Newcomer",
				email: `${name.toLowerCase()}@example.org`,
				teamName: `${name} on the Ball`,
			});
			await page.waitForURL(`**${link}`);
			await page.getByRole("dialog", { name: "League joined" }).waitFor();
			expect(await findAccessibilityIssues(page)).toEqual([]);
			await page.getByRole("button", { name: "View League" }).click();
			await page.waitForURL(`**/leagues/${league}/about`);
			expect(await getHorizontalOverflow(page)).toBe(0);
			expect(await countPendingInvitations(invited)).toBe(0);
			expect(errors).toEqual([]);
			await close();
			await invited.dispose();
		});
});
