import { STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { expect, test } from "vitest";
import { listRuleGroups } from "./rule-fields.ts";
import { findField, formatRules, readRules } from "./rule-values.ts";

const fields = listRuleGroups(DEFAULT_SEASON_RULES).flatMap((group) => group.fields);
const texts = formatRules(fields, DEFAULT_SEASON_RULES);
const read = (changes: Readonly<Record<string, string>>) =>
	readRules(fields, { ...texts, ...changes }, DEFAULT_SEASON_RULES);

/** The paths of all numbers, switches and lists. */
const listPaths = (value: unknown, path = ""): string[] =>
	typeof value === "object" && value !== null && !Array.isArray(value)
		? Object.entries(value).flatMap(([key, inner]) => listPaths(inner, path === "" ? key : `${path}.${key}`))
		: [path];

test("the page has a field for every rule and stat (D2.9.60)", () => {
	expect(fields).toHaveLength(STAT_KEYS.length + 55);
	expect(fields.map(({ path }) => path).toSorted()).toEqual(listPaths(DEFAULT_SEASON_RULES).toSorted());
	const scoring = { ...DEFAULT_SEASON_RULES.scoring, intercepts: 1 };
	const [points] = listRuleGroups({ ...DEFAULT_SEASON_RULES, scoring });
	expect(points?.fields.at(-2)).toEqual({ path: "scoring.intercepts", kind: "number", name: null });
});

test("rules are written as people enter them, others stay stored (D2.9.60)", () => {
	expect(texts).toMatchObject({
		salaryCap: "15,500,000",
		"prices.weights": "0.25\n0.25, 1/6\n2/9, 1/6, 1/9",
		themedRounds: "indigenous; 3, 4; 2025-08-25; 2025-09-08",
		"trades.per": "season",
		grandFinal: "false",
		finalAfterMinutes: "120",
		"cup.startRound": "",
	});
	expect(read({}).rules).toEqual(DEFAULT_SEASON_RULES);
});

test("entered texts become rules: amounts, fractions, lists, themes and empty fields (D2.9.60)", () => {
	const { rules, unreadable } = read({
		salaryCap: "$14,000,000",
		"prices.weights": "1/2\n1/3, 1/6",
		"leagues.h2hSizes": "2, 8",
		themedRounds: "",
		finalAfterMinutes: " ",
		"trades.per": "round",
		grandFinal: "true",
	});
	expect([...unreadable]).toEqual([]);
	expect(rules).toMatchObject({
		salaryCap: 14_000_000,
		prices: { weights: [[0.5], [1 / 3, 1 / 6]], openingMagicNumber: 12_000 },
		leagues: { h2hSizes: [2, 8], openLimit: 10_000 },
		themedRounds: [],
		finalAfterMinutes: null,
		trades: { limit: 3, per: "round" },
		grandFinal: true,
	});
});

test("unreadable texts and rejected values are reported with their fields (D2.9.61)", () => {
	expect([...read({ emergencies: "four", "coach.roundWeights": "1, x", themedRounds: "3, 4" }).unreadable]).toEqual([
		"emergencies",
		"coach.roundWeights",
	]);
	const { problems } = read({ floorPrice: "300,500", "leagues.h2hSizes": "2, 5", "prices.weights": "0.5\n0.6, 0.5" });
	expect([...problems]).toEqual([
		["floorPrice", "be a positive multiple of priceStep"],
		["prices.weights", "have 2 weights above 0 that add up to at most 1"],
		["leagues.h2hSizes", "be even numbers of at least 2, in ascending order"],
	]);
	expect(findField(fields, "bench")?.path).toBe("bench.DEF");
	expect(findField(fields, "nothing")).toBeUndefined();
});
