import { sum } from "../numbers.ts";
import { LINES, sumLines } from "../player.ts";
import type { SeasonRules } from "./season-rules.ts";

export interface RulesProblem {
	/** The dotted path of the field, such as `trades.limit`. */
	readonly at: string;
	/** The rest of a sentence that begins with the path and "must". */
	readonly must: string;
}

/** Limits of the scoring engine, which packs each team into one row. The utility counts as a slot. */
export const MAX_TEAM_SLOTS = 21;
export const MAX_BENCH_SLOTS = 7;
export const MAX_LINE_SLOTS = 7;

/** Higher ones are typing errors. */
const MAX_WEIGHT = 30;
/** With a higher one, the scoring engine could not add up a team whose players all have MAX_MATCH_POINTS twice. */
const MAX_CAPTAIN_FACTOR = 5;

const isWholeNumber = (value: number, min: number) => Number.isSafeInteger(value) && value >= min;

/** The problem that each check has found, or false. */
type Checks = readonly (RulesProblem | false)[];

const checkWhole = (at: string, value: number, min: number): RulesProblem | false =>
	!isWholeNumber(value, min) && { at, must: `be a whole number of at least ${min}` };

/** By how much weights may exceed 1, because 0.55 + 0.34 + 0.11 is slightly more than 1 in binary. */
const MAX_ROUNDING_ERROR = 1e-9;

/** The weights of a row are each above 0 and add up to at most 1. */
const isWeightRow = (row: readonly number[], games: number) =>
	row.length === games && row.every((weight) => weight > 0) && sum(row) <= 1 + MAX_ROUNDING_ERROR;

function validateCounts(rules: SeasonRules): Checks {
	const [fieldSlots, benchSlots] = [sumLines(rules.field), sumLines(rules.bench)];
	return [
		...LINES.map((line) => checkWhole(`field.${line}`, rules.field[line], 0)),
		...LINES.map((line) => checkWhole(`bench.${line}`, rules.bench[line], 0)),
		...LINES.map(
			(line) => rules.field[line] > MAX_LINE_SLOTS && { at: `field.${line}`, must: `be at most ${MAX_LINE_SLOTS}` },
		),
		benchSlots > MAX_BENCH_SLOTS && { at: "bench", must: `have at most ${MAX_BENCH_SLOTS} slots` },
		fieldSlots + benchSlots + 1 > MAX_TEAM_SLOTS && {
			at: "field",
			must: `have, with the bench and the utility, at most ${MAX_TEAM_SLOTS} slots`,
		},
		fieldSlots < 2 && { at: "field", must: "have slots for a captain and a vice captain" },
		!(isWholeNumber(rules.emergencies, 0) && rules.emergencies <= benchSlots) && {
			at: "emergencies",
			must: "be a whole number no greater than the number of bench slots",
		},
		checkWhole("trades.limit", rules.trades.limit, 0),
		checkWhole("instructions.limit", rules.instructions.limit, 1),
		checkWhole("instructions.minutesBefore", rules.instructions.minutesBefore, 0),
		checkWhole("matchMinutes", rules.matchMinutes, 1),
		checkWhole("singleWeekMatches", rules.singleWeekMatches, 1),
		checkWhole("lastRound", rules.lastRound, 1),
		checkWhole("utilityBannerRounds", rules.utilityBannerRounds, 0),
		rules.finalAfterMinutes !== null &&
			!(rules.finalAfterMinutes >= 0) && { at: "finalAfterMinutes", must: "be null or at least 0" },
	];
}

