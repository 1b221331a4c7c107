import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { DESKTOP } from "./testing/browser.ts";
import { startDemoServer } from "./testing/demo-server.ts";
import { setStage } from "./testing/stage.ts";

/** An advertiser's page that tries whatever it should not be able to do, and says in its title how it went. */
const HOSTILE_AD = `<!doctype html><title>trying</title><a href="https://example.org/" target="_top">Buy</a><script>
const went = {};
const attempt = (name, deed) => {
	try { went[name] = String(deed()); } catch { went[name] = "refused"; }
};
const ask = (name, address, init) => fetch(address, init).then((answer) => answer.text()).then(
	(text) => { went[name] = text; },
	() => { went[name] = "refused"; },
);
attempt("page", () => parent.document.title);
attempt("cookie", () => document.cookie);
attempt("storage", () => localStorage.length);
attempt("worker", () => navigator.serviceWorker.controller);
attempt("top", () => { top.location = "/nowhere"; return "went"; });
Promise.all([
	ask("user", "/api/en/user", { credentials: "include" }),
	ask("post", "/api/en/auth/logout", { method: "POST", credentials: "include" }),
]).then(() => { document.title = JSON.stringify(went); });
</script>`;

const HOSTILE_HELP = `# Rules <img src=x onerror="self.hacked = 1">

## Start <script>self.hacked = 1</script>

Text <img src=x onerror="self.hacked = 1"> <script>self.hacked = 1</script> <iframe src="javascript:self.hacked = 1"></iframe>

[press](javascript:self.hacked=1) [data](data:text/html,x) [far](//example.org) [back](/\\example.org) [near](/help/faqs)

![picture](x" onerror="self.hacked=1)
`;

test.describe("operator's help articles and ads", () => {
	let folder = "";
	const stage = setStage(async () => {
		folder = await mkdtemp(path.join(tmpdir(), "own-files-"));
		await mkdir(path.join(folder, "help/en"), { recursive: true });
		await writeFile(path.join(folder, "help/en/1-game-rules.md"), HOSTILE_HELP);
		await writeFile(path.join(folder, "help/en/2-faqs.md"), "# FAQs\n");
		await writeFile(path.join(folder, "top-lb.html"), HOSTILE_AD);
		const env = { HELP_DIR: path.join(folder, "help"), ADS_DIR: folder };
		return startDemoServer(env);
	});
	test.afterAll(async () => {
		if (folder) await rm(folder, { recursive: true });
	});

	test("an operator's help articles cannot inject HTML or scripts, and an invalid one is reported at startup", async () => {
		expect(stage.server.output()).toContain("HELP_DIR: en/2-faqs.md is not used: it has no article");
		const { page, faults, close } = await stage.visit(DESKTOP);
		const sent = async () => (await page.request.get("/help/game-rules")).text();
		await expect.poll(sent).toContain("Start &lt;script&gt;");
		const live = /<img src=x|<script>|(src|href)="(javascript|data:|\/\/|\/\\)/.exec(await sent());
		expect(live?.[0]).toBeUndefined();
		await page.goto("/help/game-rules", { waitUntil: "networkidle" });
		const main = page.getByRole("main");
		await main.getByText('Text <img src=x onerror="self.hacked = 1">').waitFor();
		const links = main.getByRole("article").getByRole("link");
		await expect(links).toHaveText(["near"]);
		expect(await page.evaluate("self.hacked")).toBeUndefined();
		expect(faults).toEqual([]);
		await page.goto("/help/faqs");
		await page.getByRole("heading", { name: "What does it cost to play?" }).waitFor();
		await close();
	});

	test("an operator's ads cannot read the page or the session, or navigate it without a click", async () => {
		const { page, close } = await stage.visit(DESKTOP);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await page.goto("/leagues");
		await page.getByRole("heading", { name: "My leagues", level: 1 }).waitFor();
		const titleOfAd = async () => {
			const frame = page.frames().find((each) => each.url().endsWith("/ads/top-lb.html"));
			return (await frame?.title()) ?? "";
		};
		await expect.poll(titleOfAd).toMatch(/^\{/);
		const went = JSON.parse(await titleOfAd());
		expect(went).toMatchObject({ page: "refused", cookie: "refused", storage: "refused", worker: "refused" });
		expect([went.user, went.post]).toEqual(["refused", "refused"]);
		expect(new URL(page.url()).pathname).toBe("/leagues");
		expect((await page.request.get("/api/en/user")).ok()).toBe(true);
		await close();
	});
});
