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
	/** Players who moved for the trades that are now reversed. They move first, so that a reversal puts them back. */
	readonly movesFirst?: ReadonlySet<PlayerId>;
}

/**
 * Assigns slots to a team in which newcomers are in the slots of the players they replace, whether they fit or not
 * (docs/game-rules.md#trades). `before` and `wanted` are slot ids. Preferences, the most important first: as few other
 * players as possible change slot, and no locked one; players on field, or their replacements, stay on field; newcomers
 * keep the slot they came for; lower ids come first in slot order. Null when no arrangement fits.
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

	// Each weight outweighs the sum of all the weights after it.
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

/** The players who moved for a newcomer: first the one whose slot she took, and so on up to a slot that was left empty. */
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

/** A violation for each newcomer who does not fit the slot she came for. */
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
