import { assignCaptain } from "../captaincy/change-roles.ts";
import type { PlayerId } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { suggestCaptains } from "../lockout/lock-fixes.ts";
import type { LockContext } from "../lockout/lock-warnings.ts";
import { applySwaps, type SwapPair } from "../swaps/swap-players.ts";
import { findFieldSwaps } from "./arrange-lineup.ts";

/** Swaps, made one after the other, and then a new captain; `swapsPairs` is named as in the API. */
export interface LineupChanges {
	readonly swapsPairs: readonly SwapPair[];
	/** Null if the captain stays. */
	readonly captainId: PlayerId | null;
}

/** Finds the swaps with the most expected points on field, and then a captain who is expected to score more. */
export function findLineupChanges(lineup: Lineup, context: LockContext): LineupChanges {
	const getExpectedPoints = (id: PlayerId) => (context.isExpectedToPlay(id) ? context.getExpectedPoints(id) : 0);
	const swapsPairs = findFieldSwaps(lineup, { ...context, getExpectedPoints });
	const swapped = applyLineupChanges(lineup, { swapsPairs, captainId: null }, context);
	const { captainId } = suggestCaptains(swapped, context);
	const isBetter = getExpectedPoints(captainId) > getExpectedPoints(swapped.captainId);
	return { swapsPairs, captainId: isBetter ? captainId : null };
}

/** The line-up after the changes. If the rules refuse a swap, none is made. */
export function applyLineupChanges(
	lineup: Lineup,
	{ swapsPairs, captainId }: LineupChanges,
	context: Pick<LockContext, "rules" | "getPlayer" | "isLocked">,
): Lineup {
	const swapped = applySwaps(lineup, swapsPairs, context, context.isLocked);
	const after = swapped.ok ? swapped.value : lineup;
	return captainId === null ? after : assignCaptain(after, "captain", captainId);
}
