import { AD_PAGES } from "@first-bounce/contract/site/ads";
import type { HelpSection } from "@first-bounce/contract/site/help";
import { getHelpTab } from "@first-bounce/contract/site/paths";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { PHONE } from "../../testing/browser/browser.ts";
import { startDemoServer } from "../../testing/browser/demo-server.ts";
import { getHorizontalOverflow } from "../../testing/browser/page-checks.ts";
import { setUpServer } from "../../testing/browser/server-fixture.ts";
import { buildMailData } from "../../testing/server/mail-data.ts";
import { listGalleryPages, setUpManager } from "../../tools/gallery/pages.ts";
import {
	createPseudoCheckout,
	PSEUDO_LANGUAGE,
	PSEUDO_LOCALE,
	type PseudoCheckout,
} from "../../tools/i18n/pseudo-checkout.ts";
import { findEnglishWords } from "../../tools/i18n/pseudo-text.ts";

/** Prints every text that the server builds from its catalogue, with names and numbers in the placeholders. */
const PRINT_SERVER_TEXTS = `
const { formatErrorMessage, listErrorCodes } = await import("./apps/server/i18n/error-messages.ts");
const { buildInviteMail, buildMailTexts } = await import("./apps/server/i18n/mail-texts.ts");
const { getNotificationTexts } = await import("./apps/server/i18n/notification-texts.ts");
const { SHARE_TEXTS } = await import("./apps/server/i18n/share-texts.ts");
const { SIGN_IN_TEXTS } = await import("./apps/server/i18n/sign-in-texts.ts");
const { getTextGroup } = await import("./apps/server/i18n/i18n.ts");
const { describeCorrection } = await import("./apps/server/i18n/correction-texts.ts");
const { renderMail } = await import("./apps/server/features/notifications/mail/render-mail.ts");
const { buildMailData } = await import("./testing/server/mail-data.ts");
const language = "${PSEUDO_LANGUAGE}";
const data = { name: "B.", field: "b", reason: "b", stat: "K", area: "field", line: "MID", row: 2, firstName: "B.", url: "b://b",
	newEmail: "b@b", kind: "team", league: "B.", service: "b", before: "B.", after: "C.", until: 0, id: 1, email: "b@b",
	message: "B.", page: "/", megabytes: 3, sizes: "2", problem: "b", rule: "b", last: 3, scope: "b", earliest: "2026",
	most: 5, max: 5, least: 2, seconds: 30, age: 13, round: 4, expected: 2, by: 1000, limit: 3, player: 7, step: 1000, floor: 300,
	roundId: 2, roundRank: 1, overallRank: 2, gained: 3, points: 5, average: 4,
	title: "B.", source: "b", minutes: 12, match: "B.", clubs: "B.", next: 5, queue: "b", count: 5, hours: 30,
	price: 5, club: "B.", passkeys: 1, tokens: 2, report: "b" };
const rounds = ["won", "lost", "drawn"].map((outcome, index) => ({ roundId: index + 2, isGrandFinal: false,
	classic: { points: 5, pointsBefore: index + 4, roundRank: 1, overallRank: 2, previousOverallRank: 3, cup: "through",
		matchUps: [{ leagueName: "B.", opponentName: "C.", outcome, points: 5, opponentPoints: 4 }],
		medianGames: [{ leagueName: "B.", median: 4, outcome }],
		eliminations: [{ leagueId: 2, leagueName: "B.", outcome: "out", teamsLeft: 7, wasOut: false }] },
	draftTeams: [{ leagueName: "B.", opponentName: "C.", outcome, points: 5, opponentPoints: 4, pointsBefore: 4 }] }));
const errors = listErrorCodes().map((code) => formatErrorMessage(language, code, { ...data, count: 5 }));
const mails = Object.keys(getTextGroup("en", "mails"))
	.filter((kind) => kind !== "league-invite")
	.map((kind) => renderMail(buildMailTexts(language, kind, buildMailData(kind)), language))
	.map(({ subject, text }) => subject + text);
const invitation = { league: "B", code: "B", inviter: "B.", join: "b://b", unsubscribe: "b://b" };
const notices = getNotificationTexts(language);
const notifications = [notices.locks("B.", 2, "9"), notices.roundStarts("9"), notices.problem("donut", "B.", "C."),
	notices.more(3), notices.allSet("B."), notices.isOut("B."), notices.areOut(4), notices.willNotPlay("B.", notices.round(1, true)),
	notices.couldComeIn("B."), notices.nobodyCan, notices.onBench, notices.swapIn("B."), notices.swapDone("B."),
	notices.scored(notices.round(2, false), 7), notices.corrected(notices.round(2, false), 7), notices.hadBefore(5), notices.ranked({ points: 5, roundRank: 1, overallRank: 2, previousOverallRank: 3 }), notices.time(0, "Australia/Melbourne"), notices.list(["B.", "C.", "D."])];
// A correction of several rounds, of one, and of a result whose points stay.
for (const shown of [rounds, rounds.slice(0, 1), rounds.slice(1, 2)]) {
	const { title, lines } = describeCorrection(notices, shown);
	notifications.push(title, ...lines);
}
const shares = SHARE_TEXTS[language];
const round = { id: 2, isGrandFinal: false };
const shared = [{ kind: "general" }, { kind: "league", name: "B.", code: "B", open: { type: "h2h", numTeams: 2, startId: 3 } },
	{ kind: "team", round, hidden: 2, teamName: "", points: 5, isLive: true },
	{ kind: "trade", round, hidden: 2, teamName: "B.", trades: [{ out: "B.", in: "C." }] }].map(shares.buildTexts);
console.log("\\n" + JSON.stringify({ errors, mails, invite: buildInviteMail(invitation, language), notifications,
	shared: shared.map(({ actionPath, ...texts }) => texts), shares, signIn: SIGN_IN_TEXTS[language] }));
`;

