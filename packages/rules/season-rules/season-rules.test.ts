import { expect, test } from "vitest";
import { applyDefaultRules, completeStoredRules, DEFAULT_SEASON_RULES } from "./season-rules.ts";

test("complete rules are not changed", () => {
	const rules = { ...DEFAULT_SEASON_RULES, salaryCap: 9_000_000, trades: { limit: 2, per: "round" as const } };
	expect(applyDefaultRules(rules)).toEqual(rules);
});

test("a season without rules has $15.5 million and three trades (D2.9.24)", () => {
	expect(applyDefaultRules({})).toMatchObject({ salaryCap: 15_500_000, trades: { limit: 3, per: "season" } });
});

test("missing rules get defaults, also inside a group", () => {
	const rules = applyDefaultRules({
		salaryCap: 9_000_000,
		scoring: { H: 2, spoils: 1 },
		prices: { openingMagicNumber: 11_000 },
		leagues: { h2hSizes: [4, 8], premiershipPoints: { win: 5 } },
		themedRounds: [],
		finalAfterMinutes: null,
		grandFinal: undefined,
	});
	expect(rules).toMatchObject({
		salaryCap: 9_000_000,
		captainFactor: 2,
		scoring: { K: 3, H: 2, spoils: 1 },
		prices: { openingMagicNumber: 11_000, weights: [[1 / 4], [1 / 4, 1 / 6], [2 / 9, 1 / 6, 1 / 9]] },
		themedRounds: [],
		finalAfterMinutes: null,
		grandFinal: false,
	});
	expect(rules.leagues).toEqual({
		h2hSizes: [4, 8],
		openLimit: 10_000,
		finalsSeries: false,
		premiershipPoints: { win: 5, draw: 2, loss: 0 },
	});
});

test("a stat added after an import is not scored there", () => {
	const { HO, ...scoring } = DEFAULT_SEASON_RULES.scoring;
	expect(HO).toBe(1);
	expect(completeStoredRules({ scoring }).scoring).toEqual({ ...scoring, HO: 0 });
	expect(completeStoredRules({}).scoring).toMatchObject({ K: 3, HO: 1 });
});
