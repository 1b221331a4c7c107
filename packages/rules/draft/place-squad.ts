import { EMPTY_SLOT, type PlayerId } from "../ids.ts";
import { listSlots, type TeamShape } from "../lineup/slots.ts";
import type { ProjectedPlayer } from "./player-values.ts";

/**
 * Places a squad in the slots of a line-up, so that every player has a slot of her position; among those placements it
 * prefers the players with the most points on field. A player for whom no such slot is left, because positions have changed
 * since she was drafted, takes any slot.
 *
 * @returns an id a slot in canonical order
 */
export function placeSquad(players: readonly ProjectedPlayer[], shape: TeamShape): PlayerId[] {
	const slots = listSlots(shape);
	const placed = new Map<number, ProjectedPlayer>();
	/** Finds a slot for a player, and moves others if that makes room for her. */
	const place = (player: ProjectedPlayer, visited: Set<number>): boolean =>
		slots.some(({ line }, index) => {
			if (visited.has(index) || (line !== null && !player.position.includes(line))) return false;
			visited.add(index);
			const other = placed.get(index);
			if (other && !place(other, visited)) return false;
			placed.set(index, player);
			return true;
		});
	const bestFirst = players.toSorted((a, b) => b.points - a.points || a.id - b.id);
	const left = bestFirst.filter((player) => !place(player, new Set()));
	return slots.map((_, index) => placed.get(index)?.id ?? left.shift()?.id ?? EMPTY_SLOT);
}