/** Lists every text that is shown or read aloud: text nodes, and attributes that name or describe an element. */
const LIST_TEXTS = `(() => {
	const texts = [document.title];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const parent = node.parentElement;
		if (parent && !parent.closest("script, style, noscript, template, svg text")) texts.push(node.data);
	}
	for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], img[alt]"))
		for (const name of ["aria-label", "placeholder", "title", "alt"]) texts.push(element.getAttribute(name) ?? "");
	return [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
})()`;

/** Words that are in no catalogue: names of the game, of other languages and of the device. */
const NAMES = [
	"First",
	"Bounce",
	"English",
	"Headless",
	"HeadlessChrome",
	"Chrome",
	"Linux",
	"UTC",
	"Banana Kicks",
	"Long Bombs",
	"Centre Square",
];
/** React Aria's own texts in Polish: "Dismiss". */
const ARIA_TEXTS = ["Zignoruj"];
/** The component review page, which is left out: it shows invented players and clubs. */
const COMPONENTS_PAGE = "components";

/** Lists the words that `Intl` writes in a locale; runs in Node and in the browser. */
function listIntlWords(locale: string): string[] {
	const days = Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, day + 1, 12));
	const formats = (["short", "long"] as const).flatMap((width) => [
		new Intl.DateTimeFormat(locale, { weekday: width }),
		new Intl.DateTimeFormat(locale, { day: "numeric", month: width }),
	]);
	const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
	const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
	const countries = letters.flatMap((one) => letters.map((other) => regions.of(one + other) ?? ""));
	const { format: formatAmount } = new Intl.NumberFormat(locale, { notation: "compact" });
	const amounts = [1_000, 1_000_000].map(formatAmount);
	return [...days.flatMap((day) => formats.map((format) => format.format(day))), ...countries, ...amounts];
}

