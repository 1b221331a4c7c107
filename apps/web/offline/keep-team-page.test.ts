import { beforeEach, expect, test, vi } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import en from "../i18n/locale/en.json";
import { keepTeamPage } from "./keep-team-page.ts";

createI18n(en);

const kept = new Map<string, Response>();
const cache = {
	put: async (url: string, response: Response) => void kept.set(url, response),
	delete: async (url: string) => kept.delete(url),
};
const readKept = async () => (await kept.get("/kept-page")?.text()) ?? null;

beforeEach(() => {
	kept.clear();
	vi.stubGlobal("caches", { open: async () => cache });
	localStorage.clear();
	localStorage.setItem("account", "7");
	Object.defineProperty(document, "cookie", { value: "signed_in=u7", configurable: true });
	history.replaceState(null, "", "/team");
	document.body.innerHTML = `<div id="root"><main><h1>Kicks</h1><p role="timer">4d 02:39</p>
		<aside>Pool</aside><span class="spoken">Captain</span></main></div>
		<script type="module" src="/assets/index-1.js"></script>`;
});

test("the team's page is kept inert, without pool and times [D2.9.915]", async () => {
	await keepTeamPage(Date.parse("2026-11-28T10:00:00Z"));
	const page = document.createElement("div");
	page.innerHTML = (await readKept()) ?? "";
	const [shown] = page.children;
	expect(shown?.hasAttribute("inert")).toBe(true);
	expect(page.querySelector("h1")?.textContent).toBe("Kicks");
	expect(page.textContent).not.toMatch(/Pool|Captain/);
	expect(page.querySelector<HTMLElement>("[role=timer]")?.style.visibility).toBe("hidden");
	expect(kept.get("/kept-page")?.headers.get("x-kept-page-user")).toBe("u7");
	expect(document.querySelector("aside")?.textContent).toBe("Pool");
});

test("the page is kept while a toast is shown [D2.9.917]", async () => {
	document.body.insertAdjacentHTML("beforeend", "<div role='alertdialog' aria-modal='false'>Team saved</div>");
	await keepTeamPage(Date.now());
	expect(await readKept()).toContain("Kicks");
});

test.each([
	["another page", () => history.replaceState(null, "", "/team?round=3")],
	["a page below an open dialog", () => document.body.insertAdjacentHTML("beforeend", "<div role='dialog'></div>")],
	["a page that is too large", () => document.querySelector("main")?.append("x".repeat(400_000))],
	["another account's page", () => localStorage.setItem("account", "8")],
])("%s is not kept [D2.9.917]", async (_, change) => {
	change();
	await keepTeamPage(Date.now());
	expect(await readKept()).toBeNull();
});

test("a page that is kept while she signs out is deleted again [D2.9.917]", async () => {
	const keeping = keepTeamPage(Date.now());
	localStorage.removeItem("account");
	await keeping;
	expect(await readKept()).toBeNull();
});
