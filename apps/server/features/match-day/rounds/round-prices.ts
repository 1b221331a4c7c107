import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { computeForm } from "@first-bounce/rules/prices/form";
import { computeRoundPrices, type PriceMove } from "@first-bounce/rules/prices/magic-number";
import type { SeasonSnapshot, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";

export interface NextPrices {
	readonly magicNumber: number;
	/** Of everyone: who did not play keeps her price (decisions §4). */
	readonly prices: ReadonlyMap<PlayerId, Dollars>;
}

/** Prices in force after a round, from the season as it stands with the round's last stat line; also long afterwards. */
export function computeNextPrices(season: SeasonSnapshot, roundId: RoundId): NextPrices {
	const { rules, players, rounds } = season;
	const inForce =
		rounds.findLast(({ id, magicNumber }) => id < roundId && magicNumber !== null)?.magicNumber ??
		rules.prices.openingMagicNumber;
	const priceOf = ({ prices, cost }: SnapshotPlayer) => prices.get(roundId) ?? cost;
	const moves = [...players.values()].flatMap((player): PriceMove[] => {
		const { id, played } = player;
		const scores = computeForm(played.filter((match) => match.roundId <= roundId));
		if (scores[0]?.roundId !== roundId) return [];
		return [{ playerId: id, price: priceOf(player), scores: scores.map(({ points }) => points) }];
	});
	const { magicNumber, prices } = computeRoundPrices(moves, inForce, rules);
	return {
		magicNumber,
		prices: new Map([...players.values()].map((player) => [player.id, prices.get(player.id) ?? priceOf(player)])),
	};
}