/** Lists the names in a JSON value: every string that is not a token such as "mid-season". */
function* listNames(value: unknown): Generator<string> {
	if (typeof value === "string" && !/^[a-z\d_-]+$/.test(value)) yield value;
	else if (typeof value === "object" && value !== null)
		for (const nested of Object.values(value)) yield* listNames(nested);
}

const listWords = (texts: Iterable<string>): readonly string[] => [...texts].flatMap((text) => findEnglishWords(text));

/** Lists the texts of an HTML page, including its title, description and attributes. */
function listHtmlTexts(html: string): readonly string[] {
	const page = html.replaceAll(/<(script|style|noscript|template)[^>]*>.*?<\/\1>/gs, "");
	const attributes = page.matchAll(/ (?:alt|title|placeholder|aria-label)="([^"]*)"/g);
	const described = page.matchAll(
		/<meta (?:name|property)="(?:\w+:)?(?:title|description|image:alt)" content="([^"]*)"/g,
	);
	const texts = [...page.split(/<[^>]*>/), ...[...attributes, ...described].map(([, text = ""]) => text)];
	return texts.map((text) => text.replaceAll(/&#?\w+;/g, " "));
}

/** Collects the names in the JSON that the server sends to the tabs. */
function collectNames(context: BrowserContext): () => Promise<readonly string[]> {
	const names: Promise<readonly string[]>[] = [];
	context.on("response", (response) => {
		const isData = response.headers()["content-type"]?.includes("json") && !/\/(assets|locale)\//.test(response.url());
		if (!isData || response.status() >= 300) return;
		names.push(
			response.json().then(
				(value) => [...listNames(value)],
				() => [],
			),
		);
	});
	return async () => (await Promise.all(names)).flat();
}

test.describe("a language added by one line and its catalogues", () => {
	let checkout: PseudoCheckout;
	const fixture = setUpServer(async () => {
		checkout = createPseudoCheckout();
		return startDemoServer({ ADS: "on" }, checkout.root);
	});
	test.afterAll(() => checkout.remove());

	const buildApiUrl = (path: string) => `${fixture.server.url}/api/${PSEUDO_LANGUAGE}${path}`;
	const languageHeaders = { cookie: `language=${PSEUDO_LANGUAGE}` };
	const findEnglish = (texts: Iterable<string>, names: Iterable<string> = []): readonly string[] => {
		const known = new Set(listWords([...NAMES, ...names]));
		// The code that proves a draft's draw is no word.
		const isCode = (text: string) => /^[\da-f]{64}$/.test(text);
		return [...texts].filter((text) => !isCode(text) && findEnglishWords(text).some((word) => !known.has(word)));
	};

	test("an added language has every text of the server", () => {
		const texts = checkout.evaluate<Record<string, unknown>>(PRINT_SERVER_TEXTS);
		const { errors, mails, notifications } = texts as Record<string, string[]>;
		expect(errors?.length).toBeGreaterThan(150);
		expect(mails).toHaveLength(32);
		expect(notifications).toContain("czw. 10:00 GMT+10");
		expect(errors).toContain("Théré ís nóthíng át thís áddréss~~~~~~~~ ~~~");
		const names = [...listNames(buildMailData("")), "round-publish", "afl-api", "POSTPONED", "MID", "30 sekund"];
		// Some refusals lack values here, so that their placeholders stay.
		const written = [...listNames(texts)].map((text) => text.replaceAll(/\{\{.*?\}\}/g, ""));
		expect(findEnglish(written, [...names, ...listIntlWords(PSEUDO_LOCALE)])).toEqual([]);
	});

	test("an added language has every error message of invalid requests", async ({ request }) => {
		const { paths } = await (await request.get(`${fixture.server.url}/api/openapi.json`)).json();
		const messages = new Set<string>();
		const known = new Set<string>();
		const requestAll = async () => {
			for (const [path, operations] of Object.entries<Record<string, object>>(paths)) {
				if (!path.startsWith("/api/{lang}/") || path.endsWith("/live")) continue;
				for (const method of Object.keys(operations)) {
					const url = fixture.server.url + path.replace("{lang}", PSEUDO_LANGUAGE).replaceAll(/\{\w+\}/g, "2147483648");
					const response = await request.fetch(url, { method, ...(method === "post" ? { data: { b: 1 } } : {}) });
					const { errors = [] } = await response.json();
					for (const { message } of errors) {
						messages.add(message);
						// Names of fields and their values are not translated.
						const [, field = "", values = ""] = /^([\w.]+): (?:.*: ([\w, ]+)~)?/.exec(message) ?? [];
						known.add(`${field} ${values}`);
					}
				}
			}
		};
		await requestAll();
		await request.post(buildApiUrl("/demo/sign-in"), { data: {} });
		await requestAll();
		expect(messages.size).toBeGreaterThan(20);
		expect(findEnglish(messages, [[...known].join(" ").replaceAll(/[._]/g, " ")])).toEqual([]);
	});

	test("an added language has every page that the server renders", async ({ request }) => {
		const get = async (path: string) => {
			const response = await request.get(fixture.server.url + path, { headers: languageHeaders });
			return { path, html: await response.text() };
		};
		const sections: HelpSection[] = await (
			await request.get(`${fixture.server.url}/json/help/${PSEUDO_LANGUAGE}/sections.json`)
		).json();
		expect(sections).toHaveLength(7);
		const pages = [
			"/",
			"/leagues/join",
			...sections.map((section) => `/help/${getHelpTab(section)}`),
			...AD_PAGES.map((page) => `/ads/${page}.html`),
			"/share/general/bm9wZQ",
			"/oidc/auth",
			"/oidc/interaction/b",
		];
		const hasLanguage = (html: string) => html.includes(`<html lang="${PSEUDO_LANGUAGE}"`);
		// The pages of the build are rendered again for the demo.
		await expect.poll(async () => hasLanguage((await get("/")).html)).toBe(true);
		for (const { path, html } of await Promise.all(pages.map(get))) {
			expect([path, hasLanguage(html)]).toEqual([path, true]);
			expect([path, findEnglish(listHtmlTexts(html))]).toEqual([path, []]);
		}
	});

	test("an added language has every screen, with texts a third longer", async () => {
		const { page, errors: pageErrors, close } = await fixture.openSession(PHONE);
		const context = page.context();
		// The frames of the ads have no storage.
		await context.addInitScript(`if (window === top) localStorage.setItem("language", "${PSEUDO_LANGUAGE}")`);
		const getNames = collectNames(context);
		await page.request.post("/api/en/demo/sign-in", { data: {} });
		await setUpManager(page.request);
		const intlWords = await page.evaluate(listIntlWords, PSEUDO_LOCALE);
		const addresses = (await listGalleryPages(page.request)).filter(
			({ isConsole, name }) => !isConsole && name !== COMPONENTS_PAGE && !name.startsWith("league-2-"),
		);
		expect(addresses.length).toBeGreaterThan(20);
		const found: string[] = [];
		const readScreens = async (tab: Page) => {
			for (let next = addresses.shift(); next; next = addresses.shift()) {
				await tab.goto(next.address);
				await tab.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
				expect(await tab.getAttribute("html", "lang")).toBe(PSEUDO_LANGUAGE);
				const texts = await tab.evaluate<string[]>(LIST_TEXTS);
				expect(texts.length).toBeGreaterThan(10);
				const english = findEnglish(texts, [...intlWords, ...ARIA_TEXTS, ...(await getNames())]);
				const overflow = await getHorizontalOverflow(tab);
				found.push(...english.map((text) => `${next.name}: ${text}`));
				if (overflow > 0) found.push(`${next.name}: ${overflow} px too wide`);
			}
		};
		// Screens mostly wait for data, so three tabs share the work.
		await Promise.all([page, ...(await Promise.all([1, 2].map(() => context.newPage())))].map(readScreens));
		expect(found).toEqual([]);
		expect(pageErrors).toEqual([]);
		await close();
	});
});
