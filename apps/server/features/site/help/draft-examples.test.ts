import { readFile } from "node:fs/promises";
import type { Language } from "@first-bounce/contract/languages";
import { runClaims } from "@first-bounce/rules/draft/claims";
import { type KeeperRules, listOwnedTurns, placeKeepers } from "@first-bounce/rules/draft/keepers";
import { getSquadPreset } from "@first-bounce/rules/draft/squad-rules";
import { countStoppingVotes, findTradeDecider, getReviewEnd } from "@first-bounce/rules/draft/trade-review";
import { MAX_TRADED_PLAYERS, OFFER_MS } from "@first-bounce/rules/draft/trades";
import { countNeededVotes } from "@first-bounce/rules/draft/undo-change";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { describe, expect, test } from "vitest";
import { buildHelp } from "./help-files.ts";

const HELP = { en: buildHelp("en", DEFAULT_SEASON_RULES), fr: buildHelp("fr", DEFAULT_SEASON_RULES) };
const stripMarkup = (body: string) => body.replaceAll(/[*>]/g, "").replaceAll(/\s+/g, " ");
/** The article whose English title this is. */
function getArticle(language: Language, title: string): string {
	const index = HELP.en.articles.findIndex((article) => article.title === title);
	return stripMarkup(HELP[language].articles[index]?.body ?? "");
}

describe("the examples of draft leagues in the help [D2.9.599]", () => {
	test("a player goes by the order if bids are equal", () => {
		const title = "How do waivers work?";
		expect(getArticle("en", title)).toContain("Had both bid $9, the team higher in the order would have got her.");
		expect(getArticle("fr", title)).toContain(
			"Si chacune avait offert 9 $, l’équipe la mieux placée dans l’ordre l’aurait obtenue.",
		);
		const [longBombs, bananaKicks] = [12, 11];
		const { decisions, waiverOrder } = runClaims(
			[longBombs, bananaKicks].map((teamId) => ({
				id: String(teamId),
				teamId,
				playerId: 1,
				dropId: null,
				bid: 9,
				group: null,
				ownPriority: 1,
			})),
			{
				squads: { owners: new Map(), injured: new Map(), lineups: new Map() },
				context: {
					rules: getSquadPreset(12),
					getPlayer: (id) => ({ id, position: ["RUC"] }),
					isLocked: () => false,
				},
				waiverOrder: [bananaKicks, longBombs],
				budgets: new Map([
					[bananaKicks, 100],
					[longBombs, 40],
				]),
				checkPlayer: () => null,
				checkDrop: () => null,
				getStatus: () => "playing",
			},
		);
		expect(decisions.find(({ reason }) => reason === null)?.claim.teamId).toBe(bananaKicks);
		expect(waiverOrder).toEqual([longBombs, bananaKicks]);
	});

	test("two votes of eight do not stop a trade, and three do", () => {
		const title = "How do I trade with another manager?";
		expect(getArticle("en", title)).toContain(
			"The other eight have 24 hours; a third of eight is three votes. Two vote against it, so it is made on Wednesday at noon.",
		);
		expect(getArticle("fr", title)).toContain(
			"Les huit autres ont 24 heures ; un tiers de huit fait trois voix. Deux votent contre : l’échange se fait mercredi à midi.",
		);
		expect(getArticle("en", title)).toContain("It stands for 72 hours");
		expect([OFFER_MS / 3_600_000, MAX_TRADED_PLAYERS]).toEqual([72, 5]);
		const managers = Array.from({ length: 10 }, (_, index) => ({
			userId: index + 1,
			teamId: index + 1,
			role: index === 0 ? ("commissioner" as const) : ("member" as const),
			isActive: true,
			joinedAt: 0,
		}));
		const rules = { review: "vote", hours: 24 } as const;
		const decider = findTradeDecider(rules, managers, [1, 2]);
		expect(decider).toEqual({ by: "vote", teamIds: [3, 4, 5, 6, 7, 8, 9, 10], needed: 3 });
		const vote = (...teamIds: number[]) => teamIds.map((teamId) => ({ teamId, isAgainst: true }));
		expect(countStoppingVotes(decider, vote(3, 4))).toBeNull();
		expect(countStoppingVotes(decider, vote(3, 4, 5))).toEqual({ against: 3, needed: 3 });
		const tuesdayNoon = Date.parse("2026-09-01T12:00:00+10:00");
		expect(getReviewEnd(rules, tuesdayNoon)).toBe(Date.parse("2026-09-02T12:00:00+10:00"));
	});

	test("keepers of rounds 4 and 5 cost rounds 3 and 2", () => {
		const title = "How do draft leagues work?";
		expect(getArticle("en", title)).toContain(
			"keep players of rounds 4 and 5 after trading away your pick of round 4, and they cost rounds 3 and 2",
		);
		expect(getArticle("fr", title)).toContain(
			"gardez des joueuses des tours 4 et 5 après avoir échangé votre choix du tour 4, et elles coûtent les tours 3 et 2",
		);
		const rules: KeeperRules = { format: "keeper", maxKeepers: 3, maxYears: null, minDelists: 0 };
		const turns = listOwnedTurns([11, 12, 13, 14], { rounds: 18, kind: "snake" }, []).filter(
			({ teamId, round }) => teamId === 11 && round !== 4,
		);
		const carry = (playerId: number, pickedRound: number | null) => ({ playerId, pickedRound, yearsKept: 0 });
		const place = (...keepers: ReturnType<typeof carry>[]) =>
			placeKeepers(keepers, turns, rules, 18).placed.map(({ playerId, round }) => [playerId, round]);
		expect(place(carry(1, 4), carry(2, 5)).toSorted()).toEqual([
			[1, 3],
			[2, 2],
		]);
		// "An undrafted player the last round."
		expect(place(carry(3, null))).toEqual([[3, 18]]);
	});

	test("half of the other managers agree to an undo of the commissioner", () => {
		const title = "How do draft leagues work?";
		expect(getArticle("en", title)).toContain(
			"The commissioner's own moves are undone by a deputy, or when half of the other managers agree: in a league of ten, five.",
		);
		expect(getArticle("fr", title)).toContain(
			"Ses propres mouvements sont annulés par un adjoint, ou quand la moitié des autres managers sont d’accord : cinq dans une ligue de dix.",
		);
		expect(countNeededVotes(9)).toBe(5);
	});
});

