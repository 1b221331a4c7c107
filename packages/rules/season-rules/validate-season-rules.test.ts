import { expect, test } from "vitest";
import { applyDefaultRules } from "./season-rules.ts";
import { validateSeasonRules } from "./validate-season-rules.ts";

const listInvalidFields = (rules: object) => validateSeasonRules(applyDefaultRules(rules)).map(({ at }) => at);

test("the default rules are valid", () => {
	expect(listInvalidFields({})).toEqual([]);
});

test("invalid rules are reported with the path of the field", () => {
	expect(listInvalidFields({ scoring: { TOG: 1 } })).toEqual(["scoring.TOG"]);
	expect(listInvalidFields({ leagues: { h2hSizes: [2, 5] } })).toEqual(["leagues.h2hSizes"]);
	expect(listInvalidFields({ prices: { weights: [[0.25], [0.6, 0.5]] } })).toEqual(["prices.weights.1"]);
	// The sum of these is a little above 1 in binary.
	expect(listInvalidFields({ prices: { weights: [[1], [0.5, 0.5], [0.55, 0.34, 0.11]] } })).toEqual([]);
	expect(listInvalidFields({ prices: { weights: [[1], [0.5, 0.5], [0.55, 0.34, 0.12]] } })).toEqual([
		"prices.weights.2",
	]);
	expect(listInvalidFields({ floorPrice: 300_500 })).toEqual(["floorPrice"]);
	expect(listInvalidFields({ salaryCap: 6_000_000 })).toEqual(["salaryCap"]);
	expect(listInvalidFields({ emergencies: 5 })).toEqual(["emergencies"]);
	expect(listInvalidFields({ leagues: { premiershipPoints: { win: 1, draw: 2 } } })).toEqual([
		"leagues.premiershipPoints",
	]);
	expect(listInvalidFields({ leagues: { finalsSeries: true }, lastRound: 2 })).toEqual(["leagues.finalsSeries"]);
	expect(listInvalidFields({ leagues: { finalsSeries: true }, lastRound: 3 })).toEqual([]);
	expect(listInvalidFields({ cup: { startRound: 12 }, lastRound: 12 })).toEqual(["cup.startRound"]);
	expect(listInvalidFields({ cup: { startRound: 11, seed: -1 }, lastRound: 12 })).toEqual(["cup.seed"]);
	expect(listInvalidFields({ cup: { startRound: 1, seed: 2026 } })).toEqual([]);
	expect(listInvalidFields({ scoring: { K: 2.5 }, captainFactor: 1.5 })).toEqual(["scoring.K", "captainFactor"]);
	expect(listInvalidFields({ scoring: { K: 30, FA: -30, spoils: 31 }, captainFactor: 6 })).toEqual([
		"scoring.spoils",
		"captainFactor",
	]);
	expect(listInvalidFields({ field: { DEF: 6 } })).toEqual(["field"]);
	expect(listInvalidFields({ field: { DEF: 8, MID: 2 } })).toEqual(["field.DEF"]);
	expect(listInvalidFields({ bench: { DEF: 5 }, field: { DEF: 1 } })).toEqual(["bench"]);
	expect(listInvalidFields({ field: { DEF: -1 }, trades: { limit: -3 } })).toEqual(["field.DEF", "trades.limit"]);
});

test("a themed round's days are real and in order", () => {
	const listDayProblems = (from: string, to: string) =>
		listInvalidFields({ themedRounds: [{ theme: "indigenous", rounds: [1], from, to }] });
	expect(listDayProblems("2026-09-08", "2026-09-08")).toEqual([]);
	expect(listDayProblems("8 September", "2026-09-14")).toEqual(["themedRounds.0.from"]);
	expect(listDayProblems("2026-13-45", "2026-02-30")).toEqual(["themedRounds.0.from", "themedRounds.0.to"]);
	expect(listDayProblems("2026-09-08", "2026-09-07")).toEqual(["themedRounds.0.to"]);
});
