import { HELP_FILES, helpArticle, helpCategory, helpSection, helpTab, tabOf } from "@first-bounce/contract/help";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { factsOf, withFacts } from "./facts.ts";
import { helpFor } from "./help-files.ts";

const shipped = helpFor("en", DEFAULT_SEASON_RULES);
const article = (title: string) => shipped.articles.find((each) => each.title === title)?.body ?? "";
/** A text as it is read: without the marks of its layout. */
const read = (body: string) => body.replaceAll(/[*>]/g, "").replaceAll(/\s+/g, " ");

describe("the help as it is shipped", () => {
	test("sections are the tabs of the documents, and the first is no prize page (D1.2.42)", () => {
		expect(shipped.sections.map(({ name }) => helpTab(name))).toEqual([
			...["game-rules", "faqs", "prizes", "contact-us", "terms", "privacy", "online-security"],
		]);
	});

	test("every section has articles, every article a text without a blank, an HTML tag or an unanswered fact", () => {
		for (const { id } of shipped.sections)
			expect(shipped.articles.filter(({ section_id }) => section_id === id).length).toBeGreaterThan(1);
		for (const { body, label_names } of shipped.articles) {
			expect(body.length).toBeGreaterThan(40);
			expect(body).not.toMatch(/\{\{|undefined|\bNaN\b|<[a-z/]/);
			expect(label_names.length).toBeGreaterThan(0);
		}
	});

	test("French says the same, article by article, of the same facts, at the same addresses, in its own words and numbers", () => {
		const french = helpFor("fr", DEFAULT_SEASON_RULES);
		expect(french.sections.map(tabOf)).toEqual(shipped.sections.map(tabOf));
		expect(french.articles.map(({ id }) => id)).toEqual(shipped.articles.map(({ id }) => id));
		const digits = (body: string) => body.replaceAll(/(?<=\d)[,\u00a0\u202f](?=\d{3})/g, "").match(/\d+/g) ?? [];
		for (const [index, { title, body, label_names }] of french.articles.entries()) {
			const english = shipped.articles[index];
			expect(body, title).not.toMatch(/\{\{|undefined|\bNaN\b|<[a-z/]|\b(the|your|and)\b/);
			expect([title === english?.title, label_names.length > 0]).toEqual([false, true]);
			// Words may stand for small numbers in one of them; every large one is a fact, and in both.
			const large = (text: string) => digits(text).filter((number) => Number(number) > 20);
			expect(large(body).toSorted(), title).toEqual(large(english?.body ?? "").toSorted());
		}
		expect(french.articles.map(({ body }) => read(body)).join(" ")).toContain("3 échanges par saison");
	});

	test("a fact that no rule answers is an error, not a blank", () => {
		expect(() => withFacts("{{nothing.such}}", factsOf(DEFAULT_SEASON_RULES))).toThrow("nothing.such");
	});
});

// Worked by hand from the documents: where a rule changes, this says so before a reader does.
describe("the worked examples", () => {
	test.each([
		["How points are scored", "15 × 3 + 8 × 3 + 5 × 3 + 4 × 4 + 1 × 1 + 2 × −3 + 1 × 6 + 1 × 1 = 102"],
		["Captain, vice captain and emergencies", "95 × 2 + 80 + 802 + 41 = 1,113"],
		["Captain, vice captain and emergencies", "80 × 2 + 802 + 41 = 1,003"],
		["Salary cap, bank and value", "costs $15,450,000, so $50,000 is in the bank"],
		["Salary cap, bank and value", "$50,000 + $600,000 − $640,000 leaves $10,000"],
		[
			"Prices and break-evens",
			"2/9 × ($720,000 − $500,000) + 1/6 × ($600,000 − $500,000) + 1/9 × ($480,000 − $500,000) = $63,333, so her new price is $563,000",
		],
		["Prices and break-evens", "Before that last 60, hers was 36"],
		["Prices and break-evens", "3 : 2 : 1. For this player that is 53.3"],
		["Leagues", "That is 4 premiership points and a percentage of 2,080 ÷ 2,040 × 100 = 102"],
		["Swaps, trades and taking them back", "You have 3 trades a season"],
		["Your squad", "| On field | 5 | 5 | 1 | 5 | Yes, all 16 of them |"],
	])("%s: %s", (title, sentence) => {
		expect(read(article(title))).toContain(sentence);
	});

	test("follow a season that has other rules", () => {
		const rules = {
			...DEFAULT_SEASON_RULES,
			captainFactor: 3,
			scoring: { ...DEFAULT_SEASON_RULES.scoring, H: 2 },
			trades: { limit: 1, per: "round" as const },
		};
		const other = helpFor("en", rules).articles.map(({ body }) => read(body));
		expect(other.some((body) => body.includes("8 × 2") && body.includes("= 94"))).toBe(true);
		expect(other.some((body) => body.includes("95 × 3 + 80 + 802 + 41 = 1,208"))).toBe(true);
		expect(other.some((body) => body.includes("1 trade a round"))).toBe(true);
	});
});

describe("the help on the wire", () => {
	let app: TestApp;
	beforeAll(async () => {
		app = await testApp();
	});
	afterAll(() => app.close());
	const get = (url: string, headers = {}) => app.app.inject({ url, headers });

	test("three files a language, in the shapes of the documents; page and per_page are tolerated (D2.3.46, D2.3.47, D2.3.48)", async () => {
		const shapes = { categories: helpCategory, sections: helpSection, articles: helpArticle };
		for (const name of HELP_FILES) {
			const { statusCode, json, headers } = await get(`/json/help/en/${name}.json?page=1&per_page=100`);
			expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
			expect(z.array(shapes[name]).min(1).parse(json()).length).toBeGreaterThan(0);
		}
		const [categories, sections] = await Promise.all(
			["categories", "sections"].map(async (name) => (await get(`/json/help/en/${name}.json`)).json()),
		);
		const ids = categories.map(({ id }: { id: number }) => id);
		for (const section of sections) expect(ids).toContain(section.category_id);
	});

	test("a copy is asked for again by its tag, and a language nobody ships is not found (D2.7.41)", async () => {
		const { headers } = await get("/json/help/en/articles.json", { "accept-encoding": "br" });
		expect(headers["content-encoding"]).toBe("br");
		const again = { "accept-encoding": "br", "if-none-match": headers.etag };
		expect((await get("/json/help/en/articles.json", again)).statusCode).toBe(304);
		for (const lang of ["xx", "..", "en%2F..", "EN"])
			expect((await get(`/json/help/${lang}/articles.json`)).statusCode).toBe(404);
	});
});
