import { NOBODY, type PlayerId } from "../ids.ts";
import { canFill, listSlots, type TeamShape } from "../lineup/slots.ts";
import type { PlayerWithSeasonPoints } from "./player-values.ts";

/**
 * Places a squad in the slots of a line-up, so that every player has a slot of her position: the players with the most
 * points come first, and on field if they can. A player for whom no such slot is left, because positions have changed
 * since she was drafted, takes any slot.
 *
 * @returns the player's id for each slot, in the order of `listSlots`
 */
export function placeSquad(players: readonly PlayerWithSeasonPoints[], shape: TeamShape): PlayerId[] {
	const slots = listSlots(shape);
	const placed = new Map<number, PlayerWithSeasonPoints>();
	/** Finds a free slot for a player, or else moves others if that makes room for her. */
	const place = (player: PlayerWithSeasonPoints, visited: Set<number>): boolean => {
		const fitting = slots.flatMap((slot, index) => (canFill(player, slot) ? [index] : []));
		const free = fitting.find((index) => !placed.has(index));
		if (free !== undefined) {
			placed.set(free, player);
			return true;
		}
		return fitting.some((index) => {
			const other = placed.get(index);
			if (visited.has(index) || !other) return false;
			visited.add(index);
			if (!place(other, visited)) return false;
			placed.set(index, player);
			return true;
		});
	};
	const bestFirst = players.toSorted((a, b) => b.points - a.points || a.id - b.id);
	const left = bestFirst.filter((player) => !place(player, new Set()));
	return slots.map((_, index) => placed.get(index)?.id ?? left.shift()?.id ?? NOBODY);
}
