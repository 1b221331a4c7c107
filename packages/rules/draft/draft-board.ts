import type { PlayerId, TeamId } from "../ids.ts";
import type { PickTurn } from "./draft-order.ts";

export const DRAFT_STATES = ["setup", "scheduled", "live", "paused", "complete"] as const;
export type DraftState = (typeof DRAFT_STATES)[number];
export const hasDraftStarted = (state: DraftState): boolean => state !== "setup" && state !== "scheduled";

/** Who or what paused a draft. */
export const PAUSE_REASONS = ["commissioner", "operator", "upgrade", "restore"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];
/** Actions on a draft that the commissioner can undo. */
export const UNDOABLE_ACTIONS = ["pick", "missed", "skipped", "exchanged"] as const;
export type UndoableAction = (typeof UNDOABLE_ACTIONS)[number];

/**
 * Whether the commissioner may resume a paused draft: not if the whole site is paused. After a restore she may, because she knows
 * best whether her managers are there.
 */
export const isResumedByCommissioner = (reason: PauseReason | null): boolean =>
	reason !== "operator" && reason !== "upgrade";

/** A turn with its present owner, and the player who was picked. */
export interface DraftPick extends PickTurn {
	readonly teamId: TeamId;
	/** Null until it is made. */
	readonly playerId: PlayerId | null;
	/** Whether its turn has passed without a player. It may be made at any time until the end of the draft. */
	readonly isSkipped: boolean;
}

/**
 * Finds the pick that is on the clock: the first that is neither made nor skipped, then the first skipped one; null once
 * all are made (docs/game-rules.md#on-the-clock).
 *
 * @param picks all picks of the draft, by number
 */
export function findActivePick(picks: readonly DraftPick[]): DraftPick | null {
	const open = picks.filter(({ playerId }) => playerId === null);
	return open.find(({ isSkipped }) => !isSkipped) ?? open[0] ?? null;
}

/** Lists the picks that are still to be made, the one on the clock first, skipped ones last. */
export const listComingPicks = <Coming extends DraftPick>(picks: readonly Coming[]): Coming[] =>
	picks
		.filter(({ playerId }) => playerId === null)
		.toSorted((a, b) => Number(a.isSkipped) - Number(b.isSkipped) || a.overall - b.overall);

/** How many picks come before a team's next one; 0 if it is on the clock, null if it has none left. */
export function countPicksUntil(picks: readonly DraftPick[], teamId: TeamId): number | null {
	const index = listComingPicks(picks).findIndex((pick) => pick.teamId === teamId);
	return index < 0 ? null : index;
}

/** The players of a team in the order in which they were picked. */
export const listPickedPlayers = (picks: readonly DraftPick[], teamId: TeamId): PlayerId[] =>
	picks.flatMap((pick) => (pick.teamId === teamId && pick.playerId !== null ? [pick.playerId] : []));
