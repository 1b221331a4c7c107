import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { HELP_FILES, helpArticle, helpCategory, helpSection } from "@first-bounce/contract/site/help";
import { formatHelpTab, getHelpTab } from "@first-bounce/contract/site/paths";
import { runClaims } from "@first-bounce/rules/draft/claims";
import { getSquadPreset } from "@first-bounce/rules/draft/squad-rules";
import { listComingRuns } from "@first-bounce/rules/draft/waiver-runs";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, TEST_URL, type TestApp } from "../../../../../testing/server/test-app.ts";
import { buildSiteSettings } from "../web/site-settings.ts";
import { buildFacts, insertFacts } from "./facts.ts";
import { buildHelp, createHelp } from "./help-files.ts";

const builtIn = buildHelp("en", DEFAULT_SEASON_RULES);
const getArticleBody = (title: string) => builtIn.articles.find((article) => article.title === title)?.body ?? "";
/** Removes the markup of a text. */
const stripMarkup = (body: string) => body.replaceAll(/[*>]/g, "").replaceAll(/\s+/g, " ");

describe("the built-in help", () => {
	test("the prize page and the terms promise neither prizes nor deadlines", async () => {
		for (const [language, none] of [
			["en", "The game itself gives no prizes."],
			["fr", "Le jeu lui-même ne donne pas de prix."],
		] as const) {
			const { sections, articles } = buildHelp(language, DEFAULT_SEASON_RULES);
			for (const position of [2, 4]) {
				const id = sections[position]?.id;
				const text = articles.flatMap(({ section_id, body }) => (section_id === id ? [body] : [])).join("\n");
				expect([language, position, text.includes(none)]).toEqual([language, position, true]);
				expect(text).not.toMatch(/seven days|28 days|passed on|sept jours|28 jours|passent à la suivante/);
			}
		}
	});

	test("the game rules follow the season's captains and emergencies", () => {
		const rules = { ...DEFAULT_SEASON_RULES, captainFactor: 3, emergencies: 2 };
		const getRules = (language: "en" | "fr") => {
			const { sections, articles } = buildHelp(language, rules);
			return articles.flatMap(({ section_id, body }) => (section_id === sections[0]?.id ? [body] : [])).join("\n");
		};
		const [english, french] = [getRules("en"), getRules("fr")];
		expect(english).toContain("Your captain's points count 3 times.");
		expect(french).toContain("Ceux de votre capitaine comptent 3 fois.");
		expect(english).not.toMatch(/scores double|counts? twice|your whole bench is/);
		expect(french).not.toMatch(/compten?t? double|toutes celles du banc le sont/);
	});

	test("an article about chat covers readers, reports and retention [D2.7.65]", () => {
		const getChat = (language: "en" | "fr", title: string) =>
			buildHelp(language, DEFAULT_SEASON_RULES).articles.find((article) => article.title === title)?.body ?? "";
		const english = getChat("en", "League chat");
		for (const part of ["Only its members can read it", "Report", "400 days", "Discord"])
			expect(english).toContain(part);
		const french = getChat("fr", "Discussion de ligue");
		for (const part of ["Seuls ses membres", "Signalez", "400 jours", "Discord"]) expect(french).toContain(part);
	});

	test("an article about draft leagues covers clock, autopick, robots and mock drafts [D2.9.393]", () => {
		const english = getArticleBody("How do draft leagues work?");
		for (const part of ["4 to 14 managers", "30 to 120 seconds", "Autopick", "Robots", "Mock drafts", "deputies"])
			expect(english).toContain(part);
		const { articles } = buildHelp("fr", DEFAULT_SEASON_RULES);
		const french = articles.find(({ title }) => title === "Comment fonctionne une ligue de draft\u00a0?")?.body ?? "";
		for (const part of [
			"4 à 14 managers",
			"30 à 120 secondes",
			"choix automatique",
			"robots",
			"Drafts d’essai",
			"adjoints",
		])
			expect(french).toContain(part);
	});

	test("articles about waivers and free agents agree with the rules [D2.9.434]", () => {
		const waivers = getArticleBody("How do waivers work?");
		for (const part of ["noon league time", "72 hours", "budget of $100", "have $28 left", "the commissioner included"])
			expect(waivers).toContain(part);
		const claim = { playerId: 1, dropId: null, group: null, ownPriority: 1 };
		const { decisions, budgets, waiverOrder } = runClaims(
			[
				{ ...claim, id: "1", teamId: 11, bid: 9 },
				{ ...claim, id: "2", teamId: 12, bid: 12 },
			],
			{
				squads: { owners: new Map(), injured: new Map(), lineups: new Map() },
				context: {
					rules: getSquadPreset(12),
					getPlayer: (id) => ({ id, position: ["RUC"] }),
					isLocked: () => false,
				},
				waiverOrder: [12, 11],
				budgets: new Map([
					[11, 100],
					[12, 40],
				]),
				checkPlayer: () => null,
				checkDrop: () => null,
				getStatus: () => "playing" as const,
			},
		);
		expect(decisions.map(({ claim: { teamId }, reason }) => [teamId, reason?.code])).toEqual([
			[12, undefined],
			[11, "player-taken"],
		]);
		expect([budgets?.get(12), waiverOrder]).toEqual([28, [11, 12]]);

		const free = getArticleBody("How do free agents work?");
		expect(free).toContain("on Wednesday at noon and on Friday at 9 am");
		const round = { status: "scheduled" as const, byeSquads: [], publishedAt: null };
		const bounce = Date.parse("2026-09-04T19:15:00+10:00");
		const match = { id: 1, roundId: 5, homeSquadId: 1, awaySquadId: 2, startsAt: bounce, status: "scheduled" as const };
		const runs = listComingRuns(
			{
				rounds: [
					{ ...round, id: 4, status: "complete", matches: [], publishedAt: Date.parse("2026-08-31T17:00:00+10:00") },
					{ ...round, id: 5, matches: [{ ...match, minutes: null, quarter: null }] },
				],
				lastRoundId: 10,
				startRoundId: 1,
				draftedAt: null,
				timeZone: "Australia/Melbourne",
			},
			[],
		);
		expect(runs.map(({ dueAt }) => new Date(dueAt).toISOString())).toEqual([
			"2026-09-02T02:00:00.000Z",
			"2026-09-03T23:00:00.000Z",
		]);
	});

	test("sections are the specified tabs, prizes not first (D1.2.42)", () => {
		expect(builtIn.sections.map(({ name }) => formatHelpTab(name))).toEqual([
			"game-rules",
			"faqs",
			"prizes",
			"contact-us",
			"terms",
			"privacy",
			"online-security",
		]);
	});

	test("every section has articles with text, without tags or placeholders", () => {
		for (const { id } of builtIn.sections)
			expect(builtIn.articles.filter(({ section_id }) => section_id === id).length).toBeGreaterThan(1);
		for (const { body, label_names } of builtIn.articles) {
			expect(body.length).toBeGreaterThan(40);
			expect(body).not.toMatch(/\{\{|undefined|\bNaN\b|<[a-z/]/);
			expect(label_names.length).toBeGreaterThan(0);
		}
	});

	test("the French help has the same articles, facts and paths", () => {
		const french = buildHelp("fr", DEFAULT_SEASON_RULES);
		expect(french.sections.map(getHelpTab)).toEqual(builtIn.sections.map(getHelpTab));
		expect(french.articles.map(({ id }) => id)).toEqual(builtIn.articles.map(({ id }) => id));
		const listNumbers = (body: string) => body.replaceAll(/(?<=\d)[,\u00a0\u202f](?=\d{3})/g, "").match(/\d+/g) ?? [];
		for (const [index, { title, body, label_names }] of french.articles.entries()) {
			const english = builtIn.articles[index];
			expect(body, title).not.toMatch(/\{\{|undefined|\bNaN\b|<[a-z/]|\b(the|your|and)\b/);
			expect([title === english?.title, label_names.length > 0]).toEqual([false, true]);
			expect(`${title} ${body}`, title).not.toMatch(/\D [:;!?»]|« /);
			// Small numbers may be written as words; large ones must be the same in both languages.
			const listLargeNumbers = (text: string) => listNumbers(text).filter((number) => Number(number) > 20);
			expect(listLargeNumbers(body).toSorted(), title).toEqual(listLargeNumbers(english?.body ?? "").toSorted());
		}
		expect(french.articles.map(({ body }) => stripMarkup(body)).join(" ")).toContain("3 échanges par saison");
	});

	test("an unknown placeholder is an error", () => {
		expect(() => insertFacts("{{nothing.such}}", buildFacts(DEFAULT_SEASON_RULES))).toThrow("nothing.such");
	});
});

// Computed by hand, so that a change of the rules is noticed here.
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
		["Prices and break-evens", "In this example it was 37 before her newest score"],
		[
			"Projected points",
			"She is projected to score 48, and four times out of five her score lands in the range, 26 to 70.",
		],
		["Leagues", "That is 4 premiership points and a percentage of 2,080 ÷ 2,040 × 100 = 102"],
		["Swaps, trades and taking them back", "You have 3 trades a season"],
		["How do I trade with another manager?", "a third of eight is three votes"],
		["Your squad", "| On field | 5 | 5 | 1 | 5 | Yes, all 16 of them |"],
	])("%s: %s", (title, sentence) => {
		expect(stripMarkup(getArticleBody(title))).toContain(sentence);
	});

	test("use the rules of the season", () => {
		const rules = {
			...DEFAULT_SEASON_RULES,
			captainFactor: 3,
			scoring: { ...DEFAULT_SEASON_RULES.scoring, H: 2 },
			trades: { limit: 1, per: "round" as const },
		};
		const other = buildHelp("en", rules).articles.map(({ body }) => stripMarkup(body));
		expect(other.some((body) => body.includes("8 × 2") && body.includes("= 94"))).toBe(true);
		expect(other.some((body) => body.includes("95 × 3 + 80 + 802 + 41 = 1,208"))).toBe(true);
		expect(other.some((body) => body.includes("1 trade a round"))).toBe(true);
	});
});

