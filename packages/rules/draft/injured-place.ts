import type { PlayerStatus } from "../player.ts";

/**
 * Whether a player may be in an injured place (docs/game-rules.md#injured-place): one whom the feed or an operator reports as
 * injured. A player who was not named may be named again next week, so she needs a place in the squad.
 */
export const isOutInjured = (status: PlayerStatus): boolean => status === "injured";

/** Whether a team may add nobody, because the player in its injured place is fit again. */
export const isInjuredPlaceBlocked = (statusOfInjured: PlayerStatus | null): boolean =>
	statusOfInjured !== null && !isOutInjured(statusOfInjured);
