import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Dollars, RoundId } from "@first-bounce/rules/ids";
import { getLastMagicNumber } from "@first-bounce/rules/prices/price-change";
import { computePriceAfterRounds } from "@first-bounce/rules/prices/price-projection";
import { findRound, hasNoExpectedMatch, listSquadMatches } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { Season } from "../../../api/season-model.ts";

/** Her score per match as prices count it, newest round first, for the rounds before a given one. */
function listScoresBefore(entry: PlayerEntry, before: RoundId, { rounds }: Season): number[] {
	return Object.entries(entry.stats.scores)
		.map(([id, points]) => ({ id: Number(id), points }))
		.filter(({ id }) => id < before)
		.sort((a, b) => b.id - a.id)
		.flatMap(({ id, points }) => {
			const formScore = entry.stats.formScores?.[String(id)];
			if (formScore !== undefined) return formScore ?? [];
			const round = findRound(rounds, id);
			const matches = round ? listSquadMatches(getSquadInRound(entry, id), round) : [];
			return [points / Math.max(1, matches.length)];
		});
}

/** Her projected price when a round opens, if she scores her estimate each round. */
function computeProjectedPrice(entry: PlayerEntry, roundId: RoundId, season: Season): Dollars {
	const { current, magicNumbers, rules } = season;
	if (!current || roundId <= current.id) return entry.cost;
	const byes = season.rounds
		.filter(({ id, status }) => id >= current.id && id < roundId && status !== "complete")
		.map((round) => hasNoExpectedMatch(entry.squadId, round));
	const magicNumber = getLastMagicNumber(
		[...magicNumbers.values()].map((value) => ({ magicNumber: value })),
		rules,
	);
	const scores = listScoresBefore(entry, current.id, season);
	const { status, cost: price, stats } = entry;
	return computePriceAfterRounds({ estimate: stats.estimate, price, scores, status }, byes, magicNumber, rules);
}

const priceCache = new WeakMap<Season, Map<string, Dollars>>();

/** Projected prices for a round, cached by season. */
export function createPriceProjection(season: Season, roundId: RoundId): (entry: PlayerEntry) => Dollars {
	const prices = priceCache.get(season) ?? new Map<string, Dollars>();
	priceCache.set(season, prices);
	return (entry) => {
		const key = `${roundId}:${entry.id}`;
		const price = prices.get(key) ?? computeProjectedPrice(entry, roundId, season);
		prices.set(key, price);
		return price;
	};
}
