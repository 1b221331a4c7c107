import type { PlayerId } from "@first-bounce/rules/ids";

/**
 * How many indexes there are. Index 0 is an empty slot, so one player fewer fits. A player's index and her use, which is her role
 * in a line-up, fit in 16 bits together (`lineup-rows.ts`).
 */
export const INDEX_COUNT = 8_192;

/** Numbers players consecutively from 1, in the order in which they are added. Index 0 is the empty slot, id 0. */
export interface PlayerIndex {
	/** One more than the highest index. */
	readonly size: number;
	/** Returns a player's index, a new one if she has none. RangeError if all INDEX_COUNT are used. */
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
		if (idByIndex.length === INDEX_COUNT) throw new RangeError(`More than ${INDEX_COUNT - 1} players`);
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