const SHOWN_ELSEWHERE = {
	// Of the phone's own menu.
	en: ["Add to Home Screen"],
	fr: ["Sur l'écran d'accueil"],
};
const plain = (text: string) =>
	text
		.replaceAll("’", "'")
		.replaceAll(/[\u00a0\u202f]/g, " ")
		.trim();

/** Lists all texts of the web in a language. */
async function listScreenTexts(language: "en" | "fr"): Promise<Set<string>> {
	const file = new URL(`../../../../web/i18n/locale/${language}.json`, import.meta.url);
	const texts = new Set<string>();
	const add = (value: unknown): void => {
		if (typeof value === "string") texts.add(plain(value));
		else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) add(inner);
	};
	add(JSON.parse(await readFile(file, "utf8")));
	return texts;
}

// Names of pages and buttons are bold and begin with a capital; a bold beginning of a paragraph is no name.
describe("pages and buttons of the help [D2.9.600]", () => {
	test.for(["en", "fr"] as const)("are named as on screen: %s", async (language) => {
		const texts = await listScreenTexts(language);
		const sections = HELP[language].sections.map(({ name }) => plain(name));
		const names = HELP[language].articles.flatMap(({ title, body }) =>
			[...body.matchAll(/(^- )?\*\*([^*]+)\*\*/gm)]
				.filter(([, lead, name = ""]) => lead === undefined && !name.endsWith("."))
				.flatMap(([, , name = ""]) => name.split(" → ").map(plain))
				.filter((name) => /^\p{Lu}/u.test(name))
				.map((name) => ({ title, name })),
		);
		expect(names.length).toBeGreaterThan(40);
		expect(names.filter(({ name }) => ![...texts, ...sections, ...SHOWN_ELSEWHERE[language]].includes(name))).toEqual(
			[],
		);
	});
});
