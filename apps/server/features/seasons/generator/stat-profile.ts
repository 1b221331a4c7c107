import type { PlayerId } from "@first-bounce/rules/ids";
import type { Line } from "@first-bounce/rules/player";
import { STATS, type StatKey } from "@first-bounce/rules/scoring/stats";
import type { Random } from "./random.ts";

/** The match stats of a line's players, and how much their levels (`Footballer`) differ. */
export interface StatProfile {
	/** Mean count per match, over the players who played. */
	readonly means: Readonly<Record<StatKey, number>>;
	/** Mean time on ground in percent. */
	readonly tog: number;
	/** Standard deviation of the logarithm of the levels of all listed players. */
	readonly spread: number;
}

/**
 * Measured in the home-and-away rounds of 2023, by the players' first line. Only the means of HO of forwards and defenders
 * are lower than measured, because `drawRates` adds hitouts from the RUC profile for those who also play RUC.
 */
export const STAT_PROFILES: Readonly<Record<Line, StatProfile>> = {
	DEF: {
		means: { K: 6.2, H: 3.39, M: 2.07, T: 2.58, FF: 0.59, FA: 0.68, HO: 0.05, G: 0.06, B: 0.05 },
		tog: 78.8,
		spread: 0.29,
	},
	MID: {
		means: { K: 8.8, H: 6.33, M: 2.1, T: 4.7, FF: 1, FA: 0.9, HO: 0.02, G: 0.23, B: 0.25 },
		tog: 76.3,
		spread: 0.36,
	},
	RUC: {
		means: { K: 4.63, H: 4.59, M: 1.81, T: 2.89, FF: 1.01, FA: 1.01, HO: 16.03, G: 0.17, B: 0.05 },
		tog: 71.2,
		spread: 0.29,
	},
	FWD: {
		means: { K: 6.09, H: 3.76, M: 2.02, T: 3.11, FF: 0.73, FA: 0.72, HO: 0.2, G: 0.5, B: 0.38 },
		tog: 75.1,
		spread: 0.36,
	},
};

/**
 * How each stat grows with a player's level, and the standard deviation of its logarithm among players of the same
 * level.
 */
export const STAT_VARIATIONS: Readonly<
	Record<StatKey, { readonly levelExponent: number; readonly deviation: number }>
> = {
	K: { levelExponent: 1.05, deviation: 0.18 },
	H: { levelExponent: 1.05, deviation: 0.3 },
	M: { levelExponent: 0.85, deviation: 0.3 },
	T: { levelExponent: 0.85, deviation: 0.32 },
	FF: { levelExponent: 0.7, deviation: 0.3 },
	FA: { levelExponent: 0.3, deviation: 0.35 },
	HO: { levelExponent: 1, deviation: 0.25 },
	G: { levelExponent: 0.7, deviation: 0.65 },
	B: { levelExponent: 0.7, deviation: 0.6 },
};

/**
 * Gets the generator that a stat is drawn from. An optional stat has its own, so that adding one does not change the other
 * stats of a season.
 */
export const getStatRandom = (key: StatKey, random: Random, playerId?: PlayerId): Random =>
	STATS[key].isOptional ? random.fork(`${key} ${playerId ?? ""}`) : random;
