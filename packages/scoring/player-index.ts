import type { PlayerId } from "@first-bounce/rules/ids";
import { MAX_PLAYERS } from "./player-table.ts";

/** Dense indexes of players, in the order they became known; index 0 is the empty place, id 0. */
export interface PlayerIndex {
	/** One more than the highest index. */
	readonly size: number;
	/** Her index, a new one if she was not known. RangeError beyond 8,191 players. */
	indexOf(id: PlayerId): number;
	/** 0 for an index nobody has. */
	idAt(index: number): PlayerId;
}

export function createPlayerIndex(ids: Iterable<PlayerId>): PlayerIndex {
	const known: PlayerId[] = [0];
	const indexes = new Map<PlayerId, number>([[0, 0]]);
	const indexOf = (id: PlayerId): number => {
		const index = indexes.get(id);
		if (index !== undefined) return index;
		if (known.length === MAX_PLAYERS) throw new RangeError(`More than ${MAX_PLAYERS - 1} players`);
		indexes.set(id, known.length);
		return known.push(id) - 1;
	};
	for (const id of ids) indexOf(id);
	return {
		get size() {
			return known.length;
		},
		indexOf,
		idAt: (index) => known[index] ?? 0,
	};
}
