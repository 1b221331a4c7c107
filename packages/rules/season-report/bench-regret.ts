import type { PlayerId, Points } from "../ids.ts";
import type { ScoreEntry } from "../scoring/score-lineup.ts";

/** A player on the bench who would have scored more than one on field. */
export interface BenchRegret {
	readonly benchId: PlayerId;
	readonly fieldId: PlayerId;
	/** The points that starting her would have added. */
	readonly gain: Points;
}

/**
 * The bench player whose swap with a player on field of the same line would have added the most points; null if none would
 * have. The player whose points were doubled is not swapped, and covered players count with their cover.
 */
export function findBenchRegret(ledger: readonly ScoreEntry[]): BenchRegret | null {
	const countedByPlayer = new Map(ledger.map(({ playerId, counted }) => [playerId, counted]));
	const getCounted = ({ counted, coveredBy }: ScoreEntry): Points =>
		coveredBy === null ? counted : (countedByPlayer.get(coveredBy) ?? 0);
	const field = ledger.filter(({ slot, factor }) => slot.area === "field" && factor <= 1);
	const bench = ledger.filter(
		({ slot, state, covers }) => slot.area === "bench" && state === "played" && covers === null,
	);
	const swaps = bench.flatMap((reserve) =>
		field
			.filter(({ slot }) => slot.line === reserve.slot.line)
			.map((starter) => ({
				benchId: reserve.playerId,
				fieldId: starter.playerId,
				gain: reserve.points - getCounted(starter),
			})),
	);
	const [best] = swaps.toSorted((one, other) => other.gain - one.gain);
	return best && best.gain > 0 ? best : null;
}
