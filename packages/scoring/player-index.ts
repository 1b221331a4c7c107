import type { PlayerId } from "@first-bounce/rules/ids";

/** A player's index and use together fit in 16 bits (`lineup-rows.ts`). Index 0 is an empty slot. */
export const MAX_PLAYERS = 8_192;

/** Numbers players consecutively from 1, in the order in which they are added. Index 0 is the empty slot, id 0. */
export interface PlayerIndex {
	/** One more than the highest index. */
	readonly size: number;
	/** Returns a player's index, a new one if she has none. RangeError if that is beyond MAX_PLAYERS. */
	add(id: PlayerId): number;
	/** The player's id, 0 for an unused index. */
	getId(index: number): PlayerId;
}

export function createPlayerIndex(ids: Iterable<PlayerId>): PlayerIndex {
	const idByIndex: PlayerId[] = [0];
	const indexes = new Map<PlayerId, number>([[0, 0]]);
	const add = (id: PlayerId): number => {
		const index = indexes.get(id);
		if (index !== undefined) return index;
		if (idByIndex.length === MAX_PLAYERS) throw new RangeError(`More than ${MAX_PLAYERS - 1} players`);
		indexes.set(id, idByIndex.length);
		return idByIndex.push(id) - 1;
	};
	for (const id of ids) add(id);
	return {
		get size() {
			return idByIndex.length;
		},
		add,
		getId: (index) => idByIndex[index] ?? 0,
	};
}
