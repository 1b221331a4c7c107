import type { PlayerId } from "../ids.ts";
import type { Slot } from "../lineup/lineup.ts";
import { canFill, listSlots } from "../lineup/slots.ts";
import type { LockCheck } from "../lockout/locked-players.ts";
import type { PlayerLookup } from "../player.ts";
import type { SeasonContext } from "../team/team-state.ts";
import type { Violation } from "../violation.ts";
import { findCheapestAssignment } from "./assignment.ts";

interface RearrangeContext {
	readonly slots: readonly Slot[];
	readonly getPlayer: PlayerLookup;
	readonly isLocked: LockCheck;
	/** Players who moved for trades that are being reversed, whom to move back first if players must move. */
	readonly preferMoving?: ReadonlySet<PlayerId>;
}

/**
 * Rearranges a team after trades so that everyone fits her slot (docs/game-rules.md#trades); null if that is
 * impossible. No locked player moves. Preferences, the most important first: as few other players as possible change
 * slot, players on field or their replacements stay on field, new players keep the slots of those they replace, and
 * lower ids come first.
 *
 * @param before player ids in slot order
 * @param newIds the same with each new player in the slot of the player whom she replaces, whether she fits or not
 */
export function rearrangePlayers(
	before: readonly PlayerId[],
	newIds: readonly PlayerId[],
	{ slots, getPlayer, isLocked, preferMoving = new Set() }: RearrangeContext,
): readonly PlayerId[] | null {
	const isUnchanged = (index: number) => newIds[index] === before[index];
	const openSlots = slots.flatMap((slot, index) =>
		isUnchanged(index) && isLocked(newIds[index] ?? 0) ? [] : [{ slot, index }],
	);
	const movable = openSlots
		.map(({ slot, index }) => ({
			id: newIds[index] ?? 0,
			homeIndex: index,
			homeSlot: slot,
			wasPresent: isUnchanged(index),
		}))
		// Of equally cheap assignments the lexicographically first is found, so lower ids get earlier slots.
		.sort((a, b) => a.id - b.id);

	// From the least to the most important. One unit of each outweighs all lesser ones together, for the whole team.
	const newPlayerMovesPenalty = 1;
	const leavesFieldPenalty = openSlots.length + 1;
	const notPreferredPenalty = leavesFieldPenalty ** 2;
	const movePenalty = leavesFieldPenalty ** 3;
	const cost = openSlots.map(({ slot, index }) =>
		movable.map(({ id, homeIndex, homeSlot, wasPresent }) => {
			if (wasPresent && homeIndex === index) return 0;
			const player = getPlayer(id);
			if (!player || !canFill(player, slot)) return Infinity;
			if (homeIndex === index) return 0;
			const penalty = homeSlot.area === "field" && slot.area !== "field" ? leavesFieldPenalty : 0;
			if (!wasPresent) return penalty + newPlayerMovesPenalty;
			return penalty + movePenalty + (preferMoving.has(id) ? 0 : notPreferredPenalty);
		}),
	);
	const assigned = findCheapestAssignment(cost);
	if (!assigned) return null;
	const arranged = [...newIds];
	openSlots.forEach(({ index }, row) => {
		arranged[index] = movable[assigned[row] ?? 0]?.id ?? 0;
	});
	return arranged;
}

/** The players who moved so that a new player fits, in the order of their moves: first the one whose slot she took. */
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
 * A violation for each new player who is not in the season, or does not fit the slot of the player she replaces. If
 * `rearrangePlayers` finds no arrangement there is at least one, because all other players fit their slots.
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