describe("custom help of an operator", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), "help-"));
	});
	afterEach(() => rm(folder, { recursive: true }));
	const write = async (name: string, text: string | Buffer) => {
		await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
		await writeFile(path.join(folder, name), text);
	};
	const createTestHelp = () => createHelp(() => DEFAULT_SEASON_RULES, folder);
	const CUSTOM_PAGE = "# Write to us\n\n## By post\nlabels: post\n\nPO Box 1. You have {{trades}}.\n";

	test("replaces only the file with the same number", async () => {
		await write("en/4-contact-us.md", CUSTOM_PAGE);
		await write("en/9-our-pub.md", "# Our pub\n\n## Where we watch\n\nAt the Bulldog.\n");
		await write("fr/2-faq.md", "# Vos questions\n\n## Pourquoi\u00a0?\n\nParce que.\n");
		const { files, problems } = createTestHelp();
		expect(problems).toEqual([]);
		const tabs = ["game-rules", "faqs", "prizes", "contact-us", "terms", "privacy", "online-security", "our-pub"];
		for (const language of ["en", "fr"] as const) {
			const { sections, articles } = files(language);
			expect(sections.map(getHelpTab)).toEqual(tabs);
			expect(sections[3]?.name).toBe("Write to us");
			expect(articles.filter(({ section_id }) => section_id === 4).map(({ title }) => title)).toEqual(["By post"]);
		}
		const [english, french] = [files("en"), files("fr")];
		expect(english.articles.find(({ section_id }) => section_id === 4)?.body).toContain("3 trades a season");
		expect(english.sections[1]?.name).toBe("FAQs");
		expect(french.sections.map(({ name }) => name)).toEqual([
			"Règles du jeu",
			"Vos questions",
			"Prix à gagner",
			"Write to us",
			"Conditions générales",
			"Confidentialité",
			"Sécurité en ligne",
			"Our pub",
		]);
		expect(english.articles.filter(({ section_id }) => section_id !== 4 && section_id !== 9)).toEqual(
			builtIn.articles.filter(({ section_id }) => section_id !== 4),
		);
	});

	test("with problems is reported by file, with built-in text used", async () => {
		await write("en/1-game-rules.md", "No title at all\n");
		await write("en/2-faqs.md", "# FAQs\n\nNothing asked.\n");
		await write("en/3-prizes.md", "# Prizes\n\n## Cash\n\n{{cash.first}} to the first.\n");
		await write("en/4-contact-us.md", Buffer.from("# Contact\n\n## Où\n\nIci\n", "latin1"));
		await write("en/5-terms.md", "# Terms\n\n## Empty\n\n");
		await write("en/contact.md", CUSTOM_PAGE);
		await write("fr/4-contact.md", CUSTOM_PAGE);
		await write("fr/4-nous-ecrire.md", CUSTOM_PAGE);
		await write("de/1-regeln.md", "# Regeln\n\n## Kurz\n\nText.\n");
		await write("2-faqs.md", CUSTOM_PAGE);
		const { files, problems } = createTestHelp();
		expect(problems.toSorted()).toEqual([
			"HELP_DIR: 2-faqs.md is not used: it belongs in a language folder, such as en/",
			"HELP_DIR: de/ is not used: the languages are en, fr",
			"HELP_DIR: en/1-game-rules.md is not used: it has no heading with the section's title, such as # FAQs",
			"HELP_DIR: en/2-faqs.md is not used: it has no article with a heading such as ## What does it cost?",
			"HELP_DIR: en/3-prizes.md is not used: the placeholder {{cash.first}} is unknown",
			"HELP_DIR: en/4-contact-us.md is not used: it is not encoded in UTF-8",
			"HELP_DIR: en/5-terms.md is not used: article 1 has no title or no text",
			"HELP_DIR: en/contact.md is not used: its name does not begin with a section number, such as 2-faqs.md",
			"HELP_DIR: fr/4-nous-ecrire.md is not used: another file has the same number",
		]);
		expect(files("en")).toEqual(builtIn);
	});

	test("uses only text files of a reasonable size", async () => {
		await mkdir(path.join(folder, "en/1-game-rules.md"), { recursive: true });
		await symlink("/dev/zero", path.join(folder, "en/2-faqs.md"));
		await write("en/3-prizes.md", `${CUSTOM_PAGE}${"x".repeat(1024 * 1024)}`);
		await write("en/4-contact-us.md", `# Contact\n\n${"## By post\n\nPO Box 1.\n\n".repeat(101)}`);
		await write("en/99999999999999999999-pub.md", CUSTOM_PAGE);
		await symlink("no-such-file", path.join(folder, "en/6-privacy.md"));
		const { files, problems } = createTestHelp();
		expect(problems).toEqual([
			"HELP_DIR: en/1-game-rules.md is not used: it is not a file",
			"HELP_DIR: en/2-faqs.md is not used: it is not a file",
			"HELP_DIR: en/3-prizes.md is not used: it is larger than 1 MB",
			"HELP_DIR: en/4-contact-us.md is not used: it has more than 100 articles",
			expect.stringContaining("HELP_DIR: en/6-privacy.md is not used: ENOENT"),
			"HELP_DIR: en/99999999999999999999-pub.md is not used: its name does not begin with a section number, such as 2-faqs.md",
		]);
		expect(files("en")).toEqual(builtIn);
	});

	test("is reported if its folder does not exist", async () => {
		await rm(folder, { recursive: true });
		expect(createTestHelp().problems).toEqual([expect.stringMatching(/has no readable language folder \(en, fr\)/)]);
		expect(createTestHelp().files("en")).toEqual(builtIn);
		await mkdir(folder);
	});

	test("with problems is reported in the server's log at startup", async () => {
		await write("en/2-faqs.md", "# FAQs\n");
		const lines: string[] = [];
		const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
		const site = buildSiteSettings({ HELP_DIR: folder }, { hasAds: false, source: "simulator" });
		const app = await createTestApp({ logger, config: { publicUrl: TEST_URL, oidc: null, site } });
		await app.close();
		expect(lines).toEqual([expect.stringContaining("HELP_DIR: en/2-faqs.md is not used")]);
	});
});

