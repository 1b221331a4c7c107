import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Season } from "../api/season-model.ts";
import { formatAverage, formatMoney, formatMoneyChange, formatPoints, formatRank } from "../i18n/format.ts";
import { formatOwnership, isFirstRoundComplete } from "./player-format.ts";

/** D1 §9, in the order listed. */
export const TILES = [
	...(["roundPoints", "averagePoints", "totalPoints", "owned", "lastThree"] as const),
	...(["price", "highest", "lowest", "lastRound", "roundRank"] as const),
	...(["seasonRank", "gamesPlayed", "perPoint", "roundChange", "seasonChange"] as const),
] as const;
export type Tile = (typeof TILES)[number];

/** What stands where there is nothing to tell (D1 §9). */
export const NO_VALUE = "-";

/** A change of price: "HOLD" when zero, and nothing to tell before round one is complete (D1 §2, §9). */
export function formatChangeOrHold(dollars: number, season: Season, hold: string): string {
	if (!isFirstRoundComplete(season)) return NO_VALUE;
	return dollars === 0 ? hold : formatMoneyChange(dollars);
}

const formatOptional = (value: number | null | undefined, format: (value: number) => string): string =>
	value === null || value === undefined ? NO_VALUE : format(value);

/** Every tile of a player in words; `hold` is the word for a price that did not move. */
export function formatTiles(player: PlayerEntry, season: Season, hold: string): Readonly<Record<Tile, string>> {
	const { stats, cost, selections } = player;
	const played = (value: number, format: (value: number) => string) =>
		stats.gamesPlayed === 0 ? NO_VALUE : format(value);
	const lastComplete = season.rounds.findLast(({ status }) => status === "complete");
	return {
		roundPoints: formatOptional(stats.roundPoints, formatPoints),
		averagePoints: played(stats.avgPoints, formatAverage),
		totalPoints: played(stats.totalPoints, formatPoints),
		owned: formatOwnership(selections),
		lastThree: played(stats.avgPointsLast3, formatAverage),
		price: formatMoney(cost),
		highest: played(stats.highestScore, formatPoints),
		lowest: played(stats.lowestScore, formatPoints),
		lastRound: formatOptional(lastComplete && stats.scores[String(lastComplete.id)], formatPoints),
		roundRank: formatOptional(stats.roundRank, formatRank),
		seasonRank: formatOptional(stats.seasonRank, formatRank),
		gamesPlayed: played(stats.gamesPlayed, formatPoints),
		perPoint: stats.gamesPlayed === 0 ? NO_VALUE : formatOptional(stats.costPerPoint, formatMoney),
		roundChange: formatChangeOrHold(stats.lastRoundPriceChange, season, hold),
		seasonChange: formatChangeOrHold(stats.seasonPriceChange, season, hold),
	};
}
