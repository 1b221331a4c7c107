import { expect, test } from "vitest";
import { readSeason2023Players, readSeason2023Stats } from "../../../testing/rules/season-2023.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { computeRoundPrices } from "./magic-number.ts";

test("at least 375 of 378 new prices are within $2,000", () => {
	const scores = new Map(
		readSeason2023Stats()
			.filter(({ roundId }) => roundId === 1)
			.map(({ playerId, fantasyPoints }) => [playerId, fantasyPoints]),
	);
	const players = readSeason2023Players().filter(({ id }) => scores.has(id));
	const moves = players.map(({ id, openingPrice }) => ({
		playerId: id,
		price: openingPrice,
		scores: [scores.get(id) ?? 0],
	}));
	const rules = DEFAULT_SEASON_RULES;
	const { magicNumber, prices } = computeRoundPrices(moves, rules.prices.openingMagicNumber, rules);
	const near = players.filter(
		({ id, priceAfterRound1 }) => Math.abs((prices.get(id) ?? 0) - priceAfterRound1) <= 2_000,
	);
	expect(players).toHaveLength(378);
	expect(magicNumber).toBe(12_042);
	expect(near.length).toBeGreaterThanOrEqual(375);
});
