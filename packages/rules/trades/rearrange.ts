import type { PlayerId } from "../ids.ts";
import type { Slot } from "../lineup/lineup.ts";
import { canFill, listSlots } from "../lineup/slots.ts";
import type { LockCheck } from "../lockout/team-locks.ts";
import type { PlayerLookup } from "../player.ts";
import type { GameContext } from "../team/team-state.ts";
import type { Violation } from "../violation.ts";
import { findCheapestAssignment } from "./assignment.ts";

export interface RearrangeContext {
	readonly slots: readonly Slot[];
	readonly players: PlayerLookup;
	readonly isLocked: LockCheck;
	/** Those who made room for trades now reversed: they move first, so that a reversal puts them back. */
	readonly movesFirst?: ReadonlySet<PlayerId>;
}

/**
 * Places for a team in which newcomers stand where the players they replace stood, fitting or not (decisions §6).
 * `before` and `wanted` are slot ids. In this order: as few others as possible change place, and no locked one;
 * whoever was on field, or comes for one who was, stays there; newcomers take the place they came for; lower ids
 * come first in the order of places. Null when nobody's moves make them fit.
 */
export function rearrangePlayers(
	before: readonly PlayerId[],
	wanted: readonly PlayerId[],
	{ slots, players, isLocked, movesFirst = new Set() }: RearrangeContext,
): readonly PlayerId[] | null {
	const stays = (place: number) => wanted[place] === before[place];
	const open = slots.flatMap((slot, place) => (stays(place) && isLocked(wanted[place] ?? 0) ? [] : [{ slot, place }]));
	const seekers = open
		.map(({ slot, place }) => ({ id: wanted[place] ?? 0, home: place, homeSlot: slot, settled: stays(place) }))
		.sort((a, b) => a.id - b.id);

	// Each step outweighs all the steps after it together.
	const base = open.length + 1;
	const cost = open.map(({ slot, place }) =>
		seekers.map(({ id, home, homeSlot, settled }) => {
			if (settled && home === place) return 0;
			const player = players(id);
			if (!player || !canFill(player, slot)) return Infinity;
			if (home === place) return 0;
			const moved = settled ? base ** 3 + (movesFirst.has(id) ? 0 : base ** 2) : 1;
			return moved + (homeSlot.area === "field" && slot.area !== "field" ? base : 0);
		}),
	);
	const assigned = findCheapestAssignment(cost);
	if (!assigned) return null;
	const places = [...wanted];
	open.forEach(({ place }, row) => {
		places[place] = seekers[assigned[row] ?? 0]?.id ?? 0;
	});
	return places;
}

/** Those who made room for a newcomer, from the one whose place she took on, until someone takes a place left free. */
export function findMovedPlayers(
	newcomer: PlayerId,
	before: readonly PlayerId[],
	after: readonly PlayerId[],
): readonly PlayerId[] {
	const moved: PlayerId[] = [];
	let id = before[after.indexOf(newcomer)] ?? 0;
	while (after.includes(id)) {
		moved.push(id);
		id = before[after.indexOf(id)] ?? 0;
	}
	return moved;
}

/** Newcomers who do not fit the place they came for. */
export function findMisfits(
	before: readonly PlayerId[],
	wanted: readonly PlayerId[],
	{ rules, players }: Pick<GameContext, "rules" | "players">,
): readonly Violation[] {
	return listSlots(rules).flatMap((slot, place): Violation[] => {
		const player = players(wanted[place] ?? 0);
		const isNew = wanted[place] !== before[place];
		return player && isNew && !canFill(player, slot) ? [{ code: "no-place", playerId: player.id }] : [];
	});
}
