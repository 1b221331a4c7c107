import type { Dollars, RoundId } from "../ids.ts";
import type { Line } from "../player.ts";
import { mapStats, STATS, type StatKey } from "../scoring/stats.ts";

/**
 * Every number in the rules, stored with the season. A season's file contains only those that differ from the defaults,
 * which come from the specification or the 2023 season.
 */
export interface SeasonRules {
	/** Points for one of each stat. A key that is not a StatKey declares a further stat, which only this season scores. */
	readonly scoring: Readonly<Record<StatKey, number> & Record<string, number>>;
	/** The factor for the captain's points. */
	readonly captainFactor: number;
	readonly salaryCap: Dollars;
	readonly floorPrice: Dollars;
	/** Prices are whole multiples of this. */
	readonly priceStep: Dollars;
	/** Slots on field, by line. */
	readonly field: Readonly<Record<Line, number>>;
	readonly bench: Readonly<Record<Line, number>>;
	/** Maximum number of emergencies of a team. */
	readonly emergencies: number;
	readonly trades: { readonly limit: number; readonly per: "season" | "round" };
	readonly prices: {
		/** By number of scores, from one on: their weights, newest first (docs/game-rules.md#prices). */
		readonly weights: readonly (readonly number[])[];
		/** The magic number until the first round sets one. */
		readonly openingMagicNumber: number;
		readonly opening: {
			/** Dollars per point of the previous season's average. */
			readonly dollarsPerPoint: number;
			/** Factors for one, two, three … matches in the previous season; it is 1 for more matches. */
			readonly fewMatchesFactors: readonly number[];
			/** For drafted players who have not played: each pick after the first costs `step` less, at least `lowest`. */
			readonly draft: { readonly firstPick: Dollars; readonly step: Dollars; readonly lowest: Dollars };
		};
	};
	/** How a player's score is projected (docs/game-rules.md#projected-points). */
	readonly projections: {
		/** The prior's coefficients until enough scores are known to fit them. */
		readonly prior: { readonly base: number; readonly pricePoint: number; readonly rootOwnership: number };
		readonly priorMatches: number;
		/** The points added to those scored against a club, and to those expected, before they are compared. */
		readonly opponentPoints: number;
		/** How much players gain when others of their line are missing: the power of the usual sum of estimates ÷ the named one. */
		readonly lineMateExponent: number;
		/** The weight of a score relative to the one after it. */
		readonly decay: number;
		/** The range that four scores in five fall in reaches this × √estimate to either side. */
		readonly rangeWidth: number;
		/** Widens a team's range beyond that of independent scores, because players of a club do well together. */
		readonly teamRangeFactor: number;
		/** Chances to play (docs/game-rules.md#chance-to-play). */
		readonly chances: {
			/** Until her club announces its team, for a player who played in its last match or was named for it. */
			readonly available: number;
			/** Until her club announces its team, for any other player. */
			readonly uncertain: number;
			/** For an emergency of a club, and the increase with each round for a player who is out now. */
			readonly returning: number;
		};
	};
	/** The weights in the coach's advice (docs/coach.md). */
	readonly coach: {
		/** The weight of expected points by round, the next one first. */
		readonly roundWeights: readonly number[];
		/** The weight of an expected dollar: 1 counts all the points that it buys in later rounds. */
		readonly moneyWeight: number;
		/** The weight of a bench player's expected points. */
		readonly benchWeight: number;
	};
	/** Instructions that managers may leave for the server (docs/game-rules.md#instructions-for-a-player-who-is-out). */
	readonly instructions: {
		readonly isAllowed: boolean;
		/** The maximum number of instructions of a team in a round. */
		readonly limit: number;
		/** Minutes before a player's match at which her instructions run for the last time. */
		readonly minutesBefore: number;
	};
	/** Minutes of play in a typical match, time-on included, from which live projections follow. */
	readonly matchMinutes: number;
	/** A round with more matches than this is a double game week. */
	readonly singleWeekMatches: number;
	/** The last home-and-away round that the fantasy season plays. */
	readonly lastRound: RoundId;
	/** Whether the last round is labelled "Grand Final" everywhere. */
	readonly grandFinal: boolean;
	/** For how many rounds, from a team's start round on, a banner explains the utility. */
	readonly utilityBannerRounds: number;
	/** Rounds in which clubs wear special guernseys (docs/game-rules.md#themed-rounds). */
	readonly themedRounds: readonly ThemedRounds[];
	/** Minutes from the end of a round's last match to its automatic publication; null waits for an operator. */
	readonly finalAfterMinutes: number | null;
	readonly leagues: {
		readonly h2hSizes: readonly number[];
		readonly openLimit: number;
		/** Whether head-to-head leagues may end with a finals series of the top four (docs/game-rules.md#finals-series). */
		readonly finalsSeries: boolean;
		readonly premiershipPoints: { readonly win: number; readonly draw: number; readonly loss: number };
	};
	/** A knock-out across the season (docs/game-rules.md#cup). */
	readonly cup: {
		/** Its first round; null for no cup. */
		readonly startRound: RoundId | null;
		/** The seed of the draw. */
		readonly seed: number;
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
		opening: {
			dollarsPerPoint: 12_950,
			fewMatchesFactors: [0.85, 0.9, 0.95],
			draft: { firstPick: 369_000, step: 4_000, lowest: 304_000 },
		},
	},
	projections: {
		prior: { base: 10, pricePoint: 0.8, rootOwnership: 12 },
		priorMatches: 1.5,
		opponentPoints: 2_000,
		lineMateExponent: 0.1,
		decay: 0.95,
		rangeWidth: 3.2,
		teamRangeFactor: 1.12,
		chances: { available: 0.9, uncertain: 0.5, returning: 0.2 },
	},
	coach: { roundWeights: [1, 0.8, 0.6], moneyWeight: 1, benchWeight: 0.05 },
	instructions: { isAllowed: false, limit: 10, minutesBefore: 10 },
	matchMinutes: 80,
	singleWeekMatches: 9,
	lastRound: 12,
	grandFinal: false,
	utilityBannerRounds: 3,
	themedRounds: [{ theme: "indigenous", rounds: [3, 4], from: "2025-08-25", to: "2025-09-08" }],
	finalAfterMinutes: 120,
	leagues: {
		h2hSizes: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
		openLimit: 10_000,
		finalsSeries: false,
		premiershipPoints: { win: 4, draw: 2, loss: 0 },
	},
	cup: { startRound: null, seed: 1 },
};

/** Whether a value of the rules is a group of further values. */
export const isRulesGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function mergeRules(defaults: unknown, rules: unknown): unknown {
	if (!isRulesGroup(defaults) || !isRulesGroup(rules)) return rules;
	const entries = Object.entries(rules).filter(([, value]) => value !== undefined);
	return {
		...defaults,
		...Object.fromEntries(entries.map(([key, value]) => [key, mergeRules(defaults[key], value)])),
	};
}

/** Completes a season file's valid rules with the defaults: groups field by field, lists only as a whole. */
export const applyDefaultRules = (rules: object): SeasonRules => mergeRules(DEFAULT_SEASON_RULES, rules) as SeasonRules;

/** Completes rules of an earlier version. A stat added since then scores 0, so that the season's scores stay. */
export function completeStoredRules(stored: { readonly scoring?: Readonly<Record<string, number>> }): SeasonRules {
	const rules = applyDefaultRules(stored);
	return stored.scoring ? { ...rules, scoring: { ...mapStats(() => 0), ...stored.scoring } } : rules;
}
