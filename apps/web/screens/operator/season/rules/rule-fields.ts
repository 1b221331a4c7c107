import { isStatKey, STAT_KEYS } from "@first-bounce/rules/scoring/stats";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";

/**
 * The kind of field in which a rule is entered. `optional` is a number or empty; `numbers` is a list on one line;
 * `rows` has a list on each line; `themes` has a themed round on each line; `tradePeriod` is the period of the trade
 * limit, a round or the season.
 */
export type RuleKind = "number" | "dollars" | "optional" | "switch" | "tradePeriod" | "numbers" | "rows" | "themes";

/**
 * The rules by group, in the order of the page, without the points of stats. The names are paths with `_` for `.`, as in the
 * texts.
 */
const RULE_GROUPS = [
	{
		name: "points",
		fields: {
			captainFactor: "number",
		},
	},
	{
		name: "team",
		fields: {
			field_DEF: "number",
			field_MID: "number",
			field_RUC: "number",
			field_FWD: "number",
			bench_DEF: "number",
			bench_MID: "number",
			bench_RUC: "number",
			bench_FWD: "number",
			emergencies: "number",
			utilityBannerRounds: "number",
		},
	},
	{
		name: "money",
		fields: {
			salaryCap: "dollars",
			floorPrice: "dollars",
			priceStep: "dollars",
			trades_limit: "number",
			trades_per: "tradePeriod",
		},
	},
	{
		name: "prices",
		fields: {
			prices_weights: "rows",
			prices_openingMagicNumber: "number",
			prices_opening_dollarsPerPoint: "number",
			prices_opening_fewMatchesFactors: "numbers",
			prices_opening_draft_firstPick: "dollars",
			prices_opening_draft_step: "dollars",
			prices_opening_draft_lowest: "dollars",
		},
	},
	{
		name: "rounds",
		fields: {
			lastRound: "number",
			grandFinal: "switch",
			singleWeekMatches: "number",
			matchMinutes: "number",
			finalAfterMinutes: "optional",
			themedRounds: "themes",
		},
	},
	{
		name: "locks",
		fields: {
			instructions_isAllowed: "switch",
			instructions_limit: "number",
			instructions_minutesBefore: "number",
		},
	},
	{
		name: "leagues",
		fields: {
			leagues_h2hSizes: "numbers",
			leagues_openLimit: "number",
			leagues_finalsSeries: "switch",
			leagues_premiershipPoints_win: "number",
			leagues_premiershipPoints_draw: "number",
			leagues_premiershipPoints_loss: "number",
			cup_startRound: "optional",
			cup_seed: "number",
		},
	},
	{
		name: "projections",
		fields: {
			projections_prior_base: "number",
			projections_prior_pricePoint: "number",
			projections_prior_rootOwnership: "number",
			projections_priorMatches: "number",
			projections_opponentPoints: "number",
			projections_lineMateExponent: "number",
			projections_decay: "number",
			projections_rangeWidth: "number",
			projections_teamRangeFactor: "number",
			projections_chances_available: "number",
			projections_chances_uncertain: "number",
			projections_chances_returning: "number",
			coach_roundWeights: "numbers",
			coach_moneyWeight: "number",
			coach_benchWeight: "number",
		},
	},
] as const satisfies readonly { readonly name: string; readonly fields: Readonly<Record<string, RuleKind>> }[];

type Group = (typeof RULE_GROUPS)[number];
type KeyOf<Each> = Each extends { readonly fields: infer Fields } ? keyof Fields : never;
export type GroupName = Group["name"];
type RuleName = KeyOf<Group>;

export interface RuleField {
	readonly path: string;
	readonly kind: RuleKind;
	/** Null for the points of a stat, whose key is the end of the path. */
	readonly name: RuleName | null;
}

/** Lists the fields of each group. First come the points of stats, including those that only this season scores. */
export function listRuleGroups(
	rules: SeasonRules,
): { readonly name: GroupName; readonly fields: readonly RuleField[] }[] {
	const declaredStats = Object.keys(rules.scoring).filter((key) => !isStatKey(key));
	const stats = [...STAT_KEYS, ...declaredStats].map((key): RuleField => {
		return { path: `scoring.${key}`, kind: "number", name: null };
	});
	return RULE_GROUPS.map(({ name: group, fields }) => {
		const others = Object.entries(fields).map(([name, kind]): RuleField => {
			return { path: name.replaceAll("_", "."), kind, name: name as RuleName };
		});
		return { name: group, fields: group === "points" ? [...stats, ...others] : others };
	});
}
