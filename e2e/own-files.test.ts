import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { DESKTOP } from "../testing/browser/browser.ts";
import { startDemoServer } from "../testing/browser/demo-server.ts";
import { setUpServer } from "../testing/browser/server-fixture.ts";

/** An ad that attempts everything it must not do and writes the results into its title. */
const HOSTILE_AD = `<!doctype html><title>trying</title><a href="https://example.org/" target="_top">Buy</a><script>
const results = {};
const attempt = (name, action) => {
	try { results[name] = String(action()); } catch { results[name] = "refused"; }
};
const request = (name, address, init) => fetch(address, init).then((response) => response.text()).then(
	(text) => { results[name] = text; },
	() => { results[name] = "refused"; },
);
attempt("page", () => parent.document.title);
attempt("cookie", () => document.cookie);
attempt("storage", () => localStorage.length);
attempt("worker", () => navigator.serviceWorker.controller);
attempt("top", () => { top.location = "/nowhere"; return "navigated"; });
Promise.all([
	request("user", "/api/en/user", { credentials: "include" }),
	request("post", "/api/en/auth/logout", { method: "POST", credentials: "include" }),
]).then(() => { document.title = JSON.stringify(results); });
</script>`;

const HOSTILE_HELP = `# Rules <img src=x onerror="self.hacked = 1">

## Start <script>self.hacked = 1</script>

Text <img src=x onerror="self.hacked = 1"> <script>self.hacked = 1</script> <iframe src="javascript:self.hacked = 1"></iframe>

[press](javascript:self.hacked=1) [data](data:text/html,x) [far](//example.org) [back](/\\example.org) [near](/help/faqs)

![picture](x" onerror="self.hacked=1)
`;

test.describe("operator's help articles and ads", () => {
	let folder = "";
	const fixture = setUpServer(async () => {
		folder = await mkdtemp(path.join(tmpdir(), "own-files-"));
		await mkdir(path.join(folder, "help/en"), { recursive: true });
		await writeFile(path.join(folder, "help/en/1-game-rules.md"), HOSTILE_HELP);
		await writeFile(path.join(folder, "help/en/2-faqs.md"), "# FAQs\n");
		await writeFile(path.join(folder, "top-lb.html"), HOSTILE_AD);
		const env = { HELP_DIR: path.join(folder, "help"), ADS: "on", ADS_DIR: folder };
		return startDemoServer(env);
	});
	test.afterAll(async () => {
		if (folder) await rm(folder, { recursive: true });
	});

	test("an operator's help cannot inject HTML, and invalid files are reported", async () => {
		expect(fixture.server.getOutput()).toContain("HELP_DIR: en/2-faqs.md is not used: it has no article");
		const { page, errors, close } = await fixture.openSession(DESKTOP);
		const getHtml = async () => (await page.request.get("/help/game-rules")).text();
		await expect.poll(getHtml).toContain("Start &lt;script&gt;");
		const unescaped = /<img src=x|<script>|(src|href)="(javascript|data:|\/\/|\/\\)/.exec(await getHtml());
		expect(unescaped?.[0]).toBeUndefined();
		await page.goto("/help/game-rules", { waitUntil: "networkidle" });
		const main = page.getByRole("main");
		await main.getByText('Text <img src=x onerror="self.hacked = 1">').waitFor();
		const links = main.getByRole("article").getByRole("link");
		await expect(links).toHaveText(["near"]);
		expect(await page.evaluate("self.hacked")).toBeUndefined();
		expect(errors).toEqual([]);
		await page.goto("/help/faqs");
		await page.getByRole("heading", { name: "What does it cost to play?" }).waitFor();
		await close();
	});

	test("an operator's ads cannot read or navigate the page", async () => {
		const { page, close } = await fixture.openSession(DESKTOP);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await page.goto("/leagues");
		await page.getByRole("heading", { name: "My leagues", level: 1 }).waitFor();
		const getAdTitle = async () => {
			const frame = page.frames().find((child) => child.url().endsWith("/ads/top-lb.html"));
			return (await frame?.title()) ?? "";
		};
		await expect.poll(getAdTitle).toMatch(/^\{/);
		const results = JSON.parse(await getAdTitle());
		expect(results).toMatchObject({ page: "refused", cookie: "refused", storage: "refused", worker: "refused" });
		expect([results.user, results.post]).toEqual(["refused", "refused"]);
		expect(new URL(page.url()).pathname).toBe("/leagues");
		expect((await page.request.get("/api/en/user")).ok()).toBe(true);
		await close();
	});
});
