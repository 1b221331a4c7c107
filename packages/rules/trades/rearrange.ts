import type { PlayerId } from "../ids.ts";
import type { Slot } from "../lineup/lineup.ts";
import { canFill, listSlots } from "../lineup/slots.ts";
import type { LockCheck } from "../lockout/locked-players.ts";
import type { PlayerLookup } from "../player.ts";
import type { SeasonContext } from "../team/team-state.ts";
import type { Violation } from "../violation.ts";
import { findCheapestAssignment } from "./assignment.ts";

export interface RearrangeContext {
	readonly slots: readonly Slot[];
	readonly getPlayer: PlayerLookup;
	readonly isLocked: LockCheck;
	/** Players who moved for trades that are being reversed. They are preferred, so that a reversal moves them back. */
	readonly preferMoving?: ReadonlySet<PlayerId>;
}

/**
 * Finds slots for a team in which new players have the slots of those they replace, whether they fit or not
 * (docs/game-rules.md#trades). `before` and `newIds` are player ids in slot order. Preferences, the most important first:
 * as few other players as possible change slot, and no locked one; players on field, or their replacements, stay on field;
 * new players keep the slot they replaced; lower ids come first in slot order. Null if no arrangement fits.
 */
export function rearrangePlayers(
	before: readonly PlayerId[],
	newIds: readonly PlayerId[],
	{ slots, getPlayer, isLocked, preferMoving = new Set() }: RearrangeContext,
): readonly PlayerId[] | null {
	const isUnchanged = (index: number) => newIds[index] === before[index];
	const open = slots.flatMap((slot, index) =>
		isUnchanged(index) && isLocked(newIds[index] ?? 0) ? [] : [{ slot, index }],
	);
	const movable = open
		.map(({ slot, index }) => ({
			id: newIds[index] ?? 0,
			homeIndex: index,
			homeSlot: slot,
			wasPresent: isUnchanged(index),
		}))
		.sort((a, b) => a.id - b.id);

	// Each weight outweighs the sum of all the weights after it.
	const base = open.length + 1;
	const cost = open.map(({ slot, index }) =>
		movable.map(({ id, homeIndex, homeSlot, wasPresent }) => {
			if (wasPresent && homeIndex === index) return 0;
			const player = getPlayer(id);
			if (!player || !canFill(player, slot)) return Infinity;
			if (homeIndex === index) return 0;
			const moved = wasPresent ? base ** 3 + (preferMoving.has(id) ? 0 : base ** 2) : 1;
			return moved + (homeSlot.area === "field" && slot.area !== "field" ? base : 0);
		}),
	);
	const assigned = findCheapestAssignment(cost);
	if (!assigned) return null;
	const arranged = [...newIds];
	open.forEach(({ index }, row) => {
		arranged[index] = movable[assigned[row] ?? 0]?.id ?? 0;
	});
	return arranged;
}

/** The players who moved for a new player, starting with the one whose slot she took. */
export function findMovedPlayers(
	newPlayerId: PlayerId,
	before: readonly PlayerId[],
	after: readonly PlayerId[],
): readonly PlayerId[] {
	const movedIds: PlayerId[] = [];
	let id = before[after.indexOf(newPlayerId)] ?? 0;
	while (after.includes(id)) {
		movedIds.push(id);
		id = before[after.indexOf(id)] ?? 0;
	}
	return movedIds;
}

/**
 * A violation for each new player who is not in the season, or does not fit the slot of the player she replaces. There is one
 * whenever `rearrangePlayers` finds nothing, since players who keep their slots always fit.
 */
export function findMisfits(
	before: readonly PlayerId[],
	newIds: readonly PlayerId[],
	{ rules, getPlayer }: Pick<SeasonContext, "rules" | "getPlayer">,
): readonly Violation[] {
	return listSlots(rules).flatMap((slot, index): Violation[] => {
		const playerId = newIds[index] ?? 0;
		if (playerId === before[index]) return [];
		const player = getPlayer(playerId);
		if (!player) return [{ code: "unknown-player", playerId }];
		return canFill(player, slot) ? [] : [{ code: "no-place", playerId }];
	});
}
