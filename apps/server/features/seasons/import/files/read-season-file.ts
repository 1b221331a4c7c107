import path from "node:path";
import { applyDefaultRules, ROUND_THEMES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { validateSeasonRules } from "@first-bounce/rules/season-rules/validate-season-rules";
import { z } from "zod";
import type { FaultList } from "../csv/fault-list.ts";
import { readText } from "../csv/read-text.ts";

const wholeNumber = z.int();
const positive = z.int().positive();
const count = z.int().nonnegative();
const perLine = z.strictObject({ DEF: count, MID: count, RUC: count, FWD: count });
const share = z.number().min(0).max(1);
const scoringWeights = z.array(z.number().nonnegative()).min(1);

const seasonFileSchema = z.strictObject({
	id: positive,
	name: z.string().trim().min(1).max(120),
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

export interface SeasonFile {
	readonly id: number;
	readonly name: string;
	/** Builds the rules. The last round is that of the file, else the last of rounds.csv. */
	readonly rules: (lastRound: number) => SeasonRules;
	readonly lastRound: number | null;
}

/** Reads season.json, which has the season's id, its name and the rules that differ from the defaults. */
export async function readSeasonFile(folder: string, faults: FaultList): Promise<SeasonFile | null> {
	const name = "season.json";
	const before = faults.list.length;
	const text = await readText(path.join(folder, name), faults);
	if (text === null) {
		if (faults.list.length === before) faults.add(name, null, "is missing");
		return null;
	}
	let json: unknown;
	try {
		json = JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch (error) {
		faults.add(name, null, `is not JSON: ${error instanceof Error ? error.message : error}`);
		return null;
	}
	const parsed = seasonFileSchema.safeParse(json);
	if (!parsed.success) {
		for (const { path: at, message } of parsed.error.issues) {
			faults.add(name, findLineOf(text, at[0]), `${at.length > 0 ? `${at.join(".")}: ` : ""}${message}`);
		}
		return null;
	}
	const { id, name: title, lastRound = null, ...given } = parsed.data;
	const rules = (last: number): SeasonRules => applyDefaultRules({ ...given, lastRound: last });
	// If the file does not set the last round, it comes from rounds.csv.
	const checked = rules(lastRound ?? 1);
	const violations = validateSeasonRules(checked);
	for (const { at, must } of violations) {
		const [group] = at.split(".");
		faults.add(name, findLineOf(text, group), `${at} must ${must} (${JSON.stringify(getValueAt(checked, at))})`);
	}
	return violations.length > 0 ? null : { id, name: title, rules, lastRound };
}

const getValueAt = (rules: unknown, at: string): unknown =>
	at.split(".").reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], rules);

function findLineOf(text: string, key: PropertyKey | undefined): number | null {
	const lines = text.split("\n");
	const index = lines.findIndex((line) => line.includes(`"${String(key)}"`));
	return index < 0 ? null : index + 1;
}
