import type { RoundId } from "../ids.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

export const FINALS_SERIES_TEAMS = 4;
/** One round for the ladder, one for the semi-finals and one for the grand final. */
const MIN_SERIES_ROUNDS = 3;
const MIN_GRAND_FINAL_ROUNDS = 2;

/** The finals that a head-to-head league has chosen; `finalsSeries` has an effect only together with `finals`. */
export interface FinalsChoice {
	readonly finals: boolean;
	readonly finalsSeries: boolean;
}

/** The rounds of a league's semi-finals and grand final; null for one that it does not play. */
export interface FinalsRounds {
	readonly semiFinalId: RoundId | null;
	readonly grandFinalId: RoundId | null;
}

/**
 * With too few rounds, a grand final replaces a finals series, or there are no finals
 * (docs/game-rules.md#finals-series).
 */
export function getFinalsRounds(rounds: readonly RoundId[], { finals, finalsSeries }: FinalsChoice): FinalsRounds {
	if (!finals || rounds.length < MIN_GRAND_FINAL_ROUNDS) return { semiFinalId: null, grandFinalId: null };
	const hasSemiFinals = finalsSeries && rounds.length >= MIN_SERIES_ROUNDS;
	return { semiFinalId: hasSemiFinals ? (rounds.at(-2) ?? null) : null, grandFinalId: rounds.at(-1) ?? null };
}

export type SeriesViolation = "finals-series-not-allowed" | "finals-series-size" | "finals-series-rounds";

/** Why a league cannot choose a finals series; null if it can (docs/game-rules.md#finals-series). */
export function checkFinalsSeries(
	size: number,
	rounds: readonly RoundId[],
	{ leagues }: Pick<SeasonRules, "leagues">,
): SeriesViolation | null {
	if (!leagues.finalsSeries) return "finals-series-not-allowed";
	if (size < FINALS_SERIES_TEAMS) return "finals-series-size";
	return rounds.length < MIN_SERIES_ROUNDS ? "finals-series-rounds" : null;
}
