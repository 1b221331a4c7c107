import { expect, test } from "@playwright/test";
import { PHONE } from "../testing/browser/browser.ts";
import { expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { registerManager } from "../testing/browser/team.ts";

test.describe("access tokens", () => {
	const fixture = setUpServer();

	test("a manager creates a token, reads with it, and revokes it (D2.9.85, D2.9.86)", async () => {
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page, close } = session;
		const send = (path: string, token: string) =>
			fetch(`${fixture.server.url}/api/en${path}`, { headers: { authorization: `Bearer ${token}` } });
		await registerManager(page.request, "Tess");
		await page.goto("/my-account");
		await expect(page.getByText("You have no access tokens.")).toBeVisible();
		await page.getByRole("button", { name: "New token" }).click();
		await page.getByLabel("Name of the token").fill("Ladder bot");
		await page.getByText("See your team", { exact: false }).click();
		await expectNoProblemsOnPhoneAndDesktop(session);
		await page.getByRole("button", { name: "Create token" }).click();
		const shownToken = page.getByText(/^fbt_[\w-]{43}$/);
		const token = (await shownToken.textContent()) ?? "";
		const warning = page.getByText("Copy your token now. You won't see it again.");
		await expectNoProblemsOnPhoneAndDesktop(session, warning, shownToken);

		const rankings = await send("/fantasy/ranks/open-league", token);
		expect(rankings.status).toBe(200);
		expect((await rankings.json()).success.rankings.length).toBeGreaterThan(5);
		expect((await send("/fantasy/team/show-my", token)).status).toBe(403);
		await page.reload();
		await expect(page.getByText(/^Last used /)).toBeVisible();
		await expect(page.getByText(token)).toBeHidden();
		await page.getByRole("button", { name: "Revoke token: Ladder bot" }).click();
		await expect(page.getByText("You have no access tokens.")).toBeVisible();
		await expect.poll(async () => (await send("/fantasy/ranks/open-league", token)).status).toBe(401);
		expect(session.errors).toEqual([]);
		await close();
	});

	test("a manager subscribes to her calendar, and turns its address off [D2.9.292]", async () => {
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page, close } = session;
		const read = (address: string) => page.request.get(address);
		await registerManager(page.request, "Cal");
		await page.goto("/match-centre");
		const link = page.getByRole("link", { name: "Add to my calendar" });
		await expectNoProblemsOnPhoneAndDesktop(session, link);
		const season = ((await link.getAttribute("href")) ?? "").replace("webcal:", "http:");
		expect(await (await read(season)).text()).toContain("BEGIN:VCALENDAR");
		await page.goto("/my-account");
		await page.getByRole("button", { name: "Create my address" }).click();
		const address = page.getByText(/\/calendar\/en\/.+\.ics$/);
		await expectNoProblemsOnPhoneAndDesktop(session, address);
		const url = (await address.textContent()) ?? "";
		expect(await (await read(url)).text()).toContain("BEGIN:VCALENDAR");
		await page.getByRole("button", { name: "Turn off my address" }).click();
		await page.getByRole("button", { name: "Create my address" }).waitFor();
		expect((await read(url)).status()).toBe(404);
		expect(session.errors).toEqual([]);
		await close();
	});
});
