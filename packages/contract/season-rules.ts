import { DEFAULT_SEASON_RULES, ROUND_THEMES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { type RulesFault, seasonRulesFaults } from "@first-bounce/rules/season-rules/season-rules-faults";
import { z } from "zod";

const count = z.int();
const byLine = z.strictObject({ DEF: count, MID: count, RUC: count, FWD: count });
const stat = z.number();

/** A season's rules, whole: every field there, none unknown, and playable together (decisions, head). */
export const seasonRulesSchema = z
	.strictObject({
		scoring: z
			.object({ K: stat, H: stat, M: stat, T: stat, FF: stat, FA: stat, HO: stat, G: stat, B: stat })
			.catchall(stat),
		captainFactor: z.number(),
		salaryCap: count,
		floorPrice: count,
		priceStep: count,
		field: byLine,
		bench: byLine,
		emergencies: count,
		trades: z.strictObject({ limit: count, per: z.enum(["season", "round"]) }),
		prices: z.strictObject({
			weights: z.array(z.array(z.number())),
			openingMagicNumber: count,
			projectionWeights: z.array(z.number()),
		}),
		singleWeekMatches: count,
		lastRound: count,
		grandFinal: z.boolean(),
		utilityBannerRounds: count,
		themedRounds: z.array(
			z.strictObject({ theme: z.enum(ROUND_THEMES), rounds: z.array(count), from: z.string(), to: z.string() }),
		),
		finalAfterMinutes: z.number().nullable(),
		leagues: z.strictObject({
			h2hSizes: z.array(count),
			openLimit: count,
			premiershipPoints: z.strictObject({ win: z.number(), draw: z.number(), loss: z.number() }),
		}),
	})
	.superRefine((rules, context) => {
		for (const { at, must } of seasonRulesFaults(rules)) {
			context.addIssue({ code: "custom", path: at.split("."), message: `must ${must}` });
		}
	});

/** A season's file: who it is, and what its rules differ in from the defaults. */
const seasonHeadSchema = z.object({ id: z.int().positive(), name: z.string().trim().min(1) });

export interface SeasonFile {
	readonly id: number;
	readonly name: string;
	readonly rules: SeasonRules;
}

export type Parsed<Value> =
	| { readonly ok: true; readonly value: Value }
	/** Every fault, by field. */
	| { readonly ok: false; readonly faults: readonly RulesFault[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** What differs over what is usual, objects field by field; a list replaces the usual one. */
function laidOver(usual: unknown, differing: unknown): unknown {
	if (!isObject(usual) || !isObject(differing)) return differing;
	const merged = Object.entries(differing).map(([key, value]) => [key, laidOver(usual[key], value)]);
	return { ...usual, ...Object.fromEntries(merged) };
}

function faultsOf({ issues }: z.ZodError): RulesFault[] {
	return issues.flatMap((issue) => {
		const at = issue.path.join(".");
		if (issue.code !== "unrecognized_keys") return { at, must: issue.message.replace(/^must /, "") };
		return issue.keys.map((key) => ({
			at: [...issue.path, key].join("."),
			must: "be left out: no rule is called that",
		}));
	});
}

/** Rules from what a season's file or row says of them, over the defaults; unknown fields are refused by name. */
export function parseSeasonRules(json: unknown): Parsed<SeasonRules> {
	if (!isObject(json)) return { ok: false, faults: [{ at: "", must: "be an object" }] };
	const parsed = seasonRulesSchema.safeParse(laidOver(DEFAULT_SEASON_RULES, json));
	return parsed.success ? { ok: true, value: parsed.data } : { ok: false, faults: faultsOf(parsed.error) };
}

/** A whole `season.json`: `id`, `name`, and beside them the rules that differ. */
export function parseSeasonFile(json: unknown): Parsed<SeasonFile> {
	if (!isObject(json)) return { ok: false, faults: [{ at: "", must: "be an object" }] };
	const { id, name, ...differing } = json;
	const head = seasonHeadSchema.safeParse({ id, name });
	const rules = parseSeasonRules(differing);
	if (head.success && rules.ok) return { ok: true, value: { ...head.data, rules: rules.value } };
	return { ok: false, faults: [...(head.success ? [] : faultsOf(head.error)), ...(rules.ok ? [] : rules.faults)] };
}