describe("the help files", () => {
	let app: TestApp;
	beforeAll(async () => {
		app = await createTestApp();
	});
	afterAll(() => app.close());
	const get = (url: string, headers = {}) => app.app.inject({ url, headers });

	test("are three per language in the specified format (D2.3.46, D2.3.47, D2.3.48)", async () => {
		const shapes = { categories: helpCategory, sections: helpSection, articles: helpArticle };
		const read = async (name: string) => (await get(`/json/help/en/${name}.json`)).json();
		for (const name of HELP_FILES) {
			const { statusCode, json, headers } = await get(`/json/help/en/${name}.json?page=1&per_page=100`);
			expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
			expect(z.array(shapes[name]).min(1).parse(json()).length).toBeGreaterThan(0);
		}
		const [categories, sections, articles] = await Promise.all(["categories", "sections", "articles"].map(read));
		expect(categories).toMatchObject([
			{ id: 1, name: "The game" },
			{ id: 2, name: "The site" },
		]);
		expect(sections[1]).toMatchObject({ id: 2, category_id: 1, position: 2, name: "FAQs" });
		expect(articles[0]).toMatchObject({
			section_id: 1,
			position: 1,
			title: "The game in a minute",
			label_names: ["start", "basics", "how to play"],
			body: expect.stringMatching(/^You coach a squad of 21 players\./),
		});
		const ids = categories.map(({ id }: { id: number }) => id);
		for (const section of sections) expect(ids).toContain(section.category_id);
	});

	test("are revalidated by ETag, and an unsupported language is not found (D2.7.41)", async () => {
		const { headers } = await get("/json/help/en/articles.json", { "accept-encoding": "br" });
		expect(headers["content-encoding"]).toBe("br");
		const again = { "accept-encoding": "br", "if-none-match": headers.etag };
		expect((await get("/json/help/en/articles.json", again)).statusCode).toBe(304);
		for (const lang of ["xx", "../..", "en%2F..", "EN"])
			expect((await get(`/json/help/${lang}/articles.json`)).statusCode).toBe(404);
	});
});

