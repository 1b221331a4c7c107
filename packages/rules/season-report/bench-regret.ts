import type { PlayerId, Points } from "../ids.ts";
import type { ScoreEntry } from "../scoring/score-lineup.ts";

/** A player on the bench who would have scored more than one on field. */
export interface BenchRegret {
	readonly benchId: PlayerId;
	readonly fieldId: PlayerId;
	readonly gain: Points;
}

/**
 * Finds the bench player whose swap with a player on field of the same line would have added the most points; null if
 * no swap would have added any. Swaps of the player whose points were doubled are left out. A covered player counts
 * with the points of the emergency who covered her.
 */
export function findBenchRegret(ledger: readonly ScoreEntry[]): BenchRegret | null {
	const countedByPlayer = new Map(ledger.map(({ playerId, counted }) => [playerId, counted]));
	const getCounted = ({ counted, coveredBy }: ScoreEntry): Points =>
		coveredBy === null ? counted : (countedByPlayer.get(coveredBy) ?? 0);
	const field = ledger.filter(({ slot, factor }) => slot.area === "field" && factor <= 1);
	const bench = ledger.filter(
		({ slot, state, covers }) => slot.area === "bench" && state === "played" && covers === null,
	);
	const swaps = bench.flatMap((benched) =>
		field
			.filter(({ slot }) => slot.line === benched.slot.line)
			.map((fielded) => ({
				benchId: benched.playerId,
				fieldId: fielded.playerId,
				gain: benched.points - getCounted(fielded),
			})),
	);
	const [best] = swaps.toSorted((one, other) => other.gain - one.gain);
	return best && best.gain > 0 ? best : null;
}
