import { z } from "zod";
import { defineCall } from "../../call.ts";
import { id, idParams, instant } from "../../fields.ts";
import { reason } from "../operator.ts";

/** A season's rules, as in its season.json. Given rules are checked like those of an import. */
const rules = z.record(z.string(), z.unknown());

const rulesProblem = z.object({
	/** The dotted path of the field, such as `prices.opening.dollarsPerPoint`. */
	at: z.string(),
	message: z.string(),
});

/** Effects that prevent rules from being saved. */
const REFUSED_RULES_EFFECTS = ["line-ups-incomplete", "too-many-emergencies", "round-missing", "round-in-use"] as const;

const RULES_EFFECTS = [
	"bank",
	"teams-over-cap",
	"trades",
	"scores",
	"opening-prices",
	"no-former-stats",
	"prices-below-floor",
	"prices-off-step",
	"matches-dropped",
	"league-sizes",
	"open-leagues",
	"finals-series",
	"instructions",
	"captain",
	"estimates",
	"double-weeks",
	"cup",
] as const;

/** The dotted path of the rule, or of the group of rules, that has the effect. */
const at = z.string();
/** The numbers and names in the description of an effect. */
const values = z.record(z.string(), z.union([z.string(), z.number()]));

const rulesEffect = z.discriminatedUnion("isRefused", [
	z.object({ isRefused: z.literal(false), kind: z.enum(RULES_EFFECTS), at, values }),
	z.object({ isRefused: z.literal(true), kind: z.enum(REFUSED_RULES_EFFECTS), at, values }),
]);
export type RulesEffect = z.output<typeof rulesEffect>;

export const showSeasonRules = defineCall("GET", "/operator/seasons/:id/rules", {
	role: "viewer",
	summary: "All rules of a season, and whether they can still be changed",
	params: idParams,
	success: z.object({
		seasonId: id,
		name: z.string(),
		rules,
		/** Season time of the first match; null in a season without matches. */
		firstLockAt: instant.nullable(),
		/** Why the rules cannot be changed any more; null while they can. */
		lock: z.enum(["first-lock", "closed"]).nullable(),
	}),
});

export const previewSeasonRules = defineCall("POST", "/operator/seasons/:id/rules/preview", {
	role: "owner",
	summary: "The problems of changed rules, and what they would do to teams, leagues and prices; nothing is saved",
	params: idParams,
	body: z.strictObject({ rules }),
	success: z.object({ problems: z.array(rulesProblem), effects: z.array(rulesEffect) }),
});

export const changeSeasonRules = defineCall("POST", "/operator/seasons/:id/rules", {
	role: "owner",
	summary: "Change a season's rules before its first lock",
	params: idParams,
	body: z.strictObject({
		rules,
		/** The rules that were shown; refused if another operator has changed them since. */
		shown: rules,
		reason,
	}),
	success: z.object({ changed: z.array(z.string()) }),
});
