import { expect, type Page, test } from "@playwright/test";
import { type BrowserSession, PHONE } from "../testing/browser/browser.ts";
import { expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { registerManager } from "../testing/browser/team.ts";

const PASSWORD = "a long kick to the square";

/** Adds a virtual authenticator to the page, which stores passkeys and approves every request. */
async function addAuthenticator({ page }: BrowserSession) {
	const session = await page.context().newCDPSession(page);
	await session.send("WebAuthn.enable", { enableUI: false });
	const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return {
		setPresence: (enabled: boolean) =>
			session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
		countPasskeys: async () => {
			const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
			return credentials.length;
		},
	};
}

async function addPasskey(page: Page, name: string): Promise<void> {
	await page.getByLabel("Name of the passkey").fill(name);
	const form = page.locator("form", { has: page.getByRole("heading", { name: "Passkeys" }) });
	await form.getByLabel("Current password").fill(PASSWORD);
	await form.getByRole("button", { name: "Add a passkey" }).click();
	await expect(page.getByRole("button", { name: `Remove passkey: ${name}` })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
	// An open page would be told that its session has ended, and be where the next sign-in leads.
	await page.goto("about:blank");
	await page.request.post("/api/en/auth/logout", { data: {} });
	await page.context().clearCookies();
	await page.goto("/");
}

test.describe("passkeys", () => {
	const fixture = setUpServer();

	test("a manager adds a passkey, signs in with it, removes it", async () => {
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page, close } = session;
		const authenticator = await addAuthenticator(session);
		await registerManager(page.request, "Kit");
		await page.goto("/my-account");
		await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
		await addPasskey(page, "Phone");
		expect(await authenticator.countPasskeys()).toBe(1);
		await expectNoProblemsOnPhoneAndDesktop(session, page.getByText(/^Added .*, not used yet$/));

		// Otherwise the passkey that the browser suggests in the email field would sign her in at once.
		await authenticator.setPresence(false);
		await signOut(page);
		await page.getByRole("button", { name: "Sign in", exact: true }).first().click();
		await page.waitForURL("**/oidc/**");
		await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
		await expectNoProblemsOnPhoneAndDesktop(session, page.getByRole("button", { name: "Sign in with a passkey" }));
		await authenticator.setPresence(true);
		await page.getByRole("button", { name: "Sign in with a passkey" }).click();
		await page.waitForURL("**/team");

		await page.goto("/my-account");
		await expect(page.getByText(/^Last used /)).toBeVisible();
		await page.getByRole("button", { name: "Remove passkey: Phone" }).click();
		await expectNoProblemsOnPhoneAndDesktop(session, page.getByText("You have no passkeys yet."));
		await close();
	});

	test("the passkey suggested in the email field signs in", async () => {
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page, close } = session;
		const authenticator = await addAuthenticator(session);
		await registerManager(page.request, "Hint");
		await page.goto("/my-account");
		await addPasskey(page, "Phone");
		expect(await authenticator.countPasskeys()).toBe(1);
		await signOut(page);
		await page.getByRole("button", { name: "Sign in", exact: true }).first().click();
		await page.waitForURL("**/team");
		expect(session.errors).toEqual([]);
		await close();
	});
});
