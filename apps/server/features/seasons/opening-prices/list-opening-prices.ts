import type { Dollars, PlayerId, Points } from "@first-bounce/rules/ids";
import { computeAverage } from "@first-bounce/rules/numbers";
import { computeOpeningPrice } from "@first-bounce/rules/prices/opening-price";
import { computePlayerPoints, hasPlayed } from "@first-bounce/rules/scoring/player-points";
import { formatCsv } from "../import/csv/format-csv.ts";
import type { SeasonData } from "../import/files/season-data.ts";

interface OpeningPrice {
	readonly playerId: PlayerId;
	readonly firstName: string;
	readonly lastName: string;
	/** Home-and-away matches that she played. */
	readonly matches: number;
	/** Points per match, not rounded; 0 without a match. */
	readonly average: Points;
	readonly price: Dollars;
}

/**
 * Lists what each player of a past season costs at the start of the next one, the most expensive first. Points count by
 * the past season's scoring weights.
 */
export function listOpeningPrices({ players, stats, rules }: SeasonData): OpeningPrice[] {
	const scores = new Map<PlayerId, Points[]>(players.map(({ id }) => [id, []]));
	for (const { playerId, line } of stats)
		if (hasPlayed(line)) scores.get(playerId)?.push(computePlayerPoints(line, rules));
	return players
		.map(({ id, firstName, lastName }) => {
			const points = scores.get(id) ?? [];
			const matches = points.length;
			const average = computeAverage(points);
			const price = computeOpeningPrice({ matches, average }, rules);
			return { playerId: id, firstName, lastName, matches, average, price };
		})
		.sort((a, b) => b.price - a.price || b.average - a.average || a.playerId - b.playerId);
}

/** Formats opening prices as CSV, with averages to two decimals. */
export const formatOpeningPrices = (prices: readonly OpeningPrice[]): string =>
	formatCsv(
		"player_id,first_name,last_name,matches,average,price",
		prices.map(({ playerId, firstName, lastName, matches, average, price }) => [
			playerId,
			firstName,
			lastName,
			matches,
			Math.round(average * 100) / 100,
			price,
		]),
	);
