import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import { findLastCompleteRound } from "@first-bounce/rules/round/round";
import type { Season } from "../api/season-model.ts";
import { formatAverage, formatInteger, formatMoney, formatMoneyChange, formatPoints } from "../i18n/format.ts";
import { formatOwnership, hasScored, isFirstRoundComplete } from "./player-format.ts";

/** Tiles in display order. */
export const TILES = [
	"roundPoints",
	"averagePoints",
	"totalPoints",
	"owned",
	"lastThree",
	"price",
	"highest",
	"lowest",
	"lastRound",
	"roundRank",
	"seasonRank",
	"gamesPlayed",
	"perPoint",
	"roundChange",
	"seasonChange",
] as const;
export type Tile = (typeof TILES)[number];

/** Shown for a value that does not exist. */
export const NO_VALUE = "-";

/** A price change, or `hold` without one. No price changes before round one is complete. */
export function formatChangeOrHold(dollars: number, season: Season, hold: string): string {
	if (!isFirstRoundComplete(season)) return NO_VALUE;
	return dollars === 0 ? hold : formatMoneyChange(dollars);
}

export const formatOptional = (value: number | null | undefined, format: (value: number) => string): string =>
	value === null || value === undefined ? NO_VALUE : format(value);

export function formatTiles(player: PlayerEntry, season: Season, hold: string): Readonly<Record<Tile, string>> {
	const { stats, cost, selections } = player;
	const formatIfPlayed = (value: number, format: (value: number) => string) =>
		stats.gamesPlayed === 0 ? NO_VALUE : format(value);
	const formatIfScored = (value: number) => (hasScored(player) ? formatPoints(value) : NO_VALUE);
	const lastComplete = findLastCompleteRound(season.rounds);
	return {
		roundPoints: formatOptional(stats.roundPoints, formatPoints),
		averagePoints: formatIfPlayed(stats.avgPoints, formatAverage),
		totalPoints: formatIfScored(stats.totalPoints),
		owned: formatOwnership(selections),
		lastThree: formatIfPlayed(stats.avgPointsLast3, formatAverage),
		price: formatMoney(cost),
		highest: formatIfScored(stats.highestScore),
		lowest: formatIfPlayed(stats.lowestScore, formatPoints),
		lastRound: formatOptional(lastComplete && stats.scores[String(lastComplete.id)], formatPoints),
		roundRank: formatOptional(stats.roundRank, formatInteger),
		seasonRank: formatOptional(stats.seasonRank, formatInteger),
		gamesPlayed: formatIfPlayed(stats.gamesPlayed, formatPoints),
		perPoint: stats.gamesPlayed === 0 ? NO_VALUE : formatOptional(stats.costPerPoint, formatMoney),
		roundChange: formatChangeOrHold(stats.lastRoundPriceChange, season, hold),
		seasonChange: formatChangeOrHold(stats.seasonPriceChange, season, hold),
	};
}
