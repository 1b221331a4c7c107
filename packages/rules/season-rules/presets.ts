import { applyDefaultRules, DEFAULT_SEASON_RULES, type SeasonRules } from "./season-rules.ts";

/** A set of rules that a season starts from. Its season.json can still change each number. */
export interface RulesPreset {
	/** The season whose official rules these are; null for rules of our own. */
	readonly year: number | null;
	/** The rules that the presets differ in. All others are the defaults. */
	readonly rules: {
		readonly scoring: { readonly H: number };
		readonly salaryCap: SeasonRules["salaryCap"];
		readonly trades: SeasonRules["trades"];
	};
}

export const RULES_PRESET_NAMES = ["first-bounce", "official"] as const;
export type RulesPresetName = (typeof RULES_PRESET_NAMES)[number];

const { scoring, salaryCap, trades } = DEFAULT_SEASON_RULES;

/** `first-bounce`: the specification's rules. `official`: AFLW fantasy in 2023 (docs/game-rules.md#rules-presets). */
export const RULES_PRESETS: Readonly<Record<RulesPresetName, RulesPreset>> = {
	"first-bounce": { year: null, rules: { scoring: { H: scoring.H }, salaryCap, trades } },
	official: {
		year: 2023,
		rules: { scoring: { H: 2 }, salaryCap: 15_500_000, trades: { limit: 3, per: "round" } },
	},
};

/** The name of a preset with its year, such as `official-2023`, which commands accept too. */
export const formatPresetName = (name: RulesPresetName): string => {
	const { year } = RULES_PRESETS[name];
	return year === null ? name : `${name}-${year}`;
};

export const getPresetRules = (name: RulesPresetName): SeasonRules => applyDefaultRules(RULES_PRESETS[name].rules);
