import { applyDefaultRules, ROUND_THEMES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { validateSeasonRules } from "@first-bounce/rules/season-rules/validate-season-rules";
import { z } from "zod";

const wholeNumber = z.int();
const positive = z.int().positive();
const count = z.int().nonnegative();
const perLine = z.strictObject({ DEF: count, MID: count, RUC: count, FWD: count });
const share = z.number().min(0).max(1);
const scoringWeights = z.array(z.number().nonnegative()).min(1);

/** The rules that differ from the defaults, as in season.json. */
export const givenRulesSchema = z.strictObject({
	scoring: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/), z.number()).optional(),
	captainFactor: positive.optional(),
	salaryCap: positive.optional(),
	floorPrice: positive.optional(),
	priceStep: positive.optional(),
	field: perLine.partial().optional(),
	bench: perLine.partial().optional(),
	emergencies: count.optional(),
	trades: z
		.strictObject({ limit: count, per: z.enum(["season", "round"]) })
		.partial()
		.optional(),
	prices: z
		.strictObject({
			weights: z.array(scoringWeights).min(1),
			openingMagicNumber: positive,
			opening: z
				.strictObject({
					dollarsPerPoint: z.number(),
					fewMatchesFactors: z.array(z.number()),
					/** Opening prices of players who were new in the competition's national draft, by their pick. */
					draft: z.strictObject({ firstPick: z.number(), step: z.number(), lowest: z.number() }).partial(),
				})
				.partial(),
		})
		.partial()
		.optional(),
	projections: z
		.strictObject({
			prior: z.strictObject({ base: z.number(), pricePoint: z.number(), rootOwnership: z.number() }).partial(),
			priorMatches: z.number().nonnegative(),
			opponentPoints: z.number().nonnegative(),
			lineMateExponent: z.number().nonnegative(),
			decay: share,
			rangeWidth: z.number().nonnegative(),
			teamRangeFactor: z.number().nonnegative(),
			chances: z.strictObject({ available: share, uncertain: share, returning: share }).partial(),
		})
		.partial()
		.optional(),
	coach: z
		.strictObject({ roundWeights: scoringWeights, moneyWeight: z.number().nonnegative(), benchWeight: share })
		.partial()
		.optional(),
	instructions: z.strictObject({ isAllowed: z.boolean(), limit: positive, minutesBefore: count }).partial().optional(),
	singleWeekMatches: positive.optional(),
	matchMinutes: positive.optional(),
	lastRound: positive.optional(),
	grandFinal: z.boolean().optional(),
	utilityBannerRounds: count.optional(),
	themedRounds: z
		.array(
			z.strictObject({ theme: z.enum(ROUND_THEMES), rounds: z.array(positive), from: z.iso.date(), to: z.iso.date() }),
		)
		.optional(),
	finalAfterMinutes: count.nullable().optional(),
	leagues: z
		.strictObject({
			h2hSizes: z.array(positive).min(1),
			openLimit: positive,
			finalsSeries: z.boolean(),
			premiershipPoints: z.strictObject({ win: wholeNumber, draw: wholeNumber, loss: wholeNumber }).partial(),
		})
		.partial()
		.optional(),
	cup: z.strictObject({ startRound: positive.nullable(), seed: count }).partial().optional(),
});

export interface RulesProblem {
	/** The dotted path of the field. */
	readonly at: string;
	/** What is wrong, for an operator. */
	readonly message: string;
}

const getValueAt = (rules: unknown, at: string): unknown =>
	at.split(".").reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], rules);

/** Lists what is wrong in rules of the right shape, with the value of each faulty field. */
export const listRulesProblems = (rules: SeasonRules): RulesProblem[] =>
	validateSeasonRules(rules).map(({ at, must }) => ({
		at,
		message: `must ${must} (${JSON.stringify(getValueAt(rules, at))})`,
	}));

/** Checks rules of unknown shape and fills in the defaults; null if they have problems. */
export function checkSeasonRules(input: unknown): {
	readonly rules: SeasonRules | null;
	readonly problems: readonly RulesProblem[];
} {
	const parsed = givenRulesSchema.safeParse(input);
	if (!parsed.success) {
		return { rules: null, problems: parsed.error.issues.map(({ path, message }) => ({ at: path.join("."), message })) };
	}
	const rules = applyDefaultRules(parsed.data);
	const problems = listRulesProblems(rules);
	return { rules: problems.length > 0 ? null : rules, problems };
}
