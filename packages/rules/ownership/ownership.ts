import { MIN_TEAMS_TO_COUNT } from "../rivals/visible-to-rivals.ts";

/** Sizes of the groups of the best teams overall among which ownership is counted, the smallest first. */
export const OWNERSHIP_SIZES = [100, 1_000, 10_000] as const;

/** What is counted of each player, in this order: teams that had her, made her captain, got her points doubled, or traded her. */
export const OWNERSHIP_FIGURES = ["owned", "captain", "doubled", "tradedIn", "tradedOut"] as const;
export type OwnershipFigure = (typeof OWNERSHIP_FIGURES)[number];

export interface OwnershipGroup {
	/** 100 for the best hundred teams overall; null for all teams. */
	readonly top: number | null;
	readonly teams: number;
}

/**
 * Lists the groups that are shown if this many teams are ranked: all teams, and each group of the best that this many teams fill.
 * None below 100 teams (docs/game-rules.md#ownership).
 */
export function listOwnershipGroups(teams: number): readonly OwnershipGroup[] {
	if (teams < MIN_TEAMS_TO_COUNT) return [];
	const best = OWNERSHIP_SIZES.filter((size) => size <= teams).map((size) => ({ top: size, teams: size }));
	return [...best, { top: null, teams }];
}

/** The percentage of a group's teams, to one decimal. */
export const computeOwnershipPercent = (count: number, { teams }: Pick<OwnershipGroup, "teams">): number =>
	Math.round((1_000 * count) / teams) / 10;
