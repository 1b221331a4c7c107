import type { Dollars, RoundId } from "../ids.ts";
import type { Line } from "../player.ts";
import { mapStats, STATS, type StatKey } from "../scoring/stats.ts";

/**
 * Every number of the rules, stored with the season. The defaults are specified or measured on the 2023 season; a
 * season's file names only what differs.
 */
export interface SeasonRules {
	/** Points for one of each stat. A key beyond StatKey declares another scored stat, normally 1 per unit. */
	readonly scoring: Readonly<Record<StatKey, number> & Record<string, number>>;
	/** What the captain's points are multiplied by. */
	readonly captainFactor: number;
	readonly salaryCap: Dollars;
	readonly floorPrice: Dollars;
	/** Prices are whole multiples of this. */
	readonly priceStep: Dollars;
	/** Slots on field, by line. */
	readonly field: Readonly<Record<Line, number>>;
	readonly bench: Readonly<Record<Line, number>>;
	/** The most emergencies a team may name. */
	readonly emergencies: number;
	readonly trades: { readonly limit: number; readonly per: "season" | "round" };
	readonly prices: {
		/** By games counted (one, two, three …): the weight of each score, the newest first (docs/game-rules.md#prices). */
		readonly weights: readonly (readonly number[])[];
		/** The magic number before the first round has set one. */
		readonly openingMagicNumber: number;
		/** Weights of the last played scores in a projection, the newest first. */
		readonly projectionWeights: readonly number[];
	};
	/** A round with more matches than this is a double game week. */
	readonly singleWeekMatches: number;
	/** The last home-and-away round that the fantasy season plays. */
	readonly lastRound: RoundId;
	/** Whether the last round is labelled "Grand Final" everywhere. */
	readonly grandFinal: boolean;
	/** Number of rounds, the start round included, in which a banner explains the utility. */
	readonly utilityBannerRounds: number;
	/** Rounds that clubs play in special guernseys (docs/game-rules.md#themed-rounds). */
	readonly themedRounds: readonly ThemedRounds[];
	/** Minutes from a round's last match to its automatic publication; null waits for an operator. */
	readonly finalAfterMinutes: number | null;
	readonly leagues: {
		readonly h2hSizes: readonly number[];
		readonly openLimit: number;
		readonly premiershipPoints: { readonly win: number; readonly draw: number; readonly loss: number };
	};
}

export const ROUND_THEMES = ["indigenous"] as const;
export type RoundTheme = (typeof ROUND_THEMES)[number];

export interface ThemedRounds {
	readonly theme: RoundTheme;
	readonly rounds: readonly RoundId[];
	/** UTC days as year-month-day, both included. */
	readonly from: string;
	readonly to: string;
}

export const DEFAULT_SEASON_RULES: SeasonRules = {
	scoring: mapStats((key) => STATS[key].points),
	captainFactor: 2,
	salaryCap: 15_500_000,
	floorPrice: 300_000,
	priceStep: 1_000,
	field: { DEF: 5, MID: 5, RUC: 1, FWD: 5 },
	bench: { DEF: 1, MID: 1, RUC: 1, FWD: 1 },
	emergencies: 4,
	trades: { limit: 3, per: "season" },
	prices: {
		weights: [[1 / 4], [1 / 4, 1 / 6], [2 / 9, 1 / 6, 1 / 9]],
		openingMagicNumber: 12_000,
		projectionWeights: [3, 2, 1],
	},
	singleWeekMatches: 9,
	lastRound: 12,
	grandFinal: false,
	utilityBannerRounds: 3,
	themedRounds: [{ theme: "indigenous", rounds: [3, 4], from: "2025-08-25", to: "2025-09-08" }],
	finalAfterMinutes: 120,
	leagues: {
		h2hSizes: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
		openLimit: 10_000,
		premiershipPoints: { win: 4, draw: 2, loss: 0 },
	},
};
