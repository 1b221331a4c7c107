import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, DESKTOP, PHONE, seriousFindings, sidewaysScroll } from "./testing/browser.ts";
import type { RunningServer } from "./testing/server.ts";
import { signUp } from "./testing/sign-up.ts";
import { setStage } from "./testing/stage.ts";
import { newManager, success } from "./testing/team.ts";

const LEAGUE = "Boundary Riders";

/** The link of the newest invitation in the outbox. */
async function mailedLink(server: RunningServer): Promise<string> {
	const { stdout: list } = await server.fb("mail", "list");
	const [newest] = list.split("\n").filter((line) => line.includes("league-invite"));
	const { stdout } = await server.fb("mail", "show", /\d+/.exec(newest ?? "")?.[0] ?? "");
	const [link] = /\/leagues\/join\/[A-Z2-9]{6}\?invite=[\w-]+/.exec(stdout) ?? [];
	if (!link) throw new Error(`no invitation's link in:\n${list}\n${stdout}`);
	return link;
}

/** Follows the link of the newest mail that asks for it, as whoever reads the mail does. */
async function verifyAddress(server: RunningServer, page: Page): Promise<void> {
	const { stdout: list } = await server.fb("mail", "list");
	const [newest] = list.split("\n").filter((line) => line.includes("verify-email"));
	const { stdout } = await server.fb("mail", "show", /\d+/.exec(newest ?? "")?.[0] ?? "");
	const [, token] = /\/verify-email#([\w-]+)/.exec(stdout) ?? [];
	const answer = await page.request.post("/api/en/user/verify-email", { data: { token } });
	expect(await answer.text()).toContain("@example.org");
}

const pendingOf = async (page: Page): Promise<number> =>
	(await success<{ invites: unknown[] }>(page, "/fantasy/league/user-invites")).invites.length;

test.describe("league invitations", () => {
	const stage = setStage();
	let commissioner: BrowserSession;
	let league = 0;
	const post = async (page: Page, path: string, data: object) => {
		const answer = await page.request.post(`/api/en${path}`, { data });
		expect(answer.ok()).toBe(true);
		return (await answer.json()).success;
	};

	test.beforeAll(async () => {
		commissioner = await newManager(stage.browser, stage.server, DESKTOP, "Commissioner");
		const { request } = commissioner.page;
		const rounds = await (await request.get("/json/fantasy/rounds.json")).json();
		const startId = rounds.find(({ status }: { status: string }) => status === "scheduled").id;
		const details = { name: LEAGUE, startId, type: "open", privacy: "private", size: 10 };
		league = (await post(commissioner.page, "/fantasy/league", details)).id;
	});

	const windows = [
		{ width: 1280, size: DESKTOP, name: "Marama", options: {} },
		{ width: 390, size: PHONE, name: "Bindi", options: { touch: true } },
	];
	for (const { width, size, name, options } of windows)
		test(`a visitor who follows an emailed invitation and signs up returns to it and joins the league, at ${width} px (D2.2.36)`, async () => {
			// The address that was invited is somebody's: her list shows what becomes of the invitation.
			const invited = await newManager(stage.browser, stage.server, size, `${name}Invited`, options);
			await verifyAddress(stage.server, invited.page);
			await post(commissioner.page, `/fantasy/league/${league}/invite`, {
				leagueId: league,
				invites: [{ email: `${name.toLowerCase()}invited@example.org` }],
			});
			expect(await pendingOf(invited.page)).toBe(1);
			const link = await mailedLink(stage.server);

			const { page, faults, close } = await stage.visit(size, options);
			await page.goto(link);
			await page.getByRole("heading", { name: LEAGUE }).waitFor();
			expect(await seriousFindings(page)).toEqual([]);
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
			expect(await seriousFindings(page)).toEqual([]);
			await page.getByRole("button", { name: "View League" }).click();
			await page.waitForURL(`**/leagues/${league}/about`);
			expect(await sidewaysScroll(page)).toBe(0);
			expect(await pendingOf(invited.page)).toBe(0);
			expect(faults).toEqual([]);
			await close();
			await invited.close();
		});
});
