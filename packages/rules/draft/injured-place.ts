import type { PlayerId } from "../ids.ts";
import type { PlayerStatus } from "../player.ts";

/**
 * Whether a player may be in an injured place (docs/game-rules.md#injured-place): the feed or an operator reports her as injured.
 * A player who only was not named may be named next week, so she needs a place in the squad.
 */
export const isOutInjured = (status: PlayerStatus): boolean => status === "injured";

/**
 * Finds the player who keeps a team from adding others, because she is in its injured place and fit again; null if nobody does.
 *
 * @param injuredId who is in the place
 */
export function findFitPlayerInInjuredPlace(
	injuredId: PlayerId | undefined,
	getStatus: (id: PlayerId) => PlayerStatus | undefined,
): PlayerId | null {
	if (injuredId === undefined) return null;
	const status = getStatus(injuredId);
	if (status === undefined || isOutInjured(status)) return null;
	return injuredId;
}
