import { expect, test } from "vitest";
import { completeRules } from "./complete-rules.ts";
import { DEFAULT_SEASON_RULES } from "./season-rules.ts";

test("rules that say everything stay as they are", () => {
	const rules = { ...DEFAULT_SEASON_RULES, salaryCap: 9_000_000, trades: { limit: 2, per: "round" as const } };
	expect(completeRules(rules)).toEqual(rules);
});

test("what an older version did not know is as the defaults have it, inside a group as well; a theme is not made up", () => {
	const { themedRounds: _, utilityBannerRounds: __, prices, ...older } = DEFAULT_SEASON_RULES;
	const { projectionWeights: ___, ...olderPrices } = { ...prices, openingMagicNumber: 11_000 };
	expect(completeRules({ ...older, salaryCap: 9_000_000, prices: olderPrices })).toEqual({
		...DEFAULT_SEASON_RULES,
		...{ salaryCap: 9_000_000, themedRounds: [], prices: { ...prices, openingMagicNumber: 11_000 } },
	});
	expect(completeRules({})).toEqual({ ...DEFAULT_SEASON_RULES, themedRounds: [] });
});
