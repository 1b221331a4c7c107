import type { Dollars, PlayerId, RoundId } from "@first-bounce/rules/ids";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { computeRoundPrices, type PriceChangeInput } from "@first-bounce/rules/prices/magic-number";
import { getLastMagicNumber } from "@first-bounce/rules/prices/price-change";
import type { Db } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";
import { savePrices } from "./queries.ts";

export interface NextPrices {
	readonly magicNumber: number;
	/** Every player's price. It is unchanged for players who did not play. */
	readonly prices: ReadonlyMap<PlayerId, Dollars>;
}

/** Computes the prices in force after a round from its current stats, even for a round long past. */
export function computeNextPrices(season: SeasonSnapshot, roundId: RoundId): NextPrices {
	const { rules, players, rounds } = season;
	const currentMagicNumber = getLastMagicNumber(
		rounds.filter(({ id }) => id < roundId),
		rules,
	);
	const getPrice = ({ prices, cost }: SnapshotPlayer) => prices.get(roundId) ?? cost;
	const moves = [...players.values()].flatMap((player): PriceChangeInput[] => {
		const { id, played } = player;
		const scores = computeFormScores(played.filter((match) => match.roundId <= roundId));
		// The newest score comes first. Players without a score in the round keep their price.
		if (scores[0]?.roundId !== roundId) return [];
		return [{ playerId: id, price: getPrice(player), scores: scores.map(({ points }) => points) }];
	});
	const { magicNumber, prices } = computeRoundPrices(moves, currentMagicNumber, rules);
	return {
		magicNumber,
		prices: new Map([...players.values()].map((player) => [player.id, prices.get(player.id) ?? getPrice(player)])),
	};
}

/** Computes the prices in force after a round and saves them. */
export async function updateNextPrices(trx: Db, season: SeasonSnapshot, roundId: RoundId): Promise<NextPrices> {
	const next = computeNextPrices(season, roundId);
	await savePrices(trx, season.seasonId, roundId + 1, next.prices);
	return next;
}
