import { MIN_CHANGED_TEAMS, MIN_TEAMS_TO_COUNT } from "../rivals/visible-to-rivals.ts";

/** What is counted of each player across draft leagues, in this order. Teams start her; the others count leagues. */
export const DRAFT_FIGURES = ["owned", "started", "added", "dropped"] as const;
export type DraftFigure = (typeof DRAFT_FIGURES)[number];

/** A player is given an average position once she was picked in as many drafts. */
export const MIN_DRAFTS = 10;

export interface CountedLeagues {
	readonly leagues: number;
	readonly teams: number;
}

/** Whether ownership across draft leagues is shown (docs/game-rules.md#ownership-in-draft-leagues). */
export const isDraftOwnershipShown = ({ teams }: Pick<CountedLeagues, "teams">): boolean => teams >= MIN_TEAMS_TO_COUNT;

/** Computes a percentage of leagues or teams. It is a whole number, because tenths could tell of a single league. */
export const computeDraftPercent = (count: number, figure: DraftFigure, { leagues, teams }: CountedLeagues): number =>
	Math.round((100 * count) / (figure === "started" ? teams : leagues));

/**
 * Whether average draft positions are counted again: with a twentieth and at least 20 more teams, so that nobody can work
 * out a single draft from the difference.
 */
export const arePositionsDue = (teams: number, countedTeams: number): boolean =>
	teams >= MIN_TEAMS_TO_COUNT && teams >= countedTeams * 1.05 + MIN_CHANGED_TEAMS;
