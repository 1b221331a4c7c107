import { expect, test } from "vitest";
import { formatPresetName, getPresetRules, RULES_PRESET_NAMES } from "./presets.ts";
import { validateSeasonRules } from "./validate-season-rules.ts";

test("there are presets for the official and specified rules (D1.9.70)", () => {
	expect(getPresetRules("official")).toMatchObject({
		scoring: { K: 3, H: 2, M: 3, T: 4, FF: 1, FA: -3, HO: 1, G: 6, B: 1 },
		trades: { limit: 3, per: "round" },
		salaryCap: 15_500_000,
	});
	expect(getPresetRules("first-bounce")).toMatchObject({
		scoring: { K: 3, H: 3 },
		trades: { limit: 3, per: "season" },
		salaryCap: 15_500_000,
	});
	expect(RULES_PRESET_NAMES.map(formatPresetName)).toEqual(["first-bounce", "official-2023"]);
	expect(RULES_PRESET_NAMES.flatMap((name) => validateSeasonRules(getPresetRules(name)))).toEqual([]);
});