test.each([
	[120, "2 hours after its last match"],
	[90, "90 minutes after its last match"],
])("the help says that a round is final after %i minutes", (finalAfterMinutes, wait) => {
	const { articles } = buildHelp("en", { ...DEFAULT_SEASON_RULES, finalAfterMinutes });
	expect(articles.some(({ body }) => stripMarkup(body).includes(wait))).toBe(true);
});

test("the privacy page names retention, recipients and erasure in both languages [D2.9.146]", async () => {
	const read = (lang: string) => readFile(new URL(`content/${lang}/6-privacy.md`, import.meta.url), "utf8");
	const english = await read("en");
	for (const text of [
		"| Devices you are signed in on | 30 days after you last used them, at most 90 days after you signed in |",
		"| Messages in leagues | 400 days; removed ones 30 days at most |",
		"| Mails we sent you | 30 days; those that could not be sent yet, 90 days |",
		"| Which result mails we sent you | 400 days |",
		"| Notifications | 60 days |",
		"| What was sent to a league's Discord or Slack channel | 90 days |",
		"| Addresses you invited to a league | 180 days after the last mail or answer |",
		"| Messages you sent us | 365 days after we answered |",
		"| The log of what operators did | 3 years; entries about matches and rounds, for ever |",
		"| What stats providers sent us, which has nothing about you | for ever |",
		"messages, the log and what stats providers sent; then they say so here",
		"the mail server gets your address",
		"ranks, match-ups and prizes stay without a name",
		"usually after 14 days",
	])
		expect(english).toContain(text);
	const french = await read("fr");
	for (const text of [
		"30 jours après leur dernière utilisation, au plus tard 90 jours après la connexion |",
		"| Les messages des ligues | 400 jours ;",
		"envoyés | 30 jours ; ceux qui n’ont pas encore pu partir, 90 jours |",
		"| Quels e-mails de résultats nous vous avons envoyés | 400 jours |",
		"| Ce qui a été envoyé au salon Discord ou Slack d’une ligue | 90 jours |",
		"60 jours",
		"180 jours",
		"365 jours",
		"3 ans ; ce qui concerne les matchs et les journées, sans limite",
		"qui ne dit rien de vous | sans limite |",
		"le serveur de messagerie reçoit votre adresse",
		"duels et prix de votre équipe restent sans nom",
		"14 jours",
	])
		expect(french).toContain(text);
});

const TERMS = [
	["en", "with an **access token**", /let a program|No automated play/],
	["fr", "avec un **jeton d’accès**", /confier à un programme|jeu automatisé/],
] as const;

test.each(TERMS)("the terms in %s allow programs with access tokens [D2.9.192]", async (lang, allowed, forbidden) => {
	const terms = await readFile(new URL(`content/${lang}/5-terms.md`, import.meta.url), "utf8");
	expect(terms).toContain(allowed);
	expect(terms).toContain("[API](/api/guide)");
	expect(terms).not.toMatch(forbidden);
});
