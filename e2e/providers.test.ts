import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PHONE } from "../testing/browser/browser.ts";
import { startDemoServer } from "../testing/browser/demo-server.ts";
import { expectNoProblemsOnPhoneAndDesktop } from "../testing/browser/page-checks.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";
import { startFakeProvider } from "../testing/services/fake-provider.ts";

test.describe("several identity providers", () => {
	let club: Awaited<ReturnType<typeof startFakeProvider>>;
	let school: Awaited<ReturnType<typeof startFakeProvider>>;
	let folder: string;
	const fixture = setUpServer(async () => {
		club = await startFakeProvider();
		school = await startFakeProvider();
		folder = mkdtempSync(path.join(tmpdir(), "providers-"));
		writeFileSync(path.join(folder, "secret"), club.oidc.clientSecret);
		const { clientId } = club.oidc;
		const file = path.join(folder, "providers.json");
		const providers = [
			{ id: "club", name: "Club ID", issuer: club.oidc.issuer, clientId, clientSecretFile: "secret" },
			{ id: "school", name: "School ID", issuer: school.oidc.issuer, clientId, clientSecretFile: "secret" },
		];
		writeFileSync(file, JSON.stringify(providers));
		return startDemoServer({ OIDC_PROVIDERS_FILE: file });
	});
	test.afterAll(async () => {
		club.close();
		school.close();
		rmSync(folder, { recursive: true });
	});

	test("a visitor chooses a provider's button and returns to register", async () => {
		const session = await fixture.openSession(PHONE, { touch: true });
		const { page, close } = session;
		// The provider signs her in at once.
		await page.route(`${school.oidc.issuer}/authorize**`, async (route) => {
			const query = new URL(route.request().url()).searchParams;
			const names = { given_name: "Ida", family_name: "Dent", email: "ida@school.example" };
			school.respond({ claims: { nonce: query.get("nonce"), ...names } });
			const back = new URLSearchParams({ code: "code-1", state: query.get("state") ?? "" });
			await route.fulfill({ status: 302, headers: { location: `${query.get("redirect_uri")}?${back}` } });
		});
		await page.goto("/");
		await expect(page.getByRole("main").getByRole("button", { name: /^Continue with / })).toHaveText([
			"Continue with Club ID",
			"Continue with School ID",
		]);
		await expect(page.getByRole("button", { name: "Play free" })).toHaveCount(0);
		await expectNoProblemsOnPhoneAndDesktop(session, page.getByRole("button", { name: "Continue with School ID" }));
		await page.getByRole("button", { name: "Continue with School ID" }).click();
		await page.waitForURL("**/login/callback**");
		await expectNoProblemsOnPhoneAndDesktop(session, page.getByText(/Ida/).first(), page.getByLabel("Team name"));
		await close();
	});
});
