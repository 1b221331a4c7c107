import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { buildPseudoLocale } from "../../apps/web/testing/pseudo-locale.ts";
import { beginPlaying, galleryPages } from "../../tools/gallery/pages.ts";
import { PHONE } from "../testing/browser.ts";
import { setStage } from "../testing/stage.ts";

const ENGLISH = path.resolve(import.meta.dirname, "../../apps/web/i18n/locale/en.json");

/** Every text that can be seen or is read aloud: what stands between tags, and what names or describes an element. */
const TEXTS = `(() => {
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

/** What the browser calls the countries: no catalogue has them. */
const COUNTRIES = `(() => {
	const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
	const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
	return letters.flatMap((one) => letters.map((two) => names.of(one + two))).filter(Boolean);
})()`;

/** Words of numbers, money, times and lines, which are written by the language's own rules, and the game's short marks. */
const WRITTEN =
	/^[^a-zA-Z]*((\d|[$−+–%])[\w$.,:%−+/ ()]*|(Mon|Tue|Wed|Thu|Fri|Sat|Sun) .*|[A-Z]{1,4}(\/[A-Z]{1,4})*)[^a-zA-Z]*$/;

/** Languages are listed in their own words; the component library has its own for what only screen readers meet. */
const OTHERS = ["English", "Français", "Dismiss"];
/** A device as its own makers call it. */
const DEVICE = /^(Headless)?Chrome · \w+$/;
/** Clubs by their short names, who plays whom, and ranks in the lines. */
const MARKS = /^([A-Z]{2,4} )?(@ ?|v )?[A-Z]{2,4}( \d+)?( · [A-Z]{2,4} \d+)*$/;
/** Shows made-up players: its names are its own. */
const REVIEW = "components";

const lettersOf = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, " ")
		.trim();

/** The letters of an answer in JSON, and of the full names in it. */
function wordsOf(json: string): string {
	const text = json.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) =>
		String.fromCharCode(Number.parseInt(code, 16)),
	);
	const people = [...text.matchAll(/"firstName":"([^"]*)","lastName":"([^"]*)"/g)];
	return lettersOf(`${text} ${people.map(([, first, last]) => `${first} ${last}`).join(" ")}`);
}

test.describe("pseudo-locale", () => {
	const stage = setStage();

	/** Everything that the server has told the page so far: names and other data are in no catalogue. */
	function listen(page: Page): () => Promise<string> {
		const answers: Promise<string>[] = [];
		page.on("response", (response) => {
			const isData = response.headers()["content-type"]?.includes("json") && !response.url().includes("/assets/");
			if (!isData || response.status() >= 300) return;
			answers.push(response.text().then(wordsOf, () => ""));
		});
		return async () => (await Promise.all(answers)).join(" ");
	}

	test("every page takes its texts from the catalogue and fits a phone when they are a third longer", async () => {
		const { page, faults, close } = await stage.visit(PHONE);
		const words = JSON.stringify(buildPseudoLocale(JSON.parse(readFileSync(ENGLISH, "utf8"))));
		await page.route(/\/assets\/en-[\w-]+\.json$/, (route) =>
			route.fulfill({ body: words, contentType: "application/json" }),
		);
		const heard = listen(page);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await beginPlaying(page.request);
		const countries = new Set(await page.evaluate<string[]>(COUNTRIES));
		const found: string[] = [];
		for (const { address, name } of (await galleryPages(page.request)).filter(
			({ isConsole, name }) => !isConsole && name !== REVIEW,
		)) {
			await page.goto(address);
			await page.getByText("⟦").first().waitFor();
			await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
			const data = await heard();
			const strange = (await page.evaluate<string[]>(TEXTS)).filter((text) => {
				if (
					text.includes("⟦") ||
					text.includes("⟧") ||
					WRITTEN.test(text) ||
					OTHERS.includes(text) ||
					countries.has(text) ||
					MARKS.test(text) ||
					DEVICE.test(text) ||
					!/[a-z]{2}/i.test(text)
				)
					return false;
				return !data.includes(lettersOf(text));
			});
			const sideways = await page.evaluate<number>(
				"document.documentElement.scrollWidth - document.documentElement.clientWidth",
			);
			if (sideways > 0) found.push(`${name}: ${sideways} px too wide`);
			for (const text of new Set(strange)) found.push(`${name}: ${text}`);
		}
		expect(found).toEqual([]);
		expect(faults).toEqual([]);
		await close();
	});
});
