import type { PlayerId, Points } from "../ids.ts";
import type { RoundDecisions } from "./captain-and-bench.ts";

interface RoundTrade {
	readonly playerInId: PlayerId;
	readonly playerOutId: PlayerId;
	/** Points of the player who came in less those of the player who went out. */
	readonly roundPoints: Points;
}

/**
 * A choice that the manager made in a round, or missed, with the points that it gained; negative if it cost points. A
 * captain is compared with another player on field, an emergency with an empty slot, and a trade with the player who
 * went out. A missed swap costs the points that it would have added.
 */
export interface RoundDecision {
	readonly kind: "captain" | "swap" | "cover" | "trade";
	/** The captain chosen or missed, the player to swap in, the emergency, or the player who came in. */
	readonly playerId: PlayerId;
	/** The other captain, or the player who went out or should have gone out; null if there was nobody. */
	readonly otherId: PlayerId | null;
	readonly points: Points;
}

interface BestAndWorst {
	/** Null if no choice gained points. */
	readonly best: RoundDecision | null;
	/** Null if no choice cost points. */
	readonly worst: RoundDecision | null;
}

/** Finds the choices of a round that gained and cost most. Ties go to the captain, then the bench, then trades. */
export function findBestAndWorst({ captain, bench }: RoundDecisions, trades: readonly RoundTrade[]): BestAndWorst {
	const decisions: RoundDecision[] = [];
	if (captain.best && captain.playerId && captain.missed === 0)
		decisions.push({ kind: "captain", playerId: captain.playerId, otherId: captain.nextBestId, points: captain.lead });
	if (captain.best && captain.missed > 0) {
		const { playerId } = captain.best;
		decisions.push({ kind: "captain", playerId, otherId: captain.playerId, points: -captain.missed });
	}
	if (bench.missedSwap) {
		const { inId, outId, points } = bench.missedSwap;
		decisions.push({ kind: "swap", playerId: inId, otherId: outId, points: -points });
	}
	for (const { inId, outId, points } of bench.covers)
		decisions.push({ kind: "cover", playerId: inId, otherId: outId, points });
	for (const { playerInId, playerOutId, roundPoints } of trades)
		decisions.push({ kind: "trade", playerId: playerInId, otherId: playerOutId, points: roundPoints });
	const sorted = decisions.toSorted((one, other) => other.points - one.points);
	const best = sorted[0];
	const lowest = sorted.at(-1);
	const worst = decisions.find(({ points }) => points === lowest?.points);
	return { best: best && best.points > 0 ? best : null, worst: worst && worst.points < 0 ? worst : null };
}
