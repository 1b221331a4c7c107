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
export function findInjuredBlocker(
	injuredId: PlayerId | undefined,
	getStatus: (id: PlayerId) => PlayerStatus | undefined,
): PlayerId | null {
	const status = injuredId === undefined ? undefined : getStatus(injuredId);
	return injuredId === undefined || status === undefined || isOutInjured(status) ? null : injuredId;
}
