import { applyDefaultRules, DEFAULT_SEASON_RULES, type SeasonRules } from "./season-rules.ts";

/** A set of rules that a season starts from. Its season.json can still change each number. */
export interface RulesPreset {
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

/**
 * `first-bounce` has the rules of the specification: three points a handball, three trades a season. `official` has those of
 * the official AFLW fantasy game in 2023: two points a handball, three trades a round, a cap of $15.5 million
 * (docs/game-rules.md#rules-presets).
 */
export const RULES_PRESETS: Readonly<Record<RulesPresetName, RulesPreset>> = {
	"first-bounce": { rules: { scoring: { H: scoring.H }, salaryCap, trades } },
	official: { rules: { scoring: { H: 2 }, salaryCap: 15_500_000, trades: { limit: 3, per: "round" } } },
};

export const getPresetRules = (name: RulesPresetName): SeasonRules => applyDefaultRules(RULES_PRESETS[name].rules);
