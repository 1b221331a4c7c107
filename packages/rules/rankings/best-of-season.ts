import type { Points } from "../ids.ts";

/** The percentages of a season's best teams that have an official league in the next season. */
export const BEST_PERCENTS = [1, 10] as const;
export type BestPercent = (typeof BEST_PERCENTS)[number];

/** How many teams a percentage of them is, rounded up. */
export const countBestPlaces = (teams: number, percent: BestPercent): number => Math.ceil((teams * percent) / 100);

/**
 * The best teams of a season (docs/game-rules.md#official-leagues). Those with as many points as the last of them are among
 * them, too.
 *
 * @param ranked teams that scored, best first; at least as many as there are places, and all that equal the last one
 * @param teams how many teams scored
 */
export function listBestTeams<Row extends { readonly totalPoints: Points }>(
	ranked: readonly Row[],
	teams: number,
	percent: BestPercent,
): readonly Row[] {
	const last = ranked[countBestPlaces(teams, percent) - 1];
	return last ? ranked.filter(({ totalPoints }) => totalPoints >= last.totalPoints) : [];
}
