import type { Points } from "../ids.ts";

/** The percentages of a season's best teams that have an official league in the next season. */
export const BEST_PERCENTS = [1, 10] as const;
export type BestPercent = (typeof BEST_PERCENTS)[number];

/** The kinds of official leagues of the best, with their percentages. */
export const BEST_LEAGUES = { top1: 1, top10: 10 } as const satisfies Readonly<Record<string, BestPercent>>;
export type BestLeague = keyof typeof BEST_LEAGUES;

export const isBestLeague = (kind: string): kind is BestLeague => kind in BEST_LEAGUES;

/** Counts the places for a percentage of teams, rounded up. */
export const countBestPlaces = (teams: number, percent: BestPercent): number => Math.ceil((teams * percent) / 100);

/**
 * Lists the best teams of a season (docs/game-rules.md#official-leagues), and those with as many points as the last of them.
 *
 * @param ranked teams that scored, best first. It may end after the last place and the teams that equal it.
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
