import { readFileSync } from "node:fs";
import { computeRoundPrices } from "@first-bounce/rules/prices/magic-number";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { getSeason2023Path, readSeason2023Players, readSeason2023Stats } from "../rules/season-2023.ts";

/**
 * Computes the price of each player of 2023 in each round from opening prices and stats. The keys are round and player,
 * such as `3 1017`. Signings start at the floor price. It uses the rules' prices, but not the backtest's season.
 */
export function listPrices(): ReadonlyMap<string, number> {
	const stats = readSeason2023Stats();
	const signings = readFileSync(getSeason2023Path("signings.csv"), "utf8").trim().split(/\r?\n/).slice(1);
	const current = new Map([
		...readSeason2023Players().map(({ id, openingPrice }): [number, number] => [id, openingPrice]),
		...signings.map((row): [number, number] => [Number(row.split(",")[0]), 300_000]),
	]);
	const pricesByRound = new Map<string, number>();
	let magicNumber = 12_000;
	for (let round = 1; round <= 10; round++) {
		for (const [id, price] of current) pricesByRound.set(`${round} ${id}`, price);
		const moves = stats
			.filter(({ roundId }) => roundId === round)
			.map(({ playerId }) => ({
				playerId,
				price: current.get(playerId) ?? 0,
				scores: stats
					.filter((row) => row.playerId === playerId && row.roundId <= round)
					.toSorted((a, b) => b.roundId - a.roundId)
					.map(({ fantasyPoints }) => fantasyPoints),
			}));
		const nextPrices = computeRoundPrices(moves, magicNumber, DEFAULT_SEASON_RULES);
		magicNumber = nextPrices.magicNumber;
		for (const [id, price] of nextPrices.prices) current.set(id, price);
	}
	return pricesByRound;
}