function validateMoney({ salaryCap, floorPrice, priceStep, prices, field, bench }: SeasonRules): Checks {
	const players = sumLines(field) + sumLines(bench) + 1;
	return [
		!isWholeNumber(priceStep, 1) && { at: "priceStep", must: "be a whole number of dollars, at least 1" },
		!(isWholeNumber(floorPrice, 1) && floorPrice % priceStep === 0) && {
			at: "floorPrice",
			must: "be a positive multiple of priceStep",
		},
		!(isWholeNumber(salaryCap, 1) && salaryCap % priceStep === 0) && {
			at: "salaryCap",
			must: "be a positive multiple of priceStep",
		},
		salaryCap < floorPrice * players && { at: "salaryCap", must: "pay for a whole team at the floor price" },
		prices.weights.length === 0 && { at: "prices.weights", must: "have a row for a player's first game" },
		...prices.weights.map(
			(row, index) =>
				!isWeightRow(row, index + 1) && {
					at: `prices.weights.${index}`,
					must: `have ${index + 1} weights above 0 that add up to at most 1`,
				},
		),
		checkWhole("prices.openingMagicNumber", prices.openingMagicNumber, 1),
		!(prices.opening.dollarsPerPoint > 0) && { at: "prices.opening.dollarsPerPoint", must: "be above 0" },
		!(isWholeNumber(prices.opening.draft.lowest, 1) && isWholeNumber(prices.opening.draft.step, 0)) && {
			at: "prices.opening.draft",
			must: "have whole numbers, with the lowest price above 0",
		},
		!(prices.opening.draft.firstPick >= prices.opening.draft.lowest) && {
			at: "prices.opening.draft.firstPick",
			must: "be at least the lowest price",
		},
		!prices.opening.fewMatchesFactors.every((factor) => factor > 0 && factor <= 1) && {
			at: "prices.opening.fewMatchesFactors",
			must: "be above 0 and at most 1",
		},
	];
}

/** Whether the text is a day that exists, such as 2026-09-08. */
function isDay(text: string): boolean {
	const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const validateThemes = ({ themedRounds }: SeasonRules): Checks =>
	themedRounds.flatMap(({ rounds, from, to }, index) => [
		!rounds.every((id) => isWholeNumber(id, 1)) && {
			at: `themedRounds.${index}.rounds`,
			must: "be whole numbers of at least 1",
		},
		!isDay(from) && { at: `themedRounds.${index}.from`, must: "be a day such as 2026-09-08" },
		!(isDay(to) && (!isDay(from) || from <= to)) && {
			at: `themedRounds.${index}.to`,
			must: "be a day such as 2026-09-08, not before `from`",
		},
	]);

function validateLeagues({ leagues, lastRound }: SeasonRules): Checks {
	const { win, draw, loss } = leagues.premiershipPoints;
	const isAscending = leagues.h2hSizes.every((size, index, sizes) => index === 0 || size > (sizes[index - 1] ?? 0));
	return [
		!(
			leagues.h2hSizes.length > 0 &&
			isAscending &&
			leagues.h2hSizes.every((size) => isWholeNumber(size, 2) && size % 2 === 0)
		) && {
			at: "leagues.h2hSizes",
			must: "be even numbers of at least 2, in ascending order",
		},
		checkWhole("leagues.openLimit", leagues.openLimit, 1),
		leagues.finalsSeries &&
			lastRound < 3 && { at: "leagues.finalsSeries", must: "be false in a season of fewer than 3 rounds" },
		!(win > draw && draw >= loss && loss >= 0) && {
			at: "leagues.premiershipPoints",
			must: "give more for a win than for a draw, at least as much for a draw as for a loss, and at least 0",
		},
	];
}

function validateCup({ cup, lastRound }: SeasonRules): Checks {
	const { startRound, seed } = cup;
	return [
		startRound !== null &&
			!(isWholeNumber(startRound, 1) && startRound < lastRound) && {
				at: "cup.startRound",
				must: "be null or a round before the last",
			},
		checkWhole("cup.seed", seed, 0),
	];
}

/** Every problem of a season's rules, whose shape the import's schema has checked; empty if they are valid. */
export function validateSeasonRules(rules: SeasonRules): readonly RulesProblem[] {
	return [
		...Object.entries(rules.scoring).map(
			([key, weight]) =>
				!(Number.isSafeInteger(weight) && Math.abs(weight) <= MAX_WEIGHT) && {
					at: `scoring.${key}`,
					must: `be a whole number from -${MAX_WEIGHT} to ${MAX_WEIGHT}`,
				},
		),
		// Time on ground is a percentage, which would outweigh every other stat.
		"TOG" in rules.scoring && { at: "scoring.TOG", must: "not be scored: it is a percentage" },
		!(isWholeNumber(rules.captainFactor, 1) && rules.captainFactor <= MAX_CAPTAIN_FACTOR) && {
			at: "captainFactor",
			must: `be a whole number from 1 to ${MAX_CAPTAIN_FACTOR}`,
		},
		...validateCounts(rules),
		...validateMoney(rules),
		...validateThemes(rules),
		...validateLeagues(rules),
		...validateCup(rules),
	].filter((problem) => problem !== false);
}
