import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { buildPseudoLocale } from "../../apps/web/testing/pseudo-locale.ts";
import { beginPlaying, galleryPages } from "../../tools/gallery/pages.ts";
import { PHONE } from "../testing/browser.ts";
import { setUpServer } from "../testing/server-fixture.ts";

const ENGLISH = path.resolve(import.meta.dirname, "../../apps/web/i18n/locale/en.json");

/** Lists every text that is shown or read aloud: text nodes, and attributes that name or describe an element. */
const LIST_TEXTS = `(() => {
	const texts = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const parent = node.parentElement;
		if (parent && !parent.closest("script, style, noscript, template, svg text")) texts.push(node.data);
	}
	for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], img[alt]"))
		for (const name of ["aria-label", "placeholder", "title", "alt"]) texts.push(element.getAttribute(name) ?? "");
	return texts.map((text) => text.trim()).filter(Boolean);
})()`;

/** Lists the country names of the browser, which are in no catalogue. */
const LIST_COUNTRIES = `(() => {
	const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
	const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
	return letters.flatMap((one) => letters.map((two) => names.of(one + two))).filter(Boolean);
})()`;

/** Numbers, money, times and abbreviations, which are formatted by the language's rules. */
const FORMATTED_VALUE =
	/^[^a-zA-Z]*((\d|[$−+–%])[\w$.,:%−+/ ()]*|(Mon|Tue|Wed|Thu|Fri|Sat|Sun) .*|[A-Z]{1,4}(\/[A-Z]{1,4})*)[^a-zA-Z]*$/;

/** Languages are listed by their own names; the component library has its own text for screen readers. */
const UNTRANSLATED = ["English", "Français", "Dismiss"];
/** The name of a device and its browser. */
const DEVICE = /^(Headless)?Chrome · \w+$/;
/** Abbreviations of clubs, match-ups, and ranks by position. */
const CLUBS_AND_RANKS = /^([A-Z]{2,4} )?(@ ?|v )?[A-Z]{2,4}( \d+)?( · [A-Z]{2,4} \d+)*$/;
/** The component review page shows invented players, whose names are in no response. */
const COMPONENTS_PAGE = "components";

const normalise = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, " ")
		.trim();

/** The letters and digits of a JSON response, with the full names of its players added. */
function normaliseJson(json: string): string {
	const text = json.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
	const people = [...text.matchAll(/"firstName":"([^"]*)","lastName":"([^"]*)"/g)];
	return normalise(`${text} ${people.map(([, first, last]) => `${first} ${last}`).join(" ")}`);
}

test.describe("pseudo-locale", () => {
	const fixture = setUpServer();

	/** Collects the data that the server sends to the page, because names are in no catalogue. */
	function collectResponses(page: Page): () => Promise<string> {
		const responses: Promise<string>[] = [];
		page.on("response", (response) => {
			const isData = response.headers()["content-type"]?.includes("json") && !response.url().includes("/assets/");
			if (!isData || response.status() >= 300) return;
			responses.push(response.text().then(normaliseJson, () => ""));
		});
		return async () => (await Promise.all(responses)).join(" ");
	}

	test("every page takes its texts from the catalogue and fits a phone when they are a third longer", async () => {
		const { page, errors, close } = await fixture.openSession(PHONE);
		const catalogue = JSON.stringify(buildPseudoLocale(JSON.parse(readFileSync(ENGLISH, "utf8"))));
		await page.route(/\/assets\/en-[\w-]+\.json$/, (route) =>
			route.fulfill({ body: catalogue, contentType: "application/json" }),
		);
		const getResponseText = collectResponses(page);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await beginPlaying(page.request);
		const countries = new Set(await page.evaluate<string[]>(LIST_COUNTRIES));
		const problems: string[] = [];
		for (const { address, name } of (await galleryPages(page.request)).filter(
			({ isConsole, name }) => !isConsole && name !== COMPONENTS_PAGE,
		)) {
			await page.goto(address);
			await page.getByText("⟦").first().waitFor();
			await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
			const data = await getResponseText();
			const untranslated = (await page.evaluate<string[]>(LIST_TEXTS)).filter((text) => {
				if (
					text.includes("⟦") ||
					text.includes("⟧") ||
					FORMATTED_VALUE.test(text) ||
					UNTRANSLATED.includes(text) ||
					countries.has(text) ||
					CLUBS_AND_RANKS.test(text) ||
					DEVICE.test(text) ||
					!/[a-z]{2}/i.test(text)
				)
					return false;
				return !data.includes(normalise(text));
			});
			const overflow = await page.evaluate<number>(
				"document.documentElement.scrollWidth - document.documentElement.clientWidth",
			);
			if (overflow > 0) problems.push(`${name}: ${overflow} px too wide`);
			for (const text of new Set(untranslated)) problems.push(`${name}: ${text}`);
		}
		expect(problems).toEqual([]);
		expect(errors).toEqual([]);
		await close();
	});
});
