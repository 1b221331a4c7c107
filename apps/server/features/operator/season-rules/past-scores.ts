import type { Dollars, Points } from "@first-bounce/rules/ids";
import { computeAverage, roundToTenth, sum } from "@first-bounce/rules/numbers";
import { computeOpeningPrice, findPricingSeason } from "@first-bounce/rules/prices/opening-price";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../db/tables/tables.ts";
import {
	buildSeasonSummary,
	loadStoredSeasons,
	type StoredSeason,
} from "../../stats-providers/season-fetch/previous-seasons.ts";

/** Scores and prices computed from the stored stats of past seasons under some rules. */
interface PastScores {
	/** Points per player and match. */
	readonly average: Points;
	/** How many such pairs of player and match there are. */
	readonly matches: number;
	/** Opening prices of the next season, by the provider's id of a player. */
	readonly prices: ReadonlyMap<string, Dollars>;
}

function computePastScores(seasons: readonly StoredSeason[], rules: SeasonRules): PastScores {
	const summaries = seasons.map((season) => buildSeasonSummary({ ...season, rules }));
	// The newest season comes first.
	const records = [...(summaries[0]?.records.values() ?? [])];
	const matches = sum(records.map((record) => record.matches));
	const points = sum(records.map((record) => record.matches * record.average));
	const players = new Set(summaries.flatMap((season) => [...season.records.keys()]));
	const prices = [...players].flatMap((player): [string, Dollars][] => {
		const playerRecords = summaries.flatMap((season) => season.records.get(player) ?? []);
		const record = findPricingSeason(playerRecords, rules);
		return record ? [[player, computeOpeningPrice(record, rules)]] : [];
	});
	return { average: points / Math.max(1, matches), matches, prices: new Map(prices) };
}

/**
 * Compares the scores and opening prices that two sets of rules give with the stored stats of seasons before `year`.
 * Returns null without such stats.
 */
export async function comparePastScores(db: Db, year: number, rulesBefore: SeasonRules, rulesAfter: SeasonRules) {
	const seasons = (await loadStoredSeasons(db, year)).filter(({ lines }) => lines.length > 0);
	const [lastSeason] = seasons;
	if (!lastSeason) return null;
	const before = computePastScores(seasons, rulesBefore);
	const after = computePastScores(seasons, rulesAfter);
	return {
		scores: {
			season: lastSeason.name,
			matches: after.matches,
			before: roundToTenth(before.average),
			after: roundToTenth(after.average),
		},
		prices: {
			season: lastSeason.name,
			players: after.prices.size,
			changed: [...after.prices].filter(([player, price]) => before.prices.get(player) !== price).length,
			before: Math.round(computeAverage([...before.prices.values()])),
			after: Math.round(computeAverage([...after.prices.values()])),
		},
	};
}
