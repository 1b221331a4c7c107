import type { PlayerId, Points } from "../ids.ts";

/**
 * Season or round ranks of players, best first; ties share a rank and the next one is skipped: 1, 2, 2, 4
 * (docs/game-rules.md#ranks). `points` holds only players who played.
 */
export function computePlayerRanks(points: ReadonlyMap<PlayerId, Points>): Map<PlayerId, number> {
	const ranks = new Map<PlayerId, number>();
	let shared = { points: Number.NaN, rank: 0 };
	for (const [id, scored] of [...points].toSorted(([, a], [, b]) => b - a)) {
		if (scored !== shared.points) shared = { points: scored, rank: ranks.size + 1 };
		ranks.set(id, shared.rank);
	}
	return ranks;
}
